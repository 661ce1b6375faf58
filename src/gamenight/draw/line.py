"""Line: one line of text in inks, measured in terminal cells; and how lines are put together."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from rich.cells import cell_len

from gamenight.draw.ink import PLAIN, Ink

NARROW_COLUMN = 16

Align = Literal["left", "centre", "right"]


@dataclass(frozen=True, slots=True)
class Line:
    """Pieces of text, each in its ink."""

    parts: tuple[tuple[str, Ink], ...] = ()

    @property
    def width(self) -> int:
        return sum(cell_len(text) for text, _ in self.parts)

    @property
    def plain(self) -> str:
        return "".join(text for text, _ in self.parts)

    def __add__(self, other: Line) -> Line:
        return Line(self.parts + other.parts)

    def __bool__(self) -> bool:
        return any(text for text, _ in self.parts)

    def clip(self, width: int, ellipsis: str = "") -> Line:
        """As much as fits; an ellipsis shows where something is cut off, and blanks are nothing."""
        if self.width <= width:
            return self
        if self.stripped().width <= width:
            return self._head(width)
        sign = ellipsis if cell_len(ellipsis) <= min(max(width // 2, 1), width) else ""
        kept = self._head(width - cell_len(sign)).stripped()
        ink = kept.parts[-1][1] if kept.parts else PLAIN
        return kept + line(sign, ink)

    def _head(self, width: int) -> Line:
        """As many characters as fit, combining marks with theirs."""
        kept: list[tuple[str, Ink]] = []
        for text, ink in self.parts:
            used = 0
            for position, character in enumerate(text):
                used += cell_len(character)
                if used > width:
                    return Line((*kept, (text[:position], ink)) if position else tuple(kept))
            kept.append((text, ink))
            width -= used
        return self

    def _rest(self, length: int) -> Line:
        """What follows this many characters."""
        kept: list[tuple[str, Ink]] = []
        for text, ink in self.parts:
            if length < len(text):
                kept.append((text[length:], ink))
            length = max(length - len(text), 0)
        return Line(tuple(kept))

    def pad(self, width: int, align: Align = "left") -> Line:
        room = max(width - self.width, 0)
        before = {"left": 0, "centre": room // 2, "right": room}[align]
        return spaces(before) + self + spaces(room - before)

    def replaced(self, found: re.Pattern[str], others: Mapping[str, str]) -> Line:
        """With other words in place of those that a pattern finds."""
        return Line(tuple((found.sub(lambda m: others[m[0]], t), ink) for t, ink in self.parts))

    def stripped(self) -> Line:
        """Without spaces at the end."""
        parts = list(self.parts)
        while parts:
            text, ink = parts.pop()
            if kept := text.rstrip(" "):
                return Line((*parts, (kept, ink)))
        return Line()

    def wrap(self, width: int, indent: int = 0) -> list[Line]:
        """The words on as many lines as they need; later lines are indented."""
        plain = self.plain
        if plain and plain == plain.strip(" ") and self.width <= width:
            return [self]
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

    def _words(self) -> Iterator[tuple[Line, Line]]:
        """Each word with the spaces before it."""
        gap = word = Line()
        for text, ink in self.parts:
            for blank, characters in groupby(text, key=" ".__eq__):
                piece = Line((("".join(characters), ink),))
                if not blank:
                    word = word + piece
                    continue
                if word:
                    yield gap, word
                    gap, word = Line(), Line()
                gap = gap + piece
        if word:
            yield gap, word

    def _pieces(self, width: int) -> Iterator[Line]:
        rest = self
        while rest.width > width:
            head = rest._head(width)
            yield head
            rest = rest._rest(len(head.plain))
        yield rest


def line(text: str, ink: Ink = PLAIN) -> Line:
    return Line(((text, ink),)) if text else Line()


def spaces(count: int) -> Line:
    return line(" " * count)


def joined(lines: Iterable[Line], separator: str = " ") -> Line:
    """The lines that are not empty, in one."""
    parts: list[tuple[str, Ink]] = []
    for piece in lines:
        if piece:
            parts.extend([(separator, PLAIN), *piece.parts] if parts else piece.parts)
    return Line(tuple(part for part in parts if part[0]))


def headed(head: Line, rest: Line, width: int, clip: Callable[[Line, int], Line]) -> Line:
    """Both on one line; only the rest is ever shortened or left out."""
    room = width - head.width - 1 if head else width
    return joined([head, clip(rest, room)]) if room > 0 else head


def packed(pieces: Sequence[Line], width: int, gap: int = 1) -> list[Line]:
    """Pieces beside each other, as many on a line as fit; each stays whole, however long."""
    lines: list[Line] = []
    current = Line()
    for piece in pieces:
        if not piece:
            continue
        together = current + spaces(gap) + piece if current else piece
        if current and together.width > width:
            lines.append(current)
            together = piece
        current = together
    return [*lines, current] if current else lines


def flow(pieces: Sequence[Line], width: int, gap: int = 3) -> list[Line]:
    """Pieces beside each other, as many on a line as fit; a longer one wraps."""
    lines: list[Line] = []
    current = Line()
    for piece in pieces:
        together = current + spaces(gap) + piece if current else piece
        if together.width <= width:
            current = together
            continue
        if current:
            lines.append(current)
        *full, current = piece.wrap(width, indent=2) or [Line()]
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
            heads = [text, *[Line()] * (len(notes) - 1)]
            lines += [left.pad(edge) + right for left, right in zip(heads, notes, strict=True)]
        else:
            lines += text.wrap(width, indent=start)
            lines += [spaces(start + 2) + part for part in note.wrap(width - start - 2)]
    return [text.stripped() for text in lines]
