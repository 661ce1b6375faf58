"""Pits: houses and stores with the number of their seeds, and one dot per seed."""

from __future__ import annotations

from gamenight.core.scene import Spot
from gamenight.draw.context import Context
from gamenight.draw.ink import Ink
from gamenight.draw.line import Line, joined, line
from gamenight.draw.parts.lattice import Cell, Filling, Form
from gamenight.draw.parts.seeds import came_line
from gamenight.draw.parts.spots import framed, label_line, spot_ink, tone_ink
from gamenight.draw.parts.tokens import seed_count

DOTS_FROM = 5
USUAL_LINES = 3
MOST_DOTS = 999
MOST_NAME = 11  # cells: a longer name of a store is shortened before houses become smaller

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
    """The label where it has to be inside, the name of a store, the number, the note, the seeds;
    the name last where its owner's row is at the foot."""
    spot = cell.spot
    label = label_line(spot, context) if cell.enclosed else Line()
    name = Line() if spot.label else line(context.words(spot.name), tone_ink(spot, context))
    note = line(context.words(spot.note), spot_ink(spot, context, context.palette.muted))
    name = name if context.look.flows else context.clip(name, max(width, MOST_NAME))
    number = _number(spot, context, width, bare=not spot.label)
    head = [part for part in (label,) if part]
    if context.look.flows:
        height = max(height, len(head) + 1 + bool(name) + bool(note))
    if height < len(head) + 1 + bool(name) + bool(note):
        note = Line()
    if height < len(head) + 1 + bool(name):
        name = Line()
    rows = height - len(head) - 1 - bool(name) - bool(note)
    dots = seeds(spot, context, width, rows) if width >= DOTS_FROM and rows > 0 else []
    told = [*(part for part in (name, number, note) if part), *dots]
    return [*head, *(reversed(told) if cell.sinks else told)]


def _number(spot: Spot, context: Context, width: int, bare: bool) -> Line:
    """The number of seeds; where there is room with what it would become, or else with what the
    last move brought: `2→3`, `2 +1`."""
    count, after = seed_count(spot), context.ahead(spot)
    palette = context.palette
    if after is not None and seed_count(after) != count:
        return _foreseen(spot, context, seed_count(after), width)
    color = (palette.tone(spot.tone) or palette.strong) if count else palette.muted
    text = f"{count or context.spell('·')}{context.look.tone_sign(spot.tone)}"
    number = line(text, spot_ink(spot, context, color, bold=bool(count)))
    whole = joined([number, came_line(spot, context)])
    number = whole if whole.width <= width else number
    return framed(number, spot, context) if bare else number


def _foreseen(spot: Spot, context: Context, then: int, width: int) -> Line:
    """What the number would become under the choice at the cursor."""
    palette, count = context.palette, seed_count(spot)
    mine = spot.key == context.focus.cursor or (then > count and spot.span == (1, 1))
    color = palette.strong if mine else palette.good
    after = line(str(then), spot_ink(spot, context, color, bold=True))
    now = line(f"{count}{context.signs.arrow}", spot_ink(spot, context, palette.muted))
    return now + after if now.width + after.width <= width else after


def seeds(spot: Spot, context: Context, width: int, rows: int) -> list[Line]:
    """One dot per seed on at most this many lines, hollow for those that would come; `+` where
    there are more."""
    dots = [(context.signs.dot, ink) for ink in _seed_inks(spot, context)]
    dots += _ghosts(spot, context)
    each = width - 2 if len(dots) <= (width - 2) * rows else width
    more = len(dots) > each * rows
    shown = dots[: each * rows]
    lines = -(-len(shown) // each)
    along = -(-len(shown) // lines) if lines else 0
    found = []
    for row in range(lines):
        part = shown[row * along : (row + 1) * along]
        if more and row == lines - 1:
            part[-1] = "+", part[-1][1]
        found.append(Line(tuple(part)))
    return found


def _ghosts(spot: Spot, context: Context) -> list[tuple[str, Ink]]:
    """The seeds that the choice under the cursor would bring."""
    after, palette = context.ahead(spot), context.palette
    coming = 0 if after is None else max(seed_count(after) - seed_count(spot), 0)
    ink = spot_ink(spot, context, palette.good if spot.span != (1, 1) else palette.strong)
    return [(context.signs.ghost, ink)] * min(coming, MOST_DOTS)


def _seed_inks(spot: Spot, context: Context) -> list[Ink]:
    palette = context.palette
    inks: list[Ink] = []
    for token in spot.tokens:
        owner = spot.owner if token.owner is None else token.owner
        color = palette.tone(token.tone) or palette.material(token.color) or palette.seat(owner)
        inks.extend([spot_ink(spot, context, color)] * min(max(token.count, 0), MOST_DOTS))
    return inks


def above(cell: Cell, form: Form, height: int, lines: int) -> int:
    """Numbers of small pits are on one line; what is in tall ones begins or ends at the row of
    their owner, else it floats in the middle."""
    if len(cell.rows) > 1:
        return 0 if cell.home == 0 else (height - lines) // (1 if cell.sinks else 2)
    return max(height - max(lines, USUAL_LINES), 0) // 2


PITS = Filling(FORMS, LINE_FORMS, FLOW_FORMS, pit, above, wood=True)
