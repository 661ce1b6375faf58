"""Pixels: a cell is two square pixels, one above the other, so that shapes can be round.

`▀` is written in the colour of the upper pixel on that of the lower one. Edges are smooth: a pixel
that a shape covers in part has a mixed colour. Only where grounds are filled, in true colours.
"""

from __future__ import annotations

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


def _covered(x: float, y: float, width: int, height: int, radius: float) -> float:
    """How much of the pixel around a point is inside: by its distance from the edge."""
    across = abs(x - width / 2) - (width / 2 - radius)
    down = abs(y - height / 2) - (height / 2 - radius)
    outside = hypot(max(across, 0), max(down, 0)) + min(max(across, down), 0) - radius + INSET
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


def paint(picture: Picture, x: int, y: int, pixels: Pixels) -> None:
    """Put pixels on a picture, from this cell on."""
    for row, cells in enumerate(_cells(pixels)):
        if 0 <= y + row < picture.height:
            shown = cells[max(-x, 0) : max(picture.width - x, 0)]
            start = max(x, 0)
            picture.rows[y + row][start : start + len(shown)] = shown


@lru_cache(maxsize=512)
def _cells(pixels: Pixels) -> tuple[tuple[Cell, ...], ...]:
    rows = []
    for upper, lower in zip(pixels[::2], pixels[1::2], strict=True):
        rows.append(tuple(_cell(above, below) for above, below in zip(upper, lower, strict=True)))
    return tuple(rows)


def _cell(above: str, below: str) -> Cell:
    return (" ", Ink(bg=above)) if above == below else (HALF, Ink(above, below))
