"""Ring middle: what a board that is a ring has room for inside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate

from gamenight.core.scene import Area
from gamenight.draw.canvas import Picture
from gamenight.draw.collage import Piece, collage
from gamenight.draw.context import Context
from gamenight.draw.layouts.stack import Block, Stack, stack, words
from gamenight.draw.parts.legend import legend_lines
from gamenight.draw.parts.ring import RingPlan, draw_around, draw_ring
from gamenight.draw.parts.tiles import forms_for
from gamenight.draw.writing import block

LEGEND = "the legend"
SLACK = 2


@dataclass(frozen=True, slots=True)
class Middle:
    """A ring, what stands in its hole, and how many columns that is centred as: a bit more than it
    needs, so that it stays where it is when a mark makes it wider."""

    ring: RingPlan
    stack: Stack
    columns: int


def find_middle(
    area: Area, context: Context, inner: Sequence[Block], ring: RingPlan
) -> Middle | None:
    """What stands in the hole of a ring; None if it has no room."""
    width, height = ring.hole
    found = _stack(area, context, inner, width, height)
    if found is None:
        return None
    needed = _pile(area, context, inner, found, width).width
    return Middle(ring, found, min(needed + SLACK, width))


def draw_ring_around(
    area: Area,
    context: Context,
    inner: Sequence[Block],
    middle: Middle | None,
    width: int,
    height: int,
) -> Picture | None:
    """The ring around its planned hole; where that is not possible (no plan, or what is live now
    needs larger tiles) around any, or folded."""
    if middle is not None and middle.ring.form in forms_for(area, context):
        wide, high = middle.ring.size
        if wide <= width and high <= height:
            pile = _pile(area, context, inner, middle.stack, middle.ring.hole[0], middle.columns)
            return draw_around(area, context, middle.ring, pile)

    def any_middle(wide: int, high: int) -> Picture | None:
        found = _stack(area, context, inner, wide, high)
        folded = wide >= width
        return None if found is None else _pile(area, context, inner, found, wide, wide * folded)

    return draw_ring(area, context, width, height, any_middle)


def _stack(
    area: Area, context: Context, inner: Sequence[Block], width: int, height: int
) -> Stack | None:
    """The blocks, with the legend below them if there is room. Nothing is left unsaid for that, nor
    for blank lines: what is on the table now is worth more than what signs mean."""
    tight = stack(inner, width, height, gaps=(0,)) if inner else Stack((), 0)
    if tight is None:
        return None
    airy = stack(inner, width, height)
    alone = airy if airy is not None and _says(inner, airy, width, tight) else tight
    told = [*inner, _legend_block(area, context)]
    tried = (stack(told, width, height, gaps) for gaps in ((1, 0), (0,)))
    whole = (found for found in tried if found is not None and _says(inner, found, width, alone))
    return next(whole, alone)


def _says(inner: Sequence[Block], plan: Stack, width: int, other: Stack) -> bool:
    """Whether blocks say as much in one plan as in another."""
    here, there = dict(plan.heights), dict(other.heights)
    return all(
        words(block.draw(width, here[block.key])) >= words(block.draw(width, there[block.key]))
        for block in inner
    )


def _legend_block(area: Area, context: Context) -> Block:
    return Block(LEGEND, partial(_draw_legend, area, context))


def _pile(
    area: Area,
    context: Context,
    inner: Sequence[Block],
    plan: Stack,
    width: int,
    least: int = 0,
) -> Picture:
    """Blocks under each other, flush left, as high as planned."""
    heights = dict(plan.heights)
    blocks = [*inner, _legend_block(area, context)]
    drawn = [b.draw(width, heights[b.key]) for b in blocks if b.key in heights]
    parts = [part for part in drawn if part is not None and part.height]
    size = (
        max([least, *(part.width for part in parts)]),
        sum(part.height for part in parts) + plan.gap * max(len(parts) - 1, 0),
    )
    tops = accumulate((part.height + plan.gap for part in parts), initial=0)
    pieces = [Piece(part, 0, y) for part, y in zip(parts, tops, strict=False)]
    return collage(pieces, size, context, ("pile", area.key))


def _draw_legend(area: Area, context: Context, width: int, height: int) -> Picture | None:
    """What the signs of the board mean, where that is more than their names."""
    faces = dict.fromkeys(spot.face for spot in area.spots if spot.face in context.glyphs)
    helpful = tuple(face for face in faces if context.glyphs[face].help)
    drawn = context.once(
        ("legend", helpful, width),
        lambda: block(legend_lines(helpful, context, width), context.look),
    )
    return drawn if 0 < drawn.height <= height and drawn.width <= width else None
