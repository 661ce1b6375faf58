"""Lanes and plain cells: the ground's sign, and what stands on it."""

from __future__ import annotations

from gamenight.core.scene import Spot
from gamenight.draw.context import Context
from gamenight.draw.line import Line, line, packed
from gamenight.draw.parts.lattice import Cell, Filling, Form
from gamenight.draw.parts.pawns import may_be_tall, padded, tall
from gamenight.draw.parts.spots import framed, label_line, spot_ink, tone_ink
from gamenight.draw.parts.tokens import chips, seed_count

FORMS = (
    *(Form(2 * height - 3, height, 1, (1, 1)) for height in range(10, 4, -1)),
    Form(5, 4, 1, (1, 1)),
    Form(5, 3, 1, (1, 1)),
    Form(5, 3, 1, (1, 0)),
    Form(4, 3, 0, (1, 0)),
    Form(3, 3, 0, (1, 0)),
    Form(3, 2, 0, (1, 0)),
    Form(4, 1, 0, (1, 0)),
    Form(2, 1, 0, (1, 0)),
)
TALL = Form(5, 7, 1, (1, 1))
TALL_LINES = Form(5, 7, 1, (1, 1), lines=True)
LINE_FORMS = (
    *(Form(2 * height - 3, height, 1, (1, 1), lines=True) for height in range(10, 4, -1)),
    Form(5, 3, 1, (1, 1), lines=True),
    Form(4, 3, 0, (1, 1), lines=True),
    Form(4, 2, 0, (1, 1), lines=True),
    Form(4, 1, 0, (1, 1), lines=True),
    Form(2, 1, 0, (1, 1), lines=True),
    Form(2, 1, 0, (1, 0)),
)
FLOW_FORMS = (
    Form(3, 1, 1, (1, 1), lines=True),
    Form(2, 1, 0, (1, 1), lines=True),
    Form(1, 1, 0, (1, 1), lines=True),
)
ENDLESS = 10_000


def held(cell: Cell, form: Form, context: Context, width: int, height: int) -> list[Line]:
    """The lines inside a cell. Where there are too few, words go before the ground, and tokens
    become a number."""
    spot = cell.spot
    if context.look.flows:
        height = ENDLESS
    label = label_line(spot, context) if cell.enclosed else Line()
    ground = line(context.face(spot.face), tone_ink(spot, context))
    same = ground.plain.casefold() == spot.name.casefold()
    bare = not label and not (spot.label and not cell.enclosed)
    name = line("" if spot.label or same else context.words(spot.name), tone_ink(spot, context))
    note = line(context.words(spot.note), spot_ink(spot, context, context.palette.muted))
    room = max(height - bool(label), 1)
    broad = ENDLESS if context.look.flows and form.pad else width - 2 * form.pad
    raised = bool(spot.tokens) and may_be_tall(context, min(form.height, height))
    wide = [padded(part) for part in chips(spot, context)] if raised else []
    raised = raised and all(part.width <= broad for part in wide)
    tokens = packed(wide if raised else chips(spot, context), max(broad, 1))
    if raised and 3 * len(tokens) <= room:
        tokens = [part for pawns in tokens for part in tall(pawns)]
    if len(tokens) > room:
        tokens = [_crowd(spot, context)]
    sign = line(context.look.tone_sign(spot.tone), tone_ink(spot, context))
    core = tokens or [part for part in (ground, name) if part][:1]
    if not core and (sign or bare):
        core = [Line()]
    core = [part + sign if part is core[-1] else part for part in core]
    if bare and core:
        middle = len(core) // 2
        core[middle] = framed(core[middle], spot, context)
    lines = [label, *core] if label else core
    extras = [note, ground if tokens else Line(), name if tokens or ground else Line()]
    return _with_extras([part for part in lines if part], extras, height)


def _crowd(spot: Spot, context: Context) -> Line:
    count = f"{context.signs.times}{seed_count(spot)}"
    return line(count, spot_ink(spot, context, context.palette.strong, bold=True))


def _with_extras(lines: list[Line], extras: list[Line], height: int) -> list[Line]:
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


CELLS = Filling(FORMS, LINE_FORMS, FLOW_FORMS, held, centred, wood=False)
LANES = Filling((TALL, *FORMS), (TALL_LINES, *LINE_FORMS), FLOW_FORMS, held, grounded, wood=False)
