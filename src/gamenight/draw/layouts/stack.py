"""Stack: blocks under each other in the room there is; the board gets what the others can spare."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gamenight.draw.canvas import Picture

WORD = re.compile(r"[^\W\d_]{2,}")

# Draws the largest form that fits into a width and a height; None: there is no room.
Draw = Callable[[int, int], Picture | None]


@dataclass(frozen=True, slots=True)
class Block:
    """Something to draw: the largest form that fits into a width and height, or None."""

    key: str
    draw: Draw
    is_board: bool = False


@dataclass(frozen=True, slots=True)
class Stack:
    """How high each block may become, and the blank lines between them."""

    heights: tuple[tuple[str, int], ...]
    gap: int


def stack(
    blocks: Sequence[Block], width: int, height: int, gaps: Sequence[int] = (1, 0)
) -> Stack | None:
    """The heights of all blocks with blank lines between them if possible; None if they do not
    fit. Others than the board are first given the least they need, and at last what it leaves:
    first to those that can say more with it, then to those that can become larger."""
    for gap in gaps if len(blocks) > 1 else (0,):
        found = _with_gap(blocks, width, height - gap * (len(blocks) - 1))
        if found is not None:
            return Stack(tuple((block.key, found[block.key]) for block in blocks), gap)
    return None


def _with_gap(blocks: Sequence[Block], width: int, height: int) -> dict[str, int] | None:
    others = [block for block in blocks if not block.is_board]
    heights: dict[str, int] = {}
    for block in others:
        least = least_height(block, width, height)
        if least is None:
            return None
        heights[block.key] = least
        height -= least
    for block in blocks:
        if block.is_board:
            drawn = block.draw(width, height)
            if drawn is None:
                return None
            heights[block.key] = drawn.height
            height -= drawn.height
    for wanted in (_telling_height, _largest_height) if height > 0 else ():
        for block in others:
            more = wanted(block, width, heights[block.key], height)
            heights[block.key] += more
            height -= more
    return heights if height >= 0 else None


def _telling_height(block: Block, width: int, height: int, room: int) -> int:
    """The lines that a block of this height needs in addition, to say all that it can say with
    this many more: words are worth more than size."""
    largest = block.draw(width, height + room)
    said = words(largest)
    for more in range(room):
        if words(block.draw(width, height + more)) >= said:
            return more
    return _largest_height(block, width, height, room)


def _largest_height(block: Block, width: int, height: int, room: int) -> int:
    """The same, to become as large as it can."""
    largest = block.draw(width, height + room)
    return max(largest.height - height, 0) if largest is not None else 0


def words(picture: Picture | None) -> frozenset[str]:
    """What is written on a picture; figures and signs are no words."""
    return (
        frozenset(WORD.findall(" ".join(picture.lines()))) if picture is not None else frozenset()
    )


def least_height(block: Block, width: int, most: int) -> int | None:
    """The height of the smallest form of a block."""
    drawn = block.draw(width, most) if most > 0 else None
    while drawn is not None and drawn.height > 0:
        smaller = block.draw(width, drawn.height - 1)
        if smaller is None:
            return drawn.height
        drawn = smaller
    return None if drawn is None else 0
