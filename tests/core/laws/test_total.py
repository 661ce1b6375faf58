"""Games that break the laws 1 and 2: total, and no randomness inside."""

from __future__ import annotations

import os
import random
from dataclasses import replace
from itertools import count
from typing import Any, NamedTuple

import pytest

from gamenight.core.game import Game
from gamenight.core.rules import Chance, Decision, Over
from tests.core.laws.suspects import heist, nim, nim_end, nim_node, verdict
from tests.toys.heist import HEIST, HeistRules, Move
from tests.toys.nim import NIM, Heap, NimRules


class Bag(NamedTuple):
    """A state that hides something unfit in a tuple."""

    left: int
    player: int
    inside: Any


def bagged(inside: Any) -> Game:
    """Nim whose states hold something more."""
    return nim(
        initial=lambda self: Bag(12, 0, inside),
        apply=lambda self, s, a: Bag(s.left - a, 1 - s.player, inside),
    )


class Slate:
    """A state that can be written on."""

    def __init__(self) -> None:
        self.left, self.player = 12, 0

    def __repr__(self) -> str:
        return f"Slate({self.left}, {self.player})"


def wipe(self: Any, state: Any, action: int) -> Slate:
    state.left -= action
    state.player = 1 - state.player
    after = Slate()
    after.left, after.player = state.left, state.player
    return after


def fails(*given: Any) -> Any:
    raise KeyError("nothing\nhere")


def leaves(*given: Any) -> Any:
    raise SystemExit(3)


FORMATS = count(1)


def mute_in_the_end(self: Any, action: int) -> str:
    """A text for all that is asked before the first ply, and none for what is played."""
    return NimRules.format(self, action) if next(FORMATS) <= 12 else fails()


def haunted(self: HeistRules, state: Any) -> Any:
    """Whoever has left cannot be played on with: a roll finds it."""
    if any(state.away) and state.waiting == "roll":
        fails()
    return HeistRules.node(self, state)


TAKE_1 = (1,)
LISTED: Any = [1]
HALVES: Any = (0.5, 0.5)
TOTAL = {
    "node is a string": (nim_node(lambda s, n: "over"), "'over'"),
    "node is None": (nim_node(lambda s, n: None), "None"),
    "no actions": (nim_node(lambda s, n: Decision(s.player, ())), "()"),
    "actions in a list": (nim_node(lambda s, n: Decision(s.player, LISTED)), "[1]"),
    "an action twice": (nim_node(lambda s, n: Decision(s.player, (1, 1))), "1 twice"),
    "player too high": (nim_node(lambda s, n: Decision(2, TAKE_1)), "is 2, not a seat"),
    "player negative": (nim_node(lambda s, n: Decision(-1, TAKE_1)), "is -1, not a seat"),
    "player a bool": (nim_node(lambda s, n: Decision(bool(s.player), TAKE_1)), "not a seat"),
    "others without interrupts": (
        nim_node(lambda s, n: Decision(s.player, TAKE_1, ((1 - s.player, (2,)),))),
        "interrupts is False",
    ),
    "others names nobody": (
        heist(_instants=lambda self, s: ((9, (Move("dodge", 0),)),)),
        "others holds (9,",
    ),
    "others names the player": (
        heist(_instants=lambda self, s: ((s.player, (Move("dodge", s.player),)),)),
        "whose turn it is",
    ),
    "others empty": (heist(_instants=lambda self, s: ((1 - s.player, ()),)), "in others are ()"),
    "others flat": (heist(_instants=lambda self, s: (1, Move("dodge"))), "others holds 1"),
    "table names nobody": (
        nim_node(lambda s, n: Decision(s.player, TAKE_1, (), ((2, (2,)),))),
        "table holds (2,",
    ),
    "table empty": (
        nim_node(lambda s, n: Decision(s.player, TAKE_1, (), ((0, ()),))),
        "in table are ()",
    ),
    "one score at the end": (nim_end(lambda s, n: Over((1,), (0,), "Done.")), "Over.scores"),
    "half a point": (nim_end(lambda s, n: Over(HALVES, (0,), "Done.")), "0.5"),
    "scores of bool": (nim_end(lambda s, n: Over((True, False), (0,), "Done.")), "True"),
    "winner unknown": (nim_end(lambda s, n: Over((0, 1), (2,), "Done.")), "(2,)"),
    "winner twice": (nim_end(lambda s, n: Over((0, 1), (1, 1), "Done.")), "twice"),
    "winners in a list": (nim_end(lambda s, n: Over((0, 1), LISTED, "Done.")), "[1]"),
    "no reason": (nim_end(lambda s, n: Over((0, 1), (1,), " ")), "Over.reason"),
    "a reason of two lines": (nim_end(lambda s, n: Over((0, 1), (1,), "a\nb")), "one line"),
    "too many running scores": (nim(scores=lambda self, s: (0, 0, 0)), "scores()"),
    "running scores of text": (nim(scores=lambda self, s: ("0", "0")), "'0'"),
    "endless": (nim(apply=lambda self, s, a: Heap(12, 1 - s.player)), "2000 plies"),
    "set in the state": (bagged((1, frozenset({2}))), "frozenset"),
    "list in the state": (bagged((1, [2])), "list"),
    "dict in the state": (bagged(({},)), "dict"),
    "state that has no hash": (bagged(bytearray(b"2")), "bytearray"),
    "slate": (nim(initial=lambda self: Slate(), apply=wipe), "changes the state"),
    "wrong players": (replace(NIM, make=lambda o, n: NimRules(3)), "rules.players is 3"),
    "initial fails": (nim(initial=fails), "initial() raises KeyError"),
    "node fails": (nim_node(fails), "node() raises KeyError: 'nothing\\nhere'"),
    "apply fails": (nim(apply=fails), "apply() of"),
    "apply leaves": (nim(apply=leaves), "SystemExit: 3"),
    "scores fail": (nim(scores=fails), "scores() raises KeyError"),
    "a text fails in play": (nim(format=mute_in_the_end), "playing at random raises KeyError"),
}


