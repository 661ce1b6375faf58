"""Rooms without a server: peers that are lists, a store in memory, a clock that a test moves."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Callable, Coroutine, Sequence
from itertools import count
from typing import Any
from unittest.mock import patch

import msgspec

from gamenight.core import registry
from gamenight.core.game import Game
from gamenight.core.record import Seat
from gamenight.match import fair
from gamenight.match.match import Match
from gamenight.match.schema import drafts_of
from gamenight.match.secret import new_secret
from gamenight.match.sqlite import SqliteStore
from gamenight.match.waiting import Thinkers
from gamenight.online import protocol as p
from gamenight.online import tokens
from gamenight.online.advising import Advising
from gamenight.online.deeds import agreed, handle
from gamenight.online.playing import Pauses, Playing
from gamenight.online.room import Room, Screen
from gamenight.online.seating import Asked, Place, Seating

KEY = bytes(32)
BEGINNING = 1_800_000_000.0  # the date at which the clocks of tests begin


async def idle() -> None:
    """Until nothing can go on by itself: all wait for the clock, or for a test."""
    loop = asyncio.get_running_loop()
    while True:
        await asyncio.sleep(0)
        if not getattr(loop, "_ready"):  # noqa: B009
            return


class FakeClock:
    """Time that passes when a test says so."""

    def __init__(self) -> None:
        self._now, self._ahead = 0.0, 0.0
        self._sleeping: list[tuple[float, int, asyncio.Future[None]]] = []
        self._numbers = count()

    def now(self) -> float:
        return self._now

    def date(self) -> float:
        return BEGINNING + self._now + self._ahead

    def set_ahead(self, seconds: float) -> None:
        self._ahead = seconds

    async def sleep(self, seconds: float) -> None:
        woken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        entry = (self._now + seconds, next(self._numbers), woken)
        heapq.heappush(self._sleeping, entry)
        try:
            await woken
        finally:
            if entry in self._sleeping:
                self._sleeping.remove(entry)
                heapq.heapify(self._sleeping)

    @property
    def next(self) -> float | None:
        """When somebody wakes up."""
        return self._sleeping[0][0] if self._sleeping else None

    async def pass_to(self, moment: float) -> None:
        """Let everything happen until then."""
        await idle()
        while self._sleeping and self._sleeping[0][0] <= moment:
            self._now, _, woken = heapq.heappop(self._sleeping)
            if not woken.done():
                woken.set_result(None)
            await idle()
        self._now = max(self._now, moment)

    async def passes(self, seconds: float) -> None:
        await self.pass_to(self._now + seconds)


class FakePeer:
    """A screen that keeps what it is sent, and when."""

    def __init__(self, clock: FakeClock | None = None):
        self.clock = clock or FakeClock()
        self.sent: list[tuple[float, str]] = []
        self.closed: int | None = None
        self.lag = 0.0
        self.is_measured = False

    def measure(self) -> None:
        self.is_measured = True

    def send(self, text: str) -> None:
        self.sent.append((self.clock.now(), text))

    def close(self, code: int, reason: str) -> None:
        self.closed = code

    @property
    def heard(self) -> list[Any]:
        return [p.read_heard(text) for _, text in self.sent]

    def of(self, kind: type[Any]) -> list[Any]:
        """All messages of a kind."""
        return [message for message in self.heard if isinstance(message, kind)]

    def last(self, kind: type[Any] = p.Told) -> Any:
        return self.of(kind)[-1]

    @property
    def names(self) -> list[str]:
        """What kinds of messages came."""
        return [msgspec.json.decode(text)["t"] for _, text in self.sent]


class MemoryStore:
    """A store that has written everything when a test opens its gate. What was not written by then
    can be seen in the match, and must not be seen by anybody else."""

    def __init__(self, store: SqliteStore, gate: Gate):
        self._store, self._gate = store, gate

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def settled(self) -> None:
        await self._gate.passed()


class Gate:
    """Whether a write gets through: at once, later, or never."""

    def __init__(self) -> None:
        self.open = asyncio.Event()
        self.open.set()
        self.failure: Exception | None = None

    async def passed(self) -> None:
        await self.open.wait()
        if self.failure is not None:
            failure, self.failure = self.failure, None
            raise failure


class Keeper:
    """A house of one room."""

    def __init__(self, thinkers: Thinkers | None, pauses: Pauses):
        self.key = KEY
        self.store, self.gate = SqliteStore(), Gate()
        self.clock, self._thinkers, self._pauses = FakeClock(), thinkers, pauses
        self.tables: dict[str, str] = {}
        self.advising = Advising(None)

    async def save(self, seating: Seating) -> None:
        await self.gate.passed()
        self.tables[seating.id] = seating.write()

    async def free_claim(self) -> int:
        return tokens.new_claim()

    def put_away(self, room: Room) -> None:
        room.close()

    async def create(self, make: Callable[[Any], Match]) -> tuple[int, tuple[Seat, ...]]:
        match = make(self.store)
        return match.id, match.record.seats

    def playing(self, room: Room, match: int) -> Playing:
        async def load() -> Any:
            self.store.within(lambda db: drafts_of(db, match), writes=False)
            return self.store.load(match), MemoryStore(self.store, self.gate)

        return Playing(room.game, load, self._thinkers, room, self.clock, self._pauses)

    async def revived(self, asked: Asked | None) -> Asked | None:
        return asked

    def code(self, seating: Seating) -> str:
        return tokens.write_code(seating.claim)


class Table:
    """A room that is played in: a screen for each person, and one for a spectator."""

    def __init__(
        self,
        game: str | Game,
        names: Sequence[str],
        machines: Sequence[str] = (),
        options: dict[str, Any] | None = None,
        thinkers: Thinkers | None = None,
        pauses: Pauses | None = None,
        secret: bytes | None = None,
        away: int = 90,
        chat: bool = False,
        clock: str = "",
        live: bool = False,
    ):
        self.game = registry.game(game) if isinstance(game, str) else game
        self.keeper = Keeper(thinkers, pauses or Pauses())
        self.clock, self.gate = self.keeper.clock, self.keeper.gate
        places = [Place() for _ in (*names, *machines)]
        self.host = tokens.token(KEY, "table", tokens.HOST, 0)
        seating = Seating(
            "table",
            self.game.id,
            {},
            places,
            tokens.hashed(self.host),
            claim=7,
            claim_until=1e12,
            chat=chat,
            away=away,
            live=live,
        )
        seating.count_time(clock)
        with patch.object(fair, "new_secret", lambda seed: secret or new_secret()):
            seating.fix_chance()
        seating.agree(self.game, options or {})
        self.tokens = [seating.link(KEY, seating.sit(self.game, name)) for name in names]
        for number, bot in enumerate(machines, len(names)):
            seating.machine(self.game, number, bot)
        self.room = Room(seating, self.game, self.keeper, agreed, self.clock, pauses or Pauses())
        self._ids = count(1)

    async def enter(
        self, *tokens: str, want: p.Want = "text", **more: Any
    ) -> tuple[Screen, FakePeer]:
        peer = FakePeer(self.clock)
        screen = await self.room.enter(peer, p.Hello(p.VERSION, list(tokens), want, **more))
        return screen, peer

    async def send(self, screen: Screen, kind: type[p.Message], *given: Any) -> int:
        """A message of a screen, with a new id."""
        id = next(self._ids)
        await handle(self.room, screen, kind(id, *given))  # type: ignore[arg-type]
        return id

    async def begin(self) -> list[tuple[Screen, FakePeer]]:
        """Everybody is here, and the match begins."""
        screens = [await self.enter(token) for token in self.tokens]
        host, peer = await self.enter(self.host)
        await self.send(host, p.Begin)
        assert isinstance(peer.last(), p.Ok), peer.last()
        self.room.leave(host)
        return screens

    @property
    def match(self) -> Match:
        assert self.room.playing is not None
        return self.room.playing.match

    @property
    def texts(self) -> tuple[str, ...]:
        return self.match.record.actions

    @property
    def stored(self) -> Seating:
        """The table as it would be after a restart."""
        return Seating.read(self.keeper.tables["table"])

    def place_of(self, seat: int) -> int:
        found = self.room.seating.order[seat]
        assert found is not None
        return found


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


async def two(**more: Any) -> tuple[Table, Any, Any]:
    """A match of two, and their screens in the order of play."""
    table = Table("oware", ["Anna", "Bert"], **more)
    screens = await table.begin()
    first, second = (screens[table.place_of(seat)] for seat in (0, 1))
    return table, first, second
