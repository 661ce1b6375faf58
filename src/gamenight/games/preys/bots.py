"""The bots of Preys and Hunters: they only play where the fish choose.

The fishermen never have a choice, and the fish only with the escort `choose`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from gamenight.core.bot import BotInfo, Limit, Opinion
from gamenight.games.preys.rules import PreysRules, State, Swim

REVIEWED = ", best if a tie is half a win, as in a review"


@dataclass(frozen=True)
class Shoal:
    """A team of fish with its own rule for which free fish swims instead of a safe one."""

    swimmer: Callable[[PreysRules, State, Random], int]

    def choose(self, rules: PreysRules, view: State, seat: int, rng: Random, limit: Limit) -> Swim:
        return Swim(self.swimmer(rules, view, rng))


def any_fish(rules: PreysRules, view: State, rng: Random) -> int:
    return rng.choice(view.free)


def closest(rules: PreysRules, view: State, rng: Random) -> int:
    """The seed's escort: nearest to the sea, then the smallest number."""
    return max(view.free, key=lambda fish: (view.place(fish), -fish))


def farthest(rules: PreysRules, view: State, rng: Random) -> int:
    return min(view.free, key=lambda fish: (view.place(fish), fish))


def best_fish(rules: PreysRules, view: State, rng: Random) -> int:
    from gamenight.games.preys.lab.solver import best

    return best(rules, view)


class Solver(Shoal):
    """Knows the exact chances of every fish that can swim."""

    def explain(
        self, rules: PreysRules, view: State, seat: int, rng: Random, limit: Limit
    ) -> list[Opinion]:
        from gamenight.games.preys.lab.solver import HALF, best, choices

        found = choices(rules, view)
        best_first = sorted(found, key=lambda fish: (-found[fish].fish, -found[fish].tie, fish))
        reviewed = best(rules, view, HALF)
        return [
            Opinion(
                Swim(fish),
                float(found[fish].fish),
                f"the fish win {float(found[fish].fish):.1%}, a tie {float(found[fish].tie):.1%}"
                + (REVIEWED if fish == reviewed != best_first[0] else ""),
            )
            for fish in best_first
        ]


# From weak to strong: of a million games each they win 35.8, 36.2, 36.4 and 37.2 per cent.
BOTS = {
    "helper": BotInfo("Helper", "Helps the fish farthest from the sea.", Shoal(farthest)),
    "easy": BotInfo("Easy", "Lets any free fish swim, at random.", Shoal(any_fish)),
    "racer": BotInfo("Racer", "Sends the fish closest to the sea.", Shoal(closest)),
    "perfect": BotInfo(
        "Perfect",
        "Always takes the best chance to win, then to tie.",
        Solver(best_fish),
        exact=True,
        aim="to win, ties aside",
    ),
}
