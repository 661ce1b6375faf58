"""Grid: spots in the cells of one lattice; a cell can span several rows and columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from gamenight.core.scene import Area, Spot
from gamenight.draw.cells import Canvas, Line, line
from gamenight.draw.pen import Pen
from gamenight.draw.style import BOLD, MUTED, WOOD
from gamenight.draw.tokens import draw_seeds, draw_unit, seed_count

MOST_COLUMNS, MOST_ROWS = 60, 40
NARROWEST = 2
DOTS_FROM = 4
TALLEST_CELL = 9
WIDEST_PIT = 10


@dataclass(frozen=True, slots=True)
class Cell:
    """A spot, the rows and columns of the lattice that it takes, and whether its label has
    to be inside: it is neither in the top row nor in the bottom one."""

    spot: Spot
    rows: range
    columns: range
    enclosed: bool = False


@dataclass(frozen=True, slots=True)
class Lattice:
    """Cells with the inner widths of the columns and heights of the rows."""

    cells: tuple[Cell, ...]
    widths: tuple[int, ...]
    heights: tuple[int, ...]

    def left(self, column: int) -> int:
        return sum(self.widths[:column]) + column

    def top(self, row: int) -> int:
        return sum(self.heights[:row]) + row

    def inner(self, cell: Cell) -> tuple[int, int]:
        """Width and height inside the borders of a cell."""
        width = self.left(cell.columns.stop) - self.left(cell.columns.start) - 1
        return width, self.top(cell.rows.stop) - self.top(cell.rows.start) - 1


def draw_grid(area: Area, pen: Pen, width: int) -> list[Line] | None:
    """The lattice, with labels above its top row and below its bottom row; None: no room."""
    cells = _placed(area)
    if cells is None:
        return None
    widths = _column_widths(cells, area.look, pen, width)
    if widths is None:
        return None
    rows = max(cell.rows.stop for cell in cells)
    flat = Lattice(cells, widths, (1,) * rows)
    heights = _row_heights(flat, area.look, pen)
    lattice = Lattice(cells, widths, heights)
    board = _draw_board(lattice, area.look, pen)
    above = _labels([c for c in cells if c.rows.start == 0], lattice, pen)
    below = _labels([c for c in cells if 0 < c.rows.start == rows - 1], lattice, pen)
    return [*above, *board, *below]


def _placed(area: Area) -> tuple[Cell, ...] | None:
    """Where every spot is; None when that is no lattice (overlaps, too large, nothing)."""
    cells = []
    taken: set[tuple[int, int]] = set()
    for index, spot in enumerate(area.spots):
        row, column = (0, index) if spot.at is None or area.shape == "row" else spot.at
        tall, wide = (1, 1) if area.shape == "row" else spot.span
        if not (row >= 0 and column >= 0 and tall > 0 and wide > 0):
            return None
        if row + tall > MOST_ROWS or column + wide > MOST_COLUMNS:
            return None
        cell = Cell(spot, range(row, row + tall), range(column, column + wide))
        places = {(r, c) for r in cell.rows for c in cell.columns}
        if places & taken:
            return None
        taken |= places
        cells.append(cell)
    last = max((cell.rows.stop for cell in cells), default=0) - 1
    return tuple(replace(c, enclosed=0 < c.rows.start < last) for c in cells) or None


def _column_widths(
    cells: Sequence[Cell], look: str, pen: Pen, width: int
) -> tuple[int, ...] | None:
    columns = max(cell.columns.stop for cell in cells)
    room = width - columns - 1
    if look == "pit":
        each = min(room // columns, WIDEST_PIT)
        return (each,) * columns if each >= NARROWEST else None
    widths = [NARROWEST + 1] * columns
    for cell in cells:
        if len(cell.columns) == 1:
            wanted = [*_contents(cell, look, pen, width, TALLEST_CELL), pen.label(cell.spot)]
            widest = max(part.width for part in wanted)
            widths[cell.columns.start] = max(widths[cell.columns.start], widest + 2)
    while sum(widths) > room:
        widest = max(widths)
        if widest <= NARROWEST:
            return None
        widths[widths.index(widest)] -= 1
    return tuple(widths)


def _row_heights(flat: Lattice, look: str, pen: Pen) -> tuple[int, ...]:
    """Each row as tall as its tallest cell; a tall cell that needs more stretches its last."""
    heights = list(flat.heights)
    pit_rows = 2 if look == "pit" and min(flat.widths) >= DOTS_FROM else 1
    for cell in sorted(flat.cells, key=lambda cell: len(cell.rows)):
        width, _ = flat.inner(cell)
        room = sum(heights[row] for row in cell.rows) + len(cell.rows) - 1
        most = TALLEST_CELL
        if look == "pit":
            words = bool(cell.spot.note) + cell.enclosed
            most = pit_rows + words if len(cell.rows) == 1 else room
        lines = len(_contents(cell, look, pen, width, most))
        if look == "pit" and len(cell.rows) == 1:
            lines = max(lines, pit_rows)
        heights[cell.rows[-1]] += max(lines - room, 0)
    return tuple(heights)


def _contents(cell: Cell, look: str, pen: Pen, width: int, height: int) -> list[Line]:
    """The lines inside a cell, at most so many: what it holds first, then words."""
    spot = cell.spot
    ink = pen.spot_ink(spot)
    inside = pen.label(spot, width) if cell.enclosed else Line()
    name = Line() if spot.label or _same(spot, pen) else pen.text(spot.name, ink)
    note = pen.text(spot.note, MUTED)
    if look == "pit":
        note = note if note.width <= width else Line()
        middle = _pit(spot, pen, width, height - bool(inside) - bool(name) - bool(note))
    else:
        sign = pen.style.tone_sign(spot.tone)
        ground = line(pen.face(spot.face), ink)
        held = draw_unit(spot, pen) + line(sign, ink)
        middle = [part for part in (ground, *held.wrap(max(width, 1))) if part]
    words = [part for part in (inside, name) if part]
    notes = [note] if note else []
    lines = [*words, *notes, *middle] if look == "lane" else [*words, *middle, *notes]
    return lines if len(lines) <= height else [*middle, *words, *notes][: max(height, 1)]


def _same(spot: Spot, pen: Pen) -> bool:
    """Whether the ground's sign already says the name."""
    return pen.face(spot.face).casefold() == spot.name.casefold()


