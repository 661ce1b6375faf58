"""Ring: tiles around a hole, and what there is to tell about them in the hole."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from gamenight.core.scene import Area, Spot
from gamenight.draw.canvas import Picture
from gamenight.draw.context import Context
from gamenight.draw.parts.tiles import Form, draw_strips, draw_tile, forms_for

FEWEST = 8
MARGIN = 2
NARROW, WIDE_ENOUGH = 14, 46
USUAL_SHARE = 4 / 7  # of the tiles along two sides that meet, how many are along the top
# A hole is asked for what fits into this many columns and lines; None: that is not enough.
FillHole = Callable[[int, int], Picture | None]


@dataclass(frozen=True, slots=True)
class RingPlan:
    """Tiles along the top, and along each side between the corners."""

    across: int
    down: int
    form: Form

    @property
    def size(self) -> tuple[int, int]:
        wide, tall = self.form.pitch
        return self.across * wide - self.form.gap[0], (self.down + 2) * tall - self.form.gap[1]

    @property
    def hole(self) -> tuple[int, int]:
        """The free columns and lines inside; beside the tiles some stay free."""
        width, height = self.size
        return max(width - 2 * (self.form.width + MARGIN), 0), height - 2 * self.form.pitch[1]

    def place(self, index: int) -> tuple[int, int]:
        """Where a tile is, clockwise from the upper left corner."""
        wide, tall = self.form.pitch
        right, bottom = self.across - 1, self.down + 1
        if index < self.across:
            column, row = index, 0
        elif index < self.across + self.down:
            column, row = right, index - self.across + 1
        elif index < 2 * self.across + self.down:
            column, row = right - (index - self.across - self.down), bottom
        else:
            column, row = 0, self.down - (index - 2 * self.across - self.down)
        return column * wide, row * tall


@lru_cache(maxsize=256)
def plans(tiles: int, form: Form, width: int, height: int) -> tuple[RingPlan, ...]:
    """The rings of one density that have room, those with most room in the hole first."""
    if tiles < FEWEST:
        return ()
    found = []
    for down in range(1, max(tiles // 2 - 2, 1)):
        plan = RingPlan(-(-(tiles - 2 * down) // 2), down, form)
        wide, tall = plan.size
        if plan.across >= 3 and wide <= width and tall <= height:
            found.append(plan)
    return tuple(sorted(found, key=_room_for_text, reverse=True))


def _room_for_text(plan: RingPlan) -> int:
    """How much a hole holds: columns beyond those of a usual line do not count."""
    width, height = plan.hole
    return max(min(width, WIDE_ENOUGH) - NARROW, 1) * height


@lru_cache(maxsize=256)
def rings(tiles: int, forms: tuple[Form, ...], width: int, height: int) -> tuple[RingPlan, ...]:
    """The rings that have room: those of the usual shape first, with the largest tiles, so that a
    ring keeps its shape at every size; then the others, with most room in the hole."""
    every = [plan for form in forms for plan in plans(tiles, form, width, height)]
    across = round((tiles / 2 + 2) * USUAL_SHARE)
    usual = [plan for plan in every if plan.across == across]
    others = [plan for plan in every if plan.across != across]
    return (*usual, *sorted(others, key=_room_for_text, reverse=True))


def draw_ring(
    area: Area, context: Context, width: int, height: int, fill_hole: FillHole
) -> Picture | None:
    """The ring with the largest tiles whose hole holds what it has to. With no room for a ring its
    tiles are in lines, around the pawns if there are many, and what was for the hole is below."""
    for plan in rings(len(area.spots), forms_for(area, context), width, height):
        inside = fill_hole(*plan.hole)
        if inside is not None:
            return draw_around(area, context, plan, inside)
    return _folded(area, context, width, height, fill_hole)


def draw_around(area: Area, context: Context, plan: RingPlan, inside: Picture) -> Picture:
    """The ring of a plan, with something in its middle."""
    steady = context.unpointed() if context.look.fill else context
    pointing = steady.pointing({spot.key for spot in area.spots})
    tiles = steady.once(("ring", area.key, plan, pointing), lambda: _draw_tiles(area, steady, plan))
    picture = tiles.copy()
    changed = {spot.key for spot in context.changes} | {context.focus.cursor, context.focus.hint}
    for index, spot in enumerate(area.spots):
        if spot.key in changed and context.look.fill:
            _draw_tile(picture, index, spot, context, plan)
            picture.targets.pop()  # it is there already
    left, top = (picture.width - inside.width) // 2, (picture.height - inside.height) // 2
    picture.paste(inside, left, top)
    return picture


def _draw_tiles(area: Area, context: Context, plan: RingPlan) -> Picture:
    picture = Picture(*plan.size)
    for index, spot in enumerate(area.spots):
        _draw_tile(picture, index, spot, context, plan)
    return picture


def _draw_tile(picture: Picture, index: int, spot: Spot, context: Context, plan: RingPlan) -> None:
    x, y = plan.place(index)
    shaded = plan.form.gap[1] == 0 and index % 2 == 1
    draw_tile(picture, spot, context, plan.form, x, y, shaded)


def _folded(
    area: Area, context: Context, width: int, height: int, fill_hole: FillHole
) -> Picture | None:
    """Lines of tiles with the rest below them: as many lines as leave enough for the rest."""
    tiles = draw_strips(area, context, width, height)
    while tiles is not None:
        rest = fill_hole(width, max(height - tiles.height - 1, 0))
        if rest is not None:
            return _above_rest(tiles, rest)
        tiles = draw_strips(area, context, width, tiles.height - 1)
    return None


def _above_rest(tiles: Picture, rest: Picture) -> Picture:
    gap = 1 if rest.height else 0
    whole = Picture(max(tiles.width, rest.width), tiles.height + gap + rest.height)
    whole.paste(tiles, (whole.width - tiles.width) // 2, 0)
    whole.paste(rest, (whole.width - rest.width) // 2, tiles.height + gap)
    return whole
