"""Feet: the lower edge of a raised tile, which shows where that ends and what can be reached."""

from __future__ import annotations

from gamenight.core.scene import Spot
from gamenight.draw.canvas import HALF, Picture
from gamenight.draw.colors import mixed
from gamenight.draw.context import Context
from gamenight.draw.ink import Ink

EDGE, REACHED_EDGE = 0.12, 0.65


def draw_foot(
    picture: Picture, spot: Spot, context: Context, place: tuple[int, int, int], ground: str
) -> None:
    """A column, a line and how wide. Half a line that is lighter than the ground, or gold where the
    tile can be reached, then half a line of nothing. Without pixels it is a line, strong where the
    tile can be reached; other tiles that have a ground need none."""
    (x, y, width), palette, look = place, context.palette, context.look
    is_reached = spot.key in context.reach
    if look.fill and not look.ascii:
        other, share = (palette.accent, REACHED_EDGE) if is_reached else (palette.strong, EDGE)
        picture.put(x, y, HALF * width, Ink(mixed(ground, other, share), palette.ground))
    elif is_reached:
        picture.put(x, y, context.signs.bar[0] * width, context.ink(palette.accent, bold=True))
    elif not look.fill:
        picture.put(x, y, context.signs.bar[2] * width, context.ink(palette.muted))
