"""Ledger: one match on a server. Changes are noted at once, in order, and stored by a `Writer`."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any

from gamenight.core.fairness import Mix
from gamenight.core.record import Change, Result
from gamenight.match.checksums import SIZE, Beside, end_of, of_end, of_head, of_plies
from gamenight.match.database import Database
from gamenight.match.locks import wait_until_free
from gamenight.match.places import Place
from gamenight.match.rows import (
    change_seat,
    cut_rows,
    end_columns,
    insert_drafts,
    insert_mixes,
    insert_pass,
    insert_plies,
    stale,
    unknown,
    update_match,
)
from gamenight.match.schema import Moment, head_of, write_changes, write_result
from gamenight.match.store import Kept, Stored, StoreError
from gamenight.match.summary import Appearance

Deed = Callable[[Database, Moment], None]
Drafts = Mapping[tuple[int, int], str]


class Batch:
    """What was noted of one match since the last group: stored as a whole or not at all.

    first, texts, sums, spent: plies, with their checksums and times; where these are all there is,
    many batches are written at once. deeds: what comes before them otherwise; columns: what changes
    in the match's row besides. waiters: those who want to know when it is stored.
    """

    __slots__ = (
        "after",
        "before",
        "checksum",
        "columns",
        "deeds",
        "fence",
        "first",
        "id",
        "ledger",
        "length",
        "noted",
        "plies",
        "spent",
        "sums",
        "texts",
        "waiters",
    )

    def __init__(self, ledger: Ledger, before: int):
        self.ledger, self.id, self.fence = ledger, ledger.id, ledger.fence
        self.before = self.after = before  # revisions
        self.first = self.length = self.noted = self.plies = 0
        self.texts: list[str] = []
        self.sums: list[bytes] = []
        self.spent: list[int | None] = []
        self.checksum = b""
        self.deeds: list[Deed] = []
        self.columns: dict[str, Any] = {}
        self.waiters: list[asyncio.Future[None]] = []

    def add_plies(
        self, ply: int, texts: Sequence[str], sums: Sequence[bytes], spent: Sequence[int | None]
    ) -> None:
        if not self.texts:
            self.first, self.texts, self.sums, self.spent = ply, [*texts], [*sums], [*spent]
        else:
            self.texts += texts
            self.sums += sums
            self.spent += spent
        self.plies += len(texts)

    def add(self, deed: Deed) -> None:
        if self.texts:
            self.deeds.append(
                partial(_insert, self.id, self.first, self.texts, self.sums, self.spent)
            )
            self.texts, self.sums, self.spent = [], [], []
        self.deeds.append(deed)

    @property
    def only_plies(self) -> bool:
        return not self.deeds and not self.columns

    def write(self, db: Database, now: Moment) -> None:
        """Store all of it, inside a transaction; raises StaleMatch."""
        for deed in self.deeds:
            deed(db, now)
        insert_plies(db, self.id, self.first, self.texts, self.sums, self.spent, now)
        if self.after == self.before:
            return  # nothing but drafts
        there = {"checksum": self.checksum, "plies": self.length, "touched": now.text}
        counted = {"revision": self.after, "sealed": self.after}
        if not update_match(db, self.id, self.before, {**self.columns, **there, **counted}):
            raise stale(self.id, self.before)

    def check(self, db: Database) -> None:
        """Raise UnknownMatch or StaleMatch if it does not fit what is stored."""
        row = db.execute("SELECT revision FROM matches WHERE id = ?", (self.id,)).fetchone()
        if row is None:
            raise unknown(self.id)
        if self.after != self.before and row != (self.before,):
            raise stale(self.id, self.before)

    def answer(self, failure: Exception | None) -> None:
        """Tell those who are still waiting."""
        for waiter in self.waiters:
            if waiter.done():
                continue  # cancelled
            if failure is None:
                waiter.set_result(None)
            else:
                waiter.set_exception(failure)


def _insert(
    id: int,
    ply: int,
    texts: list[str],
    sums: list[bytes],
    spent: list[int | None],
    db: Database,
    now: Moment,
) -> None:
    insert_plies(db, id, ply, texts, sums, spent, now)


def _refuse(*_: Any, **__: Any) -> Any:
    raise StoreError("a ledger keeps one match: everything else is done by `Writer.do`")


class Ledger:
    """The store of one match, as `Match` needs it. Nothing waits here: a change is noted, and its
    revision returned. `settled` returns when all that was noted is stored; nothing may be shown
    before. If it raises, nothing after the failure is stored either: the match has to be loaded
    again, with a new ledger.

    It knows all that a match's checksum covers, so nothing is read before something is written.
    """

    __slots__ = (
        "_chain",
        "_changes",
        "_cuts",
        "_drafts",
        "_end",
        "_failure",
        "_gather",
        "_later",
        "_mixes",
        "_open",
        "_passes",
        "_result",
        "_revision",
        "_sent",
        "fence",
        "id",
        "path",
        "place",
    )

    notice = ""
    unsaved = False
    create = create_all = same = load = part = raw = staticmethod(_refuse)
    matches = count = hosted = ended = delete = close = staticmethod(_refuse)

    def __init__(
        self,
        stored: Stored,
        drafts: Drafts,
        place: Place,
        gather: Callable[[Ledger], None],
        fence: int = 0,
    ):
        """gather: called when there is something to store, and nothing was waiting before; fence:
        under which it may be stored."""
        record = stored.record
        self.id, self.place, self._gather, self.fence = stored.id, place, gather, fence
        self.path = place if isinstance(place, Path) else None
        self._revision = stored.revision
        head = of_head(head_of(record, stored.secret, stored.follows))
        # The checksums after 0, 1, 2 ... plies, one behind the other.
        sums = of_plies(head, 0, record.actions, record.times)
        self._chain = bytearray(b"".join([head, *sums]))
        self._mixes = () if record.fair is None else record.fair.mixes
        self._changes = write_changes(record.changes)
        self._result = write_result(record.result)
        self._cuts, self._later = record.taken_back, json.dumps(stored.later)
        self._passes, self._drafts = set(stored.passes), dict(drafts)
        self._end: bytes | None = None  # see `end_of`; None if it has changed
        self._open: Batch | None = None  # what is noted for the next group
        self._sent: Batch | None = None  # what is being stored
        self._failure: Exception | None = None

    # What a match changes.

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
        length = len(self._chain) // SIZE - 1
        if ply != length and id == self.id and revision == self._revision:
            raise StoreError(f"match {id} has {length} plies, so ply {ply} cannot be next")
        batch, lost = self._batch(id, revision), spent or [None] * len(texts)
        if mixes:
            self._mix(batch, mixes)
        sums = of_plies(bytes(self._chain[-SIZE:]), ply, texts, lost)
        self._chain += b"".join(sums)
        batch.add_plies(ply, texts, sums, lost)
        if result is not None:
            self._set_result(batch, result, appearances)
        if later is not None:
            self._set_later(batch, later)
        for seat, text in drafts:
            self._mark(batch, ply + len(texts), seat, text)
        self._revision += 1
        return self._revision

    def cut(self, id: int, revision: int, ply: int, changes: Sequence[Change]) -> int:
        batch, left = self._batch(id, revision), write_changes(changes)
        batch.add(lambda db, now: cut_rows(db, id, ply, left))
        del self._chain[(max(ply, 0) + 1) * SIZE :]
        self._changes, self._cuts = left, self._cuts + 1
        self._passes = {one for one in self._passes if one[0] < ply}
        self._drafts = {one: text for one, text in self._drafts.items() if one[0] <= ply}
        batch.columns["cuts"] = self._cuts
        self._set_later(batch, ())
        self._set_result(batch, None, ())
        return self._changed()

    def change(self, id: int, revision: int, change: Change) -> int:
        batch, (written,) = self._batch(id, revision), write_changes([change])
        batch.add(lambda db, now: change_seat(db, id, written))
        self._changes.append(written)
        self._passes = {one for one in self._passes if one[1] != change.seat}
        self._drafts = {one: text for one, text in self._drafts.items() if one[1] != change.seat}
        return self._changed()

    def keep_pass(self, id: int, revision: int, ply: int, seat: int) -> int:
        self._batch(id, revision).add(lambda db, now: insert_pass(db, id, ply, seat))
        self._passes.add((ply, seat))
        return self._changed()

    def keep_later(self, id: int, revision: int, texts: Sequence[str]) -> int:
        self._set_later(self._batch(id, revision), texts)
        return self._changed()

    def finish(
        self, id: int, revision: int, result: Result, appearances: Sequence[Appearance] = ()
    ) -> int:
        self._set_result(self._batch(id, revision), result, appearances)
        return self._changed()

    def keep_draft(self, id: int, ply: int, seat: int, text: str) -> None:
        self._mark(self._batch(id, self._revision), ply, seat, text)

    def draft(self, id: int, ply: int, seat: int) -> str | None:
        return self._drafts.get((ply, seat)) if id == self.id else None

    def kept(self, id: int) -> Kept:
        return Kept(None if self.place is None else id)

    def wait(self, stop: Event) -> None:
        if self.path is not None:
            wait_until_free(self.path, stop)

    # How that is noted.

    def _batch(self, id: int, revision: int) -> Batch:
        """Where a change is noted; refuses one that starts from another state of the match."""
        if self._failure is not None:
            raise self._failure
        if id != self.id:
            raise unknown(id)
        if revision != self._revision:
            raise stale(id, revision)
        batch = self._open
        if batch is None:
            self._gather(self)
            batch = self._open = Batch(self, revision)
        batch.noted += 1
        return batch

    def _changed(self) -> int:
        self._end = None
        self._revision += 1
        return self._revision

    def _set_result(
        self, batch: Batch, result: Result | None, appearances: Sequence[Appearance]
    ) -> None:
        batch.columns |= end_columns(result, appearances)
        self._result, self._end = batch.columns["result"], None

    def _set_later(self, batch: Batch, texts: Sequence[str]) -> None:
        batch.columns["later"] = self._later = json.dumps(texts)
        self._end = None

    def _mix(self, batch: Batch, mixes: Sequence[Mix]) -> None:
        id = self.id
        batch.add(lambda db, now: insert_mixes(db, id, mixes))
        self._mixes, self._end = (*self._mixes, *mixes), None

    def _mark(self, batch: Batch, ply: int, seat: int, text: str) -> None:
        id = self.id
        batch.add(lambda db, now: insert_drafts(db, id, ply, [(seat, text)]))
        self._drafts[ply, seat] = text

    # How that is stored.

    async def settled(self) -> None:
        """Wait until all that is noted now is stored; raises what went wrong, a StoreError."""
        if self._failure is not None:
            raise self._failure
        batch = self._open or self._sent
        if batch is not None:
            waiter = asyncio.get_running_loop().create_future()
            batch.waiters.append(waiter)
            await waiter

    @property
    def queued(self) -> int:
        """How many changes are noted and not yet stored."""
        return sum(batch.noted for batch in (self._open, self._sent) if batch is not None)

    def send(self) -> Batch | None:
        """What is noted, to be stored now; the rest is for the next group."""
        batch = self._sent = self._open
        self._open = None
        if batch is None or batch.after == self._revision:
            return batch
        if self._end is None:
            passes = tuple(sorted(self._passes))
            beside = Beside(self.id, self._cuts, self._later, passes, self._mixes)
            self._end = end_of(self._changes, self._result, beside)
        batch.after, batch.length = self._revision, len(self._chain) // SIZE - 1
        batch.checksum = of_end(bytes(self._chain[-SIZE:]), self._end)
        return batch

    def answer(self, failure: Exception | None) -> None:
        """What was sent is stored, or has failed, and with it all that came after it."""
        batch, self._sent = self._sent, None
        assert batch is not None
        batch.answer(failure)
        if failure is not None:
            self._failure = failure
            if self._open is not None:
                self._open.answer(failure)
                self._open = None
