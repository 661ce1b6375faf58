"""Dice as blocks with their pips."""

from __future__ import annotations

from functools import lru_cache

from gamenight.core.scene import Token
from gamenight.draw.canvas import Picture
from gamenight.draw.colors import readable
from gamenight.draw.context import Context
from gamenight.draw.ink import Ink
from gamenight.draw.line import line
from gamenight.draw.parts.tokens import material_letter, token_color
from gamenight.draw.pixels import Pixels, dotted, paint, rounded

LARGE = (15, 8)  # columns and lines of a large die
CORNER, PIP = 3.0, 1.7  # pixels: the radius of its corners, and of a pip
Places = tuple[tuple[int, int], ...]
# Where the pips of a face are, as on every die: columns and rows of a square of three.
CORNERS = ((0, 0), (2, 2)), ((2, 0), (0, 2))
MIDDLE = ((1, 1),)
SIDES = ((0, 1), (2, 1))
PIPS = {
    "1": MIDDLE,
    "2": CORNERS[0],
    "3": CORNERS[0] + MIDDLE,
    "4": CORNERS[0] + CORNERS[1],
    "5": CORNERS[0] + CORNERS[1] + MIDDLE,
    "6": CORNERS[0] + CORNERS[1] + SIDES,
}


def has_pips(token: Token, context: Context) -> bool:
    return token.face in PIPS and context.face(token.face) == token.face


def block(token: Token, context: Context, least: tuple[int, int], ground: str = "") -> Picture:
    """A die as a block: pips or its face in the middle, its material's letter in the corner; a
    large one has round corners and pips, on its ground."""
    face, corner = line(context.face(token.face), Ink()), _corner(token, context)
    across = line(corner, Ink()).width
    width, height = max(least[0], face.width + 2, across + 2), least[1]
    picture = Picture(width, height)
    color = token_color(token, context)
    if context.look.fill:
        ink = Ink(readable(color), color, bold=True)
        picture.fill(0, 0, width, height, ink)
        if is_large(least) and ground:
            pips = PIPS[token.face] if has_pips(token, context) else ()
            paint(picture, 0, 0, _large(width, 2 * height, color, ground, pips))
    else:
        ink = context.ink(color if token.tone or token.color else "", bold=token.tone != "muted")
    drawn = context.look.fill and is_large(least) and bool(ground)
    if has_pips(token, context) and not drawn:
        _draw_pips(picture, PIPS[token.face], context.signs.dot, ink)
    elif not has_pips(token, context):
        picture.put((width - face.width) // 2, height // 2, face.plain, ink)
    picture.put(width - across - 1, height - 1, corner, ink)
    return picture


def is_large(size: tuple[int, int]) -> bool:
    return size[0] >= LARGE[0]


@lru_cache(maxsize=128)
def _large(width: int, height: int, color: str, ground: str, pips: Places) -> Pixels:
    """The pixels of a large die."""
    found = rounded(width, height, color, ground, CORNER)
    for column, row in pips:
        centre = width / 2 + (column - 1) * width / 4, height / 2 + (row - 1) * height / 4
        found = dotted(found, centre, PIP, readable(color))
    return found


def _corner(token: Token, context: Context) -> str:
    many = f"{context.signs.times}{token.count}" if token.count != 1 else ""
    return material_letter(token, context) + many + context.look.tone_sign(token.tone)


def _draw_pips(picture: Picture, pips: tuple[tuple[int, int], ...], dot: str, ink: Ink) -> None:
    apart = 2
    middle, centre = picture.width // 2, picture.height // 2
    for column, row in pips:
        picture.put(middle + (column - 1) * apart, centre + row - 1, dot, ink)


def outline(picture: Picture, ink: Ink, context: Context, heavy: bool = False) -> None:
    """A box of lines around the whole picture; a heavy one is under the cursor."""
    cross = context.signs.heavy if heavy else context.signs.crossings
    right, bottom = picture.width - 1, picture.height - 1
    for x in range(1, right):
        picture.put(x, 0, cross[10], ink)
        picture.put(x, bottom, cross[10], ink)
    for y in range(1, bottom):
        picture.put(0, y, cross[5], ink)
        picture.put(right, y, cross[5], ink)
    for x, y, arms in ((0, 0, 6), (right, 0, 12), (0, bottom, 3), (right, bottom, 9)):
        picture.put(x, y, cross[arms], ink)
