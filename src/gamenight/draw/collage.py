"""Collage: pictures that lie beside each other, of which only those that changed are laid again.

A frame of the full screen is mostly what the frame before it was, and what a scene's memory keeps
is the same object again: so whoever moves the cursor pays for what the cursor touches.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from gamenight.draw.canvas import Picture, Target
from gamenight.draw.context import Context
from gamenight.draw.ink import PLAIN, Ink


@dataclass(frozen=True, slots=True)
class Piece:
    """A picture and where it lies. Pieces do not overlap."""

    picture: Picture
    x: int
    y: int

    @property
    def place(self) -> tuple[int, int, int, int]:
        return self.x, self.y, self.picture.width, self.picture.height


@dataclass(slots=True)
class _Laid:
    """What lies there: the cells, and the pieces that they show."""

    picture: Picture
    pieces: Sequence[Piece]


def collage(
    pieces: Sequence[Piece],
    size: tuple[int, int],
    context: Context,
    key: Hashable,
    ground: Ink = PLAIN,
) -> Picture:
    """A new picture of this size with the pieces on a ground. Those that lay at their places
    before, in the collage of the same key, are not laid again."""
    kept = {} if context.memory is None else context.memory
    known = key, size, ground
    laid: _Laid | None = kept.get(known)
    places = [piece.place for piece in pieces]
    if laid is None or places != [piece.place for piece in laid.pieces]:
        laid = kept[known] = _Laid(_bare(size, ground), ())
    for piece, before in zip_longest(pieces, laid.pieces):
        _lay(laid.picture, piece, before, ground)
    laid.pieces = pieces
    laid.picture.targets = [moved for piece in pieces for moved in _targets(piece)]
    return laid.picture.copy()


def _lay(picture: Picture, piece: Piece, before: Piece | None, ground: Ink) -> None:
    """Lay the rows of a piece that differ from the one that lies there."""
    x, y, width, height = piece.place
    rows = list(range(height))
    if before is not None:
        shown = before.picture.rows
        rows = [row for row in rows if piece.picture.rows[row] != shown[row]]
        for row in rows:
            picture.fill(x, y + row, width, 1, ground)
    picture.paste(piece.picture, x, y, rows)


def _bare(size: tuple[int, int], ground: Ink) -> Picture:
    picture = Picture(*size)
    picture.fill(0, 0, *size, ground)
    return picture


def _targets(piece: Piece) -> list[Target]:
    x, y = piece.x, piece.y
    return [Target(t.key, t.x + x, t.y + y, t.width, t.height) for t in piece.picture.targets]
