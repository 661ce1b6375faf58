"""Tiles: the fields of a track, each with its sign, its label and the pawns on it; in lines that
are folded around the pawns where they are too long."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gamenight.core.scene import Area, Spot
from gamenight.draw.brush import Brush
from gamenight.draw.canvas import Ink, Picture
from gamenight.draw.dice import outline, unit
from gamenight.draw.inks import (
    ZEBRA,
    label_strip,
    mixed,
    spot_ground,
    spot_ink,
    tone_ink,
    tone_sign,
    words,
)
from gamenight.draw.strip import Strip, joined, strip

WIDEST_FOLDED = 4


@dataclass(frozen=True, slots=True)
class Form:
    """A density: the size of a tile, the gaps between tiles, and whether it has an outline."""

    width: int
    height: int
    gap: tuple[int, int]
    outlined: bool = False

    @property
    def pitch(self) -> tuple[int, int]:
        return self.width + self.gap[0], self.height + self.gap[1]

    @property
    def inner(self) -> tuple[int, int]:
        border = 2 if self.outlined else 0
        return self.width - border, self.height - border


FORMS = (
    Form(6, 3, (1, 1)),
    Form(6, 2, (1, 1)),
    Form(4, 2, (1, 1)),
    Form(3, 2, (1, 1)),
    Form(3, 2, (1, 0)),
    Form(2, 2, (1, 0)),
)
LINE_FORMS = (
    Form(7, 5, (0, 0), outlined=True),
    Form(6, 4, (0, 0), outlined=True),
    Form(4, 2, (1, 1)),
    Form(4, 2, (1, 0)),
    Form(3, 2, (1, 0)),
    Form(2, 2, (1, 0)),
)


def forms_for(area: Area, brush: Brush) -> list[Form]:
    """The densities in which every label that can be touched is whole."""
    brackets = 0 if brush.look.fill or not _touched(area, brush) else 2
    labels = (strip(words(spot.label, brush), Ink()).width + brackets for spot in area.spots)
    widest = max(labels, default=0)
    return [form for form in _all_forms(brush) if form.inner[0] >= widest]


def _touched(area: Area, brush: Brush) -> bool:
    return any(spot.key in brush.live or spot.key == brush.focus.cursor for spot in area.spots)


def _all_forms(brush: Brush) -> tuple[Form, ...]:
    return FORMS if brush.look.fill else LINE_FORMS


def draw_tile(
    picture: Picture, spot: Spot, brush: Brush, form: Form, x: int, y: int, shaded: bool
) -> None:
    """A tile at its place: the sign with its note, the pawns, the label."""
    width, height = form.inner
    if brush.look.fill:
        palette = brush.palette
        usual = mixed(palette.cell, palette.ground, ZEBRA) if shaded else palette.cell
        ground = spot_ground(spot, brush, usual)
        picture.fill(x, y, width, height, brush.ink(bg=ground))
    elif form.outlined:
        _outline(picture, spot, brush, form, x, y)
    border = 1 if form.outlined else 0
    for row, line in enumerate(_lines(spot, brush, width, height)):
        text = line.clip(width, "")
        text.put(picture, x + border + (width - text.width) // 2, y + border + row)
    picture.mark(spot.key, x, y, form.width, form.height)


def _outline(picture: Picture, spot: Spot, brush: Brush, form: Form, x: int, y: int) -> None:
    box = Picture(form.width, form.height)
    live = spot.key in brush.live or spot.key == brush.focus.cursor
    ink = brush.ink(brush.palette.accent if live else brush.palette.muted, bold=live)
    outline(box, ink, brush)
    if spot.key == brush.focus.cursor:
        box.put(0, form.height // 2, ">", ink)
        box.put(form.width - 1, form.height // 2, "<", ink)
    picture.paste(box, x, y)


def _lines(spot: Spot, brush: Brush, width: int, height: int) -> list[Strip]:
    """Three lines: sign, pawns, label. Two: sign, then both or the pawns; the label of a tile
    that can be touched is never hidden by them."""
    label = _label(spot, brush, width)
    pawns = unit(spot, brush)
    crowd = f"{brush.pen.signs.times}{sum(token.count for token in spot.tokens)}"
    if pawns.width > width:
        pawns = strip(crowd, spot_ink(spot, brush, brush.palette.strong, bold=True))
    sign = _sign(spot, brush, width)
    if height > 2:
        return [sign, pawns, label]
    both = joined([label, pawns])
    if not pawns or both.width <= width:
        return [sign, both]
    if spot.key in brush.live or spot.key == brush.focus.cursor:
        return [pawns, label]
    return [sign, pawns]


def _label(spot: Spot, brush: Brush, width: int) -> Strip:
    """The label; where a mark beside it has no room the mark is left to the tint, and where none
    are filled it takes the place of a bracket."""
    label = label_strip(spot, brush)
    if label.width <= width or not label:
        return label
    text, ink = label.parts[0]
    bare = words(spot.label, brush)
    return strip(bare if brush.look.fill else text[: width - 1] + text[-1], ink)


def _sign(spot: Spot, brush: Brush, width: int) -> Strip:
    """The longest form that has room: sign, note and tone; sign and tone; the sign."""
    palette = brush.palette
    face = brush.pen.face(spot.face)
    plain = spot_ink(spot, brush, palette.muted)
    ground = strip(face, tone_ink(spot, brush)) if face else strip(brush.pen.spell("·"), plain)
    note = strip(words(spot.note, brush), spot_ink(spot, brush, palette.strong, bold=True))
    tone = strip(tone_sign(spot.tone, brush), tone_ink(spot, brush))
    forms = (ground + note + tone, ground + tone, ground)
    return next((form for form in forms if form.width <= width), ground)


def draw_strips(area: Area, brush: Brush, width: int, height: int) -> Picture | None:
    """Tiles in lines, all of them; else those around the pawns and the live ones."""
    spots = area.spots
    forms = forms_for(area, brush)
    for form in forms:
        columns, rows = _room(form, width, height)
        if spots and columns * rows >= len(spots):
            return _draw_shown(spots, list(range(len(spots))), brush, form, columns)
    for form in [form for form in forms if form.width <= WIDEST_FOLDED] or forms:
        columns, rows = _room(form, width, height)
        shown = around(spots, brush, columns * rows) if spots else None
        if shown:
            return _draw_shown(spots, shown, brush, form, columns)
    return None


def _room(form: Form, width: int, height: int) -> tuple[int, int]:
    """Tiles in a line, and lines."""
    across, down = form.pitch
    return max(width + form.gap[0], 0) // across, max(height + form.gap[1], 0) // down


def _draw_shown(
    spots: Sequence[Spot], shown: Sequence[int], brush: Brush, form: Form, columns: int
) -> Picture:
    """The tiles with these numbers, and an ellipsis where some are left out."""
    pieces: list[Spot | None] = []
    for previous, index in zip([-1, *shown], [*shown, len(spots)], strict=True):
        if index > previous + 1:
            pieces.append(None)
        if index < len(spots):
            pieces.append(spots[index])
    across, down = form.pitch
    wide = min(len(pieces), columns) * across - form.gap[0]
    picture = Picture(wide, -(-len(pieces) // columns) * down - form.gap[1])
    gap = brush.ink(brush.palette.muted)
    sign = brush.pen.signs.ellipsis
    for place, spot in enumerate(pieces):
        row, column = divmod(place, columns)
        if spot is None:
            text = sign[: form.width]
            middle = (form.width - len(text)) // 2
            picture.put(column * across + middle, row * down + (form.height - 1) // 2, text, gap)
        else:
            shaded = form.gap[1] == 0 and row % 2 == 1
            draw_tile(picture, spot, brush, form, column * across, row * down, shaded)
    return picture


def around(spots: Sequence[Spot], brush: Brush, room: int) -> list[int] | None:
    """The tiles nearest to a pawn, a live tile or the cursor, as many as there is room for; None
    if there is not even room for these."""
    count = len(spots)
    pawns = {index for index, spot in enumerate(spots) if spot.tokens}
    touched = {i for i, s in enumerate(spots) if s.key in brush.live or s.key == brush.focus.cursor}
    centres = pawns | touched or {0}
    if _pieces(centres, count) > room:
        centres = touched or set(sorted(pawns)[: max(room // 2, 1)])
        if _pieces(centres, count) > room:
            return None
    shown = centres
    for reach in range(1, count):
        wider = {(c + step) % count for c in centres for step in range(-reach, reach + 1)}
        if _pieces(wider, count) > room:
            break
        shown = wider
    return sorted(shown)


def _pieces(shown: set[int], count: int) -> int:
    """How many places these tiles take, with an ellipsis for every gap."""
    ordered = sorted(shown)
    pairs = zip([-1, *ordered], [*ordered, count], strict=True)
    return len(ordered) + sum(1 for before, after in pairs if after > before + 1)
