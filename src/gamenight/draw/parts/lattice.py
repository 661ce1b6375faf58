"""Lattice: spots in rows and columns; a cell can span several of both."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace

from gamenight.core.scene import Area, Spot
from gamenight.draw.canvas import Picture, Target
from gamenight.draw.colors import mixed
from gamenight.draw.context import Context
from gamenight.draw.line import Line, line
from gamenight.draw.palette import Look
from gamenight.draw.parts.spots import ZEBRA, label_line, label_room, owned, spot_ground
from gamenight.draw.writing import write

MOST_COLUMNS, MOST_ROWS = 60, 40
LIVE = 0.35  # of its owner's colour, in the ground of a place that can be touched


@dataclass(frozen=True, slots=True)
class Form:
    """A density: the least size of a cell, free cells beside what it holds, the gaps between
    cells, and whether these gaps are lines."""

    width: int
    height: int
    pad: int
    gap: tuple[int, int]
    lines: bool = False

    @property
    def margin(self) -> int:
        return 1 if self.lines else 0


@dataclass(frozen=True, slots=True)
class Cell:
    """A spot and what it takes of the lattice. Its label is above the top row or below the
    bottom one, else (`enclosed`) inside. home: the row that its owner has for their own."""

    spot: Spot
    rows: range
    columns: range
    last_row: int
    home: int | None = None

    @property
    def enclosed(self) -> bool:
        return 0 < self.rows.start < self.last_row

    @property
    def below(self) -> bool:
        return 0 < self.rows.start == self.last_row

    @property
    def sinks(self) -> bool:
        """Whether what is written in a tall cell stands at its foot, beside its owner's row."""
        return len(self.rows) > 1 and self.home == self.last_row


# What a cell holds: at most this many lines of this many cells, and the free lines above them.
Contents = Callable[[Cell, Form, Context, int, int], list[Line]]
Above = Callable[[Cell, Form, int, int], int]


@dataclass(frozen=True, slots=True)
class Filling:
    """How the cells of one look are filled."""

    forms: tuple[Form, ...]
    line_forms: tuple[Form, ...]
    flow_forms: tuple[Form, ...]
    contents: Contents
    above: Above
    wood: bool

    def forms_for(self, look: Look) -> tuple[Form, ...]:
        if look.flows:
            return self.flow_forms
        return self.forms if look.fill else self.line_forms


@dataclass(frozen=True, slots=True)
class Lattice:
    """Cells with the widths of the columns and heights of the rows."""

    cells: tuple[Cell, ...]
    widths: tuple[int, ...]
    heights: tuple[int, ...]
    form: Form
    labels: tuple[bool, bool]

    def left(self, column: int) -> int:
        return self.form.margin + sum(self.widths[:column]) + column * self.form.gap[0]

    def top(self, row: int) -> int:
        return self.labels[0] + self.form.margin + sum(self.heights[:row]) + row * self.form.gap[1]

    def inner(self, cell: Cell) -> tuple[int, int]:
        wide = sum(self.widths[c] for c in cell.columns) + self.form.gap[0] * (
            len(cell.columns) - 1
        )
        tall = sum(self.heights[r] for r in cell.rows) + self.form.gap[1] * (len(cell.rows) - 1)
        return wide, tall

    @property
    def size(self) -> tuple[int, int]:
        margin, (across, down) = self.form.margin, self.form.gap
        width = self.left(len(self.widths)) - across + margin
        return width, self.top(len(self.heights)) - down + margin + self.labels[1]

    def fits(self, width: int, height: int) -> bool:
        wide, tall = self.size
        return wide <= width and tall <= height


def placed(area: Area) -> tuple[Cell, ...]:
    """Where every spot is; nothing when that is no lattice (overlaps, too large)."""
    found: list[tuple[Spot, range, range]] = []
    taken: set[tuple[int, int]] = set()
    for index, spot in enumerate(area.spots):
        flat = spot.at is None or area.shape == "row"
        row, column = (0, index) if flat or spot.at is None else spot.at
        tall, wide = (1, 1) if area.shape == "row" else spot.span
        if min(row, column) < 0 or min(tall, wide) < 1:
            return ()
        if row + tall > MOST_ROWS or column + wide > MOST_COLUMNS:
            return ()
        places = {(r, c) for r in range(row, row + tall) for c in range(column, column + wide)}
        if places & taken:
            return ()
        taken |= places
        found.append((spot, range(row, row + tall), range(column, column + wide)))
    last = max((rows.stop for _, rows, _ in found), default=0) - 1
    homes = _homes(found)
    return tuple(
        Cell(spot, rows, columns, last, homes.get(spot.owner)) for spot, rows, columns in found
    )


