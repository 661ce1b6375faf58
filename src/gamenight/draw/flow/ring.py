"""Ring: tiles around a hole that other things are drawn in; a long ring is folded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gamenight.core.scene import Area, Spot
from gamenight.draw.cells import Canvas, Line, line
from gamenight.draw.pen import Pen
from gamenight.draw.style import BOLD, MUTED
from gamenight.draw.tokens import draw_token

PITCHES = (5, 4, 3)
TILE_LINES = 2
TALLEST = 16
SMALLEST = 8
MARGIN = 2
ASIDE, OVERHANG = 4, 2
NARROWEST_HOLE = 24
STRIPS = 3

# A block for the hole: drawn for the width there is.
Block = Callable[[int], list[Line]]


@dataclass(frozen=True, slots=True)
class Plan:
    """Tiles along the top and along each side between the corners, and cells from tile to tile."""

    across: int
    down: int
    pitch: int

    @property
    def width(self) -> int:
        return self.across * self.pitch - 1

    @property
    def height(self) -> int:
        return (self.down + 2) * TILE_LINES

    @property
    def hole(self) -> tuple[int, int]:
        return (self.across - 2) * self.pitch - 1 - 2 * MARGIN, self.down * TILE_LINES

    def place(self, index: int) -> tuple[int, int]:
        """The column and row of a tile, clockwise from the upper left corner."""
        if index < self.across:
            return index, 0
        index -= self.across
        if index < self.down:
            return self.across - 1, index + 1
        index -= self.down
        if index < self.across:
            return self.across - 1 - index, self.down + 1
        return 0, self.down - (index - self.across)


def draw_ring(
    area: Area, pen: Pen, width: int, blocks: Sequence[Block], extra: Block
) -> tuple[list[Line], frozenset[int]]:
    """The ring with as many of the blocks in its hole as fit, and which these are.

    The extra is drawn only where it has room, in the hole or beside the ring. With no room for a
    ring it is folded.
    """
    plans = _plans(len(area.spots), width)
    if not plans:
        return draw_strips(area, pen, width), frozenset()
    filled = [(plan, _fill(plan, [*blocks, extra])) for plan in plans]
    last = len(blocks)
    plan, inside = max(
        filled,
        key=lambda pair: (
            [index in pair[1] for index in range(last)],
            pair[0].pitch,
            last in pair[1],
            -pair[0].height,
        ),
    )
    aside = (
        [] if last in inside else _beside(plan, width, extra, 0 if pen.style.height else OVERHANG)
    )
    canvas = Canvas(width, max(plan.height, len(aside)))
    for index, spot in enumerate(area.spots):
        column, row = plan.place(index)
        for offset, text in enumerate(_tile(spot, pen, plan.pitch - 1)):
            canvas.put(column * plan.pitch, row * TILE_LINES + offset, text)
    content = _spread(list(inside.values()), plan.hole[1])
    top = TILE_LINES + (plan.hole[1] - len(content)) // 2
    for offset, text in enumerate(content):
        canvas.put(plan.pitch + MARGIN, top + offset, text)
    for offset, text in enumerate(aside):
        canvas.put(plan.width + ASIDE, offset, text)
    return canvas.lines(), frozenset(inside)


def _beside(plan: Plan, width: int, block: Block, overhang: int) -> list[Line]:
    """The block as it is drawn to the right of the ring, longer by so much at most; or nothing."""
    room = width - plan.width - ASIDE
    lines = block(room) if room >= NARROWEST_HOLE else []
    return lines if len(lines) <= plan.height + overhang else []


def _spread(blocks: Sequence[Sequence[Line]], height: int) -> list[Line]:
    """The blocks under each other, with blank lines between the first ones as far as these fit."""
    spare = height - sum(len(block) for block in blocks)
    lines: list[Line] = []
    for index, block in enumerate(blocks):
        if 0 < index <= spare:
            lines.append(Line())
        lines.extend(block)
    return lines


def _plans(tiles: int, width: int) -> list[Plan]:
    """The rings that have room, the flattest of every pitch first."""
    if tiles < SMALLEST:
        return []
    found = []
    for pitch in PITCHES:
        for down in range(1, TALLEST // TILE_LINES - 1):
            plan = Plan(-(-(tiles - 2 * down) // 2), down, pitch)
            if plan.across >= 3 and plan.width <= width:
                found.append(plan)
    return found


def _fill(plan: Plan, blocks: Sequence[Block]) -> dict[int, list[Line]]:
    """The blocks that fit into the hole, the first ones first."""
    width, height = plan.hole
    inside: dict[int, list[Line]] = {}
    for index, block in enumerate(blocks):
        lines = block(width) if width >= NARROWEST_HOLE else []
        if lines and len(lines) <= height and all(text.width <= width for text in lines):
            inside[index] = lines
            height -= len(lines)
    return inside


def _tile(spot: Spot, pen: Pen, width: int) -> list[Line]:
    """A tile of two lines: its sign with the note, then the pawns on it or else its label."""
    ink = pen.spot_ink(spot)
    ground = line(pen.face(spot.face) or pen.spell("·"), ink or ("" if spot.face else MUTED))
    note = pen.text(spot.note, ink)
    tone = line(pen.style.tone_sign(spot.tone), ink)
    sign = pen.fit(_shortest_fit([ground + note + tone, ground + tone, ground], width), width)
    pawns = Line(tuple(cell for token in spot.tokens for cell in draw_token(token, pen).cells))
    label = pen.label(spot, width)
    both = label + line(" ") + pawns if pawns else label
    crowd = line(f"{pen.signs.times}{len(spot.tokens)}", BOLD)
    under = _shortest_fit([both, pawns, crowd] if pawns else [label], width)
    return [sign, pen.fit(under, width)]


def _shortest_fit(forms: Sequence[Line], width: int) -> Line:
    """The first form that has room, else the last."""
    return next((form for form in forms if form.width <= width), forms[-1])


def draw_strips(area: Area, pen: Pen, width: int) -> list[Line]:
    """Tiles in lines; when there are too many, those around the pawns and the live ones."""
    pitch = PITCHES[0]
    room = max((width + 1) // pitch, 3)
    gap = [line(pen.signs.ellipsis, MUTED).pad(pitch - 1, "centre"), Line()]
    shown = _around(area, pen, room * STRIPS)
    pieces: list[list[Line]] = []
    for previous, index in zip([-1, *shown], [*shown, len(area.spots)], strict=True):
        if index > previous + 1:
            pieces.append(gap)
        if index < len(area.spots):
            pieces.append(_tile(area.spots[index], pen, pitch - 1))
    lines: list[Line] = []
    for start in range(0, len(pieces), room):
        canvas = Canvas(width, TILE_LINES)
        for column, piece in enumerate(pieces[start : start + room]):
            for offset, text in enumerate(piece):
                canvas.put(column * pitch, offset, text)
        lines.extend(canvas.lines())
    return lines


def _around(area: Area, pen: Pen, room: int) -> list[int]:
    """The tiles that are shown: all, or the nearest to a pawn or a live tile."""
    count = len(area.spots)
    if count <= room:
        return list(range(count))
    centres = [
        index for index, spot in enumerate(area.spots) if spot.tokens or spot.key in pen.live
    ] or [0]
    shown: set[int] = set(centres)
    reach = 0
    while reach < count:
        reach += 1
        wider = {(centre + step) % count for centre in centres for step in range(-reach, reach + 1)}
        gaps = sum(1 for index in wider if (index + 1) % count not in wider) + 1
        if len(wider) + gaps > room:
            break
        shown = wider
    return sorted(shown)
