"""Bowl plan: how large the bowls of a board are, and where each of them is."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from gamenight.draw.parts.lattice import Cell

GROOVE_FROM, BALLS_FROM = 12, 20
Room = tuple[int, int, int, int]  # column, line, columns, lines
Groove = tuple[int, int, int]  # its first pixel, and how many


@dataclass(frozen=True, slots=True)
class BowlForm:
    """A density: how many columns a pit is wide; filled: of pixels, as high as it is wide."""

    size: int
    filled: bool

    @property
    def gap(self) -> int:
        return 2 if self.size >= BALLS_FROM else 1

    @property
    def well(self) -> int:
        """Columns of a store."""
        if self.size >= BALLS_FROM:
            return round(self.size * 0.8)
        return 8 if self.filled and self.size < GROOVE_FROM else 9

    @property
    def lines(self) -> int:
        return (self.size + (1 if self.filled else 3)) // 2

    @property
    def groove(self) -> int:
        return 1 if self.size >= GROOVE_FROM else 0

    @property
    def edge(self) -> int:
        """Lines of wood above and below, and columns beside everything in gaps."""
        return 1 if self.filled else 0


@dataclass(frozen=True)
class Bowls:
    """The cells of a board in a form."""

    cells: tuple[Cell, ...]
    form: BowlForm

    @cached_property
    def widths(self) -> tuple[int, ...]:
        single = {cell.columns.start for cell in self.cells if is_pit(cell)}
        columns = range(max(cell.columns.stop for cell in self.cells))
        return tuple(self.form.size if c in single else self.form.well for c in columns)

    @cached_property
    def size(self) -> tuple[int, int]:
        form, rows = self.form, max(cell.rows.stop for cell in self.cells)
        width = self.left(len(self.widths)) - form.gap + form.gap * form.edge
        return width, 2 * form.edge + rows * (form.lines + 2 + form.groove) - form.groove

    def left(self, column: int) -> int:
        return self.form.gap * (self.form.edge + column) + sum(self.widths[:column])

    def top(self, row: int) -> int:
        """The first line of the pits of a row; above it are keys or counts."""
        return self.form.edge + row * (self.form.lines + 2 + self.form.groove) + 1

    @cached_property
    def grooves(self) -> tuple[Groove, ...]:
        """A line between the counts of two rows, as far as there are pits."""
        pits = [cell for cell in self.cells if is_pit(cell)]
        if not pits or not self.form.groove:
            return ()
        left = min(self.place(cell)[0] for cell in pits)
        right = max(self.place(cell)[0] for cell in pits) + self.form.size
        rows = range(1, max(cell.rows.stop for cell in pits))
        return tuple((left, 2 * (self.top(row) - 2), right - left) for row in rows)

    @cached_property
    def _places(self) -> dict[str, Room]:
        found = {}
        for cell in self.cells:
            x, y = self.left(cell.columns.start), self.top(cell.rows.start)
            right = self.left(cell.columns.stop) - self.form.gap
            high = self.top(cell.rows.stop - 1) + self.form.lines - y
            found[cell.spot.key] = x, y, right - x, high
        return found

    def place(self, cell: Cell) -> Room:
        """Where a pit or well is."""
        return self._places[cell.spot.key]


def is_pit(cell: Cell) -> bool:
    return len(cell.rows) == len(cell.columns) == 1
