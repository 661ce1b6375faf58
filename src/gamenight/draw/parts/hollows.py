"""Hollows: round pits and tall wells in a board of wood, and the seeds in them, as pixels."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import floor
from typing import NamedTuple

from gamenight.draw.colors import mixed
from gamenight.draw.palette import Palette
from gamenight.draw.parts.letters import HEIGHT, bitmap
from gamenight.draw.pixels import Pixmap, shape

BLACK, WHITE = "#000000", "#ffffff"
DEEP, SHALLOW, GROOVE, EDGE = 0.55, 0.27, 0.35, 0.12
GLOW = ((3, 0.10), (2, 0.18), (1, 0.30))
SHADE, SHINE = 0.30, 0.55
PLAIN_SHAPE = 0.0


class Ball(NamedTuple):
    """A seed of pixels: how many it is wide and high, and the pixels between two."""

    size: int
    gap: int


BALLS = (Ball(4, 1), Ball(4, 0), Ball(3, 0))  # the more seeds, the closer they lie


def wood_edge(palette: Palette) -> str:
    """The colour of an edge that means nothing."""
    return mixed(palette.wood, WHITE, EDGE)


def hollow(palette: Palette) -> str:
    """The colour deep in a pit."""
    return mixed(palette.wood, BLACK, DEEP)


def lay_board(pixels: Pixmap, palette: Palette, radius: int) -> None:
    """The wood, with a lighter edge at its foot."""
    wide, high = pixels.width, pixels.height
    pixels.lay(0, 0, shape(wide, high, radius), wood_edge(palette))
    pixels.lay(0, 0, shape(wide, high - 1, radius), palette.wood)


def lay_groove(pixels: Pixmap, at: tuple[int, int], width: int, palette: Palette) -> None:
    pixels.lay(*at, shape(width, 1, PLAIN_SHAPE), mixed(palette.wood, BLACK, GROOVE))


def lay_glow(pixels: Pixmap, at: tuple[int, int], size: int, color: str) -> None:
    """Light around a pit."""
    for reach, share in GLOW:
        wide = size + 2 * reach
        pixels.lay(at[0] - reach, at[1] - reach, shape(wide, wide, wide / 2), color, share)


def lay_pit(pixels: Pixmap, at: tuple[int, int], size: int, rim: str, palette: Palette) -> None:
    """A round hollow: its rim, dark above, lighter below."""
    pixels.lay(*at, shape(size, size, size / 2), rim)
    inner = size - 2
    pixels.lay(at[0] + 1, at[1] + 1, shape(inner, inner, inner / 2), _shades(inner, palette))


@lru_cache(maxsize=64)
def _shades(rows: int, palette: Palette) -> tuple[str, ...]:
    low = mixed(palette.wood, BLACK, SHALLOW)
    return tuple(mixed(hollow(palette), low, (row + 0.5) / rows) for row in range(rows))


def lay_well(
    pixels: Pixmap, at: tuple[int, int], size: tuple[int, int], rim: str, palette: Palette
) -> None:
    """A tall hollow with round corners."""
    wide, high = size
    radius = min(4, wide / 3)
    pixels.lay(*at, shape(wide, high, radius), rim)
    inner = shape(wide - 2, high - 2, max(radius - 1, 1))
    pixels.lay(at[0] + 1, at[1] + 1, inner, hollow(palette))


def lay_ball(pixels: Pixmap, at: tuple[int, int], ball: int, color: str, palette: Palette) -> None:
    """A seed of this many pixels with a light side."""
    x, y = at
    pixels.lay(x, y, shape(ball, ball, ball / 2, -0.3), mixed(color, BLACK, SHADE))
    pixels.lay(x, y, shape(ball - 1, ball - 1, (ball - 1) / 2, -0.3), color)
    pixels.lay(x + 1, y + 1, shape(1, 1, PLAIN_SHAPE), mixed(color, WHITE, SHINE))


def lay_ghost(pixels: Pixmap, at: tuple[int, int], ball: int, color: str, palette: Palette) -> None:
    """A seed that would lie here, hollow."""
    x, y = at
    pixels.lay(x, y, shape(ball, ball, ball / 2, -0.3), color)
    pixels.lay(x + 1, y + 1, shape(ball - 2, ball - 2, PLAIN_SHAPE), hollow(palette))


def lay_digits(pixels: Pixmap, at: tuple[int, int], digits: str, color: str, scale: int) -> None:
    """A number in big digits."""
    dot = shape(scale, scale, PLAIN_SHAPE)
    for row, bits in enumerate(bitmap(digits)):
        for column, bit in enumerate(bits):
            if bit:
                pixels.lay(at[0] + scale * column, at[1] + scale * row, dot, color)


def digits_size(digits: str, scale: int) -> tuple[int, int]:
    return (4 * len(digits) - 1) * scale, HEIGHT * scale


def ball_heap(
    rows: Sequence[int], middle: tuple[float, float], ball: Ball
) -> list[tuple[int, int]]:
    """The upper left pixels of balls around a point, on whole pixels, so that gaps are alike."""
    pitch = ball.size + ball.gap
    y = floor(middle[1] - (len(rows) * pitch - ball.gap) / 2 + 0.5)
    found = []
    for row, balls in enumerate(rows):
        x = floor(middle[0] - (balls * pitch - ball.gap) / 2 + 0.5)
        found += [(x + pitch * ball, y + pitch * row) for ball in range(balls)]
    return found
