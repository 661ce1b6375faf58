"""Strip: one line of inked text, measured in cells, before it has its place on a picture."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.cells import cell_len

from gamenight.draw.canvas import Ink, Picture


@dataclass(frozen=True, slots=True)
class Strip:
    """Pieces of text, each with its ink."""

    parts: tuple[tuple[str, Ink], ...] = ()

    @property
    def width(self) -> int:
        return sum(cell_len(text) for text, _ in self.parts)

    @property
    def plain(self) -> str:
        return "".join(text for text, _ in self.parts)

    def __add__(self, other: Strip) -> Strip:
        return Strip(self.parts + other.parts)

    def __bool__(self) -> bool:
        return any(text for text, _ in self.parts)

    def clip(self, width: int, ellipsis: str) -> Strip:
        """As much as fits; where something is cut off the ellipsis tells."""
        if self.width <= width:
            return self
        sign = ellipsis if cell_len(ellipsis) <= min(max(width // 2, 1), width) else ""
        room = width - cell_len(sign)
        kept: list[tuple[str, Ink]] = []
        for text, ink in self.parts:
            head = _head(text, room)
            kept.append((head, ink))
            room -= cell_len(head)
            if head != text:
                break
        last, ink = kept[-1]
        return Strip((*kept[:-1], (last.rstrip() + sign, ink)))

    def put(self, picture: Picture, x: int, y: int) -> int:
        """Draw it from here on; returns where it ends."""
        for text, ink in self.parts:
            x = picture.put(x, y, text, ink)
        return x


def strip(text: str, ink: Ink) -> Strip:
    return Strip(((text, ink),)) if text else Strip()


def joined(strips: Iterable[Strip], separator: str = " ") -> Strip:
    """The strips that are not empty, in one."""
    parts: list[tuple[str, Ink]] = []
    for piece in strips:
        if piece and parts:
            parts.append((separator, Ink()))
        parts.extend(piece.parts)
    return Strip(tuple(part for part in parts if part[0]))


def headed(head: Strip, rest: Strip, width: int, ellipsis: str) -> Strip:
    """Both on one line; only the rest is ever shortened or left out."""
    room = width - head.width - 1 if head else width
    return joined([head, rest.clip(room, ellipsis)]) if room > 0 else head


def flow(strips: Sequence[Strip], width: int, separator: str = " ") -> list[Strip]:
    """Strips beside each other, as many on a line as fit; each stays whole."""
    lines: list[Strip] = []
    current: list[Strip] = []
    used = 0
    for piece in (piece for piece in strips if piece):
        wide = piece.width
        if current and used + len(separator) + wide > width:
            lines.append(joined(current, separator))
            current, used = [], 0
        used += wide + (len(separator) if current else 0)
        current.append(piece)
    return [*lines, joined(current, separator)] if current else lines


def wrapped(text: str, ink: Ink, width: int) -> list[Strip]:
    """The words on as many lines as they need; a word that is too long is broken."""
    pieces: list[Strip] = []
    for word in text.split():
        rest = word
        while cell_len(rest) > width:
            head = _head(rest, width) or rest[:1]
            pieces.append(strip(head, ink))
            rest = rest[len(head) :]
        pieces.append(strip(rest, ink))
    return flow(pieces, width)


def _head(text: str, width: int) -> str:
    """As many characters as fit, combining marks with theirs."""
    used = 0
    for position, character in enumerate(text):
        used += cell_len(character)
        if used > width:
            return text[:position]
    return text