def _pit(spot: Spot, pen: Pen, width: int, height: int) -> list[Line]:
    """The number of seeds, and the seeds under it where there is room."""
    count = seed_count(spot)
    ink = f"{BOLD};{pen.spot_ink(spot)}".rstrip(";") if count else MUTED
    sign = pen.style.tone_sign(spot.tone)
    number = line(f"{count or pen.spell('·')}{sign}", ink)
    dots = draw_seeds(spot, pen, width, height - 1) if width >= DOTS_FROM and height > 1 else []
    return [number, *dots]


def _draw_board(lattice: Lattice, look: str, pen: Pen) -> list[Line]:
    columns, rows = len(lattice.widths), len(lattice.heights)
    canvas = Canvas(lattice.left(columns) + 1, lattice.top(rows) + 1)
    ink = WOOD if look == "pit" else MUTED
    for (x, y), arms in _borders(lattice).items():
        canvas.put(x, y, line(pen.signs.crossings[arms], ink))
    for cell in lattice.cells:
        width, height = lattice.inner(cell)
        lines = _contents(cell, look, pen, width, height)
        x = lattice.left(cell.columns.start) + 1
        y = lattice.top(cell.rows.start) + 1 + _above(look, cell, height - len(lines))
        for offset, text in enumerate(lines[:height]):
            canvas.put(x, y + offset, pen.fit(text, width))
    return canvas.lines()


def _above(look: str, cell: Cell, free: int) -> int:
    """Free lines above the contents: pawns of a lane stand on the ground, numbers of pits
    are on one line, and what else there is floats in the middle."""
    if look == "lane":
        return free
    return 0 if look == "pit" and len(cell.rows) == 1 else free // 2


def _borders(lattice: Lattice) -> dict[tuple[int, int], int]:
    """The arms of the border (up 1, right 2, down 4, left 8) at every place it goes through."""
    arms: dict[tuple[int, int], int] = {}
    for cell in lattice.cells:
        left, right = lattice.left(cell.columns.start), lattice.left(cell.columns.stop)
        top, bottom = lattice.top(cell.rows.start), lattice.top(cell.rows.stop)
        for y in (top, bottom):
            for x in range(left, right + 1):
                bits = (2 if x < right else 0) | (8 if x > left else 0)
                arms[x, y] = arms.get((x, y), 0) | bits
        for x in (left, right):
            for y in range(top, bottom + 1):
                bits = (4 if y < bottom else 0) | (1 if y > top else 0)
                arms[x, y] = arms.get((x, y), 0) | bits
    return arms


def _labels(cells: Sequence[Cell], lattice: Lattice, pen: Pen) -> list[Line]:
    canvas = Canvas(lattice.left(len(lattice.widths)) + 1, 1)
    for cell in cells:
        width, _ = lattice.inner(cell)
        label = pen.fit(pen.label(cell.spot, width), width)
        canvas.put(lattice.left(cell.columns.start) + 1, 0, label)
    return [text for text in canvas.lines() if text]
