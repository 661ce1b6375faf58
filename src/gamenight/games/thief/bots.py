"""The bots of Thief: its policies, and one that is the best answer to them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from gamenight.core.bot import BotInfo, Limit, Opinion
from gamenight.core.rules import Decision, Rules
from gamenight.core.wavering import Wavering, rungs
from gamenight.games.thief.policies import CAUTIOUS, ENOUGH_FOR_CAUTIOUS, PREDICTABLE, TURN
from gamenight.games.thief.rules import Action, State, ThiefRules

# What bots are called at the table.
NAMES = (
    "B0LT0N", "CL4R4", "D1C3R0", "F1NG3R5", "GR4BB3R", "K4RL0", "L00T3R", "M4GP1E", "P0CK3T",
    "R0B1N", "ST3V3", "SW1P3", "T4K3R", "V1Ki", "Z1LCH",
)  # fmt: skip

NO_CARDS = (
    "Best does not know cards: with them it plays for the most points per turn, like Collector."
)


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


def prepare_model(rules: Rules[Any, Any]) -> Iterator[str]:
    """Make the plan for this many players, which takes half a second."""
    if isinstance(rules, ThiefRules):
        from gamenight.games.thief.lab.best import solved

        solved(rules.players)
    yield from ()


def prepare_best(rules: Rules[Any, Any]) -> Iterator[str]:
    """The same; with cards there is no plan."""
    if not isinstance(rules, ThiefRules):
        yield NO_CARDS
    yield from prepare_model(rules)


BEST = Best()
# Four go for the most points per turn, the fifth by the model of `best`; they misjudge each choice
# by this many points.
LADDER = rungs(
    *(Wavering(TURN, doubt) for doubt in (1250.0, 370.0, 115.0, 36.0)),
    Wavering(BEST, 82.0),
)

BOTS = {
    "newcomer": LADDER["newcomer"],
    "cautious": BotInfo(
        "Cautious",
        f"Ends its turn with {ENOUGH_FOR_CAUTIOUS} points, and seldom steals.",
        CAUTIOUS,
    ),
    "beginner": LADDER["beginner"],
    "predictable": BotInfo(
        "Predictable",
        "Steals with three or more dice, and never ends its turn before two are left.",
        PREDICTABLE,
    ),
    "learner": LADDER["learner"],
    "regular": LADDER["regular"],
    "turn": BotInfo(
        "Collector",
        "Collects the most points per turn, as if nobody else could steal.",
        TURN,
    ),
    "seasoned": replace(LADDER["seasoned"], prepare=prepare_model),
    "best": BotInfo(
        "Best",
        "Knows how others play, and finds the best answer to it.",
        BEST,
        prepare=prepare_best,
    ),
}
