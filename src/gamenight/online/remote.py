"""RemoteTable: a match on a server, as the people at this screen see it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from gamenight.core.errors import GamenightError
from gamenight.core.play import Ply, possible_actions
from gamenight.core.record import Record, Result, Seat, seated
from gamenight.core.rules import Decision
from gamenight.core.text import listed, quoted
from gamenight.match.advice import hint_at, odds_at
from gamenight.match.changes import SAME_PLAYERS, read_arrival
from gamenight.match.clocks import Clocks
from gamenight.match.elsewhere import Proposal
from gamenight.match.hints import Hint, check_hints
from gamenight.match.series import Round, rounds
from gamenight.match.table import Ability, NotHere, NotPossible, Table
from gamenight.match.turn import At, Offer, Turn
from gamenight.match.undo import may_be_own
from gamenight.match.waiting import Busy, Think
from gamenight.match.words import meant, speakers
from gamenight.online import protocol
from gamenight.online.arrivals import Arrivals
from gamenight.online.connection import Answered
from gamenight.online.mirror import Mirror
from gamenight.online.proposals import awaited, chosen, possible, wish
from gamenight.online.protocol import Sent
from gamenight.online.recording import seen_record, whole_record

FETCHING = "Fetching the record ..."


class House(Protocol):
    """What a table needs of the client that holds it."""

    version: int
    code: str
    chat: bool
    hints: bool

    @property
    def trouble(self) -> str: ...

    @property
    def failure(self) -> GamenightError | None: ...

    def number(self) -> int: ...

    async def ask(self, message: Sent) -> Answered: ...

    async def wait(self, sentence: str = "") -> None: ...

    def interrupt(self) -> None: ...

    def look(self) -> str: ...

    def watching(self) -> str: ...

    def overheard(self) -> list[str]: ...

    def fetch(self) -> str:
        """The record, as far as the server tells it; raises OSError."""

    def tell_changes(self, changed: Callable[[], None]) -> None: ...

    def farewell(self) -> str: ...

    def close(self) -> None: ...


class RemoteTable(Table):
    """What it knows is what the server has told; what somebody does is sent there, and has happened
    when the server says so."""

    remote = True

    def __init__(self, house: House, mirror: Mirror, think: Think):
        self.id, self.mirror = mirror.table, mirror
        self.game, self.rules, self.options = mirror.game, mirror.rules, mirror.options
        self._house, self._think = house, Busy(think)
        self._drafts: dict[tuple[At, int], tuple[str, ...]] = {}
        self._following: RemoteTable | None = None
        self._whole: Record | None = None
        self._arrivals = Arrivals(self, lambda: self.mirror.own, self._play_now)

    def follow_with(self, table: RemoteTable) -> None:
        """Another round has begun."""
        self._following = table

    # What we know.

    @property
    def version(self) -> int:  # type: ignore[override]
        return self._house.version

    @property
    def trouble(self) -> str:  # type: ignore[override]
        return self._house.trouble

    @property
    def plies(self) -> Sequence[Ply]:
        return self.mirror.views.plies(self.viewer)

    @property
    def at(self) -> At:
        return At(self.last, self.mirror.cuts)

    def seated(self, ply: int | None = None) -> tuple[Seat, ...]:
        return seated(self.mirror.seats, self.mirror.changes, ply)

    @property
    def result(self) -> Result | None:
        return self.mirror.result

    @property
    def rounds(self) -> tuple[Round, ...]:
        return rounds(self.mirror.series, self.result, self.names, self.absent)

    @property
    def here(self) -> tuple[int, ...]:
        """Those of the people here who play themselves: no machine stands in for them."""
        gone, seats = self.absent, self.seats
        return tuple(seat for seat in self.mirror.own if not seats[seat].bot and seat not in gone)

    @property
    def viewer(self) -> int | None:
        return self.mirror.own[0] if len(self.mirror.own) == 1 else None

    @property
    def away(self) -> tuple[int, ...]:
        return tuple(seat for seat in self.mirror.away if not self.seats[seat].bot)

    @property
    def can(self) -> frozenset[Ability]:
        if self.result is not None:
            return frozenset({"rematch"} if self.mirror.own else ())
        found: set[Ability] = {"odds"} if self.game.odds is not None else set()
        if self.here:
            found |= {"hint", "resign"}
            found |= {"undo"} if may_be_own(self, self.here) else set()
        found |= {"sit"} if self.resting else set()
        found |= {"join"} if any(map(self._arrivals.text, self.mirror.own)) else set()
        return frozenset(found)

    @property
    def busy(self) -> str:  # type: ignore[override]
        """What it is busy with, or for whom it waits."""
        if self._think.sentence or self.trouble or self.result is not None:
            return self._think.sentence or self.trouble
        seat = self.mirror.turn.seat
        if seat is None or seat in self.here:
            return ""
        name = self.names[seat]
        if self.seats[seat].bot:
            return "" if self.rolls else f"{name} is thinking ..."
        return f"Waiting for {name}{' to come back' if seat in self.away else ''} ..."

    @property
    def offers(self) -> tuple[Offer, ...]:
        asked = (one for one in self.mirror.offers if set(one.asked) & set(self.mirror.yours))
        return tuple(Offer(one.id, wish(self.mirror, one)) for one in asked)

    @property
    def proposals(self) -> tuple[Proposal, ...]:
        return tuple(one.proposal for one in possible(self, self.mirror))

    @property
    def resting(self) -> tuple[int, ...]:
        return tuple(seat for seat in self.mirror.own if seat not in self.here)

    @property
    def talks(self) -> bool:  # type: ignore[override]
        return self._house.chat and bool(self.mirror.own)

    @property
    def watching(self) -> str:  # type: ignore[override]
        return self._house.watching() if self.result is None else ""

    @property
    def asking(self) -> str:  # type: ignore[override]
        return awaited(self.mirror)

    @property
    def clocks(self) -> Clocks | None:  # type: ignore[override]
        return self.mirror.clocks

    @property
    def code(self) -> str:  # type: ignore[override]
        return self._house.code

    @property
    def following(self) -> RemoteTable | None:
        return self._following

    def record(self) -> Record:
        """Everything, once the server has told it; until then what was seen here."""
        return self._whole or seen_record(self, self.mirror)

    async def reveal(self) -> None:
        if self._whole is None:
            fetch = self._house.fetch
            self._whole = await self._think(
                FETCHING, lambda: whole_record(self, self.mirror, fetch)
            )

    def farewell(self) -> str:
        return self._house.farewell()

    def close(self) -> str:
        self._house.close()
        return self.farewell()

    def _seen(self, viewer: int | None) -> Sequence[Ply]:
        return self.mirror.views.plies(viewer)

    def _start(self, viewer: int | None = None) -> Any:
        return self.mirror.views.start(viewer)

    def _below(self, seats: Sequence[Seat]) -> int | None:
        """The only one at this screen."""
        return self.viewer

    # What happens.

    def turn(self) -> Turn:
        now, here = self.mirror.turn, self.here
        if self.result is not None:
            return Turn("over")
        if self._house.failure is not None:
            return Turn("elsewhere")  # where `advance` says why
        free = tuple(seat for seat in here if self._may_act(seat))
        if now.kind == "choose" and now.seat in here:
            return Turn("person", (now.seat, *free))
        if now.kind == "ready" and now.seat in here:
            return Turn("ready", (now.seat,))
        if now.kind == "roll" and now.seat in here:
            return Turn("roll", (now.seat,))
        # Where several people share a screen, the question would show who holds what.
        return Turn("offered", free) if free and len(here) == 1 else Turn("elsewhere")

    def _may_act(self, seat: int) -> bool:
        """Whether somebody here may act out of turn, and has not passed."""
        node = self.rules.node(self.state(None, seat))
        if not isinstance(node, Decision) or seat == node.player or seat in self.mirror.passed:
            return False
        return bool(node.of(seat))

    async def advance(self, most: int | None = None) -> str:
        """Until something has come from elsewhere."""
        if self._house.failure is not None:
            raise self._house.failure
        await self._house.wait(self.busy)
        await self._arrivals.catch_up()
        return self._house.look()

    def interrupt(self) -> None:
        self._house.interrupt()

    def look(self) -> str:
        return self._house.look()

    def tell_changes(self, changed: Callable[[], None]) -> None:
        self._house.tell_changes(changed)

    async def ready(self, seat: int) -> str:
        self._check_here(seat)
        return await self._do(protocol.Ready(self._house.number(), self.at, seat))

    async def play(self, text: str, seat: int, at: At | None = None) -> str:
        self._check_here(seat)
        return await self._do(protocol.Play(self._house.number(), at or self.at, seat, text))

    async def speak(self, text: str, seat: int | None) -> str:
        if "join" in self.can and (change := read_arrival(self, text)) is not None:
            return await (self.leave(change) if isinstance(change, int) else self.join(change))
        rules, called = self.rules, meant(self, text, seat)
        for own in speakers(self, seat):
            state = self.state(None, own if own == seat else None)
            if called in map(rules.format, possible_actions(rules, state, own)):
                return await self.play(called, own)
        reason = self.refusal(text, seat)
        given = f"{quoted(text)} is not possible here"
        raise NotPossible(f"{given}: {reason}" if reason else given, text)

    async def passes(self, seat: int) -> str:
        self._check_here(seat)
        at = self.at
        sentence = await self._do(protocol.Pass(self._house.number(), at, seat))
        if self.at == at:
            self.mirror.passed.add(seat)
        return sentence

    async def undo(self, seat: int | None = None) -> str:
        before = self.mirror.cuts
        sentence = await self._offer("undo")
        return sentence or ("" if self.mirror.cuts > before else self.asking)

    async def resign(self, seat: int) -> str:
        if seat not in self.here:
            raise GamenightError("there is no player here who could give up")
        return await self._do_now(protocol.Resign(self._house.number(), seat))

    async def sit(self, seat: int, who: Seat) -> str:
        """Somebody takes their own seat back from the machine that plays there."""
        place = next((n for n in self.mirror.yours if self.mirror.places[n].seat == seat), None)
        if place is None or who.bot or seat in self.here:
            raise NotHere("online, only your own seat can be taken back from a machine")
        return await self._do_now(protocol.Back(self._house.number(), place))

    async def leave(self, seat: int) -> str:
        return await self._arrivals.change(seat, joins=False)

    async def join(self, who: Seat) -> str:
        seat = next((n for n in self.mirror.own if self.seats[n].name == who.name), -1)
        return await self._arrivals.change(seat, joins=True)

    async def _play_now(self, text: str, seat: int) -> str:
        return await self._do_now(protocol.Play(self._house.number(), self.at, seat, text))

    async def next_round(self, seats: Sequence[Seat]) -> RemoteTable:
        """The next round, once everybody has agreed; raises what the others say instead."""
        if [*seats] != [self.seats[seat] for seat in self.present]:
            raise NotHere(SAME_PLAYERS)
        self._house.look()
        if self._following is not None:
            return self._following
        if self.mirror.offered("next") is None:
            await self._offer("next")
        asks = self.mirror.offered("next")
        if asks is not None and set(asks.asked) & set(self.mirror.yours):  # or who sits here too
            await self.answer(asks.id, True)
        told = ""  # for whose answers it waits
        while self._following is None:
            if self._house.failure is not None:
                raise self._house.failure
            if self.mirror.offered("next") is None:
                raise NotPossible(self.look() or "The others would rather not play another round.")
            asking, told = ("" if self.asking == told else self.asking), self.asking
            await self._house.wait(asking)
        return self._following

    async def answer(self, offer: int, yes: bool) -> str:
        return await self._do(protocol.Answer(self._house.number(), offer, yes))

    async def propose(self, words: str) -> str:
        _, what, place = chosen(self, self.mirror, words)
        await self._offer(what, place)
        return self.asking

    async def _offer(self, what: protocol.Offered, place: int | None = None) -> str:
        return await self._do_now(protocol.Offer(self._house.number(), what, place))

    async def say(self, text: str) -> str:
        if not self.talks:
            raise NotHere("nobody talks at this table: the host has not turned that on")
        return await self._do_now(protocol.Say(self._house.number(), text))

    def overheard(self) -> list[str]:
        return self._house.overheard()

    async def _do(self, message: Sent) -> str:
        """Have the server do something; what it says of it. Raises Refused or StaleAction."""
        answer = await self._house.ask(message)
        return answer.text if isinstance(answer, protocol.Ok) else ""

    async def _do_now(self, message: Sent) -> str:
        """The same for what nobody wants to happen later without a word."""
        if self.trouble:
            raise NotPossible("there is no connection right now: try again when it is back")
        return await self._do(message)

    def _check_here(self, seat: int) -> None:
        if seat not in self.here:
            people = listed([f"seat {number + 1}" for number in self.here], none="nobody")
            raise NotHere(f"nobody at this screen sits there (at this screen: {people})", seat)

    # Advice.

    async def odds(
        self, seat: int | None, fractions: bool = False, at: int | None = None
    ) -> list[str]:
        check_hints(self._house.hints)
        return await odds_at(self, self._think, seat, fractions, at)

    async def hint(self, seat: int) -> Hint:
        self._check_here(seat)
        check_hints(self._house.hints)
        return await hint_at(self, self._think, seat)

    # Beside the match.

    def draft(self, seat: int) -> tuple[str, ...] | None:
        return self._drafts.get((self.at, seat))

    def keep_draft(self, seat: int, keys: Sequence[str]) -> None:
        self._check_here(seat)
        self._drafts = {(self.at, seat): tuple(keys)}
        self._house.version += 1
