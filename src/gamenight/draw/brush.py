"""Brush: what a picture of one scene is drawn with: the look, the words, and what stands out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gamenight.core.scene import Glyph, Scene, Spot
from gamenight.draw.canvas import Ink
from gamenight.draw.palette import Look, Palette
from gamenight.draw.pen import Pen, pen_for

CHOICE = "="


def choice_key(text: str) -> str:
    """The key of the target that stands for a choice itself."""
    return CHOICE + text


@dataclass(frozen=True, slots=True)
class Focus:
    """Where the person is: the key under the cursor, the keys touched so far (a card, then its
    target), what is typed but not yet whole, and the keys that the last move touched."""

    cursor: str = ""
    path: tuple[str, ...] = ()
    typed: str = ""
    last: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Brush:
    """The pen of plain mode writes words and faces; `live` can be touched next."""

    look: Look
    pen: Pen
    focus: Focus = Focus()

    @property
    def palette(self) -> Palette:
        return self.look.palette

    @property
    def live(self) -> frozenset[str]:
        return self.pen.live

    def ground(self, spot: Spot, usual: str) -> str:
        """The ground of a spot: under the cursor, marked, live, touched by the last move, else
        the usual one."""
        palette = self.palette
        if spot.key == self.focus.cursor:
            return palette.accent
        if spot.key in self.pen.marks or spot.key in self.focus.path or spot.tone == "held":
            return palette.held
        if spot.key in self.live:
            return palette.live
        return palette.last if spot.key in self.focus.last else usual

    def ink(self, fg: str = "", bg: str = "", bold: bool = False) -> Ink:
        return self.look.ink(fg, bg, bold)


def brush_for(scene: Scene, glyphs: Mapping[str, Glyph], look: Look, focus: Focus) -> Brush:
    """The brush of a scene; after a touch, live is what can be touched next."""
    pen = pen_for(scene, glyphs, look.style)
    if focus.path:
        depth = len(focus.path)
        open_choices = (c for c in scene.choices if c.on[:depth] == focus.path)
        following = frozenset(c.on[depth] for c in open_choices if len(c.on) > depth)
        pen = Pen(pen.style, pen.glyphs, following, pen.marks, pen.names, pen.initials)
    return Brush(look, pen, focus)
