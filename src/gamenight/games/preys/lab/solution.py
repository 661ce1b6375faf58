"""The solution of Preys and Hunters, as lines for people."""

from __future__ import annotations

from collections.abc import Iterator

from gamenight.games.preys.lab.solver import HALF, Outcome, outcome
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


def exact(found: Outcome) -> Iterator[str]:
    """An outcome as lines: fractions and decimals."""
    yield f"  fish win:      {found.fish} ({float(found.fish):.6f})"
    yield f"  fishermen win: {found.fishermen} ({float(found.fishermen):.6f})"
    yield f"  tie:           {found.tie} ({float(found.tie):.6f})"
    yield f"  rolls (mean):  {found.rolls} ({float(found.rolls):.4f})"
