"""The curtain between two people at one keyboard: it shows only whose turn it is."""

from __future__ import annotations

from gamenight.app.pictures.bare_table import draw_bare_table
from gamenight.core.scene import Scene
from gamenight.draw.canvas import Picture
from gamenight.draw.context import Context, Focus
from gamenight.draw.ink import LIVE, MUTED
from gamenight.draw.palette import Look
from gamenight.draw.writing import write


def draw_curtain(scene: Scene, look: Look, size: tuple[int, int]) -> Picture:
    """The question in the middle of a bare table; below it, what happened as far as everybody may
    know it."""
    picture, bottom = draw_bare_table(scene, look, size, Focus())
    context = Context(look)
    lines = (context.text(scene.ask, LIVE), context.text("Everybody else, look away.", MUTED))
    for y, text in zip((bottom // 2 - 1, bottom // 2 + 1), lines, strict=True):
        shown = context.clip(text, size[0] - 2)
        write(picture, (size[0] - shown.width) // 2, y, shown, look)
    return picture
