"""Pawns: on a high place they are tall blocks, with half a line of their colour above and below."""

from __future__ import annotations

from rich.cells import cell_len

from gamenight.draw.canvas import HALF
from gamenight.draw.context import Context
from gamenight.draw.ink import PLAIN, Ink
from gamenight.draw.line import Line

TALL_FROM = 5  # lines of a place
LOWER = "▄"


def may_be_tall(context: Context, height: int) -> bool:
    """Whether pawns are tall in a place of this many lines: only grounds make blocks."""
    look = context.look
    return look.fill and not look.ascii and not look.flows and height >= TALL_FROM


def padded(pawn: Line) -> Line:
    """With a cell of its ground on both sides of each block."""
    return Line(tuple((f" {text} " if ink.bg else text, ink) for text, ink in pawn.parts))


def tall(pawns: Line) -> list[Line]:
    """The blocks of a line with half a line above and below; what is no block stands alone."""
    return [_edge(pawns, LOWER), pawns, _edge(pawns, HALF)]


def _edge(pawns: Line, half: str) -> Line:
    cut = ((cell_len(text), ink.bg) for text, ink in pawns.parts)
    return Line(tuple((half * n, Ink(bg)) if bg else (" " * n, PLAIN) for n, bg in cut))
