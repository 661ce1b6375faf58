"""What a review looks at as closely as a hint, what not, and what it makes of the other moves."""

from __future__ import annotations

from typing import Any

from gamenight.core.game import Game
from gamenight.core.judge import Value
from gamenight.core.record import Record, Seat
from gamenight.core.rules import Decision, Over
from gamenight.lab.account import Weighed
from gamenight.lab.review import review
from tests.lab.judged import SnatchRules
from tests.lab.reviews import nim_record
from tests.toys.nim import HEAP, NIM


class Glancing:
    """At first sight taking 1 gains 9, and taking 2 and 3 what they are given here; a closer look
    says 3 for taking 1, and nothing for what was played."""

    unit, source, doubt = "seeds", "a glance", 0.0

    def __init__(self, *seconds: Value) -> None:
        self.values = (Value((0.0, 0.0)), Value((9.0, -9.0)), *seconds)
        self.looks = 0

    def value(self, state: Any) -> Value:
        found: Value = self.values[HEAP - state.left]
        return found

    def closer(self, state: Any, action: Any) -> dict[Any, Value]:
        self.looks += 1
        return {1: Value((3.0, -3.0), 1.0), action: Value((0.0, 0.0), 1.0)}


def gain(seeds: float, error: float = 0.0, proven: bool = False) -> Value:
    return Value((seeds, -seeds), error, proven)


def glanced(second: Value) -> dict[str, Weighed]:
    """The moves where 3 were taken, the best first."""
    (found,) = review(NIM, nim_record(NIM, ["take 3"]), Glancing(second, gain(0, 1.0))).moments
    return {move.text: move for move in found.moves}


def test_a_move_that_is_not_looked_at_keeps_its_error_and_what_is_proven() -> None:
    assert glanced(gain(5, 0.25))["take 2"] == Weighed("take 2", 3.0, 0.25)
    assert glanced(gain(2, 0.25))["take 2"] == Weighed("take 2", 2.0, 0.25)
    exact = glanced(gain(5, proven=True))
    assert exact["take 2"] == Weighed("take 2", 5.0, 0.0, True)
    assert list(exact) == ["take 2", "take 1", "take 3"]


def test_only_what_was_looked_at_is_called_better_unless_it_is_proven() -> None:
    """The closer look tells taking 1 from what was played; taking 2 had none."""
    assert next(iter(glanced(gain(5)))) == "take 1"


def test_what_is_proven_on_both_sides_needs_no_closer_look() -> None:
    judge = Glancing(gain(20, proven=True), gain(12, proven=True))
    (found,) = review(NIM, nim_record(NIM, ["take 3"]), judge).moments
    assert (found.lost, judge.looks) == (8, 0)


class Unlucky(SnatchRules):
    """Whoever snatches the prize drops it."""

    def node(self, state: str) -> Decision[str] | Over:
        return Over((1, 0), (0,), "It fell.") if state == "snatch" else super().node(state)


class Sorry(Glancing):
    """Knows what snatching comes to."""

    def value(self, state: Any) -> Value:
        return gain(float(state == "snatch"))


def test_who_acts_out_of_turn_gets_no_closer_look() -> None:
    """A hint is about the decision of the player whose turn it is."""
    unlucky = Game(
        id="snatch",
        title="Snatch",
        summary="Be slow.",
        version=1,
        make=lambda options, players: Unlucky(),
        seats=range(2, 3),
    )
    record = Record("snatch", 1, (Seat("Ann"), Seat("Ben")), actions=("snatch",))
    judge = Sorry()
    assert review(unlucky, record, judge).moments[0].lost == 1
    assert judge.looks == 0
