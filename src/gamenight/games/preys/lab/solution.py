"""The solution of Preys and Hunters, as lines for people."""

from __future__ import annotations

from collections.abc import Iterator

from gamenight.games.preys.lab.solver import HALF, outcome
from gamenight.games.preys.odds import exact
from gamenight.games.preys.rules import PreysRules


def solve(rules: PreysRules) -> Iterator[str]:
    """How a game ends; where the fish choose, for each aim they can have."""
    start = rules.initial()
    if rules.options.escort != "choose":
        yield "A game from the start:"
        yield from exact(outcome(rules, start))
        return
    yield "A game from the start, if the fish play only for the win:"
    yield from exact(outcome(rules, start))
    yield "The same, if a tie counts as half a win for them:"
    yield from exact(outcome(rules, start, HALF))
