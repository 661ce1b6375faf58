"""Pits: houses and stores with the number of their seeds, and one dot per seed."""

from __future__ import annotations

from gamenight.core.scene import Spot
from gamenight.draw.context import Context
from gamenight.draw.ink import Ink
from gamenight.draw.line import Line, line
from gamenight.draw.parts.lattice import Cell, Filling, Form
from gamenight.draw.parts.spots import framed, label_line, spot_ink, tone_ink
from gamenight.draw.parts.tokens import seed_count

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
FLOW_FORMS = (
    *(Form(width, 2, 0, (1, 1), lines=True) for width in range(10, 3, -1)),
    Form(3, 1, 0, (1, 1), lines=True),
    Form(2, 1, 0, (1, 1), lines=True),
)


def pit(cell: Cell, form: Form, context: Context, width: int, height: int) -> list[Line]:
    """The label where it has to be inside, the name of a store, the number, the seeds, the note."""
    spot = cell.spot
    label = label_line(spot, context) if cell.enclosed else Line()
    name = Line() if spot.label else line(context.words(spot.name), tone_ink(spot, context))
    note = line(context.words(spot.note), spot_ink(spot, context, context.palette.muted))
    number = _number(spot, context, bare=not spot.label)
    head = [part for part in (label,) if part]
    if context.look.flows:
        height = max(height, len(head) + 1 + bool(name) + bool(note))
    if height < len(head) + 1 + bool(name) + bool(note):
        note = Line()
    if height < len(head) + 1 + bool(name):
        name = Line()
    rows = height - len(head) - 1 - bool(name) - bool(note)
    dots = seeds(spot, context, width, rows) if width >= DOTS_FROM and rows > 0 else []
    return [*head, *(part for part in (name, number) if part), *dots, *([note] if note else [])]


def _number(spot: Spot, context: Context, bare: bool) -> Line:
    count = seed_count(spot)
    palette = context.palette
    color = (palette.tone(spot.tone) or palette.strong) if count else palette.muted
    text = f"{count or context.spell('·')}{context.look.tone_sign(spot.tone)}"
    number = line(text, spot_ink(spot, context, color, bold=bool(count)))
    return framed(number, spot, context) if bare else number


def seeds(spot: Spot, context: Context, width: int, rows: int) -> list[Line]:
    """One dot per seed on at most this many lines; `+` where there are more."""
    inks = _seed_inks(spot, context)
    each = width - 2 if len(inks) <= (width - 2) * rows else width
    more = len(inks) > each * rows
    shown = inks[: each * rows]
    lines = -(-len(shown) // each)
    along = -(-len(shown) // lines) if lines else 0
    found = []
    for row in range(lines):
        part = shown[row * along : (row + 1) * along]
        signs = [context.signs.dot] * len(part)
        if more and row == lines - 1:
            signs[-1] = "+"
        found.append(Line(tuple(zip(signs, part, strict=True))))
    return found


def _seed_inks(spot: Spot, context: Context) -> list[Ink]:
    palette = context.palette
    inks: list[Ink] = []
    for token in spot.tokens:
        owner = spot.owner if token.owner is None else token.owner
        color = palette.tone(token.tone) or palette.material(token.color) or palette.seat(owner)
        inks.extend([spot_ink(spot, context, color)] * min(max(token.count, 0), MOST_DOTS))
    return inks


def above(cell: Cell, form: Form, height: int, lines: int) -> int:
    """Numbers of small pits are on one line; what is in tall ones floats in the middle."""
    if len(cell.rows) > 1:
        return (height - lines) // 2
    return max(height - max(lines, USUAL_LINES), 0) // 2


PITS = Filling(FORMS, LINE_FORMS, FLOW_FORMS, pit, above, wood=True)
