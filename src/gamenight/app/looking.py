"""Looking: the arrow keys go over the board, to whatever has something to explain."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from gamenight.app.caption import caption
from gamenight.app.play import Play
from gamenight.app.selection import ARROWS, Selection, moved
from gamenight.core.scene import Choice, Scene
from gamenight.draw.canvas import Picture


class Looking:
    """at: the key of the spot that somebody looks at, or ""."""

    def __init__(self, play: Play):
        self._play = play
        self.at = ""

    def begin(self, picture: Picture) -> None:
        """Look at the first spot that has something to explain."""
        self._go("right", picture)
        if not self.at:
            self._play.refuse(
                "Nothing on this board needs to be explained; ? shows the rules.", wrong=False
            )

    def press(self, key: str, picture: Picture) -> bool:
        """An arrow key goes on, any other ends it. False if the key has a meaning of its own."""
        if key in ARROWS:
            self._go(key, picture)
            return True
        self.at = ""
        return key in ("escape", "enter", "space", " ", "f5")

    def _go(self, arrow: str, picture: Picture) -> None:
        """Where an arrow key leads among all that can be explained."""
        spots = tuple(Choice(key, "", on=(key,)) for key in captioned(self._play, picture))
        explained = Selection(replace(_in_sight(self._play), choices=spots, marks=None), self.at)
        self.at = moved(explained, arrow, picture).cursor


def captioned(play: Play, picture: Picture) -> Iterator[str]:
    """The spots in sight that have something to explain: those that can be pointed at."""
    scene, glyphs = _in_sight(play), play.table.game.glyphs
    drawn = {target.key for target in picture.targets}
    keys = (spot.key for area in scene.areas for spot in area.spots)
    return (key for key in keys if key in drawn and caption(scene, glyphs, key))


def _in_sight(play: Play) -> Scene:
    return play.frame if play.question is None else play.question.selection.scene
