"""Cells: lines of coloured text measured in terminal cells, and a canvas to lay them out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from rich.cells import cell_len

NARROW_COLUMN = 16

Align = Literal["left", "centre", "right"]


@dataclass(frozen=True, slots=True)
class Line:
    """One line: characters, each with its ink (SGR parameters, or nothing)."""

    cells: tuple[tuple[str, str], ...] = ()

    @property
    def width(self) -> int:
        return sum(cell_len(character) for character, _ in self.cells)

    @property
    def plain(self) -> str:
        return "".join(character for character, _ in self.cells)

    def __add__(self, other: Line) -> Line:
        return Line(self.cells + other.cells)

    def __bool__(self) -> bool:
        return bool(self.cells)

    def clip(self, width: int, ellipsis: str = "") -> Line:
        """As much as fits; where something is cut off the ellipsis tells."""
        if self.width <= width:
            return self
        sign = ellipsis if cell_len(ellipsis) <= max(width // 2, 1) else ""
        kept = self._head(width - cell_len(sign))
        ink = kept.cells[-1][1] if kept.cells else ""
        return kept.stripped() + line(sign, ink)

    def _head(self, width: int) -> Line:
        used = 0
        for position, (character, _) in enumerate(self.cells):
            used += cell_len(character)
            if used > width:
                return Line(self.cells[:position])
        return self

    def pad(self, width: int, align: Align = "left") -> Line:
        room = max(width - self.width, 0)
        before = {"left": 0, "centre": room // 2, "right": room}[align]
        return spaces(before) + self + spaces(room - before)

    def stripped(self) -> Line:
        """Without spaces at the end."""
        end = len(self.cells)
        while end and self.cells[end - 1][0] in ("", " "):
            end -= 1
        return Line(self.cells[:end])

    def wrap(self, width: int, indent: int = 0) -> list[Line]:
        """The words on as many lines as they need; later lines are indented."""
        lines: list[Line] = []
        current = Line()
        for gap, word in self._words():
            longer = current + gap + word if current else word
            if longer.width <= width:
                current = longer
                continue
            if current:
                lines.append(current)
            for piece in word._pieces(max(width - indent, 2)):
                current = spaces(indent) + piece if lines else piece
                lines.append(current)
            current = lines.pop()
        return [*lines, current] if current else lines

    def _words(self) -> Iterable[tuple[Line, Line]]:
        """Each word with the spaces before it."""
        gap = Line()
        for blank, cells in groupby(self.cells, key=lambda cell: cell[0] == " "):
            if blank:
                gap = Line(tuple(cells))
            else:
                yield gap, Line(tuple(cells))

    def _pieces(self, width: int) -> Iterable[Line]:
        rest = self
        while rest.width > width:
            head = rest._head(width)
            yield head
            rest = Line(rest.cells[len(head.cells) :])
        yield rest

    def paint(self, color: bool) -> str:
        """The text for the terminal, without spaces at the end."""
        runs = groupby(self.stripped().cells, key=lambda cell: cell[1])
        texts = ((ink, "".join(character for character, _ in cells)) for ink, cells in runs)
        return "".join(
            f"\x1b[{ink}m{text}\x1b[0m" if color and ink else text for ink, text in texts
        )


def line(text: str, ink: str = "") -> Line:
    return Line(tuple((character, ink) for character in text))


def spaces(count: int) -> Line:
    return line(" " * count)


def joined(lines: Iterable[Line], separator: str = " ") -> Line:
    """The lines that are not empty, in one."""
    cells: list[tuple[str, str]] = []
    for part in lines:
        if part and cells:
            cells.extend(line(separator).cells)
        cells.extend(part.cells)
    return Line(tuple(cells))


def flow(parts: Sequence[Line], width: int, gap: int = 3) -> list[Line]:
    """Parts beside each other, whole, as many on a line as fit; a longer one wraps."""
    lines: list[Line] = []
    current = Line()
    for part in parts:
        together = current + spaces(gap) + part if current else part
        if together.width <= width:
            current = together
            continue
        if current:
            lines.append(current)
        *full, current = part.wrap(width, indent=2) or [Line()]
        lines.extend(full)
    return [*lines, current] if current else lines


def table(rows: Sequence[tuple[Line, Line, Line]], width: int) -> list[Line]:
    """Three columns; the last wraps in its column, or below the others where that is narrow."""
    first, second, third = (max((row[part].width for row in rows), default=0) for part in range(3))
    start = min(first, width // 3) + 2 if first else 0
    edge = start + min(second, width // 2) + 2
    narrow = width - edge < min(third, NARROW_COLUMN)
    lines: list[Line] = []
    for key, name, note in rows:
        head = (key.pad(start) if key.width + 2 <= start else key + spaces(2)) if start else key
        text = (head + name).stripped()
        if note and not narrow and text.width + 2 <= edge:
            notes = note.wrap(width - edge)
            heads = _tall([text], len(notes))
            lines += [left.pad(edge) + right for left, right in zip(heads, notes, strict=True)]
        else:
            lines += text.wrap(width, indent=start)
            lines += [spaces(start + 2) + part for part in note.wrap(width - start - 2)]
    return [text.stripped() for text in lines]


def beside(left: Sequence[Line], right: Sequence[Line], gap: int) -> list[Line]:
    """Two blocks next to each other."""
    edge = max((part.width for part in left), default=0) + gap
    rows = max(len(left), len(right))
    pairs = zip(_tall(left, rows), _tall(right, rows), strict=True)
    return [(first.pad(edge) + second).stripped() for first, second in pairs]


def _tall(block: Sequence[Line], rows: int) -> list[Line]:
    return [*block, *[Line()] * (rows - len(block))]


class Canvas:
    """Cells to write lines on; what does not fit is cut off."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self._rows = [[(" ", "")] * width for _ in range(height)]

    def put(self, x: int, y: int, text: Line) -> None:
        row = self._rows[y]
        for character, ink in text.cells:
            size = cell_len(character)
            if size == 0 and 0 < x <= self.width:
                row[x - 1] = (row[x - 1][0] + character, row[x - 1][1])
            elif size and x + size <= self.width:
                row[x] = (character, ink)
                if size == 2:
                    row[x + 1] = ("", ink)
            x += size

    def lines(self) -> list[Line]:
        return [Line(tuple(cell for cell in row if cell[0])).stripped() for row in self._rows]
