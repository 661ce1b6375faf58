"""Sequential: the same game with one player at a time, for search and adapters."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Generic, NamedTuple, TypeVar

from gamenight.core.errors import InvalidAction
from gamenight.core.rules import Chance, Decision, Over, Rules

S = TypeVar("S")
A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Pass:
    """A seat that could act out of turn does not. (Not a tuple: it equals no game's action.)"""

    seat: int


class SequentialState(NamedTuple, Generic[S]):
    """A state of the game, and how many of the other seats have passed in it."""

    state: S
    passed: int = 0


@dataclass(frozen=True)
class Sequential(Rules[SequentialState[S], A | Pass]):
    """Before the player decides, every other seat is asked in order whether it acts out of turn.

    Every seat is asked, whether or not it could act: being skipped would give its secrets away.
    When one acts, all are asked again.
    """

    rules: Rules[S, A]

    @property
    def players(self) -> int:  # type: ignore[override]
        return self.rules.players

    def initial(self) -> SequentialState[S]:
        return SequentialState(self.rules.initial())

    def asking(self, state: S, seat: int) -> SequentialState[S]:
        """The turn in which this seat is the one asked."""
        node = self.rules.node(state)
        if not self.rules.interrupts or not isinstance(node, Decision):
            return SequentialState(state)
        return SequentialState(state, (seat - node.player - 1) % self.players)

    def node(self, turn: SequentialState[S]) -> Decision[A | Pass] | Chance[A | Pass] | Over:
        node: Decision[A] | Chance[A] | Over = self.rules.node(turn.state)
        if not isinstance(node, Decision):
            return node  # type: ignore[return-value]
        if self.rules.interrupts and turn.passed < self.players - 1:
            seat = (node.player + 1 + turn.passed) % self.players
            return Decision(seat, (Pass(seat), *node.of(seat)))
        return Decision(node.player, node.actions)

    def apply(self, turn: SequentialState[S], action: A | Pass) -> SequentialState[S]:
        if isinstance(action, Pass):
            return SequentialState(turn.state, turn.passed + 1)
        return SequentialState(self.rules.apply(turn.state, action))

    def scores(self, turn: SequentialState[S]) -> tuple[int, ...]:
        return self.rules.scores(turn.state)

    def format(self, action: A | Pass) -> str:
        if isinstance(action, Pass):
            return f"{action.seat + 1} pass"
        return self.rules.format(action)

    def parse(self, text: str) -> A | Pass:
        number, _, word = text.partition(" ")
        if word == "pass" and number.isascii() and number.isdigit():
            seat = int(number[:4]) - 1
            if 0 <= seat < self.players and text == self.format(Pass(seat)):
                return Pass(seat)
            raise InvalidAction(
                f"{text!r} is not the pass of a seat (possible: 1 to {self.players})", text
            )
        return self.rules.parse(text)

    def begins_turn(self, before: SequentialState[S], after: SequentialState[S]) -> bool:
        return self.rules.begins_turn(before.state, after.state)

    def absent(self, turn: SequentialState[S]) -> tuple[int, ...]:
        return self.rules.absent(turn.state)

    def hide(self, turn: SequentialState[S], seat: int | None) -> SequentialState[S]:
        return SequentialState(self.rules.hide(turn.state, seat), turn.passed)

    def seen(self, turn: SequentialState[S], action: A | Pass, seat: int | None) -> A | Pass:
        if isinstance(action, Pass):
            return action
        return self.rules.seen(turn.state, action, seat)

    def guess(self, turn: SequentialState[S], seat: int, rng: Random) -> SequentialState[S]:
        return SequentialState(self.rules.guess(turn.state, seat, rng), turn.passed)

    def plausible(
        self, turn: SequentialState[S], action: A | Pass, seat: int | None
    ) -> bool | None:
        if isinstance(action, Pass):
            node = self.node(turn)
            return isinstance(node, Decision) and action in node.actions
        return self.rules.plausible(turn.state, action, seat)
