"""Room: one table on a server, before, in and after its match, with everybody who looks at it.

It has no sockets: a peer is anything that takes texts. What somebody does is answered to them alone
(`ok`, `no`); what has changed goes to all, as far as each may know.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Coroutine
from contextlib import asynccontextmanager
from typing import Any

from gamenight.core.errors import GamenightError
from gamenight.core.game import Game
from gamenight.match.waiting import Clock
from gamenight.online import protocol as p
from gamenight.online.absence import Absence
from gamenight.online.answers import Answers
from gamenight.online.eyes import Eyes, eyes_of
from gamenight.online.keeper import Keeper
from gamenight.online.lateness import look_at_clock, remember, time_up
from gamenight.online.notes import note
from gamenight.online.offers import Offers
from gamenight.online.playing import Pauses, Playing, Timer
from gamenight.online.salting import Salting, commit_told
from gamenight.online.screens import Closed as Closed
from gamenight.online.screens import NotAllowed as NotAllowed
from gamenight.online.screens import Peer as Peer
from gamenight.online.screens import Screen as Screen
from gamenight.online.seating import Changed, Seating
from gamenight.online.wire import Wire
from gamenight.online.wishes import go_on_without, go_on_without_unwilling, store

FREED = "The host has freed your place."
AGAIN = "this table was put away for a moment: connect again"
SHARED = "This seat is open on another screen, too."
OFFERS = 1000  # a second: more than people make, so that no number comes again


class Room:
    """See above. agreed: what is done when everybody has said yes to an offer; clock: a test's own
    time."""

    def __init__(
        self,
        seating: Seating,
        game: Game,
        keeper: Keeper[Room],
        agreed: Callable[[Room, p.OpenOffer], Coroutine[Any, Any, None]],
        clock: Clock | None = None,
        pauses: Pauses | None = None,
    ):
        self.seating, self.game = seating, game
        self.clock, self.pauses = clock or Timer(), pauses or Pauses()
        self.screens: list[Screen] = []
        self.offers = Offers(int(self.clock.now() * OFFERS))
        self.playing: Playing | None = None
        self.idle_since = self.clock.now()
        self.visitors = 0  # who comes in, looks on or asks for something
        self.is_closed = False
        self.keeper = keeper
        self.agreed = agreed
        self._wire: Wire | None = None
        self._turn: p.Turn | None = None  # as everybody knows it
        self.absence, self.salting = Absence(self), Salting(self)
        self._tasks: set[asyncio.Future[None]] = set()
        self._changing = asyncio.Lock()
        self.answers = Answers()

    async def open(self) -> None:
        """Load the match, if it has begun."""
        if self.seating.match is not None:
            playing = await self.load(self.seating.match)
            playing.timing.resume(await self.keeper.revived(self.seating.asked))
            self.sit_down(playing)

    async def load(self, match: int) -> Playing:
        """The match of this number, to be played here."""
        playing = self.keeper.playing(self, match)
        await playing.open()
        return playing

    async def settled(self) -> None:
        """When the match here, if there is one, may be seen: it is stored. Raises NotKept."""
        if self.playing is not None:
            await self.playing.settled()

    def sit_down(self, playing: Playing) -> None:
        """This match is played here now, and everybody is at it at once."""
        if self.playing is not None:
            self.playing.close()
        self.playing, self._turn = playing, None
        self.offers.resume(self.seating.again, self.seating.declined)
        self._look()
        self.welcome_all()
        self.absence.begins()
        playing.wake()

    @asynccontextmanager
    async def changing(self) -> AsyncIterator[Seating]:
        """The table, to be changed: it is so when that has been stored, one change after the
        other. Who wants another round, and who does not, is stored with each."""
        async with self._changing:
            self._check_open()
            changed = Seating.read(self.seating.write())
            changed.again, changed.declined = self.offers.again, sorted(self.offers.declined)
            yield changed
            try:
                await self.keeper.save(changed)
            except (Changed, asyncio.CancelledError):  # the store knows what is so
                self.keeper.put_away(self)
                raise
            self.seating = changed

    def _check_open(self) -> None:
        if self.is_closed:
            raise Closed(AGAIN)

    def _look(self) -> None:
        """Everybody looks at the match as it is now."""
        assert self.playing is not None
        self._wire = Wire(self.playing.match)
        for screen in self.screens:
            screen.eyes = self.eyes(screen.places)

    @property
    def is_busy(self) -> bool:
        """Whether somebody is here or comes in, or something is still being done."""
        doing = bool(self._tasks) or self._changing.locked()
        playing = self.playing
        doing = doing or (playing is not None and (playing.is_changing or playing.timing.is_held))
        return doing or bool(self.visitors or self.screens)

    def rest(self) -> bool:
        """Unless it is busy, its match is in the store only, until somebody comes; whether all of
        it is: nothing was proposed (its number sets it apart from what is proposed later),
        nobody can ask again for what was done, and nobody was waited for."""
        if self.is_busy:
            return False
        if self.playing is not None:
            self.playing.rest()
            if not self.playing.is_resting:
                return False
        self._wire = self._turn = None
        return not (self.offers.made or self.answers or self.absence.has_waited)

    def close(self) -> None:
        """Nobody is at the table any more, and nobody comes: it is opened from the store again."""
        self.is_closed = True
        for screen in self.screens:
            screen.peer.close(p.GOING_AWAY, AGAIN)
        self.absence.close()
        for task in self._tasks:
            task.cancel()
        if self.playing is not None:
            self.playing.close()

    def dissolve(self) -> None:
        """Close it while it is not busy. What it was made of is free at once: else it would wait
        until rubbish is looked for, which a server does seldom."""
        self.close()
        self.playing = None
        del self.absence, self.salting

    # Screens.

    async def enter(self, peer: Peer, hello: p.Hello) -> Screen:
        """Somebody looks at the table, as it is stored; raises NotAllowed for a token that is not
        good here, and NotKept while the match cannot be read."""
        await self.settled()
        self._check_open()
        places, host = self.seating.places_of(hello.tokens)
        if len(places) + host < len(set(hello.tokens)):
            raise NotAllowed("this link is not good (any more)")
        if self.seating.use_claims(places):
            self.spawn(store(self))
        screen = Screen(peer, places, host, hello.want)
        screen.eyes = self.eyes(places)
        self.screens.append(screen)
        have = hello.have if hello.match == self.seating.match else None
        screen.peer.send(p.write(self.welcome(screen, have)))
        self.arrived(screen, places)
        if have is None:
            self._tell_of(screen)
        if self.playing is not None:
            self.playing.wake()
        return screen

    def _tell_of(self, screen: Screen) -> None:
        """Whoever opens a link once more should know it, and so should those who have it open; and
        the host, if somebody finds no place."""
        sharing = [one for one in self.screens if {*one.places} & {*screen.places}]
        for one in sharing if len(sharing) > 1 else ():
            self._tell_one(one, SHARED)
        full = "" if screen.places or screen.host or self.playing else self.seating.full(self.game)
        for one in self.screens if full else ():
            if one.host:
                self._tell_one(one, full)

    def _tell_one(self, screen: Screen, text: str) -> None:
        screen.peer.send(p.write(p.Here(self._told_places(), text)))

    def stand_up(self, place: int) -> None:
        """The host has emptied a place, or put a machine there: nobody plays there any more."""
        for screen in [screen for screen in self.screens if place in screen.places]:
            screen.places.remove(place)
            screen.peer.send(p.write(self.welcome(screen)))
            self._tell_one(screen, FREED)

    def leave(self, screen: Screen) -> None:
        """The peer is gone."""
        if screen not in self.screens:
            return
        self.screens.remove(screen)
        self.idle_since = self.clock.now()
        gone = [place for place in screen.places if not self.is_here(place)]
        for place in gone:
            self.goes_on_without(place, place in self.offers.declined)
        self.absence.begins()
        if gone:
            self.salting.left()
            self._tell_here()

    def goes_on_without(self, place: int, replaced: bool = True) -> None:
        go_on_without(self, place, replaced)

    def arrived(self, screen: Screen, places: Collection[int]) -> None:
        for place in places:
            self.absence.ends(place)
        self.absence.begins()
        if places:
            go_on_without_unwilling(self)
        self._tell_here()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        """Something that goes on by itself; if it fails, nothing has changed."""
        task = asyncio.ensure_future(self.quietly(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda _: work.close())  # which may not even have begun

    async def quietly(self, work: Awaitable[Any]) -> None:
        """Do this; if it fails, everybody learns why."""
        try:
            await work
        except GamenightError as error:
            self.tell(p.Offers(self.offers.all, str(error)))

    def whose_turn(self) -> int | None:
        """The place that everybody waits for, as far as everybody may know it by now."""
        if self.playing is None or not self.playing.is_settled:
            return None
        seat = self.playing.told_turn().seat
        return None if seat is None else self.seating.order[seat]

    def standing(self) -> dict[str, Any]:
        """How the match stands, as far as everybody may know it by now."""
        if self.playing is None or not self.playing.is_settled or self._wire is None:
            return {}
        return self._wire.standing(self.seating.order)

    def is_here(self, place: int) -> bool:
        return any(place in screen.places for screen in self.screens)

    def is_played(self) -> bool:
        return any(screen.places for screen in self.screens)

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
        seating, at_home = self.seating, bool(screen.host or screen.places)
        told = p.Welcome(
            v=p.VERSION,
            table=seating.id,
            game=self.game.id,
            version=self.game.version,
            options=dict(seating.options),
            places=self._told_places(),
            yours=list(screen.places),
            host=screen.host,
            hosts=list(seating.hosts),
            code=self.keeper.code(seating) if at_home else "",
            public=seating.public,
            chat=seating.chat,
            hints=seating.hints,
            clock=seating.clock,
            offers=self.offers.all,
            next=seating.commit,
            live=seating.live,
        )
        if seating.clock:
            screen.peer.measure()
        if self.playing is not None and self._wire is not None:
            told.turn, told.fair = self.playing.told_turn(), commit_told(self.playing.match)
            told.notes = seating.notes
            self._wire.add_match(told, have, screen.eyes, screen.want)
        return told

    # Audience.

    def plies(self, first: int, id: int | None) -> None:
        assert self.playing is not None
        assert self._wire is not None
        self._turn = self.playing.told_turn()
        told = self._wire.plies(first, id, self._turn)
        for screen in tuple(self.screens):
            for text in told.to(screen.eyes, screen.want):
                screen.peer.send(text)
        if self.offers.drop("undo"):
            self.tell(p.Offers(self.offers.all))

    def cut(self, sentence: str) -> None:
        assert self.playing is not None
        assert self._wire is not None
        self._turn = self.playing.told_turn()
        self._tell_scenes(p.Cut(self._wire.n, sentence, self._turn))
        self.spawn(note(self, self._wire.last, sentence))

    def _tell_scenes(self, told: p.Cut | p.Changed) -> None:
        """Something that changes what everybody sees, without a ply."""
        assert self._wire is not None
        for screen in tuple(self.screens):
            screen.peer.send(self._wire.with_scenes(told, screen.eyes, screen.want))

    def seat_changed(self, sentence: str) -> None:
        assert self.playing is not None
        change = self.playing.match.changes[-1]
        self._turn = self.playing.told_turn()
        self._tell_scenes(p.Changed((change.ply, change.seat, *change.who), sentence, self._turn))
        self.spawn(note(self, change.ply, sentence))
        place = self.seating.order[change.seat]
        if place is not None and change.who.bot:
            self.goes_on_without(place)

    def turned(self) -> None:
        assert self.playing is not None
        turn = self.playing.told_turn()
        if not turn.is_same(self._turn) and self.playing.result is None:
            self._turn = turn
            self.tell(p.Turned(self.playing.match.at, turn))

    def ended(self) -> None:
        assert self.playing is not None
        assert self._wire is not None
        result = self._wire.result
        assert result is not None
        self.offers.clear()
        self.tell(p.Over(result, self._wire.n))

    def reloaded(self) -> None:
        self._look()
        self.welcome_all()

    def is_watched(self) -> bool:
        return bool(self.screens)

    def lag(self, seat: int) -> float:
        place = self.seating.order[seat]
        return max((one.peer.lag for one in self.screens if place in one.places), default=0.0)

    async def time_up(self, seat: int) -> None:
        if self.playing is not None:
            await time_up(self.playing, self.seating, self.absence, seat)

    async def look_at_clock(self) -> None:
        await look_at_clock(self)

    def asked(self) -> None:
        self.spawn(remember(self))
