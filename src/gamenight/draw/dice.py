"""Dice and the other tokens: as chips on one line, and dice as blocks with their pips."""

from __future__ import annotations

from gamenight.core.scene import Spot, Token
from gamenight.draw.brush import Brush
from gamenight.draw.canvas import Ink, Picture
from gamenight.draw.inks import mixed, readable, spot_ink, tone_sign, words
from gamenight.draw.strip import Strip, joined, strip
from gamenight.draw.tokens import LETTERS, SQUARES, draw_token

IVORY = "#f1efe6"
FADED = 0.4
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


def token_color(token: Token, brush: Brush) -> str:
    """The colour that a token is tinted with: its tone, owner or material."""
    palette = brush.palette
    if token.tone == "muted":
        return mixed(palette.cell, palette.muted, FADED)
    if token.tone in ("danger", "held") or (token.tone and not token.color):
        return palette.tone(token.tone)
    if token.owner is not None:
        return palette.seat(token.owner)
    material = palette.material(token.color)
    return material or (IVORY if token.kind == "die" else "")


def chip(token: Token, brush: Brush, spot: Spot) -> Strip:
    """A token on one line: dice, pawns and cards face down as tinted blocks where grounds are
    filled, else in the colour of what it is."""
    many = f"{brush.pen.signs.times}{token.count}" if token.count != 1 else ""
    sign = tone_sign(token.tone, brush)
    color = token_color(token, brush)
    if brush.look.fill and token.kind in ("die", "pawn") and color:
        body = f" {_body(token, brush)} " if token.kind == "die" else _body(token, brush)
        ink = Ink(readable(color), color, bold=True)
        return strip(body, ink) + strip(many + sign, spot_ink(spot, brush, bold=True))
    if brush.look.fill and token.color:
        body = _body(token, brush)
    else:
        one = Token(token.kind, token.face, token.color, token.owner)
        body = draw_token(one, brush.pen).plain
    fg = color if token.kind != "die" or token.tone or token.color else ""
    return strip(body + many + sign, spot_ink(spot, brush, fg, bold=token.tone != "muted"))


def chips(spot: Spot, brush: Brush) -> list[Strip]:
    """The tokens of a spot, each on its own."""
    return [chip(token, brush, spot) for token in spot.tokens]


def unit(spot: Spot, brush: Brush) -> Strip:
    """The tokens of a spot side by side; pawns that are letters stand close together."""
    letters = all(token.kind == "pawn" and not token.face for token in spot.tokens)
    return joined(chips(spot, brush), "" if letters else " ")


def _body(token: Token, brush: Brush) -> str:
    """The face, and the letter of the material: a tint alone is not for everybody."""
    face, letter = brush.pen.face(token.face), material_letter(token, brush)
    if face or letter:
        return f"{face}{letter}" if len(face) < 2 else f"{face} {letter}".rstrip()
    return draw_token(Token(token.kind, owner=token.owner), brush.pen).plain


def material_letter(token: Token, brush: Brush) -> str:
    glyph = brush.pen.glyphs.get(token.color)
    if glyph is not None:
        return words(glyph.ascii, brush)
    if token.color in SQUARES:
        return LETTERS.get(token.color, token.color[0].upper())
    return words(token.color, brush)


def has_pips(token: Token, brush: Brush) -> bool:
    return token.face in PIPS and brush.pen.face(token.face) == token.face


def block(token: Token, brush: Brush, least: tuple[int, int]) -> Picture:
    """A die as a block: pips or its face in the middle, its material's letter in the corner."""
    face, corner = strip(brush.pen.face(token.face), Ink()), _corner(token, brush)
    across = strip(corner, Ink()).width
    width, height = max(least[0], face.width + 2, across + 2), least[1]
    picture = Picture(width, height)
    color = token_color(token, brush)
    if brush.look.fill:
        ink = Ink(readable(color), color, bold=True)
        picture.fill(0, 0, width, height, ink)
    else:
        ink = brush.ink(color if token.tone or token.color else "", bold=token.tone != "muted")
    if has_pips(token, brush):
        _draw_pips(picture, PIPS[token.face], brush.pen.signs.dot, ink)
    else:
        picture.put((width - face.width) // 2, height // 2, face.plain, ink)
    picture.put(width - across - 1, height - 1, corner, ink)
    return picture


def _corner(token: Token, brush: Brush) -> str:
    many = f"{brush.pen.signs.times}{token.count}" if token.count != 1 else ""
    return material_letter(token, brush) + many + tone_sign(token.tone, brush)


def _draw_pips(picture: Picture, pips: tuple[tuple[int, int], ...], dot: str, ink: Ink) -> None:
    apart = 2
    middle, centre = picture.width // 2, picture.height // 2
    for column, row in pips:
        picture.put(middle + (column - 1) * apart, centre + row - 1, dot, ink)


def outline(picture: Picture, ink: Ink, brush: Brush) -> None:
    """A box of lines around the whole picture."""
    cross = brush.pen.signs.crossings
    right, bottom = picture.width - 1, picture.height - 1
    for x in range(1, right):
        picture.put(x, 0, cross[10], ink)
        picture.put(x, bottom, cross[10], ink)
    for y in range(1, bottom):
        picture.put(0, y, cross[5], ink)
        picture.put(right, y, cross[5], ink)
    for x, y, arms in ((0, 0, 6), (right, 0, 12), (0, bottom, 3), (right, bottom, 9)):
        picture.put(x, y, cross[arms], ink)
