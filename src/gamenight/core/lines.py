"""Lines: what is played one after the other, in the words that players type."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from gamenight.core.game import Game
from gamenight.core.labels import shortest
from gamenight.core.rules import Decision, Rules
from gamenight.core.view import scene_of


def line_labels(
    game: Game, rules: Rules[Any, Any], state: Any, actions: Iterable[Any]
) -> tuple[str, ...]:
    """Each action from this state on as whoever is to play would type it; what chance does, and
    what is done out of turn, by its text."""
    found = []
    for action in actions:
        text, node = rules.format(action), rules.node(state)
        ways = dict[str, str]()
        if isinstance(node, Decision):
            scene = scene_of(game, rules, state, node.player, ("",) * rules.players)
            ways = {choice.text: shortest(scene, choice) for choice in scene.choices}
        found.append(ways.get(text, text))
        state = rules.apply(state, action)
    return tuple(found)


def told_line(first: str, then: Iterable[str]) -> str:
    """A move, and the labels of what follows it: `house 4, then 2, 5, 1`."""
    following = ", ".join(then)
    return f"{first}, then {following}" if following else first
