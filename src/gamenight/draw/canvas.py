"""Picture: cells with colours, and the places on them that can be touched."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from operator import attrgetter, itemgetter

from rich.cells import cell_len

from gamenight.core.border import inert_line
from gamenight.draw.colors import mixed
from gamenight.draw.ink import PLAIN, Ink


@dataclass(frozen=True, slots=True)
class Target:
    """A rectangle that stands for a key: a spot, a row of the scoreboard, or a choice."""

    key: str
    x: int
    y: int
    width: int
    height: int = 1

    def covers(self, x: int, y: int) -> bool:
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2


Cell = tuple[str, Ink]
BLANK: Cell = (" ", PLAIN)
CELL_INK, INK_GROUND = itemgetter(1), attrgetter("bg")
HALF = "▀"  # two pixels: the ink above, its ground below


@dataclass
class Picture:
    """A rectangle of cells. A wide character stands in its first cell, and "" in its second."""

    width: int
    height: int
    rows: list[list[Cell]] = field(default_factory=list)
    targets: list[Target] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rows = self.rows or [[BLANK] * self.width for _ in range(self.height)]

    def put(self, x: int, y: int, text: str, ink: Ink = PLAIN) -> int:
        """Write from here on; what is outside is cut off. An ink without ground keeps the one
        that is there. Returns where the text ends."""
        text = inert_line(text)
        if text.isascii() and 0 <= y < self.height and x >= 0:
            return self._put_narrow(x, y, text, ink)
        for character in text:
            size = cell_len(character)
            if size == 0:
                self._combine(x - 1, y, character)
            elif 0 <= y < self.height and x >= 0 and x + size <= self.width:
                row = self.rows[y]
                self._free(row, x, x + size)
                for place, part in zip(range(x, x + size), (character, ""), strict=False):
                    row[place] = (part, ink if ink.bg else ink.on(_ground(row[place])))
            x += size
        return x

    def _put_narrow(self, x: int, y: int, text: str, ink: Ink) -> int:
        """The same for text of which every character takes one cell."""
        row, end = self.rows[y], min(x + len(text), self.width)
        if x < end:
            self._free(row, x, end)
            grounds = {ink.bg: ink} if ink.bg else {}
            for place, character in zip(range(x, end), text, strict=False):
                ground = ink.bg or _ground(row[place])
                row[place] = (character, grounds.get(ground) or _on(grounds, ink, ground))
        return x + len(text)

    def _free(self, row: list[Cell], start: int, end: int) -> None:
        """Wide characters that are half covered from here to there are lost."""
        if row[start][0] == "" and start:
            row[start - 1] = (" ", row[start - 1][1])
        if end < self.width and row[end][0] == "":
            row[end] = (" ", row[end][1])

    def _combine(self, x: int, y: int, character: str) -> None:
        """A mark on the character that ends here; that of a wide one stands a cell before."""
        if 0 <= y < self.height and 0 <= x < self.width:
            row = self.rows[y]
            x -= row[x][0] == "" and x > 0
            row[x] = (row[x][0] + character, row[x][1])

    def fill(self, x: int, y: int, width: int, height: int, ink: Ink) -> None:
        """A ground without anything on it."""
        left, right = max(x, 0), min(x + width, self.width)
        blank = [(" ", ink)] * max(right - left, 0)
        for row in self.rows[max(y, 0) : max(y + height, 0)] if blank else ():
            self._free(row, left, right)
            row[left:right] = blank

    def paste(self, other: Picture, x: int, y: int, rows: Iterable[int] | None = None) -> None:
        """Another picture on this one, or only some of its rows, with its targets; its cells
        without ground get ours."""
        grounds: dict[str, dict[Ink, Ink]] = {}
        first, last = max(-x, 0), min(self.width - x, other.width)
        for row in range(other.height) if rows is None else rows:
            if first >= last or not 0 <= y + row < self.height:
                continue
            ours, theirs = self.rows[y + row], other._cut(row, first, last)
            self._free(ours, x + first, x + last)
            if all(map(INK_GROUND, map(CELL_INK, theirs))):  # much quicker than cell by cell
                ours[x + first : x + last] = theirs
                continue
            for column, cell in enumerate(theirs, x + first):
                ink = cell[1]
                if not ink.bg and (ground := _ground(ours[column])):
                    known = grounds.setdefault(ground, {})
                    cell = (cell[0], known.get(ink) or known.setdefault(ink, ink.on(ground)))
                ours[column] = cell
        for target in other.targets:
            placed = Target(target.key, target.x + x, target.y + y, target.width, target.height)
            self.targets.append(placed)

    def overlay(self, other: Picture, x: int, y: int) -> None:
        """The cells of another picture in place of ours, as they are; it has to have room here."""
        for row, theirs in enumerate(other.rows if other.width else (), y):
            ours = self.rows[row]
            self._free(ours, x, x + other.width)
            ours[x : x + other.width] = theirs

    def _cut(self, row: int, first: int, last: int) -> list[Cell]:
        """Cells of a row; of a wide character that is cut in two a blank is left."""
        cells = self.rows[row][first:last]
        if cells[0][0] == "":
            cells[0] = (" ", cells[0][1])
        if last < self.width and self.rows[row][last][0] == "":
            cells[-1] = (" ", cells[-1][1])
        return cells

    def copy(self) -> Picture:
        return Picture(self.width, self.height, [row[:] for row in self.rows], self.targets[:])

    def mark(self, key: str, x: int, y: int, width: int, height: int = 1) -> None:
        """What is here can be touched as this key."""
        self.targets.append(Target(key, x, y, width, height))

    def at(self, x: int, y: int) -> str | None:
        """The key that is touched here."""
        found = self.target(x, y)
        return None if found is None else found.key

    def target(self, x: int, y: int) -> Target | None:
        """The target here; the last one drawn lies on top."""
        return next((t for t in reversed(self.targets) if t.covers(x, y)), None)

    def place(self, key: str) -> Target | None:
        return next((target for target in self.targets if target.key == key), None)

    def lines(self) -> list[str]:
        """The characters alone."""
        return ["".join(character for character, _ in row).rstrip() for row in self.rows]


def _ground(cell: Cell) -> str:
    """What is behind a character that is written here: of two pixels their mean."""
    ink = cell[1]
    return mixed(ink.fg, ink.bg, 0.5) if cell[0] == HALF else ink.bg


def _on(known: dict[str, Ink], ink: Ink, ground: str) -> Ink:
    """The ink on a ground, made once."""
    return known.setdefault(ground, ink.on(ground))


def stacked(pictures: Iterable[Picture], width: int, gap: int = 0) -> Picture:
    """Pictures under each other, each in the middle of the width."""
    parts = list(pictures)
    height = sum(part.height for part in parts) + gap * max(len(parts) - 1, 0)
    whole = Picture(width, height)
    y = 0
    for part in parts:
        whole.paste(part, max((width - part.width) // 2, 0), y)
        y += part.height + gap
    return whole
