"""A bare table: the title above, the question and buttons below, and room between."""

from __future__ import annotations

from gamenight.core.scene import Scene
from gamenight.draw.canvas import Picture
from gamenight.draw.context import Focus, context_for
from gamenight.draw.ink import LIVE
from gamenight.draw.layouts.footer import draw_footer, plan_footer
from gamenight.draw.palette import Look
from gamenight.draw.writing import write


def draw_bare_table(
    scene: Scene, look: Look, size: tuple[int, int], focus: Focus
) -> tuple[Picture, int]:
    """The picture, and the line where its footer begins."""
    width, height = size
    context, footer = context_for(scene, {}, look, focus), plan_footer(scene, {}, look, size)
    picture = Picture(width, height)
    picture.fill(0, 0, width, height, look.ink(bg=look.palette.ground))
    picture.fill(0, 0, width, 1, look.ink(bg=look.palette.bar))
    write(picture, 1, 0, context.clip(context.text(scene.title, LIVE), width - 2), look)
    picture.paste(draw_footer(scene, context, width, footer), 0, height - footer.height)
    return picture, height - footer.height
