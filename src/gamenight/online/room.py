"""Room: one table on a server, before, in and after its match, with everybody who looks at it.

It has no sockets: a peer is anything that takes texts. What somebody does is answered to them alone
(`ok`, `no`); what has changed goes to all, as far as each may know.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from typing import Any, Protocol

from gamenight.core.errors import GamenightError
from gamenight.core.game import Game
from gamenight.core.record import Seat
from gamenight.core.text import visible
from gamenight.match.match import Match
from gamenight.match.waiting import Clock
from gamenight.online import protocol as p
from gamenight.online.answers import Answers
from gamenight.online.eyes import Eyes, eyes_of
from gamenight.online.offers import Offers
from gamenight.online.playing import Pauses, Playing, Timer
from gamenight.online.seating import Seating
from gamenight.online.wire import Wire, told_turn


class NotAllowed(GamenightError):
    """Only somebody else may do this."""

    code = "not_allowed"


class Peer(Protocol):
    """A screen far away."""

    def send(self, text: str) -> None:
        """Send this, or drop the peer if it does not read."""

    def close(self, code: int, reason: str) -> None: ...


class Keeper(Protocol):
    """What a room needs of the house: matches and tables are stored there."""

    key: bytes

    async def save(self, seating: Seating) -> None:
        """The table as it is now; raises a StoreError."""

    async def create(self, make: Callable[[Any], Match]) -> tuple[int, tuple[Seat, ...]]:
        """Store a new match, made in this store; its number and its seats."""

    def playing(self, room: Room, match: int) -> Playing:
        """A stored match."""

    def code(self, seating: Seating) -> str:
        """What people type to sit down at this table."""


class Screen:
    """A peer at a table, and whose places it has."""

    def __init__(self, peer: Peer, places: list[int], host: bool, want: p.Want):
        self.peer, self.places, self.host, self.want = peer, places, host, want
        self.eyes: Eyes = (None,)


class Room:
    """See above. agreed: what is done when everybody has said yes to an offer; clock: a test's own
    time."""

    def __init__(
        self,
        seating: Seating,
        game: Game,
        keeper: Keeper,
        agreed: Callable[[Room, p.OpenOffer], Awaitable[None]],
        clock: Clock | None = None,
        pauses: Pauses | None = None,
    ):
        self.seating, self.game = seating, game
        self.clock, self.pauses = clock or Timer(), pauses or Pauses()
        self.screens: list[Screen] = []
        self.offers = Offers()
        self.playing: Playing | None = None
        self.idle_since = self.clock.now()
        self.keeper = keeper
        self.agreed = agreed
        self._wire: Wire | None = None
        self._turn: p.Turn | None = None  # as everybody knows it
        self.stood_in: set[int] = set()  # places of people who are gone and come back
        self._away: dict[int, asyncio.Task[None]] = {}
        self._tasks: set[asyncio.Future[None]] = set()
        self._changing = asyncio.Lock()
        self.answers = Answers()

    async def open(self) -> None:
        """Load the match, if it has begun."""
        if self.seating.match is not None:
            self.sit_down(await self.load(self.seating.match))

    async def load(self, match: int) -> Playing:
        """The match of this number, to be played here."""
        playing = self.keeper.playing(self, match)
        await playing.open()
        return playing

    def sit_down(self, playing: Playing) -> None:
        """This match is played here now, and everybody is at it at once."""
        if self.playing is not None:
            self.playing.close()
        self.playing, self._turn = playing, None
        self.stood_in.clear()
        self.offers = Offers()
        self._look()
        self.welcome_all()
        playing.wake()

    @asynccontextmanager
    async def changing(self) -> AsyncIterator[Seating]:
        """The table, to be changed: it is so when that has been stored, one change after the
        other."""
        async with self._changing:
            changed = Seating.read(self.seating.write())
            yield changed
            await self.keeper.save(changed)
            self.seating = changed

    def _look(self) -> None:
        """Everybody looks at the match as it is now."""
        assert self.playing is not None
        self._wire = Wire(self.playing.match)
        for screen in self.screens:
            screen.eyes = self.eyes(screen.places)

    def close(self) -> None:
        """Nobody is at the table any more."""
        for task in (*self._away.values(), *self._tasks):
            task.cancel()
        if self.playing is not None:
            self.playing.close()

    # Screens.

    async def enter(self, peer: Peer, hello: p.Hello) -> Screen:
        """Somebody looks at the table, as it is stored; raises NotAllowed for a token that is not
        good here, and NotKept while the match cannot be read."""
        if self.playing is not None:
            await self.playing.settled()
        places, host = self.seating.places_of(hello.tokens)
        if len(places) + host < len(set(hello.tokens)):
            raise NotAllowed("this link is not good (any more)")
        for place in places:
            self.seating.places[place].claim = 0  # they have their token
        screen = Screen(peer, places, host, hello.want)
        screen.eyes = self.eyes(places)
        self.screens.append(screen)
        have = hello.have if hello.match == self.seating.match else None
        screen.peer.send(p.write(self.welcome(screen, have)))
        self.arrived(screen, places)
        if self.playing is not None:
            self.playing.wake()
        return screen

    def claimed_before(self, message: p.Claim) -> int | None:
        """The place that this very message has taken: whoever sends it again was cut off before
        they had their token. Nobody else may know the message, or be in that place."""
        for number, place in enumerate(self.seating.places):
            same = (place.claim, place.name) == (message.id, visible(message.name))
            if same and message.id >= p.UNGUESSED and not self.is_here(number):
                return number
        return None

    def leave(self, screen: Screen) -> None:
        """The peer is gone."""
        if screen not in self.screens:
            return
        self.screens.remove(screen)
        self.idle_since = self.clock.now()
        gone = [place for place in screen.places if not self.is_here(place)]
        for place in gone:
            self._away[place] = asyncio.create_task(self._wait_for(place))
            for offer in self.offers.unasked(place):
                self.spawn(self.agreed(self, offer))
        if gone:
            self._tell_here()

    def arrived(self, screen: Screen, places: Iterable[int]) -> None:
        for place in places:
            task = self._away.pop(place, None)
            if task is not None:
                task.cancel()
            if place in self.stood_in:
                self.stood_in.discard(place)
                self.spawn(self.sit_back(place))
        self._tell_here()

    async def _wait_for(self, place: int) -> None:
        """A machine plays for somebody who is gone for too long, while others want to play on."""
        if not self.seating.away:
            return
        await self.clock.sleep(self.seating.away)
        seat = self.seating.seat_of(place)
        playing = self.playing
        if playing is None or seat is None or playing.result is not None:
            return
        if not any(screen.places for screen in self.screens) or playing.match.seats[seat].bot:
            return
        self.stood_in.add(place)
        await self._quietly(playing.stand_in(seat))

    async def sit_back(self, place: int) -> None:
        seat = self.seating.seat_of(place)
        if self.playing is not None and seat is not None and self.playing.result is None:
            await self.playing.sit(seat, Seat(self.seating.places[place].name))

    def spawn(self, work: Awaitable[Any]) -> None:
        """Something that goes on by itself; if it fails, nothing has changed."""

        task = asyncio.ensure_future(self._quietly(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _quietly(self, work: Awaitable[Any]) -> None:
        try:
            await work
        except GamenightError as error:
            self.tell(p.Offers(self.offers.all, str(error)))

    def is_here(self, place: int) -> bool:
        return any(place in screen.places for screen in self.screens)

    def eyes(self, places: list[int]) -> Eyes:
        seats = [seat for place in places if (seat := self.seating.seat_of(place)) is not None]
        return eyes_of(seats)

    # What everybody learns.

    def tell(self, message: p.Told) -> None:
        text = p.write(message)
        for screen in tuple(self.screens):
            screen.peer.send(text)

    def _tell_here(self) -> None:
        self.tell(p.Here(self._told_places()))

    def _told_places(self) -> list[p.Place]:
        return [
            p.Place(place.name, place.bot, self.is_here(number), self.seating.seat_of(number))
            for number, place in enumerate(self.seating.places)
        ]

    def welcome_all(self) -> None:
        """Everybody looks at the table from the beginning."""
        for screen in tuple(self.screens):
            screen.eyes = self.eyes(screen.places)
            screen.peer.send(p.write(self.welcome(screen)))

    def welcome(self, screen: Screen, have: tuple[int, int] | None = None) -> p.Welcome:
        """The whole table for a screen that knows so much of its match already."""
        seating = self.seating
        told = p.Welcome(
            v=p.VERSION,
            table=seating.id,
            game=self.game.id,
            version=self.game.version,
            options=dict(seating.options),
            places=self._told_places(),
            yours=list(screen.places),
            host=screen.host,
            code=self.keeper.code(seating) if screen.host or screen.places else "",
            chat=seating.chat,
            offers=self.offers.all,
        )
        if self.playing is not None and self._wire is not None:
            self._add_match(told, screen, have)
        return told

    def _add_match(self, told: p.Welcome, screen: Screen, have: tuple[int, int] | None) -> None:
        assert self.playing is not None
        assert self._wire is not None
        match = self.playing.match
        known = have is not None and have[1] == match.cuts and have[0] <= len(match.plies)
        told.match, told.options = match.id, dict(match.options)
        told.seats = [(seat.name, seat.bot) for seat in match.record.seats]
        told.changes = [(c.ply, c.seat, *c.who) for c in match.changes]
        told.series = [[(o.name, o.score, o.won) for o in played] for played in match.series]
        told.n, told.turn = match.at, told_turn(self.playing.turn())
        told.result = self._wire.result
        told.passes = [seat for seat in match.passed if seat in screen.eyes]
        if screen.want == "scene":
            told.scenes = self._wire.scenes(screen.eyes)
        else:
            told.start = have[0] if have is not None and known else 0
            told.texts = self._wire.texts(told.start, screen.eyes)

    # Audience.

    def plies(self, first: int, id: int | None) -> None:
        assert self.playing is not None
        assert self._wire is not None
        self._turn = told_turn(self.playing.turn())
        told = self._wire.plies(first, id, self._turn)
        for screen in tuple(self.screens):
            for text in told.to(screen.eyes, screen.want):
                screen.peer.send(text)
        if self.offers.drop("undo"):
            self.tell(p.Offers(self.offers.all))

    def cut(self, sentence: str) -> None:
        assert self.playing is not None
        assert self._wire is not None
        self._turn = turn = told_turn(self.playing.turn())
        for screen in tuple(self.screens):
            told = p.Cut(self._wire.n, sentence, turn)
            if screen.want == "scene":
                told.scenes = self._wire.scenes(screen.eyes)
            screen.peer.send(p.write(told))

    def seat_changed(self, sentence: str) -> None:
        assert self.playing is not None
        change = self.playing.match.changes[-1]
        self._turn = told_turn(self.playing.turn())
        self.tell(p.Changed((change.ply, change.seat, *change.who), sentence, self._turn))

    def turned(self) -> None:
        assert self.playing is not None
        turn = told_turn(self.playing.turn())
        if turn != self._turn and self.playing.result is None:
            self._turn = turn
            self.tell(p.Turned(self.playing.match.at, turn))

    def ended(self) -> None:
        assert self.playing is not None
        assert self._wire is not None
        result = self._wire.result
        assert result is not None
        self.offers = Offers()
        self.tell(p.Over(result, self._wire.n))

    def reloaded(self) -> None:
        self._look()
        self.welcome_all()

    def is_watched(self) -> bool:
        return bool(self.screens)
