"""The bots of Thief, each with a rule for ending, holding and stealing.

They look at the pot and the dice, not at the scores: reaching the target wins at the roll itself,
so it needs no choice. They never play a card, and do nothing out of turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from random import Random
from typing import Any

from gamenight.core.bot import BotInfo, Limit, Opinion
from gamenight.core.rules import Decision, Rules
from gamenight.games.thief.rules import (
    DECLINE,
    DICE,
    END,
    STEAL,
    Action,
    Hold,
    State,
    ThiefRules,
    left,
    stake,
    units,
    worth,
)

# What bots are called at the table.
NAMES = (
    "B0LT0N", "CL4R4", "D1C3R0", "F1NG3R5", "GR4BB3R", "K4RL0", "L00T3R", "M4GP1E", "P0CK3T",
    "R0B1N", "SW1P3", "T4K3R", "Z1LCH",
)  # fmt: skip

ENOUGH_FOR_CAUTIOUS = 300
NO_CARDS = "Best does not know cards: with them it plays for the most points per turn, like Turn."


@dataclass(frozen=True)
class Thief:
    """A bot with its own rules.

    ends: whether to end the turn if that is possible; steals: whether to take the offered pot;
    prefers: what a hold is worth to it; the best one is held.
    """

    ends: Callable[[State], bool]
    steals: Callable[[State], bool]
    prefers: Callable[[State, Hold], Fraction | int]

    def choose(
        self, rules: Rules[Any, Any], view: State, seat: int, rng: Random, limit: Limit
    ) -> Action | None:
        node = rules.node(view)
        if not isinstance(node, Decision) or node.player != seat:
            return None
        if STEAL in node.actions:
            return STEAL if self.steals(view) else DECLINE
        if END in node.actions and self.ends(view):
            return END
        holds = [action for action in node.actions if isinstance(action, Hold)]
        return max(holds, key=lambda hold: self.prefers(view, hold))


class Turn(Thief):
    """A bot that goes by the mean points of the turn."""

    def explain(
        self, rules: Rules[Any, Any], view: State, seat: int, rng: Random, limit: Limit
    ) -> list[Opinion]:
        """Among equals it ends, declines, or holds the most, which come first here."""
        from gamenight.games.thief.lab.solver import rolling, stealing

        node = rules.node(view)
        if not isinstance(node, Decision) or node.player != seat:
            return []
        mean = "{:.0f} points per turn on average".format
        found: list[Opinion] = []
        if END in node.actions:
            points = stake(view)
            found.append(Opinion(END, float(points), f"{points} points, if nobody steals them"))
        if STEAL in node.actions:
            own, stolen = float(rolling(DICE, 0)), float(stealing(view.roll, view.pot))
            found.append(Opinion(DECLINE, own, f"{mean(own)} from five fresh dice"))
            found.append(Opinion(STEAL, stolen, mean(stolen)))
        for action in node.actions:
            if isinstance(action, Hold):
                held = float(mean_when_held(view, action))
                found.append(Opinion(action, held, mean(held)))
        return sorted(found, key=lambda one: -one.value)


class Best:
    """A bot that goes by a model of the others; like `Turn` where that says nothing."""

    def choose(
        self, rules: Rules[Any, Any], view: State, seat: int, rng: Random, limit: Limit
    ) -> Action | None:
        from gamenight.games.thief.lab.best import choice, is_modelled

        node = rules.node(view)
        if not isinstance(node, Decision) or node.player != seat:
            return None
        if isinstance(rules, ThiefRules) and is_modelled(rules, view):
            return choice(view)
        return TURN.choose(rules, view, seat, rng, limit)

    def explain(
        self, rules: Rules[Any, Any], view: State, seat: int, rng: Random, limit: Limit
    ) -> list[Opinion]:
        from gamenight.games.thief.lab.best import is_modelled, opinions

        node = rules.node(view)
        if not isinstance(node, Decision) or node.player != seat:
            return []
        if isinstance(rules, ThiefRules) and is_modelled(rules, view):
            return opinions(view, node.actions)
        return TURN.explain(rules, view, seat, rng, limit)


def dice_left(view: State) -> int:
    """The dice to roll when everything that counts is held."""
    return left(view.roll, units(view.roll))


def leaves_at_least(dice: int, view: State) -> bool:
    return dice_left(view) >= dice


def leaves_few(view: State) -> bool:
    return dice_left(view) <= 2


def leaves_few_or_has_enough(view: State) -> bool:
    return leaves_few(view) or stake(view) >= ENOUGH_FOR_CAUTIOUS


def points_held(view: State, hold: Hold) -> int:
    """Holding the most is holding everything that counts."""
    return worth(hold.units)


def mean_when_held(view: State, hold: Hold) -> Fraction:
    from gamenight.games.thief.lab.solver import holding

    return holding(view.roll, view.pot, hold)


def no_hold_is_better(view: State) -> bool:
    """Whether ending brings at least the mean points of the best hold."""
    from gamenight.games.thief.lab.solver import stealing

    return stake(view) >= stealing(view.roll, view.pot)


def stolen_turn_is_better(view: State) -> bool:
    """Whether the stolen turn has a higher mean than a fresh turn with five dice.

    It only counts its own points, not what the owner of the pot would lose.
    """
    from gamenight.games.thief.lab.solver import rolling, stealing

    return stealing(view.roll, view.pot) > rolling(DICE, 0)


def prepare_best(rules: Rules[Any, Any]) -> Iterator[str]:
    """Make the plan for this many players, which takes half a second."""
    if not isinstance(rules, ThiefRules):
        yield NO_CARDS
        return
    from gamenight.games.thief.lab.best import solved

    solved(rules.players)


PREDICTABLE = Thief(ends=leaves_few, steals=partial(leaves_at_least, 3), prefers=points_held)
TURN = Turn(ends=no_hold_is_better, steals=stolen_turn_is_better, prefers=mean_when_held)

BOTS = {
    "predictable": BotInfo(
        "Predictable",
        "Holds everything that counts, ends its turn when one or two dice are left, and steals "
        "when three or more are.",
        PREDICTABLE,
    ),
    "cautious": BotInfo(
        "Cautious",
        f"Holds everything that counts, ends its turn with {ENOUGH_FOR_CAUTIOUS} points or when "
        "one or two dice are left, and steals when four are.",
        Thief(
            ends=leaves_few_or_has_enough, steals=partial(leaves_at_least, 4), prefers=points_held
        ),
    ),
    "turn": BotInfo(
        "Turn",
        "Goes for the most points per turn on average, worked out exactly as if nobody stole, and "
        "steals if that beats a fresh turn.",
        TURN,
    ),
    "best": BotInfo(
        "Best",
        "Goes for the most points compared with the others: the best answer to players who choose "
        "like Turn or Predictable.",
        Best(),
        prepare=prepare_best,
    ),
}
