"""Tokens: dice, seeds, pawns and cards, alone and as the unit that lies on one spot."""

from __future__ import annotations

from gamenight.core.scene import Spot, Token
from gamenight.core.text import visible
from gamenight.draw.cells import Line, joined, line
from gamenight.draw.pen import Pen
from gamenight.draw.style import BOLD, MATERIALS, TONES, seat_ink

SQUARES = {
    "red": "🟥",
    "green": "🟩",
    "yellow": "🟨",
    "blue": "🟦",
    "orange": "🟧",
    "purple": "🟪",
    "brown": "🟫",
    "black": "⬛",
    "white": "⬜",
}
LETTERS = {"black": "K", "brown": "N"}


def draw_token(token: Token, pen: Pen) -> Line:
    """A token with its material, how many there are, and the sign of its tone."""
    many = f"{pen.signs.times}{token.count}" if token.count != 1 else ""
    return line(_body(token, pen) + many + pen.style.tone_sign(token.tone), token_ink(token))


def token_ink(token: Token) -> str:
    ink = TONES.get(token.tone) or seat_ink(token.owner) or MATERIALS.get(token.color, "")
    return f"{BOLD};{ink}" if ink and token.tone != "muted" else ink


def _body(token: Token, pen: Pen) -> str:
    material = _material(token.color, pen)
    face = pen.face(token.face)
    if face:
        return f"{face}({material})" if material else face
    return material or _faceless(token, pen)


def _faceless(token: Token, pen: Pen) -> str:
    if token.owner is not None and token.kind == "pawn":
        return pen.spell(pen.initials.get(token.owner, str(token.owner + 1)))
    signs = pen.signs
    return {"card": signs.hidden, "die": signs.blank}.get(token.kind, signs.dot)


def _material(color: str, pen: Pen) -> str:
    if color in pen.glyphs:
        return pen.face(color)
    if pen.style.pictures and color in SQUARES:
        return SQUARES[color]
    if color in SQUARES:
        return LETTERS.get(color, color[0].upper())
    return pen.spell(visible(color))


def draw_unit(spot: Spot, pen: Pen) -> Line:
    """The tokens of a spot: pawns stand side by side, other sets are in brackets."""
    tokens = [draw_token(token, pen) for token in spot.tokens]
    if len(tokens) < 2 or all(token.kind == "pawn" for token in spot.tokens):
        return joined(tokens)
    ink = pen.spot_ink(spot)
    return line("[", ink) + joined(tokens) + line("]", ink)


def seed_count(spot: Spot) -> int:
    return sum(token.count for token in spot.tokens)


def draw_seeds(spot: Spot, pen: Pen, width: int, rows: int) -> list[Line]:
    """A dot a seed on at most so many lines; `+` where there are more."""
    inks = [token_ink(token) for token in spot.tokens for _ in range(min(token.count, 999))]
    dots = [(pen.signs.dot, ink or pen.spot_ink(spot)) for ink in inks]
    if len(dots) <= (width - 2) * rows:
        width -= 2
    room = width * rows
    if len(dots) > room:
        dots = [*dots[: room - 1], ("+", dots[0][1])]
    needed = -(-len(dots) // width)
    each = -(-len(dots) // needed) if needed else 0
    return [Line(tuple(dots[each * row : each * (row + 1)])) for row in range(needed)]


def spoken_tokens(spot: Spot, pen: Pen) -> str:
    """The names of what lies on a spot."""
    names = (
        pen.face_name(token.face) if token.face else "face down" if token.kind == "card" else ""
        for token in spot.tokens
    )
    return ", ".join(name for name in names if name)
