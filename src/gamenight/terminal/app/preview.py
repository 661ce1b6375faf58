"""Preview: small pictures of a game and of a match, for lists to show beside themselves."""

from __future__ import annotations

from random import Random

from gamenight.core.game import Game
from gamenight.core.play import sample
from gamenight.core.rules import Chance, Over
from gamenight.core.scene import Scene
from gamenight.core.view import scene_of
from gamenight.match.match import Match
from gamenight.match.store import Store, Stored
from gamenight.terminal.picture.canvas import Picture
from gamenight.terminal.picture.palette import Look

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")
PLIES = 12  # so many into a match there is something on every table


def game_picture(game: Game, look: Look, size: tuple[int, int]) -> Picture:
    """What a match of the game looks like."""
    return _drawn(_early_scene(game), game, look, size)


def match_picture(
    store: Store, stored: Stored, game: Game, look: Look, size: tuple[int, int]
) -> Picture:
    """The last screen of a match, without what several people at one keyboard hide."""
    match = Match(store, stored, game)
    viewer = match.viewer
    scene = scene_of(match.game, match.rules, match.state, viewer, match.names)
    return _drawn(scene, game, look, size)


def _drawn(scene: Scene, game: Game, look: Look, size: tuple[int, int]) -> Picture:
    from gamenight.terminal.picture.table import draw

    picture = draw(scene, game.glyphs, look, size)
    picture.targets.clear()
    return picture


def _early_scene(game: Game) -> Scene:
    """A moment early in a match that is played at random, always the same one."""
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
