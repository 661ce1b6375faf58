"""Policies of Thief: players who look at the pot and the dice, each with a rule for ending,
holding and stealing.

Reaching the target wins at the roll itself, so it needs no choice, and scores do not matter to
them. They never play a card, and do nothing out of turn.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from random import Random
from typing import Any

from gamenight.core.bot import Limit, Opinion
from gamenight.core.rules import Decision, Rules
from gamenight.games.thief.rules import (
    DECLINE,
    DICE,
    END,
    STEAL,
    Action,
    Hold,
    State,
    left,
    stake,
    units,
    worth,
)

ENOUGH_FOR_CAUTIOUS = 300


@dataclass(frozen=True)
class Thief:
    """A bot with its own rules.

    ends: whether to end the turn where that is possible; steals: whether to take the pot that is
    offered; prefers: what a hold is worth to it, the most being held.
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


class TurnBot(Thief):
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
    """Whether the stolen turn has a higher mean than a new turn with five dice.

    It only counts its own points, not what the owner of the pot would lose.
    """
    from gamenight.games.thief.lab.solver import rolling, stealing

    return stealing(view.roll, view.pot) > rolling(DICE, 0)


def always(view: State) -> bool:
    return True


def never(view: State) -> bool:
    return False


PREDICTABLE = Thief(ends=leaves_few, steals=partial(leaves_at_least, 3), prefers=points_held)
TURN = TurnBot(ends=no_hold_is_better, steals=stolen_turn_is_better, prefers=mean_when_held)
CAUTIOUS = Thief(
    ends=leaves_few_or_has_enough, steals=partial(leaves_at_least, 4), prefers=points_held
)
# Nobody's bot: how everybody would play among players as good as themselves
# (`lab/equilibrium.py`).
ROBBER = Thief(ends=never, steals=always, prefers=mean_when_held)