@pytest.mark.parametrize("name", TOTAL)
def test_a_game_that_is_not_total(name: str) -> None:
    game, words = TOTAL[name]
    found = verdict(game)
    assert found.law == "total"
    assert words in str(found)


def flip(self: Any, state: Any, action: int) -> Bag:
    return Bag(state.left - action, 1 - state.player, random.randbytes(9))


def urandom(self: Any, state: Any, action: int) -> Bag:
    return Bag(state.left - action, 1 - state.player, os.urandom(9))


def seeded(self: Any, state: Heap, action: int) -> Heap:
    random.seed(state.left)
    return Heap(state.left - action, random.randrange(2))


def drawn_with(outcomes: Any, player: int | None = 0) -> Game:
    """Heist with other outcomes of its die."""

    def node(self: HeistRules, state: Any) -> Any:
        return Chance(outcomes, player) if state.waiting == "roll" else HeistRules.node(self, state)

    return heist(node=node)


ASKED = count()
TICKS = count()


def forgetful(state: Heap, node: Any) -> Any:
    """What can happen depends on how often it was asked."""
    return Decision(state.player, (1,) if next(ASKED) % 2 else (1, 2))


def clocked(self: Any, state: Heap, action: int) -> Heap:
    """Another player from time to time."""
    return Heap(state.left - action, next(TICKS) // 7 % 2)


def misreading(self: Any, text: str) -> int:
    found = NimRules.parse(self, text)
    return random.choice((1, 2, 3)) if found == 2 else found


def restless(self: HeistRules, view: Any, seat: int, rng: random.Random) -> Any:
    """A guess by the dice of the process instead of its own."""
    return HeistRules.guess(self, view, seat, random.Random(random.random()))


def reseeding(self: HeistRules, view: Any, seat: int, rng: random.Random) -> Any:
    random.seed(7)
    return HeistRules.guess(self, view, seat, rng)


ROLL = Move("roll", value=2)
CHANCE = {
    "no outcomes": (drawn_with(()), "()"),
    "outcomes in a list": (drawn_with([(ROLL, 1)]), "not a non-empty tuple"),
    "outcome without a weight": (drawn_with((ROLL,)), "its weight"),
    "weight of a half": (drawn_with(((ROLL, 0.5),)), "0.5"),
    "weight true": (drawn_with(((ROLL, True),)), "True"),
    "weight zero": (drawn_with(((ROLL, 0),)), "is 0"),
    "outcome twice": (drawn_with(((ROLL, 1), (ROLL, 2))), "twice"),
    "nobody's roll": (drawn_with(((ROLL, 1),), player=7), "is 7, not a seat"),
    "random in apply": (nim(apply=flip), "apply()"),
    "urandom in apply": (nim(apply=urandom), "apply()"),
    "seeded random in apply": (nim(apply=seeded), "global random"),
    "random in initial": (nim(initial=lambda self: Heap(random.randrange(5, 99))), "initial()"),
    "random in node": (
        nim_node(lambda s, n: Decision(s.player, tuple(random.sample(n.actions, len(n.actions))))),
        "node()",
    ),
    "random in scores": (
        nim(scores=lambda self, s: (random.randrange(99), 0)),
        "scores()",
    ),
    "random in hide": (
        nim(hide=lambda self, s, v: Bag(s.left, s.player, os.urandom(9))),
        "hide() for a",
    ),
    "random in seen": (nim(seen=lambda self, s, a, v: os.urandom(9)), "seen() for a"),
    "random in format": (nim(format=lambda self, a: f"take {os.urandom(9)!r}"), "format(1)"),
    "random in parse": (nim(parse=misreading), "parse('take 2')"),
    "a clock": (nim(apply=clocked), "apply()"),
    "guess by other dice": (heist(guess=restless), "guess()"),
    "guess seeds the global dice": (heist(guess=reseeding), "global random"),
    "memory beside the state": (nim_node(forgetful), "node()"),
}


@pytest.mark.parametrize("name", CHANCE)
def test_a_game_with_randomness_inside_or_bad_odds(name: str) -> None:
    game, words = CHANCE[name]
    found = verdict(game)
    assert found.law == "chance"
    assert words in str(found)


def test_the_verdict_holds_the_state_and_the_action() -> None:
    found = verdict(nim(apply=fails))
    assert found.state == Heap(12, 0)
    assert found.action in (1, 2, 3)
    assert isinstance(found.__cause__, KeyError)


def test_games_go_on_after_somebody_has_left() -> None:
    found = verdict(heist(node=haunted), open_table=True)
    assert (found.law, "raises KeyError" in str(found)) == ("total", True)


def test_the_dice_of_the_caller_are_left_alone() -> None:
    random.seed(5)
    before = random.getstate()
    verdict(nim(apply=flip))
    assert random.getstate() == before
    assert HEIST.rules() == HEIST.rules()
