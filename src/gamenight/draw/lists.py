"""Lists: a spot a line with label, name and note (a hand of cards)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gamenight.core.scene import Area, Spot
from gamenight.draw.brush import Brush
from gamenight.draw.canvas import Picture
from gamenight.draw.dice import unit
from gamenight.draw.frames import arranged, filled
from gamenight.draw.inks import (
    label_chip,
    spot_ground,
    spot_ink,
    tone_sign,
    words,
)
from gamenight.draw.pits import seeds
from gamenight.draw.strip import Strip, headed, joined, strip, wrapped
from gamenight.draw.tokens import seed_count, spoken_tokens

GAP = 2
NARROWEST_NOTE = 16
SEEDS_SHOWN = 12


@dataclass(frozen=True, slots=True)
class Row:
    """What a line says."""

    spot: Spot
    label: Strip
    name: Strip
    note: str


# Rows in so many columns: the lines of each row.
Density = Callable[[Sequence[Row], Brush, int], list[Picture] | None]


def draw_list(area: Area, brush: Brush, width: int, height: int) -> Picture | None:
    """The first way of writing that has room: notes beside, notes below, names only on lines of
    their own, names in a running text."""
    rows = [
        Row(s, label_chip(s, brush), _name(s, brush), words(s.note, brush)) for s in filled(area)
    ]
    if not rows:
        return None
    for density in (_beside, _below, _names):
        lines = density(rows, brush, width)
        if lines is not None and sum(line.height for line in lines) <= height:
            return arranged(lines, 1, (0, 0))
    running = [_line(row, brush, width) for row in rows]
    picture = arranged(running, width, (GAP, 0))
    return picture if picture.width <= width and picture.height <= height else None


def _name(spot: Spot, brush: Brush) -> Strip:
    """What a spot is and holds, in signs and words."""
    palette = brush.palette
    owner = palette.seat(spot.owner) if spot.owner is not None else ""
    ink = spot_ink(spot, brush, palette.tone(spot.tone) or owner or palette.strong, bold=True)
    bare = [token for token in spot.tokens if token.kind == "seed" and not token.face]
    if bare and len(bare) == len(spot.tokens):
        held = joined([strip(str(seed_count(spot)), ink), *seeds(spot, brush, SEEDS_SHOWN, 1)])
        spoken = ""
    else:
        held = unit(spot, brush)
        spoken = spoken_tokens(spot, brush.pen)
    name = strip(words(spot.name or spoken, brush), ink)
    ground = strip(brush.pen.face(spot.face), ink)
    if held.plain.strip().casefold() == name.plain.casefold():
        held = Strip()
    sign = strip(tone_sign(spot.tone, brush), ink)
    found = joined([ground, held, name, sign])
    return found or strip(brush.pen.signs.empty, spot_ink(spot, brush, palette.muted))


def _columns(rows: Sequence[Row]) -> tuple[int, int]:
    """Where names and notes begin."""
    label = max(row.label.width for row in rows)
    name = label + 1 if label else 0
    return name, name + max(row.name.width for row in rows) + GAP


def _beside(rows: Sequence[Row], brush: Brush, width: int) -> list[Picture] | None:
    """Notes in a column of their own, wrapped if that leaves more than a few words a line."""
    start, edge = _columns(rows)
    longest = max(strip(row.note, brush.ink()).width for row in rows)
    room = min(longest, width - edge)
    if edge - GAP > width or room < min(longest, NARROWEST_NOTE):
        return None
    wide = edge + room if longest else edge - GAP
    return [_draw(row, brush, wide, start, edge) for row in rows]


def _below(rows: Sequence[Row], brush: Brush, width: int) -> list[Picture] | None:
    """Notes on lines below the names."""
    start, edge = _columns(rows)
    if edge - GAP > width or width - start < 1:
        return None
    longest = max(strip(row.note, brush.ink()).width for row in rows)
    wide = max(edge - GAP, min(start + longest, width))
    return [_draw(row, brush, wide, start, start, below=True) for row in rows]


def _names(rows: Sequence[Row], brush: Brush, width: int) -> list[Picture] | None:
    """One line each; as much of the notes as there is room for."""
    start, edge = _columns(rows)
    if edge - GAP > width:
        return None
    ellipsis = brush.pen.signs.ellipsis
    lines = []
    for row in rows:
        note = strip(row.note, brush.ink()).clip(max(width - edge, 0), ellipsis).plain
        shown = Row(row.spot, row.label, row.name, note if note != ellipsis else "")
        lines.append(_draw(shown, brush, width, start, edge))
    return lines


def _draw(
    row: Row, brush: Brush, width: int, start: int, edge: int, below: bool = False
) -> Picture:
    ink = spot_ink(row.spot, brush, brush.palette.muted)
    notes = wrapped(row.note, ink, max(width - edge, 1))
    picture = Picture(width, max(len(notes) + below, 1))
    _tint(picture, row.spot, brush)
    row.label.put(picture, 0, 0)
    row.name.put(picture, start, 0)
    for offset, note in enumerate(notes):
        note.put(picture, edge, offset + below)
    if not brush.look.fill and row.spot.key == brush.focus.cursor and not row.label:
        picture.put(max(start - 1, 0), 0, ">", brush.ink(brush.palette.accent, bold=True))
    picture.mark(row.spot.key, 0, 0, width, picture.height)
    return picture


def _tint(picture: Picture, spot: Spot, brush: Brush) -> None:
    """The ground of a line only where it stands out: lines are words, not places."""
    ground = spot_ground(spot, brush, "")
    if brush.look.fill and ground and ground != brush.palette.live:
        picture.fill(0, 0, picture.width, picture.height, brush.ink(bg=ground))


def _line(row: Row, brush: Brush, width: int) -> Picture:
    text = headed(row.label, row.name, width, brush.pen.signs.ellipsis)
    picture = Picture(max(text.width, 1), 1)
    _tint(picture, row.spot, brush)
    text.put(picture, 0, 0)
    picture.mark(row.spot.key, 0, 0, picture.width, 1)
    return picture
