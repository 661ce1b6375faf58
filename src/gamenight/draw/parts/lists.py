"""Lists: a spot a line with label, name and note (a hand of cards)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from gamenight.core.scene import Area, Spot
from gamenight.draw.canvas import Picture
from gamenight.draw.context import Context
from gamenight.draw.ink import filled as ink_filled
from gamenight.draw.ink import seat_ink
from gamenight.draw.line import Line, headed, joined, line, table
from gamenight.draw.parts.dice import LARGE, SMALL, boxed, has_pixels
from gamenight.draw.parts.dice import block as die
from gamenight.draw.parts.frames import arranged, filled
from gamenight.draw.parts.pits import seeds
from gamenight.draw.parts.spots import label_chip, label_line, spot_ground, spot_ink
from gamenight.draw.parts.tokens import seed_count, spoken_tokens, unit
from gamenight.draw.writing import block, write

GAP = 2
NARROWEST_NOTE = 16
SEEDS_SHOWN = 12
DICE_SIZES = (LARGE, SMALL)


@dataclass(frozen=True, slots=True)
class ListRow:
    """What a line says."""

    spot: Spot
    label: Line
    name: Line
    note: str


# Rows in this many columns: the lines of each row.
Density = Callable[[Sequence[ListRow], Context, int], list[Picture] | None]


def draw_list(area: Area, context: Context, width: int, height: int) -> Picture | None:
    """The first way of writing that has room: notes beside, notes below, names only on lines of
    their own, names in a running text."""
    rows = [_row(spot, context) for spot in filled(area)]
    if not rows:
        return None
    if context.look.flows:
        columns = [
            (row.label, row.name, line(row.note, context.ink(context.palette.muted)))
            for row in rows
        ]
        return block(table(columns, width), context.look)
    for size in DICE_SIZES if has_pixels(context) else DICE_SIZES[1:]:
        shown = _draw_dice(rows[0], context, size) if len(rows) == 1 else None
        if shown is not None and shown.width <= width and shown.height <= height:
            return shown
    for density in (_beside, _below, _names):
        lines = density(rows, context, width)
        if lines is not None and sum(part.height for part in lines) <= height:
            return arranged(lines, 1, (0, 0))
    return _running(rows, context, width, height)


def draw_headed_list(
    area: Area, head: Line, context: Context, width: int, height: int
) -> Picture | None:
    """The names after a heading, in one running text; or only their signs, if all have one that
    has a meaning."""
    rows = [_row(spot, context) for spot in filled(area)]
    named = _running(rows, context, width, height, head)
    known = (any(token.face in context.glyphs for token in row.spot.tokens) for row in rows)
    if named is not None or not all(known):
        return named
    signs = [replace(row, name=unit(row.spot, context)) for row in rows]
    return _running(signs, context, width, height, head)


def _running(
    rows: Sequence[ListRow], context: Context, width: int, height: int, head: Line | None = None
) -> Picture | None:
    lines = [_line(row, context, width) for row in rows]
    lines = [block([head], context.look), *lines] if head else lines
    picture = arranged(lines, width, (GAP, 0))
    return picture if picture.width <= width and picture.height <= height else None


def _row(spot: Spot, context: Context) -> ListRow:
    return ListRow(spot, _label(spot, context), _name(spot, context), context.words(spot.note))


def _owned(row: ListRow, context: Context) -> ListRow:
    """A row without its note; whose the spot is, it says with the sign of that player."""
    sign = context.spell(context.initials.get(-1 if row.spot.owner is None else row.spot.owner, ""))
    fill = context.look.fill
    chip = line(sign if fill else f"({sign})", ink_filled(seat_ink(row.spot.owner)))
    return replace(row, name=joined([row.name, chip]) if sign else row.name, note="")


def _draw_dice(row: ListRow, context: Context, size: tuple[int, int]) -> Picture | None:
    """A single spot with nothing but dice on it as blocks, and its words beside them."""
    tokens, spot = row.spot.tokens, row.spot
    if not tokens or any(token.kind != "die" for token in tokens) or row.label:
        return None
    dice = [
        die(token, context, size, context.palette.ground)
        if context.look.fill
        else boxed(die(token, context, size), context)
        for token in tokens
    ]
    ink = spot_ink(spot, context, context.palette.strong, bold=True)
    words = line(context.words(spot.name), ink)
    note = line(row.note, spot_ink(spot, context, context.palette.muted))
    edge = sum(drawn.width + 1 for drawn in dice) + 1
    picture = Picture(edge + max(words.width, note.width), dice[0].height)
    x = 0
    for drawn in dice:
        picture.paste(drawn, x, 0)
        x += drawn.width + 1
    middle = (picture.height - 1) // 2
    write(picture, edge, middle, words, context.look)
    write(picture, edge, middle + 1, note, context.look)
    picture.mark(spot.key, 0, 0, picture.width, picture.height)
    return picture


def _label(spot: Spot, context: Context) -> Line:
    """The label; where nothing is touched, there is no room to be kept for a mark."""
    flows = context.look.flows
    return label_line(spot, context) if flows else label_chip(spot, context)


def _name(spot: Spot, context: Context) -> Line:
    """What a spot is and holds, in signs and words."""
    palette = context.palette
    owner = palette.seat(spot.owner) if spot.owner is not None else ""
    ink = spot_ink(spot, context, palette.tone(spot.tone) or owner or palette.strong, bold=True)
    bare = [token for token in spot.tokens if token.kind == "seed" and not token.face]
    if bare and len(bare) == len(spot.tokens):
        held = joined([line(str(seed_count(spot)), ink), *seeds(spot, context, SEEDS_SHOWN, 1)])
        spoken = ""
    else:
        held = unit(spot, context)
        spoken = spoken_tokens(spot, context)
    name = line(context.words(spot.name or spoken), ink)
    ground = line(context.face(spot.face), ink)
    if held.plain.strip().casefold() == name.plain.casefold():
        held = Line()
    sign = line(context.look.tone_sign(spot.tone), ink)
    found = joined([ground, held, name, sign])
    return found or line(context.signs.empty, spot_ink(spot, context, palette.muted))


def _columns(rows: Sequence[ListRow]) -> tuple[int, int]:
    """Where names and notes begin."""
    label = max(row.label.width for row in rows)
    name = label + 1 if label else 0
    return name, name + max(row.name.width for row in rows) + GAP


def _beside(rows: Sequence[ListRow], context: Context, width: int) -> list[Picture] | None:
    """Notes in a column of their own, wrapped if that leaves more than a few words a line."""
    start, edge = _columns(rows)
    longest = max(line(row.note, context.ink()).width for row in rows)
    room = min(longest, width - edge)
    if edge - GAP > width or room < min(longest, NARROWEST_NOTE):
        return None
    wide = edge + room if longest else edge - GAP
    return [_draw(row, context, wide, start, edge) for row in rows]


def _below(rows: Sequence[ListRow], context: Context, width: int) -> list[Picture] | None:
    """Notes on lines below the names."""
    start, edge = _columns(rows)
    if edge - GAP > width or width - start < 1:
        return None
    longest = max(line(row.note, context.ink()).width for row in rows)
    wide = max(edge - GAP, min(start + longest, width))
    return [_draw(row, context, wide, start, start, below=True) for row in rows]


def _names(rows: Sequence[ListRow], context: Context, width: int) -> list[Picture] | None:
    """One line each, with the notes that have room there; where rows say by a sign whose they are
    instead, all do."""
    start, edge = _columns(rows)
    if edge - GAP > width:
        return None
    fits = [line(row.note, context.ink()).width <= width - edge for row in rows]
    if any(row.spot.owner is not None for row in rows):
        fits = [all(fits)] * len(rows)
    shown = [row if fit else _owned(row, context) for row, fit in zip(rows, fits, strict=True)]
    return [_draw(row, context, width, start, edge) for row in shown]


def _draw(
    row: ListRow, context: Context, width: int, start: int, edge: int, below: bool = False
) -> Picture:
    ink = spot_ink(row.spot, context, context.palette.muted)
    notes = line(row.note, ink).wrap(max(width - edge, 1))
    picture = Picture(width, max(len(notes) + below, 1))
    _tint(picture, row.spot, context)
    write(picture, 0, 0, row.label, context.look)
    write(picture, start, 0, row.name, context.look)
    for offset, note in enumerate(notes):
        write(picture, edge, offset + below, note, context.look)
    if not context.look.fill and row.spot.key == context.focus.cursor and not row.label:
        picture.put(max(start - 1, 0), 0, ">", context.ink(context.palette.accent, bold=True))
    picture.mark(row.spot.key, 0, 0, width, picture.height)
    return picture


def _tint(picture: Picture, spot: Spot, context: Context) -> None:
    """The ground of a line only where it stands out: lines are words, not places."""
    ground = spot_ground(spot, context, "")
    if context.look.fill and ground and ground != context.palette.live:
        picture.fill(0, 0, picture.width, picture.height, context.ink(bg=ground))


def _line(row: ListRow, context: Context, width: int) -> Picture:
    shown = _owned(row, context) if row.note else row
    text = headed(row.label, shown.name, width, context.clip)
    picture = Picture(max(text.width, 1), 1)
    _tint(picture, row.spot, context)
    write(picture, 0, 0, text, context.look)
    picture.mark(row.spot.key, 0, 0, picture.width, 1)
    return picture
