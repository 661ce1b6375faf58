"""Calendar: clocks that go on while nobody is at a table. It finds whose time is up, and knows when
a server of this store was there: the time in which none was counts against nobody."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from secrets import token_hex

from msgspec.structs import replace

from gamenight.match.database import Database
from gamenight.match.schema import CALENDAR
from gamenight.match.waiting import Clock
from gamenight.match.writer import Writer
from gamenight.online.seating import Asked, Seating

KEPT = 400 * 86_400.0  # seconds: longer than any clock
MOST = 100  # tables that are looked at together


class Calendar:
    """Of one run of a server."""

    def __init__(self, writer: Writer, clock: Clock):
        self._writer, self._clock = writer, clock
        self._run = token_hex(8)

    async def begin(self) -> None:
        await self._writer.do(lambda store: store.within(_make))
        await self.live()

    async def live(self) -> None:
        """This server is there now; raises StoreError. Servers whose clocks differ still mean the
        same by a date: that of the store."""
        self._clock.set_ahead(await self._writer.do(lambda store: store.ahead()))
        note = _alive(self._run, self._clock.date())
        await self._writer.do(lambda store: store.within(note))

    async def revived(self, asked: Asked) -> Asked:
        """Who was waited for when a table left memory, without the time in which no server was
        there."""
        await self.live()
        dead = partial(_dead, since=asked.since, now=self._clock.date())
        lost = await self._writer.do(lambda store: store.within(dead, writes=False))
        return replace(asked, since=asked.since + lost)

    async def overdue(self) -> list[str]:
        """The tables where somebody's time was up by now, as far as is known."""
        find = partial(_overdue, now=self._clock.date())
        return await self._writer.do(lambda store: store.within(find, writes=False))


def _make(db: Database) -> None:
    for statement in CALENDAR:
        db.execute(statement)


def note_deadline(db: Database, seating: Seating) -> None:
    """When somebody's time is up at a table that is being stored."""
    if seating.clock:
        db.execute("DELETE FROM deadlines WHERE id = ?", (seating.id,))
    if seating.deadline is not None:
        row = (seating.id, seating.deadline)
        db.execute("INSERT INTO deadlines (id, until) VALUES (?, ?)", row)


def _alive(id: str, now: float) -> Callable[[Database], None]:
    """Note a run. What is longer ago than any clock can be is forgotten."""

    def note(db: Database) -> None:
        if not db.execute("UPDATE runs SET alive = ? WHERE id = ?", (now, id)).rowcount:
            db.execute("DELETE FROM runs WHERE alive < ?", (now - KEPT,))
            db.execute("INSERT INTO runs (id, began, alive) VALUES (?, ?, ?)", (id, now, now))

    return note


def _dead(db: Database, since: float, now: float) -> float:
    query = "SELECT began, alive FROM runs WHERE alive >= ? ORDER BY began"
    return uncovered(db.execute(query, (since,)).fetchall(), since, now)


def uncovered(runs: Iterable[tuple[float, float]], since: float, now: float) -> float:
    """How many of the seconds between two moments are in none of these runs, which are in order."""
    found, reached = 0.0, since
    for began, ended in runs:
        found += max(min(began, now) - reached, 0.0)
        reached = max(reached, ended)
    return found + max(now - reached, 0.0)


def _overdue(db: Database, now: float) -> list[str]:
    query = "SELECT id FROM deadlines WHERE until <= ? ORDER BY until LIMIT ?"
    return [row[0] for row in db.execute(query, (now, MOST))]
