"""Groups: what many matches have noted, written as one transaction."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from time import monotonic
from typing import Any, TypeVar

from gamenight.match.database import Database
from gamenight.match.ledger import Batch
from gamenight.match.locks import BRIEF, PATIENCE, patiently
from gamenight.match.places import Address, Place
from gamenight.match.rows import next_moment, stale
from gamenight.match.schema import Moment
from gamenight.match.sql import SqlStore
from gamenight.match.sqlite import SqliteStore
from gamenight.match.store import LockedStore, LostLease, StoreError, Tell, UnwritableStore

T = TypeVar("T")
Hook = Callable[[str], None]  # called before and after every step of a group, for tests
AFRESH = 10.0  # seconds after which a lock that was waited for in vain may be waited for again
PLY = ("bigint", "bigint", "text", "bigint", "bytea", "bigint")
MATCH = ("bigint", "bigint", "bigint", "bigint", "bytea", "text")


def open_store(place: Place, tell: Tell = None) -> SqlStore:
    """The store at a place; raises StoreError."""
    if isinstance(place, Address):
        try:
            from gamenight.match.postgres import PostgresStore
        except ImportError as error:
            extra = "pip install 'gamenight[postgres]'"
            raise StoreError(f"{place} needs the extra postgres: {extra}") from error
        return PostgresStore(place)
    return SqliteStore(place, tell=tell)


def no_hook(moment: str) -> None:
    pass


class _Wait:
    """Somebody has waited in vain for another program."""

    def __init__(self, error: LockedStore):
        self.error, self._since = error, monotonic()

    @property
    def age(self) -> float:
        return monotonic() - self._since


class Groups:
    """Writes groups to a store, in the thread that opened it."""

    def __init__(self, place: Place, tell: Tell, hook: Hook, patience: float = PATIENCE):
        self.store = open_store(place, tell)
        self._tell, self._hook, self._patience = tell, hook, patience
        self._latest: Moment | None = None  # of what is stored; None if that has to be looked up
        self._in_vain: _Wait | None = None  # the last one for another program that was too short

    def write(self, batches: Sequence[Batch]) -> list[Exception | None]:
        """Store these batches; what went wrong with each. Unless the store itself fails, one of
        them does not fit: then they are stored one by one."""
        if self._in_vain is not None and self._in_vain.age < BRIEF:
            return [self._in_vain.error] * len(batches)  # it is so still
        try:
            self._patiently(lambda: self._write(batches))
            self._in_vain = None
        except (LockedStore, UnwritableStore) as error:
            return [error] * len(batches)
        except Exception:
            return [self._failure_of(batch) for batch in batches]
        return [None] * len(batches)

    def do(self, work: Callable[[SqlStore], T]) -> T:
        """Any other work on the store."""
        self._latest = None
        return self._patiently(lambda: work(self.store))

    def _patiently(self, deed: Callable[[], T]) -> T:
        """While another program writes for long, one waits, and all who come after it do not: in a
        row they would wait for minutes."""
        waits = self._in_vain is None or self._in_vain.age >= AFRESH
        try:
            return patiently(deed, self.store.place, self._tell, self._patience if waits else 0.0)
        except LockedStore as error:
            self._in_vain = _Wait(error)
            raise

    def _failure_of(self, batch: Batch) -> Exception | None:
        """Store one batch alone; what went wrong."""
        try:
            self._patiently(lambda: self._write([batch], alone=True))
        except Exception as error:
            return error
        return None

    def _write(self, batches: Sequence[Batch], alone: bool = False) -> None:
        def work(db: Database) -> None:
            self._hook("after begin")
            if any(batch.fence != self.store.fence for batch in batches):
                raise LostLease(self.store.place, "another server may have this table")
            if alone:
                batches[0].check(db)
            self._insert(db, batches)
            self._hook("before commit")

        self._hook("before begin")
        self.store.grouped(work)
        self._hook("after commit")

    def _insert(self, db: Database, batches: Sequence[Batch]) -> None:
        """Plies of all matches at once, and their rows; then what else has happened."""
        plies: list[Any] = []
        matches: list[Any] = []
        first = Moment.after(self._latest.text) if self._latest else next_moment(db)
        others = []
        for number, batch in enumerate(batches):
            now = first.later(number)
            if not batch.only_plies:
                others.append((batch, now))
                continue
            time, id = now.microseconds, batch.id
            for ply, (text, checksum, lost) in enumerate(
                zip(batch.texts, batch.sums, batch.spent, strict=True), batch.first
            ):
                plies += (id, ply, text, time, checksum, lost)
            matches += (id, batch.before, batch.after, batch.length, batch.checksum, now.text)
        self._latest = first.later(len(batches))
        with self._step("insert"):
            for source, values in self.store.sources(plies, PLY):
                db.execute(_insert_statement(source), values)
        with self._step("update"):
            changed = [
                db.execute(_update_statement(source), values)
                for source, values in self.store.sources(matches, MATCH)
            ]
            for batch, now in others:
                batch.write(db, now)
            if sum(one.rowcount for one in changed) * len(MATCH) != len(matches):
                raise stale(matches[0], matches[1])  # or another of them

    @contextmanager
    def _step(self, name: str) -> Iterator[None]:
        self._hook(f"before {name}")
        yield
        self._hook(f"after {name}")


@lru_cache(maxsize=256)
def _insert_statement(source: str) -> str:
    return f"INSERT INTO plies {source}"


@lru_cache(maxsize=256)
def _update_statement(source: str) -> str:
    """Changes nothing in a match that has another revision than the one its change starts from."""
    return (
        "UPDATE matches SET revision = new.column3, sealed = new.column3, plies = new.column4, "
        f"checksum = new.column5, touched = new.column6 FROM ({source}) AS new "
        "WHERE matches.id = new.column1 AND matches.revision = new.column2"
    )
