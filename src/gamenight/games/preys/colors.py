"""Colours over the characters of a frame, in any view."""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple


class Paint(NamedTuple):
    """SGR codes: background and foreground."""

    ground: int
    ink: int


BOAT, FISHERMAN = Paint(41, 37), Paint(41, 33)
RIVER, FISH = Paint(46, 34), Paint(46, 37)
BANNER = Paint(40, 33)
RESET = "\x1b[0m"

BOX = "┌──┐"


def colored_board(board: str) -> str:
    """The river, the fish in it, and the boat, found by its box."""
    first, *rows, last = board.split("\n")
    box = rows[0].find(BOX)
    inner = (_painted_row(row, box) for row in rows)
    return "\n".join([_painted_edge(first), *inner, _painted_edge(last)])


def colored_banner(frame: str) -> str:
    """The banner, and what is left of the board above and below it."""
    first, *rows, last = frame.split("\n")
    inner = (f"{_codes(BANNER)}{row}{RESET}" for row in rows)
    return "\n".join([_painted_edge(first), *inner, _painted_edge(last)])


def _painted_edge(line: str) -> str:
    """The board's first or last line; the blanks around it are outside the board."""
    edge = line.strip(" ")
    return line.replace(edge, f"{_codes(RIVER)}{edge}{RESET}")


def _painted_row(row: str, box: int) -> str:
    """The boat reaches from the column before its box to that of the fishermen behind it."""
    fishermen = box + len(BOX) if box >= 0 else -1
    boat = range(box - 1, fishermen + 1)

    def paint(column: int) -> Paint:
        if column in boat:
            return FISHERMAN if column == fishermen and row[column].isdigit() else BOAT
        return FISH if row[column].isdigit() else RIVER

    text, last = "", None
    for now, columns in groupby(range(len(row)), paint):
        text += _codes(now, last) + "".join(row[column] for column in columns)
        last = now
    return text + RESET


def _codes(paint: Paint, before: Paint | None = None) -> str:
    """The change from one paint to another, a sequence for each code, the background first; before
    the first paint there is none."""
    changes = (new for new, old in zip(paint, before or (None, None), strict=True) if new != old)
    return "".join(f"\x1b[{code}m" for code in changes)
