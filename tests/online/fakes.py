"""A server without sockets for tests of the client: one table, real rules, lines in memory that a
test can cut, hold up and look into."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

from gamenight.core.clock import read_control, write_control
from gamenight.core.errors import GamenightError
from gamenight.core.game import Game
from gamenight.core.play import Ply
from gamenight.core.record import Result, Seat
from gamenight.core.rules import Chance
from gamenight.match.course import Course
from gamenight.match.match import Match
from gamenight.match.sqlite import SqliteStore
from gamenight.match.turn import At
from gamenight.online import protocol
from gamenight.online.connection import Lost, Transport
from gamenight.online.eyes import eyes_of, key
from gamenight.online.protocol import Heard, Hello, Place, Sent, Welcome

TABLE = "table-1"


class Line:
    """One end of a line in memory: `receive` gives what the other end has sent."""

    def __init__(self) -> None:
        self.incoming: asyncio.Queue[str | int] = asyncio.Queue()
        self.other: Line | None = None
        self.closed = False

    async def send(self, text: str) -> None:
        if self.closed or self.other is None:
            raise Lost
        self.other.incoming.put_nowait(text)

    async def receive(self) -> str:
        found = await self.incoming.get()
        if isinstance(found, int):
            self.closed = True
            raise Lost(found)
        return found

    async def close(self, code: int = 1000) -> None:
        """Both ends learn that it is closed."""
        for end in (self, self.other):
            if end is not None and not end.closed:
                end.incoming.put_nowait(code)
        self.closed = True


def pair() -> tuple[Line, Line]:
    here, there = Line(), Line()
    here.other, there.other = there, here
    return here, there


@dataclass(eq=False)
class Peer:
    """A screen as the server sees it."""

    line: Line
    tokens: list[str]
    task: asyncio.Task[None] | None = None


@dataclass
class FakeServer:
    """One table. The token of a place is `token 0`, `token 1`, ...; bots do not think here: a test
    acts for them with `act`. deaf: what comes is not answered; refuses: a code for every line."""

    game: Game
    seats: Sequence[Seat]
    options: dict[str, object] = field(default_factory=dict)
    begins: bool = True
    seed: int = 7
    chat: bool = False
    hints: bool = True
    clock: str = ""
    clocks: protocol.Clocks | None = None

    def __post_init__(self) -> None:
        self.store = SqliteStore()
        self.match: Match | None = None
        self.number = 0
        self.peers: list[Peer] = []
        self.heard: list[Sent] = []
        self.places = [Place(seat.name, seat.bot) for seat in self.seats]
        self.offers: list[protocol.OpenOffer] = []
        self.deaf, self.refuses, self.down = False, 0, False
        self.hellos: list[Hello] = []
        if self.begins:
            self.begin()

    def begin(self) -> None:
        """A match of those who sit there now, as the next round if there was one."""
        seats = [Seat(place.name, place.bot) for place in self.places]
        self.match = Match.new(self.store, self.game, seats, self.options, seed=self.seed)
        self.course = Course(self.match)
        self.number += 1
        for seat, place in enumerate(self.places):
            place.seat = seat
        self.settle()
        for peer in self.peers:
            self.tell(peer, self.welcome(peer, None))

    @property
    def played(self) -> Match:
        assert self.match is not None
        return self.match

    # Lines.

    async def dial(self, url: str = "") -> Transport:
        if self.down:
            raise ConnectionRefusedError(111, "Connection refused")
        here, there = pair()
        peer = Peer(there, [])
        peer.task = asyncio.create_task(self._serve(peer))
        return here

    async def cut(self) -> None:
        """Every line breaks."""
        for peer in [*self.peers]:
            await peer.line.close(1006)

    async def _serve(self, peer: Peer) -> None:
        try:
            hello = protocol.read_hello(await peer.line.receive())
            self.hellos.append(hello)
            if self.refuses:
                await peer.line.close(self.refuses)
                return
            peer.tokens = [*hello.tokens]
            self.peers.append(peer)
            self.tell(peer, self.welcome(peer, hello))
            self.tell_all(protocol.Here(self.here()))
            while True:
                message = protocol.read_message(await peer.line.receive())
                self.heard.append(message)
                if not self.deaf:
                    self._answer(peer, message)
        except Lost:
            if peer in self.peers:
                self.peers.remove(peer)

    def tell(self, peer: Peer, message: Heard) -> None:
        if not peer.line.closed and peer.line.other is not None:
            peer.line.other.incoming.put_nowait(protocol.write(message))

    def tell_all(self, message: Heard) -> None:
        for peer in self.peers:
            self.tell(peer, message)

    # What everybody may know.

    def own(self, peer: Peer) -> list[int]:
        return [n for n in range(len(self.places)) if f"token {n}" in peer.tokens]

    def here(self) -> list[Place]:
        for number, place in enumerate(self.places):
            place.here = any(f"token {number}" in peer.tokens for peer in self.peers)
        return self.places

    def welcome(self, peer: Peer, hello: Hello | None) -> Welcome:
        own = self.own(peer)
        found = Welcome(
            v=protocol.VERSION,
            table=TABLE,
            game=self.game.id,
            version=self.game.version,
            options=dict(self.options),
            places=self.here(),
            yours=own,
            host=0 in own,
            code="K7QM3",
            offers=self.offers,
            chat=self.chat,
            hints=self.hints,
            clock=self.clock,
        )
        if self.match is None:
            return found
        match, start = self.match, 0
        if hello is not None and hello.match == self.number and hello.have is not None:
            plies, cuts = hello.have
            start = plies if cuts == match.cuts and plies <= len(match.plies) else 0
        found.options = dict(match.options)
        found.match, found.n, found.start = self.number, match.at, start
        found.seats = [(seat.name, seat.bot) for seat in match.record.seats]
        found.changes = [(c.ply, c.seat, *c.who) for c in match.changes]
        found.texts = {
            key(viewer): [self.text(ply, viewer) for ply in match.plies[start:]]
            for viewer in eyes_of(own)
        }
        found.passes = [seat for seat in own if seat in match.passed]
        found.turn, found.result = self.turn(), _result(match.result)
        return found

    def text(self, ply: Ply, viewer: int | None) -> str:
        rules = self.played.rules
        return rules.format(rules.seen(ply.before, ply.action, viewer))

    def turn(self) -> protocol.Turn:
        found = self._turn()
        found.clocks = self.clocks
        return found

    def _turn(self) -> protocol.Turn:
        node, turn = self.played.node, self.course.turn()
        if turn.kind == "over":
            return protocol.Turn("over")
        if turn.kind in ("ready", "roll"):
            return protocol.Turn("ready" if turn.kind == "ready" else "roll", turn.seats[0])
        player = getattr(node, "player", None)
        if isinstance(node, Chance) or (player is not None and self.played.seats[player].bot):
            return protocol.Turn("wait", player)
        return protocol.Turn("choose", player)

    # What happens.

    def settle(self) -> list[Ply]:
        """Dice that nobody has to roll fall."""
        before = len(self.played.plies)
        while self.course.turn().kind == "elsewhere" and isinstance(self.played.node, Chance):
            self.played.chance()
        return self.played.plies[before:]

    def act(self, seat: int, text: str, at: At | None = None, id: int | None = None) -> None:
        """An action of a seat, told to everybody."""
        before = len(self.played.plies)
        self.played.play(text, seat, at or self.played.at)
        self.settle()
        self.publish(before, id)

    def publish(self, first: int, id: int | None = None) -> None:
        match = self.played
        last = len(match.plies)
        for number in range(first, last):
            for peer in self.peers:
                own, ply = self.own(peer), match.plies[number]
                message = protocol.Ply((number + 1, match.cuts), ply.actor)
                texts = {key(viewer): self.text(ply, viewer) for viewer in eyes_of(own)}
                if len(texts) == 1:
                    (message.text,) = texts.values()
                else:
                    message.texts = texts
                if number + 1 == last:
                    message.turn, message.result = self.turn(), _result(match.result)
                if id is not None and number == first and ply.actor in own:
                    message.id = id
                self.tell(peer, message)

    def undo(self, sentence: str = "Ann took back a move.") -> None:
        self.played.undo()
        self.tell_all(protocol.Cut(self.played.at, sentence, self.turn()))

    def offer(self, what: protocol.Offered, by: int, place: int | None = None) -> None:
        """Somebody proposes something to all other people."""
        people = [n for n, place in enumerate(self.places) if place.name and not place.bot]
        asked = [n for n in people if n != by]
        self.offers = [protocol.OpenOffer(len(self.heard) + 1, what, by, [by], asked, place)]
        self.tell_all(protocol.Offers(self.offers))

    def _answer(self, peer: Peer, message: Sent) -> None:
        try:
            before = len(self.played.plies) if self.match is not None else 0
            self._do(peer, message)
            told = isinstance(message, protocol.Play) and len(self.played.plies) > before
            if not told and not isinstance(message, protocol.Claim):
                self.tell(peer, protocol.Ok(message.id))
        except GamenightError as error:
            self.tell(peer, protocol.No(error.code, str(error), message.id))

    def _do(self, peer: Peer, message: Sent) -> None:
        if isinstance(message, protocol.Play):
            before = len(self.played.plies)
            self.played.play(message.text, message.seat, At(*message.n))
            self.settle()
            self.publish(before, message.id)
        elif isinstance(message, protocol.Pass):
            self.played.passes(message.seat, At(*message.n))
        elif isinstance(message, protocol.Ready):
            before = len(self.played.plies)
            self.course.ready(message.seat)
            self.settle()
            self.tell_all(protocol.Turned((before, self.played.cuts), self.turn()))
            self.publish(before)
        elif isinstance(message, protocol.Resign):
            self.played.resign(message.seat)
            if self.played.result is not None:
                over = _result(self.played.result)
                assert over is not None
                self.tell_all(protocol.Over(over, self.played.at))
            else:
                change = self.played.changes[-1]
                sentence = f"{change.who.name} plays on."
                told = (change.ply, change.seat, *change.who)
                self.tell_all(protocol.Changed(told, sentence, self.turn()))
        elif isinstance(message, protocol.Offer):
            self.offer(message.what, self.own(peer)[0], message.place)
        elif isinstance(message, protocol.Say):
            name = self.places[self.own(peer)[0]].name
            self.tell_all(protocol.Said(name, message.text))
        elif isinstance(message, protocol.Answer):
            self._answered(message)
        elif isinstance(message, protocol.Claim):
            self._claimed(peer, message)
        elif isinstance(message, protocol.SetClock):
            self.clock = write_control(read_control(message.clock))
            self.tell_all(self.welcome(peer, None))
        elif isinstance(message, protocol.Begin):
            self.begin()

    def _answered(self, message: protocol.Answer) -> None:
        (offer,) = self.offers
        self.offers = []
        self.tell_all(protocol.Offers([], "" if message.yes else "Ben says no."))
        if message.yes and offer.what == "undo":
            self.undo()
        elif message.yes and offer.what == "next":
            self.begin()
        elif message.yes and offer.what == "end":
            self.played.end("Everybody agreed to end it.")
            over = _result(self.played.result)
            assert over is not None
            self.tell_all(protocol.Over(over, self.played.at))

    def _claimed(self, peer: Peer, message: protocol.Claim) -> None:
        place = next((n for n, place in enumerate(self.places) if not place.name), None)
        if place is None:
            raise GamenightError("all places at this table are taken")
        self.places[place].name = message.name
        peer.tokens.append(f"token {place}")
        self.tell(peer, protocol.Ok(message.id, "", f"token {place}", place))
        self.tell_all(protocol.Here(self.here()))


def _result(result: Result | None) -> protocol.Result | None:
    if result is None:
        return None
    return protocol.Result([*result.scores], [*result.winners], result.reason, result.resigned)
