"""Shapes: an area as a picture, by its shape and look, in the largest density that has room."""

from __future__ import annotations

from collections.abc import Callable

from gamenight.core.scene import Area
from gamenight.draw.canvas import Picture
from gamenight.draw.context import Context
from gamenight.draw.line import Line, joined, line
from gamenight.draw.parts.bowls import draw_bowls
from gamenight.draw.parts.frames import draw_frames, filled
from gamenight.draw.parts.lanes import CELLS, LANES
from gamenight.draw.parts.lattice import draw_lattice
from gamenight.draw.parts.lists import draw_headed_list, draw_list
from gamenight.draw.parts.pits import PITS
from gamenight.draw.parts.ring import draw_ring
from gamenight.draw.parts.tiles import draw_strips
from gamenight.draw.parts.trays import draw_tray, is_tray, title_line, tray_edge
from gamenight.draw.writing import block

__all__ = ["draw_area", "draw_ring", "tray_edge"]

Drawing = Callable[[Area, Context, int, int], Picture | None]
FILLINGS = {"pit": PITS, "lane": LANES}


def draw_area(
    area: Area, context: Context, width: int, height: int, edge: int = 0
) -> Picture | None:
    """An area with its title, no larger than that; None if there is no room even for the
    smallest. `edge` is where the tokens of a tray begin (see `tray_edge`)."""
    if is_tray(area):
        tray = draw_tray(area, context, width, height, edge)
        if tray is not None or not context.look.flows:
            return tray
    if not filled(area):
        return _draw_empty(area, context, width, height)
    draw = SHAPES.get(area.shape, draw_list)
    title = _title(area, context, width)
    body = draw(area, context, width, height - title.height)
    if body is None and context.look.flows:
        body = draw_list(area, context, width, height)
    if body is None:
        head = title_line(area, context)
        lead = draw_headed_list(area, head, context, width, height) if draw is draw_list else None
        return lead or draw(area, context, width, height)
    if not title.height:
        return body
    picture = Picture(max(title.width, body.width), title.height + body.height)
    picture.paste(title, 0, 0)
    picture.paste(body, 0, title.height)
    return picture


def _draw_empty(area: Area, context: Context, width: int, height: int) -> Picture | None:
    """The title of an area where nothing is, and that nothing is there."""
    nothing = line("-", context.ink(context.palette.muted))
    drawn = _headline(joined([title_line(area, context), nothing]), context, width)
    return drawn if drawn.width <= width and drawn.height <= height else None


def _title(area: Area, context: Context, width: int) -> Picture:
    """The board needs no title: it is what the scene is about."""
    if area.rank == 0 and area.shape in ("grid", "ring"):
        return Picture(0, 0)
    return _headline(title_line(area, context), context, width)


def _headline(text: Line, context: Context, width: int) -> Picture:
    """On one line, or where it flows on as many as it needs."""
    shown = text.wrap(width) if context.look.flows else [context.clip(text, width)]
    return block([part for part in shown if part], context.look)


def _draw_grid(area: Area, context: Context, width: int, height: int) -> Picture | None:
    """What is no lattice, or has no room as one, is a list."""
    filling = FILLINGS.get(area.look, CELLS)
    drawn = None
    if area.look == "pit" and not context.look.flows:
        drawn = draw_bowls(area, context, width, height)
    drawn = drawn or draw_lattice(area, context, filling, width, height)
    return drawn or draw_list(area, context, width, height)


def _draw_row(area: Area, context: Context, width: int, height: int) -> Picture | None:
    if area.look in FILLINGS:
        return _draw_grid(area, context, width, height)
    if area.look == "tile":
        return draw_strips(area, context, width, height)
    return draw_frames(area, context, width, height)


def _draw_ring(area: Area, context: Context, width: int, height: int) -> Picture | None:
    if context.look.flows:
        return draw_strips(area, context, width, height)
    return draw_ring(area, context, width, height, lambda _width, _height: Picture(0, 0))


SHAPES: dict[str, Drawing] = {
    "row": _draw_row,
    "grid": _draw_grid,
    "ring": _draw_ring,
    "list": draw_list,
}
