"""An aspect of `bulletin_board.py`: colours over the characters of every frame."""

from collections.abc import Callable
from typing import Any

# Codes for the background and for the characters.
BOAT, FISHERMAN, RIVER, FISH, BANNER = (41, 37), (41, 33), (46, 34), (46, 37), (40, 33)
NOTHING = (0, 0)
RESET = "\x1b[0m"
BOX = "┌──┐"


def weave(program: dict[str, Any]) -> None:
    """Before a frame is printed it is painted."""
    printer = program["Printer"]
    show: Callable[[Any, list[str]], None] = printer.show
    printer.show = lambda self, lines: show(self, painted(lines))


def painted(lines: list[str]) -> list[str]:
    first, *rows, last = lines
    is_banner = rows[0].startswith("┌")
    box = rows[0].find(BOX)
    inner = [painted_row(row, BANNER if is_banner else RIVER, box) for row in rows]
    return [painted_edge(first), *inner, painted_edge(last)]


def painted_edge(line: str) -> str:
    """The blanks beside the board have no colour."""
    edge = line.strip(" ")
    return line.replace(edge, f"{codes(NOTHING, RIVER)}{edge}{RESET}")


def painted_row(row: str, ground: tuple[int, int], box: int) -> str:
    """The boat reaches from the column before its box to the fisherman behind it."""
    text, last = "", NOTHING
    for column, sign in enumerate(row):
        paint = ground
        if ground == RIVER and box - 1 <= column <= box + len(BOX):
            paint = FISHERMAN if column == box + len(BOX) and sign.isdigit() else BOAT
        elif ground == RIVER and sign.isdigit():
            paint = FISH
        text += codes(last, paint) + sign
        last = paint
    return text + RESET


def codes(before: tuple[int, int], paint: tuple[int, int]) -> str:
    """Only what changes, each code in a sequence of its own."""
    changes = (new for old, new in zip(before, paint, strict=True) if new != old)
    return "".join(f"\x1b[{code}m" for code in changes)