def _homes(found: Sequence[tuple[Spot, range, range]]) -> dict[int | None, int]:
    """The row of each owner whose places of a single row are all in it."""
    rows: dict[int | None, set[int]] = {}
    for spot, tall, _ in found:
        if spot.owner is not None and len(tall) == 1:
            rows.setdefault(spot.owner, set()).add(tall.start)
    return {owner: min(own) for owner, own in rows.items() if len(own) == 1}


def draw_lattice(
    area: Area, context: Context, filling: Filling, width: int, height: int
) -> Picture | None:
    """The largest density that has room. Where grounds are filled nothing moves under the cursor,
    so only its cell is drawn again, and those that its choice would change."""
    if not context.look.fill:
        found = _fitted(area, replace(context, changes=()), filling, width, height)
        return _draw(*found, context) if found else None
    steady = context.unpointed()
    found = context.once(
        ("lattice", area.key, width, height),
        lambda: _fitted(area, steady, filling, width, height),
    )
    if found is None:
        return None
    lattice, filling = found
    board = context.once(
        ("board", area.key, width, height), lambda: _draw(lattice, filling, steady)
    )
    keys = {spot.key for spot in context.changes} | {context.focus.cursor, context.focus.hint}
    pointed = [cell for cell in lattice.cells if cell.spot.key in keys]
    if not pointed:
        return board
    board = board.copy()
    for cell in pointed:
        _draw_cell(board, lattice, cell, filling, context)
    return board


def _fitted(
    area: Area, context: Context, filling: Filling, width: int, height: int
) -> tuple[Lattice, Filling] | None:
    """The lattice of the largest density that has room, and a filling that remembers."""
    cells = placed(area)
    if not cells:
        return None
    filling = replace(filling, contents=remembered(filling.contents))
    labels = (
        any(cell.rows.start == 0 and (cell.spot.label or cell.spot.heading) for cell in cells),
        any(cell.below and (cell.spot.label or cell.spot.heading) for cell in cells),
    )
    for form in filling.forms_for(context.look):
        widths = (form.width,) * max(cell.columns.stop for cell in cells)
        heights = (form.height,) * max(cell.rows.stop for cell in cells)
        lattice = Lattice(cells, widths, heights, form, labels)
        for equal in (True, False) if filling.wood or not context.look.flows else (False,):
            if not lattice.fits(width, height):
                break
            wider = _widened(lattice, filling, context, equal)
            if wider.fits(width, height):
                whole = _heightened(wider, filling, context)
                if whole.fits(width, height):
                    return whole, filling
    return None


def remembered(contents: Contents) -> Contents:
    """The same, asked only once for cells that are alike: most of a large board are."""
    known: dict[Hashable, list[Line]] = {}

    def recalled(cell: Cell, form: Form, context: Context, width: int, height: int) -> list[Line]:
        spot, focus = cell.spot, context.focus
        keys = (context.live, context.reach, context.marks, focus.path, focus.last)
        pointed = focus.cursor, focus.hint
        state = tuple(spot.key in each for each in (*keys, pointed))
        label = spot.label if cell.enclosed else bool(spot.label)
        held = (spot.name, spot.tokens, spot.face, spot.note, spot.owner, spot.tone)
        moved = context.ahead(spot), context.gain(spot)
        alike = (label, cell.enclosed, cell.sinks, held, moved, state, form, width, height)
        if alike not in known:
            known[alike] = contents(cell, form, context, width, height)
        return known[alike]

    return recalled


def _widened(lattice: Lattice, filling: Filling, context: Context, equal: bool) -> Lattice:
    """Columns as wide as what they hold; a cell that spans several stretches its last one. Equal
    columns stay as they are when a pawn moves."""
    form, widths = lattice.form, list(lattice.widths)
    for cell in sorted(lattice.cells, key=lambda cell: len(cell.columns)):
        held = filling.contents(cell, form, context, form.width, lattice.inner(cell)[1])
        wanted = max((part.width + 2 * form.pad for part in held), default=0)
        wanted = max(wanted, _label_width(cell, form, context))
        room = sum(widths[c] for c in cell.columns) + form.gap[0] * (len(cell.columns) - 1)
        widths[cell.columns[-1]] += max(wanted - room, 0)
    if equal:
        _equalize(widths, lattice.cells)
    return replace(lattice, widths=tuple(widths))


def _label_width(cell: Cell, form: Form, context: Context) -> int:
    """The columns that a label may ever take: with its mark, and inside a cell what is free beside
    it. Of lines a mark takes one more than the brackets that are always reserved."""
    spot = cell.spot
    if not spot.label:
        return 0
    reserved = label_room(spot, context) - (0 if context.look.fill else 1)
    pad = 2 * form.pad if cell.enclosed and not context.look.flows else 0
    return max(reserved, label_line(spot, context).width) + pad


