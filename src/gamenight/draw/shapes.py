"""Shapes: an area as a picture, by its shape and look, in the largest density that has room."""

from __future__ import annotations

from collections.abc import Callable

from gamenight.core.scene import Area
from gamenight.draw.brush import Brush
from gamenight.draw.canvas import Picture
from gamenight.draw.frames import draw_frames, filled
from gamenight.draw.lanes import CELLS, LANES
from gamenight.draw.lattice import draw_lattice
from gamenight.draw.lists import draw_list
from gamenight.draw.pits import PITS
from gamenight.draw.ring import draw_ring
from gamenight.draw.strip import joined, strip
from gamenight.draw.tiles import draw_strips
from gamenight.draw.trays import draw_tray, is_tray, title_strip, tray_edge

__all__ = ["draw_area", "draw_ring", "tray_edge"]

Drawing = Callable[[Area, Brush, int, int], Picture | None]
FILLINGS = {"pit": PITS, "lane": LANES}


def draw_area(area: Area, brush: Brush, width: int, height: int, edge: int = 0) -> Picture | None:
    """An area with its title, no larger than that; None if there is no room even for the
    smallest. `edge` is where the tokens of a tray begin (see `tray_edge`)."""
    if is_tray(area):
        return draw_tray(area, brush, width, height, edge)
    if not filled(area):
        return _draw_empty(area, brush, width, height)
    draw = SHAPES.get(area.shape, draw_list)
    title = _title(area, brush, width)
    if title is None:
        return draw(area, brush, width, height)
    body = draw(area, brush, width, height - 1)
    if body is None:
        return draw(area, brush, width, height)
    picture = Picture(max(title.width, body.width), body.height + 1)
    picture.paste(title, 0, 0)
    picture.paste(body, 0, 1)
    return picture


def _draw_empty(area: Area, brush: Brush, width: int, height: int) -> Picture | None:
    """The title of an area where nothing is, and that nothing is there."""
    nothing = strip("-", brush.ink(brush.palette.muted))
    text = joined([title_strip(area, brush), nothing]).clip(width, brush.pen.signs.ellipsis)
    if text.width > width or height < 1:
        return None
    picture = Picture(text.width, 1)
    text.put(picture, 0, 0)
    return picture


def _title(area: Area, brush: Brush, width: int) -> Picture | None:
    """The board needs no title: it is what the scene is about."""
    if area.rank == 0 and area.shape in ("grid", "ring"):
        return None
    title = title_strip(area, brush).clip(width, brush.pen.signs.ellipsis)
    if not title:
        return None
    picture = Picture(title.width, 1)
    title.put(picture, 0, 0)
    return picture


def _draw_grid(area: Area, brush: Brush, width: int, height: int) -> Picture | None:
    """What is no lattice, or has no room as one, is a list."""
    filling = FILLINGS.get(area.look, CELLS)
    drawn = draw_lattice(area, brush, filling, width, height)
    return drawn or draw_list(area, brush, width, height)


def _draw_row(area: Area, brush: Brush, width: int, height: int) -> Picture | None:
    if area.look in FILLINGS:
        return _draw_grid(area, brush, width, height)
    if area.look == "tile":
        return draw_strips(area, brush, width, height)
    return draw_frames(area, brush, width, height)


def _draw_ring(area: Area, brush: Brush, width: int, height: int) -> Picture | None:
    return draw_ring(area, brush, width, height, lambda _width, _height: Picture(0, 0))


SHAPES: dict[str, Drawing] = {
    "row": _draw_row,
    "grid": _draw_grid,
    "ring": _draw_ring,
    "list": draw_list,
}
