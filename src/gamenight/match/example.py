"""Example: what a match of a game looks like, for people who have not played it yet."""

from __future__ import annotations

from random import Random

from gamenight.core.game import Game
from gamenight.core.play import sample
from gamenight.core.rules import Chance, Over
from gamenight.core.scene import Scene
from gamenight.core.view import scene_of

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")
PLIES = 12  # by then there is something on every table


def early_scene(game: Game) -> Scene:
    """A moment early in a random match, always the same one."""
    possible = game.players()
    count = min(max(possible[0], 2), possible[-1])
    rules, rng = game.rules(count), Random(game.id)
    unasked = game.unasked()
    names = [unasked.get(seat, NAMES[seat % len(NAMES)]) for seat in range(count)]
    state = rules.initial()
    for ply in range(PLIES * 2):
        node = rules.node(state)
        if isinstance(node, Chance):
            after = rules.apply(state, sample(node, rng))
        elif isinstance(node, Over) or ply >= PLIES:
            break
        else:
            after = rules.apply(state, rng.choice(node.actions))
        if isinstance(rules.node(after), Over):
            break
        state = after
    return scene_of(game, rules, state, None, names)
