"""Pixels: a cell is two square pixels, one above the other, so that shapes can be round.

`▀` is written in the colour of the upper pixel on that of the lower one. Edges are smooth: a pixel
that a shape covers in part has a mixed colour. Only where grounds are filled, in true colours.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import hypot

from gamenight.draw.canvas import HALF, Cell, Picture
from gamenight.draw.colors import mixed
from gamenight.draw.ink import Ink

Pixels = tuple[tuple[str, ...], ...]
INSET = 0.4  # so that shapes beside each other do not run together


@lru_cache(maxsize=512)
def rounded(width: int, height: int, color: str, ground: str, radius: float) -> Pixels:
    """A rectangle of this many pixels with round corners; with the radius of half its height it
    is a disc or a lozenge. An odd number of rows is filled up with ground."""
    rows = tuple(
        tuple(
            mixed(ground, color, _covered(x + 0.5, y + 0.5, width, height, radius))
            for x in range(width)
        )
        for y in range(height)
    )
    return (*rows, (ground,) * width) if height % 2 else rows


def _covered(
    x: float, y: float, width: float, height: float, radius: float, inset: float = INSET
) -> float:
    """How much of the pixel around a point is inside: by its distance from the edge."""
    across = abs(x - width / 2) - (width / 2 - radius)
    down = abs(y - height / 2) - (height / 2 - radius)
    outside = hypot(max(across, 0), max(down, 0)) + min(max(across, down), 0) - radius + inset
    return min(max(0.5 - outside, 0.0), 1.0)


def dotted(pixels: Pixels, centre: tuple[float, float], radius: float, color: str) -> Pixels:
    """The same with a round dot."""
    return tuple(
        tuple(
            mixed(under, color, _in_dot(x + 0.5 - centre[0], y + 0.5 - centre[1], radius))
            for x, under in enumerate(row)
        )
        for y, row in enumerate(pixels)
    )


def _in_dot(across: float, down: float, radius: float) -> float:
    return min(max(radius + 0.5 - hypot(across, down), 0.0), 1.0)


@dataclass(frozen=True, slots=True)
class ShapeRow:
    """A row of a shape: the pixels that are wholly inside, and the share of those at its edge."""

    start: int
    end: int
    edge: tuple[tuple[int, float], ...]


Shape = tuple[ShapeRow, ...]


@lru_cache(maxsize=512)
def shape(width: int, height: int, radius: float, inset: float = 0.0) -> Shape:
    """A rectangle with round corners; with half its height as radius, a disc or a lozenge."""
    rows = []
    for y in range(height):
        shares = [_covered(x + 0.5, y + 0.5, width, height, radius, inset) for x in range(width)]
        inside = [x for x, share in enumerate(shares) if share >= 1]
        start, end = (inside[0], inside[-1] + 1) if inside else (0, 0)
        edge = tuple((x, share) for x, share in enumerate(shares) if 0 < share < 1)
        rows.append(ShapeRow(start, end, edge))
    return tuple(rows)


class Pixmap:
    """Pixels that shapes are laid on one after the other."""

    def __init__(self, width: int, height: int, color: str) -> None:
        self.width, self.height = width, height
        self.rows = [[color] * width for _ in range(height)]

    def lay(
        self, x: int, y: int, what: Shape, color: str | Sequence[str], share: float = 1.0
    ) -> None:
        """A shape in a colour, or in one for each of its rows; what is outside is cut off."""
        for offset, part in enumerate(what):
            if not 0 <= y + offset < self.height:
                continue
            row = self.rows[y + offset]
            ink = color if isinstance(color, str) else color[offset]
            left = max(x + part.start, 0)
            right = max(min(x + part.end, self.width), left)
            if share >= 1:
                row[left:right] = [ink] * (right - left)
            else:
                row[left:right] = [mixed(under, ink, share) for under in row[left:right]]
            for place, covered in part.edge:
                if 0 <= x + place < self.width:
                    row[x + place] = mixed(row[x + place], ink, covered * share)

    def paint(self, picture: Picture, x: int, y: int) -> None:
        """Put all of it on a picture, from this cell on."""
        paint(picture, x, y, self.rows)


def paint(picture: Picture, x: int, y: int, pixels: Sequence[Sequence[str]]) -> None:
    """Put pixels on a picture, from this cell on."""
    pairs = zip(pixels[::2], pixels[1::2], strict=True)
    for row, (upper, lower) in enumerate(pairs, y):
        if 0 <= row < picture.height:
            cells = list(map(_cell, upper, lower))[max(-x, 0) : max(picture.width - x, 0)]
            picture.overlay(Picture(len(cells), 1, [cells]), max(x, 0), row)


@lru_cache(maxsize=8192)
def _cell(above: str, below: str) -> Cell:
    return (" ", Ink(bg=above)) if above == below else (HALF, Ink(above, below))
