"""House: all tables of a server. It opens rooms when somebody comes, closes them when nobody has
been there for a while, and keeps everything in one store."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime
from time import time
from typing import Any, NamedTuple, TypeVar

from gamenight.core import registry
from gamenight.core.errors import GamenightError
from gamenight.core.game import Game, for_playing
from gamenight.core.record import DESERTED, Record, Seat
from gamenight.match.database import Database
from gamenight.match.match import Match
from gamenight.match.sql import SqlStore
from gamenight.match.waiting import Clock, Thinkers
from gamenight.match.writer import Writer
from gamenight.online import tables, tokens
from gamenight.online.advising import Advising
from gamenight.online.calendar import Calendar, note_deadline
from gamenight.online.deeds import agreed
from gamenight.online.leases import Elsewhere, Leases
from gamenight.online.messages import NewTable as NewTable
from gamenight.online.playing import Pauses, Playing, Timer
from gamenight.online.room import Room
from gamenight.online.seating import AWAY_SECONDS, CODE_SECONDS, Asked, Place, Seating
from gamenight.online.thinkers import Pool

T = TypeVar("T")
USUAL_PLACES = 2  # of a new table, where two can play
DAY = 24 * 3600.0
LONELY_SECONDS = 7 * DAY  # after which a table is gone that nobody came to
ABANDONED_SECONDS = (
    400 * DAY
)  # after which a match ends that nobody plays on: longer than any clock
IDLE_SECONDS = 300.0  # after which a room without people leaves memory


class NoTable(GamenightError):
    """There is no such table."""

    code = "no_table"


class Draining(GamenightError):
    """The server is about to end."""

    code = "draining"


class Opened(NamedTuple):
    """A new table, the token of its host, and that of their place, if they sit there."""

    seating: Seating
    host: str
    own: str


class House:
    """The tables in a store. key: that of its links, by default the one that all servers of the
    store share; where: the address that codes contain, on a local network; inside: where other
    servers with this store find this one, if there may be any."""

    def __init__(
        self,
        writer: Writer,
        key: bytes = b"",
        pool: Pool | None = None,
        where: tuple[str, int] | None = None,
        inside: str = "",
        clock: Clock | None = None,
        pauses: Pauses | None = None,
        idle: float = IDLE_SECONDS,
        away: int = AWAY_SECONDS,
        clocked: str = "",
    ):
        self.key, self.where = key, where
        self.writer, self._pool = writer, pool
        self.advising = Advising(pool)
        self._clock, self._pauses = clock or Timer(), pauses
        self._idle, self._away, self._usual_clock = idle, away, clocked
        self.calendar = Calendar(writer, self._clock)
        self.rooms: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Task[Room]] = {}
        self._tidied: float | None = None  # when that was done last
        self.draining = False
        self.leases = Leases(writer, inside, self.empty) if inside else None

    async def start(self) -> None:
        await self.writer.start()
        await self.writer.do(lambda store: store.make_tables())
        if not self.key:
            self.key = await self.writer.do(lambda store: store.key)
        if self.leases is not None:
            await self.leases.start()
        await self.calendar.begin()

    def servers(self) -> Collection[str]:
        """The addresses of all servers that share this store."""
        return self.leases.peers if self.leases is not None else ()

    def doubt(self) -> str:
        """Why servers that share this store may not find each other; else empty."""
        return self.leases.doubt() if self.leases is not None else ""

    def empty(self) -> None:
        """All rooms leave memory: whoever is there comes again."""
        for room in tuple(self.rooms.values()):
            self.put_away(room)

    async def close(self) -> None:
        """Everything that was done is stored; machines stop thinking; others may have the
        tables."""
        self.draining = True
        for room in self.rooms.values():
            room.close()
        if self._pool is not None:
            self._pool.close()
        with suppress(GamenightError):
            await self.calendar.live()
        if self.leases is not None:
            await self.leases.close()
        await self.writer.close()

    # Tables.

    async def new(self, asked: NewTable, listening: tuple[str, int] | None = None) -> Opened:
        """A new table: whoever opens it sits down, if they gave a name, and machines do; then there
        are free places. listening: where an own table is found again. Raises a GamenightError."""
        if self.draining:
            raise Draining("this server is about to end: no new tables")
        game, id = registry.game(asked.game), tokens.new_id()
        count = max(asked.places or USUAL_PLACES, len(asked.machines) + bool(asked.name))
        host = tokens.token(self.key, id, tokens.HOST, 0)
        seating = Seating(
            id=id,
            game=game.id,
            options={},
            places=[Place() for _ in range(count)],
            host=tokens.hashed(host),
            claim=await self.free_claim(),
            claim_until=time() + CODE_SECONDS,
            public=asked.public,
            chat=asked.chat,
            hints=asked.hints,
            away=self._away if asked.away is None else asked.away,
            listening=listening,
            live=asked.live,
        )
        seating.count_time(self._usual_clock if asked.clock is None else asked.clock)
        seating.fix_chance()
        seating.agree(game, {**for_playing(game), **asked.options})
        own = ""
        if asked.name:
            seating.hosts = [seating.sit(game, asked.name)]
            own = seating.link(self.key, seating.hosts[0])
        for bot in asked.machines:
            seating.machine(game, seating.free(), bot)
        await self.save(seating)
        await self._take(id)
        self.rooms[id] = self._room(seating, game)
        return Opened(seating, host, own)

    async def free_claim(self) -> int:
        """The drawn part of a code that no other table has."""
        while True:
            claim = tokens.new_claim()
            if await self.claimed(claim) is None:
                return claim

    async def claimed(self, claim: int) -> str | None:
        """The table with this code, if it is still good."""
        found = await self._read(tables.with_claim(claim))
        return next((s.id for s in map(Seating.read, found) if s.admits(claim)), None)

    async def room(self, id: str) -> Room:
        """The room of a table, from memory or from the store, where it is opened once, however many
        ask for it; raises NoTable, or Elsewhere if another server has it."""
        if id in self.rooms:
            return self.rooms[id]
        if id not in self._opening:
            self._opening[id] = asyncio.create_task(self._open(id))
            self._opening[id].add_done_callback(lambda task: self._opened(id, task))
        return await asyncio.shield(self._opening[id])

    def _opened(self, id: str, task: asyncio.Task[Room]) -> None:
        del self._opening[id]
        if not task.cancelled():
            task.exception()  # whoever still waits has it

    async def _take(self, id: str) -> None:
        """This server has the table; raises Elsewhere if another one has it."""
        if self.leases is not None:
            await self.leases.take(id)

    async def seating(self, id: str) -> Seating:
        """A table to look at, whoever has it; raises NoTable."""
        try:
            return (await self.room(id)).seating
        except Elsewhere:
            return await self.load(id)

    async def _open(self, id: str) -> Room:
        await self.load(id)  # whether there is one
        await self._take(id)
        seating = await self.load(id)
        if not seating.admits(seating.claim) or not seating.secret:
            if not seating.secret:  # a table from before
                seating.fix_chance()
            seating.renew(await self.free_claim())
            await self.save(seating)
        room = self._room(seating, registry.game(seating.game))
        await room.open()
        self.rooms[id] = room
        return room

    @asynccontextmanager
    async def visiting(self, id: str, looks: bool = False) -> AsyncIterator[Room]:
        """The room of a table for somebody who comes in: it stays in memory until they have gone.
        looks: for a glance; others may follow, and the match is not read again for each of them,
        unless it should be free for another server. Raises NoTable."""
        while (room := await self.room(id)).is_closed:
            if self.rooms.get(id) is room:  # the house is closed, and all of its rooms are
                raise Draining("this server is about to end")
            # else somebody has come and gone since it was opened
        room.visitors += 1
        try:
            yield room
        finally:
            room.visitors -= 1
            if not looks or self.leases is not None:
                self._rest(room)

    def _room(self, seating: Seating, game: Game) -> Room:
        return Room(seating, game, self, agreed, self._clock, self._pauses)

    async def public(self, most: int = 50) -> list[tuple[Seating, bool]]:
        """The tables that everybody may see, latest first, and whether the match there is over."""
        return await self._read(tables.public(most))

    async def glance(self, id: str) -> tuple[Seating, bool]:
        """A table as it is stored, and whether its match is over; raises NoTable."""
        seating = await self.load(id)
        return seating, await self._read(tables.is_over(seating))

    def sweep(self) -> int:
        """Rooms without people leave memory, after a while with what only they remember; how many
        did."""
        before, long_ago = len(self.rooms), self._clock.now() - self._idle
        for room in tuple(self.rooms.values()):
            self._rest(room)
            if not room.is_closed and not room.is_busy and room.idle_since < long_ago:
                self._drop(room)
        return before - len(self.rooms)

    def _rest(self, room: Room) -> None:
        """A room of which the store has all leaves memory as soon as nobody is there, so that
        an idle table costs nothing."""
        if not room.is_closed and room.rest():
            self._drop(room)

    def _drop(self, room: Room) -> None:
        del self.rooms[room.seating.id]
        room.dissolve()
        if self.leases is not None:
            self.leases.give(room.seating.id)

    async def revived(self, asked: Asked | None) -> Asked | None:
        return None if asked is None else await self.calendar.revived(asked)

    async def look_at_clocks(self) -> int:
        """Tables where somebody's time is up and perhaps nobody looks: the match goes on or ends;
        how many there were. Raises StoreError."""
        await self.calendar.live()
        found = await self.calendar.overdue()
        for id in found:
            with suppress(GamenightError):  # the next time, perhaps
                async with self.visiting(id) as room:
                    await room.look_at_clock()
        return len(found)

    async def tidy(self) -> int:
        """Once a day: tables where nobody but their host ever sat down, and no match began, for a
        long time, are gone; how many. Matches that nobody plays on end. Raises StoreError."""
        now = self._clock.now()
        if self._tidied is not None and now - self._tidied < DAY:
            return 0
        self._tidied = now
        await self._end_abandoned()
        busy = {*self.rooms} if self.leases is None else await self.leases.tables()
        return await self.writer.do(
            lambda store: store.within(tables.forget_lonely(time() - LONELY_SECONDS, busy))
        )

    async def _end_abandoned(self) -> None:
        """What would never end is over after a year, without a winner: with the result comes the
        secret behind its dice."""
        before = datetime.fromtimestamp(self._clock.date() - ABANDONED_SECONDS, UTC)
        for id in await self._read(tables.abandoned(before)):
            with suppress(GamenightError):  # another day, perhaps
                async with self.visiting(id) as room:
                    if room.playing is not None and not room.screens:
                        await room.playing.end(DESERTED)

    async def back_up(self) -> None:
        """Begin the backup of the day, if it has none: a server may run for weeks. Raises
        StoreError."""
        await self.writer.do(lambda store: store.begin_backup())

    async def _read(self, find: Callable[[Database], T]) -> T:
        """What is found in the store."""
        return await self.writer.do(lambda store: store.within(find, writes=False))

    # What rooms need.

    async def load(self, id: str) -> Seating:
        """The table as it is stored; raises NoTable."""
        state = await self._read(tables.state(id))
        if state is None:
            raise NoTable("there is no such table here")
        return Seating.read(state)

    async def save(self, seating: Seating) -> None:
        """Store a table that was changed since it was loaded; raises Changed if somebody else has
        changed it meanwhile."""
        before = seating.revision
        seating.revision += 1
        values = (time(), int(seating.public), seating.claim, seating.write())

        def write(db: Database) -> None:
            tables.save(seating.id, before, values)(db)
            note_deadline(db, seating)

        await self.writer.do(lambda store: store.within(write))

    def put_away(self, room: Room) -> None:
        """A room that is not as the store has it: whoever is there comes again, to another one."""
        if self.rooms.get(room.seating.id) is room:
            del self.rooms[room.seating.id]
        room.close()

    async def create(self, make: Callable[[SqlStore], Match]) -> tuple[int, tuple[Seat, ...]]:
        """Store a new match, made in this store; its number and its seats."""

        def work(store: SqlStore) -> tuple[int, tuple[Seat, ...]]:
            match = make(store)
            return match.id, match.record.seats

        return await self.writer.do(work)

    def playing(self, room: Room, match: int) -> Playing:
        """A stored match."""

        async def load() -> Any:
            stored, drafts = await self.writer.load(match)
            return stored, self.writer.ledger(stored, drafts)

        thinkers: Thinkers | None = self._pool.of(room.game) if self._pool is not None else None
        return Playing(room.game, load, thinkers, room, self._clock, self._pauses)

    async def round(self, playing: Playing, wanted: str) -> tuple[int, Record]:
        """The match of a table, or, by its number, one of those that it follows, which are over:
        its number and its record. Raises NoTable."""
        await playing.settled()
        if wanted in ("", str(playing.match.id)):
            return playing.match.id, playing.match.record
        stored, _ = await self.writer.load(playing.match.id)
        while str(stored.id) != wanted:
            if stored.follows is None:
                raise NoTable("this table has had no such match")
            stored, _ = await self.writer.load(stored.follows)
        return stored.id, stored.record

    def code(self, seating: Seating) -> str:
        """What people type to sit down at this table; none that is too old."""
        if not seating.admits(seating.claim):
            return ""
        return tokens.write_code(seating.claim, *(self.where or ()))

    def token(self, seating: Seating, place: int) -> str:
        """The token of a place, or the host's, to be shown again."""
        number = 0 if place == tokens.HOST else seating.places[place].number
        return tokens.token(self.key, seating.id, place, number)