def _heightened(lattice: Lattice, filling: Filling, context: Context) -> Lattice:
    """Rows as high as what they hold."""
    form, heights = lattice.form, list(lattice.heights)
    for cell in sorted(lattice.cells, key=lambda cell: len(cell.rows)):
        room = sum(heights[r] for r in cell.rows) + form.gap[1] * (len(cell.rows) - 1)
        held = filling.contents(cell, form, context, lattice.inner(cell)[0], room)
        heights[cell.rows[-1]] += max(len(held) - room, 0)
    return replace(lattice, heights=tuple(heights))


def _equalize(widths: list[int], cells: Sequence[Cell]) -> None:
    """Columns of small cells are equally wide; those of tall ones only as wide as they need."""
    small = {c.columns.start for c in cells if len(c.rows) == len(c.columns) == 1}
    widest = max((widths[column] for column in small), default=0)
    for column in small:
        widths[column] = widest


def _draw(lattice: Lattice, filling: Filling, context: Context) -> Picture:
    picture = Picture(*lattice.size)
    form = lattice.form
    if form.lines:
        _draw_lines(picture, lattice, context)
    for cell in lattice.cells:
        _draw_cell(picture, lattice, cell, filling, context)
        picture.targets.append(_target(picture, lattice, cell))
    return picture


def _draw_cell(
    picture: Picture, lattice: Lattice, cell: Cell, filling: Filling, context: Context
) -> None:
    """The ground of a cell, what it holds, and its label."""
    form = lattice.form
    x, y = lattice.left(cell.columns.start), lattice.top(cell.rows.start)
    width, height = lattice.inner(cell)
    if context.look.fill:
        usual = _usual(cell, form, filling, context)
        ground = spot_ground(cell.spot, context, usual)
        if ground == context.palette.live and cell.spot.owner is not None:
            ground = mixed(usual, context.palette.seat(cell.spot.owner), LIVE)
        picture.fill(x, y, width, height, context.ink(bg=ground))
    held = filling.contents(cell, form, context, width, height)[:height]
    start = y + filling.above(cell, form, height, len(held))
    for offset, part in enumerate(held):
        text = context.clip(part, width)
        write(picture, x + (width - text.width) // 2, start + offset, text, context.look)
    heading = line(context.words(cell.spot.heading), context.ink(context.palette.muted))
    label = label_line(cell.spot, context, on_ground=False) or heading
    if label and not cell.enclosed:
        row = picture.height - 1 if cell.below else 0
        write(picture, x + (width - label.width) // 2, row, label, context.look)
    if form.lines and cell.spot.key == context.focus.cursor:
        ink = context.ink(context.palette.accent, bold=True)
        picture.put(x - 1, y + height // 2, ">", ink)
        picture.put(x + width, y + height // 2, "<", ink)


def _target(picture: Picture, lattice: Lattice, cell: Cell) -> Target:
    """The cell and its label, which may be outside."""
    x, y = lattice.left(cell.columns.start), lattice.top(cell.rows.start)
    width, height = lattice.inner(cell)
    top, bottom = y, y + height
    if cell.spot.label and not cell.enclosed:
        row = picture.height - 1 if cell.below else 0
        top, bottom = min(top, row), max(bottom, row + 1)
    return Target(cell.spot.key, x, top, width, bottom - top)


def _usual(cell: Cell, form: Form, filling: Filling, context: Context) -> str:
    """The ground of a place; rows without a gap between them differ in their shade."""
    palette = context.palette
    ground = palette.wood if filling.wood else palette.cell
    if form.gap[1] == 0 and len(cell.rows) == 1 and cell.rows.start % 2:
        ground = mixed(ground, palette.ground, ZEBRA)
    return owned(ground, cell.spot, context)


def _draw_lines(picture: Picture, lattice: Lattice, context: Context) -> None:
    """The borders of all cells; those of live ones are drawn over the others."""
    palette = context.palette
    arms: dict[tuple[int, int], int] = {}
    colors: dict[tuple[int, int], str] = {}
    for cell in sorted(lattice.cells, key=lambda cell: cell.spot.key in context.live):
        color = palette.accent if cell.spot.key in context.live else palette.muted
        for place, bits in _border(lattice, cell):
            arms[place] = arms.get(place, 0) | bits
            colors[place] = color
    for (x, y), bits in arms.items():
        picture.put(x, y, context.signs.crossings[bits], context.ink(colors[x, y]))


def _border(lattice: Lattice, cell: Cell) -> list[tuple[tuple[int, int], int]]:
    """The arms of a cell's border (up 1, right 2, down 4, left 8) at each place."""
    width, height = lattice.inner(cell)
    left, top = lattice.left(cell.columns.start) - 1, lattice.top(cell.rows.start) - 1
    right, bottom = left + width + 1, top + height + 1
    level = [((x, y), 10) for y in (top, bottom) for x in range(left + 1, right)]
    upright = [((x, y), 5) for x in (left, right) for y in range(top + 1, bottom)]
    corners = [((left, top), 6), ((right, top), 12), ((left, bottom), 3), ((right, bottom), 9)]
    return [*level, *upright, *corners]
