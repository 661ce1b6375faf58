"""The two machine players of the original program."""

from __future__ import annotations

from random import Random

from gamenight.core.bot import BotInfo, Limit
from gamenight.games.oware.rules import OwareRules, State


class Easy:
    """Sows any house it may."""

    def choose(self, rules: OwareRules, view: State, seat: int, rng: Random, limit: Limit) -> int:
        return rng.choice(rules.moves(view.position))


class Hard:
    """Looks one move ahead: the most seeds captured at once, any of the equals."""

    def choose(self, rules: OwareRules, view: State, seat: int, rng: Random, limit: Limit) -> int:
        position = view.position
        seeds = {house: rules.sow(position, house).seeds for house in rules.moves(position)}
        most = max(seeds.values())
        return rng.choice([house for house, captured in seeds.items() if captured == most])


BOTS = {
    "easy": BotInfo("Easy", "Sows a house at random.", Easy()),
    "hard": BotInfo("Hard", "Captures as many seeds as it can at once, else random.", Hard()),
}
