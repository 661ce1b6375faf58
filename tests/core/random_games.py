"""States and texts out of random games, of any rules."""

from random import Random
from typing import Any

from gamenight.core.play import possible_actions, sample
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


def random_texts(rules: Rules[Any, Any], rng: Random, most: int = 10_000) -> tuple[str, ...]:
    """The plies of a random game; whatever is possible is alike, out of turn and at the table."""
    state, texts = rules.initial(), list[str]()
    while len(texts) < most and (possible := possible_actions(rules, state)):
        action = rng.choice(possible)
        texts.append(rules.format(action))
        state = rules.apply(state, action)
    return tuple(texts)
