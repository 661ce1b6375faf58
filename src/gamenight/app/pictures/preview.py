"""Previews: small pictures of a game and of a match, to show beside a list."""

from __future__ import annotations

from gamenight.core.game import Game
from gamenight.core.record import Record
from gamenight.core.scene import Scene
from gamenight.draw.canvas import Picture
from gamenight.draw.palette import Look
from gamenight.match.example import early_scene
from gamenight.match.playback import ReplayTable


def game_picture(game: Game, look: Look, size: tuple[int, int]) -> Picture:
    """What a match of the game looks like."""
    return _drawn(early_scene(game), game, look, size)


def match_picture(record: Record, game: Game, look: Look, size: tuple[int, int]) -> Picture:
    """The last scene of a match, without what several people at one keyboard hide."""
    table = ReplayTable(record, game=game)
    people = [number for number, seat in enumerate(table.seats) if not seat.bot]
    return _drawn(table.scene(people[0] if len(people) == 1 else None), game, look, size)


def _drawn(scene: Scene, game: Game, look: Look, size: tuple[int, int]) -> Picture:
    from gamenight.draw.layouts.fit import draw  # late: loaded in the thread that draws

    picture = draw(scene, game.glyphs, look, size)
    picture.targets.clear()
    return picture
