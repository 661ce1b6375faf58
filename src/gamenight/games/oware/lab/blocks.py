"""Blocks of the endgame tables: each is compared with its checksum when it is first read, so that
no flipped bit is ever believed. A level begins with a block of its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from zlib import crc32

from gamenight.games.oware.lab.ranks import LEVELS, MOST_LEVEL, positions_with

BLOCK = 1 << 20  # bytes, and so positions

# The checksums of each level's blocks. Where a level has one only, it is that of all of it: so they
# were in format 1, and so they are in small levels.
Sums = list[list[int]]


def sums_of(level: Any) -> list[int]:
    """The checksums of the blocks of a level."""
    data = memoryview(level).cast("B")
    return [crc32(data[start : start + BLOCK]) for start in range(0, len(data), BLOCK)]


def fit(sums: Any) -> bool:
    """Whether these can be the checksums of levels, from the first on."""
    return (
        isinstance(sums, list)
        and 0 < len(sums) <= MOST_LEVEL + 1
        and all(
            isinstance(own, list)
            and len(own) in (1, -(-positions_with(seeds) // BLOCK))
            and all(type(sum) is int for sum in own)
            for seeds, own in enumerate(sums)
        )
    )


class Blocks:
    """The blocks of mapped tables, and which of them were compared already."""

    def __init__(self, values: Any, sums: Sums):
        self._values, self._sums = values, sums
        self._left = [set(range(len(own))) for own in sums]

    def damaged(self, seeds: int, at: int | None = None) -> bool:
        """Whether what is read of a level is damaged: the block of this place in it, or any."""
        left = self._left[seeds]
        if not left:
            return False
        wanted = left if at is None else {0 if len(self._sums[seeds]) == 1 else at // BLOCK} & left
        for block in sorted(wanted):
            if crc32(self._data(seeds, block)) != self._sums[seeds][block]:
                return True
            left.discard(block)
        return False

    def _data(self, seeds: int, block: int) -> memoryview:
        start, end = int(LEVELS[seeds]), int(LEVELS[seeds + 1])
        if len(self._sums[seeds]) > 1:
            start += block * BLOCK
            end = min(start + BLOCK, end)
        return memoryview(self._values[start:end]).cast("B")


def damaged_levels(values: Any, sums: Sums) -> Iterator[int]:
    """The levels with a damaged block."""
    blocks = Blocks(values, sums)
    yield from (seeds for seeds in range(len(sums)) if blocks.damaged(seeds))
