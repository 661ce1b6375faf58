"""Lanes and plain cells: the ground's sign, and what stands on it."""

from __future__ import annotations

from gamenight.core.scene import Spot
from gamenight.draw.brush import Brush
from gamenight.draw.dice import chips
from gamenight.draw.inks import (
    framed,
    label_strip,
    spot_ink,
    tone_ink,
    tone_sign,
    words,
)
from gamenight.draw.lattice import Cell, Filling, Form
from gamenight.draw.strip import Strip, flow, strip
from gamenight.draw.tokens import seed_count

FORMS = (
    Form(5, 3, 1, (1, 1)),
    Form(4, 3, 0, (1, 0)),
    Form(3, 3, 0, (1, 0)),
    Form(3, 2, 0, (1, 0)),
    Form(4, 1, 0, (1, 0)),
    Form(2, 1, 0, (1, 0)),
)
TALL = Form(5, 7, 1, (1, 1))
TALL_LINES = Form(5, 7, 1, (1, 1), lines=True)
LINE_FORMS = (
    Form(5, 3, 1, (1, 1), lines=True),
    Form(4, 1, 0, (1, 1), lines=True),
    Form(2, 1, 0, (1, 1), lines=True),
    Form(2, 1, 0, (1, 0)),
)


def held(cell: Cell, form: Form, brush: Brush, width: int, height: int) -> list[Strip]:
    """The lines inside a cell. Where there are too few, words go before the ground, and tokens
    become a number."""
    spot = cell.spot
    label = label_strip(spot, brush) if cell.enclosed else Strip()
    ground = strip(brush.pen.face(spot.face), tone_ink(spot, brush))
    same = ground.plain.casefold() == spot.name.casefold()
    bare = not label and not (spot.label and not cell.enclosed)
    name = strip("" if spot.label or same else words(spot.name, brush), tone_ink(spot, brush))
    note = strip(words(spot.note, brush), spot_ink(spot, brush, brush.palette.muted))
    room = max(height - bool(label), 1)
    tokens = flow(chips(spot, brush), max(width - 2 * form.pad, 1))
    if len(tokens) > room:
        tokens = [_crowd(spot, brush)]
    sign = strip(tone_sign(spot.tone, brush), tone_ink(spot, brush))
    core = tokens or [part for part in (ground, name) if part][:1]
    if not core and (sign or bare):
        core = [Strip()]
    core = [part + sign if part is core[-1] else part for part in core]
    if bare and core:
        middle = len(core) // 2
        core[middle] = framed(core[middle], spot, brush)
    lines = [label, *core] if label else core
    extras = [note, ground if tokens else Strip(), name if tokens or ground else Strip()]
    return _with_extras([part for part in lines if part], extras, height)


def _crowd(spot: Spot, brush: Brush) -> Strip:
    count = f"{brush.pen.signs.times}{seed_count(spot)}"
    return strip(count, spot_ink(spot, brush, brush.palette.strong, bold=True))


def _with_extras(lines: list[Strip], extras: list[Strip], height: int) -> list[Strip]:
    """Note below; ground and name above what stands there, as far as there are lines."""
    note, ground, name = extras
    for part in (ground, name):
        if part and len(lines) < height:
            lines = [part, *lines]
    return [*lines, note] if note and len(lines) < height else lines


def centred(cell: Cell, form: Form, height: int, lines: int) -> int:
    return (height - lines) // 2


def grounded(cell: Cell, form: Form, height: int, lines: int) -> int:
    """Pawns of a lane stand on the ground."""
    return height - lines


CELLS = Filling(FORMS, LINE_FORMS, held, centred, wood=False)
LANES = Filling((TALL, *FORMS), (TALL_LINES, *LINE_FORMS), held, grounded, wood=False)
