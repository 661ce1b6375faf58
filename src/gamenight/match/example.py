"""Example: what a match of a game looks like, for people who have not played it yet."""

from __future__ import annotations

from random import Random

from gamenight.core.game import Game
from gamenight.core.play import sample
from gamenight.core.rules import Chance, Over
from gamenight.core.scene import Scene
from gamenight.core.view import scene_of

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")
EARLY, LATE = 12, 60  # plies: by then there is something on every table; a match is still young


def early_scene(game: Game) -> Scene:
    """A moment early in a random match, always the same one: that with the most to see on the board
    among those in which somebody decides, or in which anything happens where nobody does."""
    possible = game.players()
    count = min(max(possible[0], 2), possible[-1])
    rules, rng = game.rules(count), Random(game.id)
    unasked = game.unasked()
    names = [unasked.get(seat, NAMES[seat % len(NAMES)]) for seat in range(count)]
    state = rules.initial()
    best, found = (False, -1, -1), state
    for ply in range(LATE):
        node = rules.node(state)
        if isinstance(node, Over):
            break
        seen = filled(scene_of(game, rules, state, None, names))
        worth = (not isinstance(node, Chance), min(ply, EARLY), seen)
        if worth > best:
            best, found = worth, state
        chosen = sample(node, rng) if isinstance(node, Chance) else rng.choice(node.actions)
        state = rules.apply(state, chosen)
    return scene_of(game, rules, found, None, names)


def filled(scene: Scene) -> int:
    """How many places of the board have something on them."""
    return sum(bool(spot.tokens) for area in scene.areas if area.rank == 0 for spot in area.spots)
