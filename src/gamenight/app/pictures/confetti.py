"""Confetti: it falls around the name of a winner for about a second, and stays."""

from __future__ import annotations

from random import Random

from gamenight.draw.canvas import HALF, Picture
from gamenight.draw.colors import mixed
from gamenight.draw.ink import Ink
from gamenight.draw.palette import Look

EVERY = 16  # cells to a piece
STRENGTHS = (0.9, 0.6, 0.35)
SIGNS, ASCII_SIGNS = "•·∙", "*.+"


def scatter(
    picture: Picture, look: Look, end: int, width: int, fallen: float, seed: str = ""
) -> None:
    """Pieces below the title, above the row `end`, on both sides of what is this wide and stands in
    the middle; `fallen` is how far they have come, from 0 to 1."""
    top, start = 1, (picture.width - width) // 2 - 1
    rng, colors = Random(seed), (*look.palette.seats[:4], look.palette.accent)
    for _ in range(picture.width * (end - top) // EVERY):
        x, y = rng.randrange(1, picture.width - 1), rng.randrange(2 * top, 2 * end)
        color, strength = rng.choice(colors), rng.choice(STRENGTHS)
        above = round((1 - fallen) ** 2 * rng.uniform(0.5, 1.5) * 2 * (end - top))
        clear = y // 2 == top or not start <= x <= start + width + 1
        if clear and y - above >= 2 * top:
            _lay(picture, look, x, y - above, color, strength)


def _lay(picture: Picture, look: Look, x: int, y: int, color: str, strength: float) -> None:
    character, ink = picture.rows[y // 2][x]
    if character != " ":
        return
    if look.fill and not look.ascii:
        piece = mixed(ink.bg, color, strength)
        pixels = (ink.bg, piece) if y % 2 else (piece, ink.bg)
        picture.rows[y // 2][x] = (HALF, Ink(*pixels))
    else:
        signs = ASCII_SIGNS if look.ascii else SIGNS
        picture.put(x, y // 2, signs[STRENGTHS.index(strength)], look.ink(color))
