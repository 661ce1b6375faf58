"""Wavering: a bot that weighs its choices as another does, with an unsteady hand; and rungs, the
five steps of such bots between `random` and a game's strongest."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
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


def rungs(
    *bots: Wavering, prepare: Callable[[Any], Iterable[str]] = no_preparation
) -> dict[str, BotInfo]:
    """Five wavering bots, the weakest first, as a menu shows them."""
    return {
        name: BotInfo(name.capitalize(), summary, bot, prepare=prepare)
        for (name, summary), bot in zip(RUNGS.items(), bots, strict=True)
    }
