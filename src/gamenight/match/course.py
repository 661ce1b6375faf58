"""Course: who is next in a match, and what happens by itself: chance, bots, words that have waited.

It asks nobody and shows nothing: it drives a `LocalTable`, and can drive a match on a server.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Any, Protocol, TypeVar

from gamenight.bots import find_bot
from gamenight.core.bot import BotInfo, Interrupted, Stoppable
from gamenight.core.errors import GamenightError, IllegalAction, InvalidAction
from gamenight.core.play import read, sample
from gamenight.core.record import Seat
from gamenight.core.rules import Chance, Decision, Over
from gamenight.core.text import quoted
from gamenight.match.match import Match
from gamenight.match.table import At, Table, Think, Turn, at_once, mover

T = TypeVar("T")
TRIES = 20  # rolls, until somebody may leave or join


class Front(Protocol):
    """What a match needs from a front end."""

    async def show(self) -> None:
        """Show what has happened since the last time."""

    async def watch(self, turn: Turn) -> None:
        """Let things happen elsewhere: `Table.advance`."""

    async def ask(self, turn: Turn) -> None:
        """Ask the person the turn names, and hand the answer to the table. It is fine if nothing
        comes of it because the match has changed meanwhile."""


async def play_out(table: Table, front: Front) -> None:
    """The loop of a match, until its end."""
    while True:
        await front.show()
        turn = table.turn()
        if turn.kind == "over":
            return
        await (front.watch(turn) if turn.kind == "elsewhere" else front.ask(turn))


class Course:
    """The course of one match.

    one_screen: all people share a screen. There, only somebody who is alone is asked out of turn,
    for the question itself would show the others who holds a card.
    """

    def __init__(self, match: Match, think: Think = at_once, one_screen: bool = False):
        self.match = match
        self._busy: list[str] = []
        self._think = think
        self._one_screen = one_screen
        self._ready: object = None  # the moment at which somebody was ready to roll
        self._prepared: set[str] = set()
        self._thinking: Stoppable | None = None

    @property
    def busy(self) -> str:
        """What we are waiting for: a bot that is thinking, or a hint."""
        return self._busy[-1] if self._busy else ""

    def turn(self) -> Turn:
        """What comes next. After each ply every bot that can act out of turn is asked once, in
        seat order after the player, and before a bot plays, all people who can are asked at once.
        """
        match, node = self.match, self.match.node
        if match.result is not None:
            return Turn("over")
        if isinstance(node, Chance):
            roller = node.player
            if roller is not None and self._waits_for_a_word(roller):
                return Turn("ready", (roller,))
            return Turn("elsewhere")
        assert isinstance(node, Decision)
        if match.later:
            return Turn("elsewhere")
        then = self._unless_a_bot_acts(node)
        # Nobody learns that a bot is asked first: it would give away what the bot holds.
        return Turn("elsewhere") if self._bots(node) and then.kind != "elsewhere" else then

    def _unless_a_bot_acts(self, node: Decision[Any]) -> Turn:
        """What comes next if no bot acts out of turn."""
        seats = self.match.seats
        people = tuple(seat for seat in self._open(node) if not seats[seat].bot)
        if not seats[node.player].bot:
            return Turn("person", (node.player, *people))
        if people and not (self._one_screen and len(self.match.people) > 1):
            return Turn("offered", people)
        return Turn("elsewhere", (node.player,))

    def _waits_for_a_word(self, roller: int) -> bool:
        """A person whose turn begins with a roll says ready first."""
        match = self.match
        if match.seats[roller].bot or self._ready == match.at:
            return False
        return not match.plies or mover(match.rules, match.plies[-1]) != roller

    def _open(self, node: Decision[Any]) -> list[int]:
        """Who may act out of turn and has not passed, in seat order after the player."""
        count, passed = self.match.rules.players, self.match.passed
        after = ((node.player + 1 + n) % count for n in range(count - 1))
        return [seat for seat in after if seat not in passed and node.of(seat)]

    def _bots(self, node: Decision[Any]) -> list[int]:
        return [seat for seat in self._open(node) if self.match.seats[seat].bot]

    def ready(self, seat: int) -> None:
        """This seat is ready to roll; raises IllegalAction if no roll is waiting for it."""
        if self.turn() != Turn("ready", (seat,)):
            raise IllegalAction(f"no roll is waiting for {self.match.names[seat]}", seat)
        self._ready = self.match.at

    # What happens by itself.

    async def advance(self, most: int | None = None) -> str:
        """Let chance draw, do a word that has waited, or let a bot act; a sentence for people."""
        match, node = self.match, self.match.node
        if self.turn().kind != "elsewhere":
            return ""
        if match.rules.interrupts:
            # All at once: a bot that prepares in another player's turn would show that it can act.
            await self._prepare_once(seat.bot for seat in match.seats if seat.bot)
        if isinstance(node, Decision) and match.later:
            return self._do_later(node)
        if isinstance(node, Decision):
            await self._bot(next(iter(self._bots(node)), node.player))
        else:
            match.chance(most)
        return ""

    def interrupt(self) -> None:
        """Stop the bot that is thinking."""
        if self._thinking is not None:
            self._thinking.stop()

    async def _bot(self, seat: int) -> None:
        """A bot thinks; if the match changes before it is done, its answer is dropped. Nobody
        learns that a bot thinks out of turn, for it would give away what the bot holds."""
        match, at, who = self.match, self.match.at, self.match.seats[seat]
        in_turn = isinstance(match.node, Decision) and match.node.player == seat
        rng = self._thinking = match.bot_generator(seat)
        try:
            await self._prepare_once([who.bot])
            if rng.stopped or not self._is_still(at, seat, who):
                return
            sentence = f"{who.name} is thinking ..." if in_turn else ""
            action = await self.think(sentence, lambda: self._considered(seat, rng))
            if not rng.stopped and self._is_still(at, seat, who):
                match.bot_plays(seat, action)
        finally:
            rng.stop()
            self._thinking = None

    def _is_still(self, at: At, seat: int, who: Seat) -> bool:
        """Whether the match is not over and unchanged, with the same player in this seat."""
        match = self.match
        return match.result is None and (match.at, match.seats[seat]) == (at, who)

    def _considered(self, seat: int, rng: Stoppable) -> Any | None:
        """What a bot chooses; a bot that crashes must not crash the front end."""
        try:
            return self.match.consider(seat, rng)
        except Interrupted:
            return None
        except GamenightError:
            raise
        except Exception as error:
            name = self.match.seats[seat].bot
            sentence = f"the bot {name} failed: {error!r}"
            raise GamenightError(
                f"{sentence} (resume --seat {seat + 1}=NAME replaces it)"
            ) from error

    async def _prepare_once(self, bots: Iterable[str]) -> None:
        for bot in bots:
            if bot not in self._prepared:
                await self.prepare([find_bot(self.match.game, bot)[0]])
                self._prepared.add(bot)

    async def prepare(self, bots: Iterable[BotInfo]) -> None:
        """What bots work out before they can play, with their messages meanwhile."""
        for info in bots:
            messages = iter(info.prepare(self.match.rules))
            sentence: str | None = f"{info.name} is getting ready ..."
            while sentence is not None:
                sentence = await self.think(sentence, lambda: next(messages, None))  # noqa: B023

    async def think(self, sentence: str, job: Callable[[], T]) -> T:
        """Wait for something long as the front end does, and say so."""
        self._busy.append(sentence)
        try:
            return await self._think(sentence, job)
        finally:
            self._busy.remove(sentence)

    # What people say apart from answers.

    def speak(self, text: str, people: Iterable[int]) -> str | None:
        """Do what one of these people may do now, in turn, out of turn or at the table. While
        chance decides, note who wants to leave or join. None for anything else."""
        match = self.match
        for seat in people:
            try:
                read(match.rules, match.state, text, seat)
            except InvalidAction:
                continue
            match.play(text, seat, match.at)
            return ""
        if not self._is_for_later(text):
            return None
        if text not in match.later:
            match.keep_later((*match.later, text))
        return f"Noted: {text}, as soon as the dice have fallen."

    def _is_for_later(self, text: str) -> bool:
        """Whether chance decides now, and people may do this at the table afterwards: other dice
        than those that will fall show that too."""
        match, rng = self.match, Random(0)
        if match.result is not None or not isinstance(match.node, Chance):
            return False
        for _ in range(TRIES):
            state = match.state
            while isinstance(node := match.rules.node(state), Chance):
                state = match.rules.apply(state, sample(node, rng))
            if self._at_table(node, text) is not None:
                return True
        return False

    def _at_table(self, node: Decision[Any] | Over, text: str) -> int | None:
        """The person who may leave or join with this text."""
        entries = node.table if isinstance(node, Decision) else ()
        for seat, actions in entries:
            if text in map(self.match.rules.format, actions) and seat in self.match.people:
                return seat
        return None

    def _do_later(self, node: Decision[Any]) -> str:
        """Whatever was said before a roll, to leave or to join the table, is done now."""
        match, (text, *rest) = self.match, self.match.later
        seat = self._at_table(node, text)
        if seat is None:
            match.keep_later(rest)
            return f"{quoted(text)} is no longer possible."
        match.play_later(seat)
        return ""
