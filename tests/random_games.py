"""States out of random games, of any rules."""

from random import Random
from typing import Any

from gamenight.core.play import sample
from gamenight.core.rules import Chance, Decision, Over, Rules


def some_states(rules: Rules[Any, Any], rng: Random, games: int) -> list[Any]:
    """One state out of each of so many random games, and the last end of them."""
    found = []
    for _ in range(games):
        state, visited = rules.initial(), []
        while not isinstance(node := rules.node(state), Over):
            visited.append(state)
            if isinstance(node, Chance):
                state = rules.apply(state, sample(node, rng))
            elif isinstance(node, Decision):
                state = rules.apply(state, rng.choice(node.actions))
        found.append(rng.choice(visited))
    return [*found, state]
