"""Tokens: dice, seeds, pawns and cards on one line, alone and as the unit that lies on a spot."""

from __future__ import annotations

from dataclasses import replace

from gamenight.core.scene import Spot, Token
from gamenight.draw.colors import mixed, readable
from gamenight.draw.context import Context
from gamenight.draw.ink import Ink
from gamenight.draw.line import Line, joined, line
from gamenight.draw.parts.spots import spot_ink, tone_ink

IVORY = "#f1efe6"
FADED = 0.4
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


def token_color(token: Token, context: Context) -> str:
    """The colour that a token is tinted with: its tone, owner or material."""
    palette = context.palette
    if token.tone == "muted":
        return mixed(palette.cell, palette.muted, FADED)
    if token.tone in ("danger", "held") or (token.tone and not token.color):
        return palette.tone(token.tone)
    if token.owner is not None:
        return palette.seat(token.owner)
    material = palette.material(token.color)
    return material or (IVORY if token.kind == "die" else "")


def chip(token: Token, context: Context, spot: Spot) -> Line:
    """A token on one line: dice and pawns as tinted blocks where grounds are filled, else in the
    colour of what it is."""
    many = f"{context.signs.times}{token.count}" if token.count != 1 else ""
    sign = context.look.tone_sign(token.tone)
    color = token_color(token, context)
    if context.look.fill and token.kind in ("die", "pawn") and color:
        body = (
            f" {_lettered(token, context)} " if token.kind == "die" else _lettered(token, context)
        )
        ink = Ink(readable(color), color, bold=True)
        return line(body, ink) + line(many + sign, spot_ink(spot, context, bold=True))
    lettered = context.look.fill and token.color
    body = _lettered(token, context) if lettered else _written(token, context)
    fg = color if token.kind != "die" or token.tone or token.color else ""
    return line(body + many + sign, spot_ink(spot, context, fg, bold=token.tone != "muted"))


def chips(spot: Spot, context: Context) -> list[Line]:
    """The tokens of a spot, each on its own."""
    return [chip(token, context, spot) for token in spot.tokens]


def unit(spot: Spot, context: Context) -> Line:
    """The tokens of a spot side by side; pawns that are letters stand close together. Where lines
    flow brackets hold a set together."""
    letters = all(token.kind == "pawn" and not token.face for token in spot.tokens)
    if context.look.flows:
        letters = letters and not any(_faceless(pawn, context).isdigit() for pawn in spot.tokens)
    found = joined(chips(spot, context), "" if letters else " ")
    if not context.look.flows or len(spot.tokens) < 2 or spot.tokens[0].kind == "pawn":
        return found
    ink = tone_ink(spot, context)
    return line("[", ink) + found + line("]", ink)


def gathered(spot: Spot, context: Context) -> Line:
    """Tokens that are all alike as one with their number; nothing where they differ."""
    kinds = {replace(token, count=seed_count(spot), key="") for token in spot.tokens}
    return chip(kinds.pop(), context, spot) if len(kinds) == 1 else Line()


def _lettered(token: Token, context: Context) -> str:
    """The face, and the letter of the material: a tint alone is not for everybody."""
    face, letter = context.face(token.face), material_letter(token, context)
    if face or letter:
        return f"{face}{letter}" if len(face) < 2 else f"{face} {letter}".rstrip()
    return _faceless(token, context)


def _written(token: Token, context: Context) -> str:
    """The face, and the material in brackets behind it; or the material alone."""
    face, material = context.face(token.face), _material(token.color, context)
    if face:
        return f"{face}({material})" if material else face
    return material or _faceless(token, context)


def _faceless(token: Token, context: Context) -> str:
    if token.owner is not None and token.kind == "pawn":
        return context.spell(context.initials.get(token.owner, str(token.owner + 1)))
    signs = context.signs
    return {"card": signs.hidden, "die": signs.blank}.get(token.kind, signs.dot)


def _material(color: str, context: Context) -> str:
    if color in context.glyphs:
        return context.face(color)
    if context.look.pictures and color in SQUARES:
        return SQUARES[color]
    if color in SQUARES:
        return LETTERS.get(color, color[0].upper())
    return context.words(color)


def material_letter(token: Token, context: Context) -> str:
    glyph = context.glyphs.get(token.color)
    if glyph is not None:
        return context.words(glyph.ascii)
    if token.color in SQUARES:
        return LETTERS.get(token.color, token.color[0].upper())
    return context.words(token.color)


def seed_count(spot: Spot) -> int:
    return sum(token.count for token in spot.tokens)


def spoken_tokens(spot: Spot, context: Context) -> str:
    """The names of what lies on a spot."""
    names = (
        context.face_name(token.face) if token.face else "face down" if token.kind == "card" else ""
        for token in spot.tokens
    )
    return ", ".join(name for name in names if name)
