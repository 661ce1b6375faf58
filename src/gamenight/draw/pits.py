"""Pits: houses and stores with the number of their seeds, and a dot a seed."""

from __future__ import annotations

from gamenight.core.scene import Spot
from gamenight.draw.brush import Brush
from gamenight.draw.canvas import Ink
from gamenight.draw.inks import (
    framed,
    label_strip,
    spot_ink,
    tone_ink,
    tone_sign,
    words,
)
from gamenight.draw.lattice import Cell, Filling, Form
from gamenight.draw.strip import Strip, strip
from gamenight.draw.tokens import seed_count

DOTS_FROM = 5
USUAL_LINES = 3
MOST_DOTS = 999

FORMS = (
    Form(8, 5, 0, (1, 1)),
    Form(7, 3, 0, (1, 1)),
    Form(5, 2, 0, (1, 1)),
    Form(3, 1, 0, (1, 0)),
)
LINE_FORMS = (
    Form(8, 4, 0, (1, 1), lines=True),
    Form(7, 3, 0, (1, 1), lines=True),
    Form(5, 1, 0, (1, 1), lines=True),
    Form(3, 1, 0, (1, 0)),
)


def pit(cell: Cell, form: Form, brush: Brush, width: int, height: int) -> list[Strip]:
    """The label where it has to be inside, the name of a store, the number, the seeds, the note."""
    spot = cell.spot
    label = label_strip(spot, brush) if cell.enclosed else Strip()
    name = Strip() if spot.label else strip(words(spot.name, brush), tone_ink(spot, brush))
    note = strip(words(spot.note, brush), spot_ink(spot, brush, brush.palette.muted))
    number = _number(spot, brush, bare=not spot.label)
    head = [part for part in (label,) if part]
    if height < len(head) + 1 + bool(name) + bool(note):
        note = Strip()
    if height < len(head) + 1 + bool(name):
        name = Strip()
    rows = height - len(head) - 1 - bool(name) - bool(note)
    dots = seeds(spot, brush, width, rows) if width >= DOTS_FROM and rows > 0 else []
    return [*head, *(part for part in (name, number) if part), *dots, *([note] if note else [])]


def _number(spot: Spot, brush: Brush, bare: bool) -> Strip:
    count = seed_count(spot)
    palette = brush.palette
    color = (palette.tone(spot.tone) or palette.strong) if count else palette.muted
    text = f"{count or brush.pen.spell('·')}{tone_sign(spot.tone, brush)}"
    number = strip(text, spot_ink(spot, brush, color, bold=bool(count)))
    return framed(number, spot, brush) if bare else number


def seeds(spot: Spot, brush: Brush, width: int, rows: int) -> list[Strip]:
    """A dot a seed on at most so many lines; `+` where there are more."""
    inks = _seed_inks(spot, brush)
    each = width - 2 if len(inks) <= (width - 2) * rows else width
    more = len(inks) > each * rows
    shown = inks[: each * rows]
    lines = -(-len(shown) // each)
    along = -(-len(shown) // lines) if lines else 0
    found = []
    for line in range(lines):
        part = shown[line * along : (line + 1) * along]
        signs = [brush.pen.signs.dot] * len(part)
        if more and line == lines - 1:
            signs[-1] = "+"
        found.append(Strip(tuple(zip(signs, part, strict=True))))
    return found


def _seed_inks(spot: Spot, brush: Brush) -> list[Ink]:
    palette = brush.palette
    inks: list[Ink] = []
    for token in spot.tokens:
        owner = spot.owner if token.owner is None else token.owner
        color = palette.tone(token.tone) or palette.material(token.color) or palette.seat(owner)
        inks.extend([spot_ink(spot, brush, color)] * min(max(token.count, 0), MOST_DOTS))
    return inks


def above(cell: Cell, form: Form, height: int, lines: int) -> int:
    """Numbers of small pits are on one line; what is in tall ones floats in the middle."""
    if len(cell.rows) > 1:
        return (height - lines) // 2
    return max(height - max(lines, USUAL_LINES), 0) // 2


PITS = Filling(FORMS, LINE_FORMS, pit, above, wood=True)
