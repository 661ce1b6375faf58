"""Writing: lines on a picture, in the colours of its palette."""

from __future__ import annotations

from collections.abc import Sequence

from gamenight.draw.canvas import Picture
from gamenight.draw.line import Line
from gamenight.draw.palette import Look


def write(picture: Picture, x: int, y: int, text: Line, look: Look) -> int:
    """A line from here on; returns where it ends."""
    for part, ink in text.parts:
        x = picture.put(x, y, part, look.shown(ink))
    return x


def block(lines: Sequence[Line], look: Look, width: int | None = None) -> Picture:
    """Lines under each other, as wide as the longest or as asked."""
    wide = max((text.width for text in lines), default=0) if width is None else width
    picture = Picture(wide, len(lines))
    for y, text in enumerate(lines):
        write(picture, 0, y, text, look)
    return picture
