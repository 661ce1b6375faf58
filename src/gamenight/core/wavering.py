"""Wavering: a bot that weighs its choices as another does, with an unsteady hand; and rungs, the
five steps of such bots between `random` and a game's strongest."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import prod
from random import Random
from statistics import NormalDist
from typing import Any, Protocol

from gamenight.core.bot import Bot, BotInfo, Explains, Limit, no_preparation

# The same in every game, the weakest first: what people type, and how such a bot plays.
RUNGS = {
    "newcomer": "Knows the rules, and guesses a lot.",
    "beginner": "Spots the obvious, and misses the rest.",
    "learner": "Plays sensibly, with a good many mistakes.",
    "regular": "Plays well, and slips now and then.",
    "seasoned": "Plays very well, and seldom slips.",
}


# Where an integral over the normal distribution is summed: for products of curves as smooth as
# this, steps of a quarter are exact to more digits than a float has.
NORMAL, STEP = NormalDist(), 0.25
PLACES = [STEP * n for n in range(-36, 37)]


class Weighing(Bot, Explains, Protocol):
    """A bot that can say what each choice is worth to it."""


class Wavering:
    """The rungs of a ladder: it sees what another bot sees, and misjudges each choice a little, by
    the normal distribution. So it may miss what makes a small difference, but
    seldom what makes a large one."""

    def __init__(self, bot: Weighing, doubt: float) -> None:
        """doubt: by how much it usually misjudges, on the other bot's scale of opinions."""
        self.bot = bot
        self.doubt = doubt

    def choose(self, rules: Any, view: Any, seat: int, rng: Random, limit: Limit) -> Any | None:
        opinions = self.bot.explain(rules, view, seat, rng, limit)
        if len(opinions) < 2:
            return self.bot.choose(rules, view, seat, rng, limit)
        felt = [(one.value + rng.gauss(0, self.doubt), one.action) for one in opinions]
        return max(felt, key=lambda one: one[0])[1]

    def chances(self, rules: Any, view: Any, seat: int) -> Mapping[Any, float]:
        """How likely it takes each action, if the other bot always thinks the same of a view."""
        opinions = self.bot.explain(rules, view, seat, Random(0), Limit())
        values = [one.value / self.doubt for one in opinions]
        return {one.action: _seems_best(values, number) for number, one in enumerate(opinions)}


def _seems_best(values: Sequence[float], number: int) -> float:
    """How likely the one with this number seems the best, where each is misjudged by about 1."""
    own, others = values[number], [*values[:number], *values[number + 1 :]]
    return STEP * sum(
        NORMAL.pdf(place) * prod(NORMAL.cdf(place + own - other) for other in others)
        for place in PLACES
    )


def rungs(
    *bots: Wavering, prepare: Callable[[Any], Iterable[str]] = no_preparation
) -> dict[str, BotInfo]:
    """Five wavering bots, the weakest first, as a menu shows them."""
    return {
        name: BotInfo(name.capitalize(), summary, bot, prepare=prepare)
        for (name, summary), bot in zip(RUNGS.items(), bots, strict=True)
    }
