"""Heaps: where the seeds of a pit lie, always the same for the same number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from gamenight.draw.pixels import shape

# Seeds in each row, from top to bottom.
HEAPS = (
    (), (1,), (2,), (1, 2), (2, 2), (2, 1, 2), (3, 3), (2, 3, 2), (3, 2, 3), (3, 3, 3),
    (3, 4, 3), (4, 3, 4), (4, 4, 4), (4, 5, 4), (3, 4, 4, 3), (3, 4, 5, 3), (3, 5, 5, 3),
    (3, 5, 6, 3), (4, 5, 5, 4), (3, 4, 5, 4, 3), (3, 5, 5, 4, 3), (3, 5, 5, 5, 3),
    (4, 5, 5, 5, 3), (4, 5, 5, 5, 4), (4, 5, 6, 5, 4),
)  # fmt: skip
Place = tuple[int, int]
RIM = 1


@lru_cache(maxsize=1024)
def heap(count: int, rooms: tuple[int, ...], low: bool = False) -> tuple[Place, ...]:
    """The columns and rows of seeds in rows of these widths (in cells, around one middle): with a
    free cell between them where that has room, else close together; what has no room is left out.
    low: an even number of rows is rather below the middle than above."""
    for step in (2, 1):
        for rows in _shapes(count, rooms, step):
            top = (len(rooms) - len(rows) + low) // 2
            if all(step * (seeds - 1) + 1 <= rooms[top + row] for row, seeds in enumerate(rows)):
                return tuple(_places(rows, top, max(rooms), step))
    full = [room for room in rooms if room > 0]
    return tuple(_places(full, rooms.index(full[0]), max(rooms), 1)) if full else ()


def _shapes(count: int, rooms: Sequence[int], step: int) -> Iterator[Sequence[int]]:
    """The usual shape, else as many rows as it takes, the middle ones full first."""
    if count < len(HEAPS) and len(HEAPS[count]) <= len(rooms):
        yield HEAPS[count]
    for lines in range(1, len(rooms) + 1):
        top = (len(rooms) - lines) // 2
        most = [-(-max(room, 0) // step) for room in rooms[top : top + lines]]
        if sum(most) >= count:
            while sum(most) > count:
                most[most.index(max(most))] -= 1
            yield most


def _places(rows: Sequence[int], top: int, width: int, step: int) -> Iterator[Place]:
    for row, seeds in enumerate(rows, top):
        start = (width - (step * (seeds - 1) + 1)) // 2
        yield from ((start + step * seed, row) for seed in range(seeds))


@lru_cache(maxsize=64)
def disc_rooms(size: int, drop: int) -> tuple[int, ...]:
    """How many cells of each line are inside a disc of this many pixels that begins `drop` pixels
    below the line."""
    inner = shape(size - 2 * RIM, size - 2 * RIM, size / 2 - RIM)
    widths = [0] * (drop + RIM) + [row.end - row.start for row in inner] + [0] * (RIM + 1)
    pairs = zip(widths[::2], widths[1::2], strict=False)
    return tuple(_odd(max(pair)) if min(pair) else 0 for pair in pairs)


def _odd(width: int) -> int:
    return width if width % 2 else max(width - 1, 0)
