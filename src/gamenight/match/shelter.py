"""Shelter: a store that goes on in memory while its file cannot be written to.

Every match that is changed here is also kept in memory. When a write fails (the disk is full,
read-only, broken or gone), the match goes on there, the ply that failed included. With every
further change, and whenever matches are listed, all of it is written to the file if that is
possible again; nothing that was stored before is touched until then. A file that another program
is writing to is worth waiting for: then nothing is changed, and `LockedStore` says so. Only a new
match begins in memory, until its first ply. A file that could not be opened for writing at all
has a stand-in until it can: what can be read of it, in memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Event
from typing import Any, NamedTuple, TypeVar

from gamenight.core.fairness import Mix
from gamenight.core.record import Change, Record, Result
from gamenight.match.database import Database
from gamenight.match.rows import put_rows, rows_of
from gamenight.match.schema import horizon
from gamenight.match.sqlite import SqliteStore
from gamenight.match.store import (
    Ended,
    Hosted,
    Kept,
    LockedStore,
    New,
    Part,
    StaleMatch,
    Stored,
    StoreError,
    Summary,
    UnwritableStore,
)
from gamenight.match.summary import Appearance

T = TypeVar("T")
Deed = Callable[[SqliteStore, int], T]

FIRST = 1_000_001  # the number of the first match that begins in memory: no file gets there


class Away(NamedTuple):
    """A match of which the file does not have everything. revision: the one that the file has,
    None if it has none; plies: how many it has; waits: only until another program is done."""

    revision: int | None
    plies: int
    waits: bool = False


class Shelter:
    """A store in a file, and what could not be written to it."""

    def __init__(self, file: SqliteStore, reason: str = ""):
        assert file.path is not None
        self.path: Path | None = file.path
        self._file = file
        self._memory = SqliteStore()
        self._known: set[int] = set()  # the matches that are in memory too
        self._away: dict[int, Away] = {}
        self._unreadable = False  # whether the file could not be listed
        self._numbers: dict[int, int] = {}  # those that began in memory: their number in the file
        self._reason = reason

    @property
    def notice(self) -> str:
        """Why something is only in memory, or would be; empty if nothing is."""
        kept = not (self.unsaved or self._file.stands_in or self._unreadable)
        return "" if kept else self._reason

    @property
    def unsaved(self) -> bool:
        return any(not one.waits for one in self._away.values())

    def kept(self, id: int) -> Kept:
        with suppress(StoreError):
            self._bring_back(id)
        away = self._away.get(id)
        if away is None:
            return Kept(self._numbers.get(id, id))
        return Kept(None if away.revision is None else self._numbers.get(id, id), away.plies)

    def wait(self, stop: Event) -> None:
        self._file.wait(stop)

    def close(self) -> None:
        self._bring_all_back()
        self._file.close()
        self._memory.close()

    # A match at a time.

    def create(
        self,
        record: Record,
        secret: bytes,
        follows: int | None = None,
        appearances: Sequence[Appearance] = (),
    ) -> Stored:
        new = New(record, secret, follows, appearances)
        try:
            stored = self._file.create(*new)
        except UnwritableStore as error:
            self._reason = error.reason
            return self._create_in_memory(new)
        except LockedStore:
            return self._create_in_memory(new, waits=True)
        self._remember(stored.id)
        return stored

    def _create_in_memory(self, new: New, waits: bool = False) -> Stored:
        if new.follows is not None and new.follows in self._away:
            new = new._replace(follows=None)  # the file has no such number
        id = max([FIRST - 1, *self._away, *self._numbers]) + 1
        stored = self._memory.create(*new)
        self._copy(self._memory, stored.id, id)
        self._memory.delete(stored.id)
        self._away[id] = Away(None, 0, waits)
        return stored._replace(id=id)

    def create_all(self, news: Sequence[New]) -> list[Stored]:
        return self._file.create_all(news)

    def append(
        self,
        id: int,
        revision: int,
        ply: int,
        texts: Sequence[str],
        result: Result | None = None,
        appearances: Sequence[Appearance] = (),
        later: Sequence[str] | None = None,
        drafts: Sequence[tuple[int, str]] = (),
        spent: Sequence[int | None] = (),
        mixes: Sequence[Mix] = (),
    ) -> int:
        more = (revision, ply, texts, result, appearances, later, drafts, spent, mixes)
        return self._change(id, lambda store, number: store.append(number, *more))

    def cut(self, id: int, revision: int, ply: int, changes: Sequence[Change]) -> int:
        more = (revision, ply, changes)
        return self._change(id, lambda store, number: store.cut(number, *more))

    def change(self, id: int, revision: int, change: Change) -> int:
        return self._change(id, lambda store, number: store.change(number, revision, change))

    def keep_pass(self, id: int, revision: int, ply: int, seat: int) -> int:
        return self._change(id, lambda store, number: store.keep_pass(number, revision, ply, seat))

    def keep_later(self, id: int, revision: int, texts: Sequence[str]) -> int:
        return self._change(id, lambda store, number: store.keep_later(number, revision, texts))

    def finish(
        self, id: int, revision: int, result: Result, appearances: Sequence[Appearance] = ()
    ) -> int:
        more = (revision, result, appearances)
        return self._change(id, lambda store, number: store.finish(number, *more))

    def keep_draft(self, id: int, ply: int, seat: int, text: str) -> None:
        """Marks do not wait for other programs: they are written with the next change."""

        def keep(store: SqliteStore, number: int) -> None:
            store.keep_draft(number, ply, seat, text)

        try:
            self._change(id, keep)
        except LockedStore:
            self._leave(id, waits=True)
            keep(self._memory, id)

    def draft(self, id: int, ply: int, seat: int) -> str | None:
        if id in self._known:
            return self._memory.draft(id, ply, seat)
        return self._file.draft(id, ply, seat)

    def load(self, id: int) -> Stored:
        if id in self._away:
            return self._memory.load(id)
        if id not in self._numbers:
            self._known.discard(id)  # another program may have changed it
        return self._file.load(self._numbers.get(id, id))._replace(id=id)

    def part(self, id: int) -> Part:
        store, number = self._place(id)
        return store.part(number)

    def raw(self, id: int) -> dict[str, list[dict[str, Any]]]:
        store, number = self._place(id)
        return store.raw(number)

    def _place(self, id: int) -> tuple[SqliteStore, int]:
        """Where all of a match is, and its number there."""
        return (self._memory, id) if id in self._away else (self._file, self._numbers.get(id, id))

    def delete(self, id: int, revision: int | None = None) -> None:
        away = self._away.get(id)
        if away is None or away.revision is not None:
            number = self._numbers.get(id, id)
            self._file.delete(number, revision if away is None else None)
        self._away.pop(id, None)
        self._known.discard(id)

    def _remember(self, id: int) -> None:
        """Have the match in memory as well as in the file."""
        if id not in self._known:
            self._copy(self._file, id, id)

    def _copy(self, store: SqliteStore, number: int, id: int) -> None:
        """Have a match of this store in memory, with another number."""
        rows = store.within(lambda db: rows_of(db, number), writes=False)
        self._memory.within(lambda db: put_rows(db, rows, number, id))
        self._known.add(id)

    def _change(self, id: int, deed: Deed[T]) -> T:
        """Change a match in the file and in memory; where the file cannot be written to, only
        there."""
        self._remember(id)
        self._bring_back(id)
        if id not in self._away:
            try:
                done = deed(self._file, self._numbers.get(id, id))
            except UnwritableStore as error:
                self._reason = error.reason
                self._leave(id)
            else:
                deed(self._memory, id)
                return done
        return deed(self._memory, id)

    def _leave(self, id: int, waits: bool = False) -> None:
        """From now on the match goes on in memory."""
        stored = self._memory.load(id)
        self._away.setdefault(id, Away(stored.revision, len(stored.record.actions), waits))

    def _bring_back(self, id: int) -> None:
        """Write a match to the file that is only in memory, if that is possible now. Raises
        LockedStore if that is all it waits for, and StaleMatch if somebody else has continued it:
        then both are kept."""
        away = self._away.get(id)
        if away is None:
            return
        try:
            number = self._write_back(id, away)
        except UnwritableStore as error:
            self._reason = error.reason
            self._away[id] = away._replace(waits=False)
        except LockedStore:
            if away.waits:
                raise
        else:
            del self._away[id]
            if away.revision is None:
                self._numbers[id] = number
            elif number != self._numbers.get(id, id):
                self._known.discard(id)
                raise StaleMatch(
                    f"match {id} has been continued by another program; "
                    f"what was played here is kept as match {number}",
                    id,
                )

    def _bring_all_back(self) -> None:
        with suppress(StoreError):
            self._open_again()
        for id in [*self._away]:
            with suppress(StoreError):
                self._bring_back(id)

    def _write_back(self, id: int, away: Away) -> int:
        """The number that the match has in the file now."""
        self._open_again()
        rows = self._memory.within(lambda db: rows_of(db, id), writes=False)
        number = None if away.revision is None else self._numbers.get(id, id)

        def write(db: Database) -> int:
            row = db.execute("SELECT revision FROM matches WHERE id = ?", (number,)).fetchone()
            return put_rows(db, rows, id, number if row == (away.revision,) else None)

        return self._file.within(write)

    def _open_again(self) -> None:
        """Open the file if it was put back, or if it could not be opened before."""
        assert self.path is not None
        if self._file.is_there or not (self._file.stands_in or self.path.exists()):
            return
        try:
            self._file = SqliteStore(self.path, patience=0)
        except (UnwritableStore, LockedStore):
            raise
        except StoreError as error:  # it was replaced by something that is no store of ours
            raise UnwritableStore(self.path, str(error)) from error

    # All of them.

    def matches(
        self, finished: bool | None = None, most: int | None = None, game: str = ""
    ) -> list[Summary]:
        """Where the file cannot be read, those in memory, if there are any."""
        self._bring_all_back()
        if not self._away:
            return self._listed(finished, most, game)
        found = self._inside(finished, game)
        with suppress(UnwritableStore):
            found += self._outside(self._listed(finished, None, game))
        now = horizon()
        found.sort(key=lambda one: (one.touched <= now, one.touched, one.id), reverse=True)
        return found[:most]

    def _listed(self, finished: bool | None, most: int | None, game: str) -> list[Summary]:
        """Those in the file."""
        try:
            found = self._file.matches(finished, most, game)
        except UnwritableStore as error:
            self._reason, self._unreadable = error.reason, True
            raise
        self._unreadable = False
        return found

    def _outside(self, found: Iterable[Summary]) -> list[Summary]:
        hidden = {self._numbers.get(id, id) for id in self._away}
        return [one for one in found if one.id not in hidden]

    def _inside(self, finished: bool | None, game: str) -> list[Summary]:
        return [one for one in self._memory.matches(finished, None, game) if one.id in self._away]

    def count(self, finished: bool | None = None) -> int:
        return len(self.matches(finished)) if self._away else self._file.count(finished)

    def hosted(self) -> list[Hosted]:
        return self._file.hosted()

    def ended(self) -> Iterator[Ended]:
        return self._file.ended()

    def same(self, record: Record) -> int | None:
        return self._file.same(record)
