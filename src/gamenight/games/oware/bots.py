"""The two machine players of the original program, and two that search."""

from __future__ import annotations

from random import Random

from gamenight.core.bot import BotInfo, Limit, Opinion
from gamenight.games.oware.rules import OwareRules, State
from gamenight.games.oware.strong import Strong, prepare, prepare_perfect


class Easy:
    """Sows any house it may."""

    def choose(self, rules: OwareRules, view: State, seat: int, rng: Random, limit: Limit) -> int:
        return rng.choice(rules.moves(view.position))


class Hard:
    """Looks one move ahead: the most seeds captured at once, any of the equals."""

    def choose(self, rules: OwareRules, view: State, seat: int, rng: Random, limit: Limit) -> int:
        seeds = captures(rules, view)
        most = max(seeds.values())
        return rng.choice([house for house, captured in seeds.items() if captured == most])

    def explain(
        self, rules: OwareRules, view: State, seat: int, rng: Random, limit: Limit
    ) -> list[Opinion]:
        found = sorted(captures(rules, view).items(), key=lambda one: -one[1])
        return [Opinion(house, float(seeds), _words(seeds)) for house, seeds in found]


def captures(rules: OwareRules, view: State) -> dict[int, int]:
    """The seeds that each house captures at once."""
    position = view.position
    return {house: rules.sow(position, house).seeds for house in rules.moves(position)}


def _words(seeds: int) -> str:
    return "captures nothing" if not seeds else f"captures {seeds} seeds at once"


BOTS = {
    "easy": BotInfo("Easy", "Sows a house at random.", Easy()),
    "hard": BotInfo("Hard", "Captures as many seeds as it can at once, else random.", Hard()),
    "strong": BotInfo(
        "Strong",
        "Looks a dozen moves ahead and more; strong:0.1 thinks a tenth of a second.",
        Strong(Hard()),
        limit=Limit(seconds=0.1),
        prepare=prepare,
    ),
    "perfect": BotInfo(
        "Perfect",
        "Strong, and with few seeds left it looks up what each move is worth.",
        Strong(Hard(), tables=True),
        limit=Limit(seconds=0.1),
        prepare=prepare_perfect,
    ),
}
