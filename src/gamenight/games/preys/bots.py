"""The bots of Preys and Hunters: they only play where the fish choose.

The fishermen never have a choice, and the fish only with the escort `choose`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from gamenight.core.bot import BotInfo, Limit, Opinion
from gamenight.core.wavering import Wavering, rungs
from gamenight.games.preys.rules import PreysRules, State, Swim


@dataclass(frozen=True)
class Shoal:
    """A team of fish with its own rule for which free fish swims instead of a safe one: any of
    these, all equally likely."""

    swimmers: Callable[[PreysRules, State], Sequence[int]]

    def choose(self, rules: PreysRules, view: State, seat: int, rng: Random, limit: Limit) -> Swim:
        return Swim(rng.choice(self.swimmers(rules, view)))

    def chances(self, rules: PreysRules, view: State, seat: int) -> Mapping[Swim, float]:
        fish = self.swimmers(rules, view)
        return {Swim(one): 1 / len(fish) for one in fish}


def any_fish(rules: PreysRules, view: State) -> Sequence[int]:
    return view.free


def closest(rules: PreysRules, view: State) -> Sequence[int]:
    """The seed's escort: nearest to the sea, then the smallest number."""
    return (max(view.free, key=lambda fish: (view.place(fish), -fish)),)


def farthest(rules: PreysRules, view: State) -> Sequence[int]:
    return (min(view.free, key=lambda fish: (view.place(fish), fish)),)


def best_fish(rules: PreysRules, view: State) -> Sequence[int]:
    from gamenight.games.preys.lab.solver import best

    return (best(rules, view),)


class Racer(Shoal):
    """Knows what each fish is worth where a tie is half a win: then the closest is always best."""

    def explain(
        self, rules: PreysRules, view: State, seat: int, rng: Random, limit: Limit
    ) -> list[Opinion]:
        from gamenight.games.preys.lab.solver import HALF, choices

        ends = choices(rules, view, HALF)
        found = {fish: float(one.fish) + float(one.tie) / 2 for fish, one in ends.items()}
        best_first = sorted(
            found, key=lambda fish: (-round(found[fish], 12), -view.place(fish), fish)
        )
        return [
            Opinion(
                Swim(fish),
                found[fish],
                f"worth {found[fish]:.1%} of a win: the fish win {float(ends[fish].fish):.1%}, "
                f"and half of {float(ends[fish].tie):.1%} for a tie",
            )
            for fish in best_first
        ]


RACER = Racer(closest)
# They misjudge what each fish is worth by these shares of a game, which makes even steps of Elo
# from `random` to `racer`: `python -m tools.rungs preys --top racer` works it out.
LADDER = rungs(*(Wavering(RACER, doubt) for doubt in (0.125, 0.058, 0.0346, 0.0216, 0.0119)))

# With a tie as half a win, as Elo and reviews count it, nobody is stronger than `racer`, who gives
# the hints.
BOTS = {
    **LADDER,
    "helper": BotInfo("Helper", "Helps the fish farthest from the sea.", Shoal(farthest)),
    "easy": BotInfo("Easy", "Lets any free fish swim, at random.", Shoal(any_fish)),
    "perfect": BotInfo(
        "Perfect", "The best if only wins count; in Elo a tie is half a win.", Shoal(best_fish)
    ),
    "racer": BotInfo("Racer", "Sends the fish closest to the sea.", RACER, exact=True),
}
