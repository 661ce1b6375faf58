"""Whole games between bots, each checked at every choice and shown only what its seat may see."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from gamenight.bots import Uniform
from gamenight.core.bot import Bot, Limit
from gamenight.core.play import sample
from gamenight.core.rules import Chance, Decision, Over, Rules

QUICK = Limit(simulations=8)


def play(
    rules: Rules[Any, Any],
    bots: Sequence[Bot],
    seed: int,
    limit: Limit = QUICK,
    most: int | None = None,
) -> tuple[Over, list[str]]:
    """The end of one game and its texts; after the `most` plies it is played on at random."""
    rng, state = Random(seed), rules.initial()
    texts: list[str] = []
    while True:
        node = rules.node(state)
        if isinstance(node, Over):
            return node, texts
        if most is not None and len(texts) >= most:
            bots = [Uniform()] * rules.players
        if isinstance(node, Chance):
            action = sample(node, rng)
        else:
            action = chosen(rules, bots, state, node, rng, limit)
        texts.append(rules.format(action))
        state = rules.apply(state, action)


def chosen(
    rules: Rules[Any, Any],
    bots: Sequence[Bot],
    state: Any,
    node: Decision[Any],
    rng: Random,
    limit: Limit,
) -> Any:
    """Who could act out of turn is asked first, in seat order after the player; then the player."""
    order = [(node.player + 1 + n) % rules.players for n in range(rules.players)]
    for seat in order:
        possible = node.of(seat)
        if possible:
            action = bots[seat].choose(rules, rules.hide(state, seat), seat, rng, limit)
            assert action in possible or (action is None and seat != node.player)
            if action is not None:
                return action
    raise AssertionError(f"nobody acted in {state}")
