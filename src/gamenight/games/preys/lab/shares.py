"""What a bot wins for the fish: the chain of the solver, in which the bot chooses by its chances.

No bot looks at the numbers of fish in different places, so states whose fish are sorted are one.
"""

from __future__ import annotations

from functools import cache

from gamenight.core.bot import Bot, Foretells
from gamenight.core.rules import Chance, Decision
from gamenight.games.preys.lab.solver import merged
from gamenight.games.preys.rules import TEAM_FISH, Action, PreysRules, State


def share(rules: PreysRules, bot: Bot) -> float | None:
    """The share of the games that the fish win with this bot from the start, a tie as half; None
    if it cannot say how it will choose."""
    if not isinstance(bot, Foretells):
        return None
    foretells = bot

    @cache
    def of(state: State) -> float:
        node = rules.node(state)
        if isinstance(node, Decision):
            return mean(state, dict(foretells.chances(rules, state, TEAM_FISH)))
        if isinstance(node, Chance):
            total = node.cumulative[-1]
            return mean(state, {action: weight / total for action, weight in node.outcomes})
        return (TEAM_FISH in node.winners) / len(node.winners)

    def mean(state: State, chances: dict[Action, float]) -> float:
        return sum(
            chance * of(merged(rules.apply(state, action))) for action, chance in chances.items()
        )

    return of(merged(rules.initial()))
