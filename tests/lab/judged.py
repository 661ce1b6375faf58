"""Judges and matches of toy games for tests of reviews: values that can be worked out by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gamenight.core.bot import BotInfo
from gamenight.core.errors import InvalidAction
from gamenight.core.game import Game
from gamenight.core.judge import Value
from gamenight.core.lab import Lab
from gamenight.core.record import Record, Result, Seat
from gamenight.core.rules import Decision, Over, Rules
from tests.toys.lottery import LotteryRules, Prize, exact_rewards, ticket
from tests.toys.nim import Heap, NimRules

NAMES = ("Ann", "Ben", "Cleo", "Dan")
# Somebody who has 1 is worth a half, 2 three quarters, 0 nothing: bold is worth 3/8 at the start.
SAFE, BOLD, BAD = ticket("safe", {1: 1}), ticket("bold", {0: 1, 2: 1}), ticket("bad", {0: 1})


class ReadableLottery(LotteryRules):
    """A lottery whose matches can be written down and read."""

    def parse(self, text: str) -> Any:
        word, *numbers = text.split()
        if word == "prize":
            return Prize(*map(int, numbers))
        if word in [each.name for each in self.tickets]:
            return word
        raise InvalidAction(f"no action {text!r}", text)


@dataclass
class Exact:
    """Knows what everybody wins on average with the best play of all."""

    rules: Rules[Any, Any]
    unit: str = "wins"
    source: str = "worked out"

    def value(self, state: Any) -> Value:
        return Value(tuple(map(float, exact_rewards(self.rules, state))), proven=True)


def lottery(
    rules: LotteryRules, bots: Mapping[str, BotInfo] | None = None, **computed: Any
) -> Game:
    """A lottery by these rules; computed: fields of its `Lab`."""
    return Game(
        id="lottery",
        title="Lottery",
        summary="Buy a ticket.",
        version=1,
        make=lambda options, players: rules,
        seats=range(rules.players, rules.players + 1),
        bots=bots or {},
        lab=lambda: Lab(**computed),
    )


def match(*actions: str, players: int = 2, result: Result | None = None) -> Record:
    seats = tuple(map(Seat, NAMES[:players]))
    return Record("lottery", 1, seats, actions=actions, result=result)


@dataclass(frozen=True)
class SnatchRules(Rules[str, str]):
    """Ann goes or waits; meanwhile Ben may snatch the prize, or leave the table."""

    players: int = 2
    interrupts: bool = True

    def initial(self) -> str:
        return "start"

    def node(self, state: str) -> Decision[str] | Over:
        if state in ("go", "snatch"):
            winner = int(state == "snatch")
            return Over((1 - winner, winner), (winner,), "Somebody has it.")
        return Decision(0, ("go", "wait"), ((1, ("snatch",)),), ((1, ("leave",)),))

    def apply(self, state: str, action: str) -> str:
        return action

    def scores(self, state: str) -> tuple[int, ...]:
        return (0, 0)

    def format(self, action: str) -> str:
        return action

    def parse(self, text: str) -> str:
        if text not in ("go", "wait", "snatch", "leave"):
            raise InvalidAction(f"no action {text!r}", text)
        return text


class EvenUntilOver:
    """Thinks that both have the same chance until somebody has won."""

    unit = "wins"
    source = "a guess"

    def value(self, state: str) -> Value:
        if state in ("go", "snatch"):
            return Value((float(state == "go"), float(state == "snatch")), proven=True)
        return Value((0.5, 0.5))


class Taking:
    """Knows that whoever leaves a multiple of four wins."""

    unit, source = "wins", "worked out"

    def value(self, state: Heap) -> Value:
        wins = state.player if state.left % 4 else 1 - state.player
        return Value((float(wins == 0), float(wins == 1)), proven=True)

    def line(self, state: Heap, most: int) -> list[int]:
        found = list[int]()
        while state.left and len(found) < most:
            found.append(state.left % 4 or 1)
            state = NimRules().apply(state, found[-1])
        return found
