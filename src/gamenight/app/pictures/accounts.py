"""The accounts of a review: how the result of each player came about, as a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

from gamenight.core.text import LONGEST_NAME
from gamenight.draw.canvas import Picture
from gamenight.draw.context import naming
from gamenight.draw.ink import MUTED, bold, seat_ink
from gamenight.draw.line import Line, line, spaces
from gamenight.draw.palette import Look
from gamenight.draw.value_chart import seat_sign
from gamenight.draw.writing import write
from gamenight.lab.account import Review
from gamenight.lab.digest import (
    MOST_SPARE,
    Digest,
    ReviewWords,
    explained_in_short,
    left_told,
)

MARGIN, GAP = 2, 2
SHORT_NAME = 12  # columns of a name where room is short


def draw_accounts(
    digest: Digest, look: Look, words: ReviewWords, size: tuple[int, int], top: int = 0
) -> Picture:
    """One row per player, from `top` on; one column per player where only that shows everything.
    The lines below, if there are any, say what the columns mean, and who has left."""
    width, height = size
    picture, room = Picture(width, height), width - 2 * MARGIN
    rows, gap = _account_rows(digest, look, words, room)
    whole = _account_table(digest, look, words, MOST_SPARE, SHORT_NAME)
    turned = [list(row) for row in zip(*whole, strict=True)]
    headings = [cell.plain for cell in rows[0][1:]]
    every = [cell.plain for cell in whole[0][1:]]
    if len(rows[0]) < len(whole[0]) and _width(turned, GAP) <= room and len(turned) <= height:
        rows, gap, headings = turned, GAP, every
    edges, above = widest(rows), int(height > len(rows) + 1)
    top = max(min(top, len(rows) - height), 0)
    for y, row in enumerate([rows[0], *rows[1 + top :]][:height]):
        text = row[0].pad(edges[0])
        for cell, edge in zip(row[1:], edges[1:], strict=True):
            text = text + spaces(gap) + cell.pad(edge, "right")
        write(picture, MARGIN, y + above, text, look)
    told = [left_told(digest.review)]
    if len(headings) > 1:
        told.insert(0, explained_in_short(headings, every, room, words.share))
    context, below = naming(look, digest.review.names), len(rows) + above
    for y, sentence in enumerate(filter(None, told), below):
        if y < height:
            text = context.clip(context.text(sentence, MUTED), width - MARGIN)
            write(picture, MARGIN, y, text, look)
    return picture


def _account_rows(
    digest: Digest, look: Look, words: ReviewWords, room: int
) -> tuple[list[list[Line]], int]:
    """As many columns as fit: long names are cut first, then columns move together, then the less
    important ones go, then the errors."""
    names, gaps, spares = (LONGEST_NAME, SHORT_NAME), (GAP, 1), range(MOST_SPARE, -1, -1)
    ways = product((words, replace(words, sign="")), spares, gaps, names)
    for own, spare, gap, longest in ways:
        rows = _account_table(digest, look, own, spare, longest)
        if _width(rows, gap) <= room:
            break
    return rows, gap


def _account_table(
    digest: Digest, look: Look, words: ReviewWords, spare: int, longest: int
) -> list[list[Line]]:
    columns = [column for column in words.columns if column.spare <= spare]
    head = [Line(), *(line(column.heading, MUTED) for column in columns)]
    names = _names(digest.review, look, longest)
    body = [[line(column.cell(own)) for column in columns] for own in digest.accounts]
    return [head, *([names[seat], *body[seat]] for seat in digest.review.present)]


def _names(review: Review, look: Look, longest: int) -> list[Line]:
    """The players with the signs of their lines in the chart."""
    context = naming(look, review.names)
    return [
        context.clip(
            line(f"{seat_sign(seat, look)} ", seat_ink(seat))
            + context.text(name, bold(seat_ink(seat))),
            longest + 2,
        )
        for seat, name in enumerate(review.names)
    ]


def widest(rows: Sequence[Sequence[Line]]) -> list[int]:
    return [max(cell.width for cell in column) for column in zip(*rows, strict=True)]


def _width(rows: Sequence[Sequence[Line]], gap: int) -> int:
    edges = widest(rows)
    return sum(edges) + gap * (len(edges) - 1)
