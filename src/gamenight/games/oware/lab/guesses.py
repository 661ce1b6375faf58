"""A guess of what a position of the endgame tables is worth, from what is seen at once.

A packed level does not keep values, but where each stands in an order: which values are likely for
a guess, the likeliest first. So most of what is kept is small, and one code does for positions that
are worth very different things.

A guess is a sum, in quarters of a seed: by the seeds in the mover's row and what both sides
threaten to capture (`threats`); by the mover's row; by the other row. Rows are not told apart where
there is little across from them: less than FEW seeds. What is added up, and the orders, are the
model of a level (`models` makes it). It is kept with the level, as bytes: the threats' part (16
bits each), that of the mover's rows and of the other ones (8 bits each), and the orders.

numba's cache on disk would not notice a change here, but this is the format of the tables'
files, which never changes; a new format needs new names.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gamenight.games.oware.lab.packing import HOUSES, MOST_SEEDS
from gamenight.games.oware.lab.places import compiled
from gamenight.games.oware.lab.ranks import MOST_LEVEL, ROW_STARTS
from gamenight.games.oware.lab.reading import byte_at, quarter_at

WORD = 8
QUARTER = 2
# What one side may threaten to capture, less than this, and the pairs of it.
THREAT_BITS = 4
MOST_THREAT = 1 << THREAT_BITS
PAIRS = MOST_THREAT * MOST_THREAT
# The orders for a guess: eight by what the mover may capture, twice that by whether the other may.
KINDS, MOST_KIND = 16, 7
FEW = 2
# Where the parts of a model begin, in bytes: 0, then those of the mover's rows, of the other ones,
# the orders, and the end.
OWN, OTHER, ORDERS, END = range(1, 5)

BYTE, SEVEN, HALF_WORD = np.uint64(255), np.uint64(7), np.uint64(40)
ONE, TWO = np.uint64(1), np.uint64(2)
EACH, REST, HIGHEST = (np.uint64(int.from_bytes(bytes([n] * HOUSES))) for n in (1, 127, 128))
# Multiplied with a word of bytes that are 0 or 1, this has them side by side from bit 40 on.
GATHER = np.uint64(0x0000010204081020)
SIX = np.uint64(63)


def _layout() -> Any:
    """By seeds on the board, where the parts of a model begin."""
    table = np.zeros((MOST_LEVEL + 1, END + 1), np.int64)
    for seeds in range(MOST_LEVEL + 1):
        rows = int(ROW_STARTS[max(0, seeds + 1 - FEW)])
        sizes = [2 * PAIRS * (seeds + 1), rows, rows, KINDS * (2 * seeds + 1) ** 2]
        for n, size in enumerate(sizes):
            table[seeds, n + 1] = table[seeds, n] + -(-size // WORD) * WORD
    return table


def _reached() -> Any:
    """By house and seeds, the house of the other row in which a sowing ends, as a bit."""
    table = np.zeros((HOUSES, MOST_SEEDS + 1), np.uint8)
    for house in range(HOUSES):
        others = [*range(house + 1, 2 * HOUSES), *range(house)]
        for seeds in range(1, MOST_SEEDS + 1):
            last = others[(seeds - 1) % len(others)]
            if last >= HOUSES:
                table[house, seeds] = 1 << last - HOUSES
    return table


def _runs() -> Any:
    """By the houses that can be captured, and those that are reached, as bits: the most houses that
    one sowing captures."""
    table = np.zeros((1 << HOUSES, 1 << HOUSES), np.uint8)
    for ripe in range(1 << HOUSES):
        for ends in range(1 << HOUSES):
            runs = [_run(ripe, last) for last in range(HOUSES) if ends >> last & 1]
            table[ripe, ends] = max(runs, key=int.bit_count, default=0)
    return table


def _run(ripe: int, last: int) -> int:
    run = 0
    while last >= 0 and ripe >> last & 1:
        run |= 1 << last
        last -= 1
    return run


LAYOUT, REACHED, RUNS = _layout(), _reached(), _runs()
SIZES = np.array([pattern.bit_count() for pattern in range(1 << HOUSES)], np.uint8)


@compiled("int64(uint64)")
def reached(row: Any) -> Any:
    """The houses of the other row in which a sowing can end, as bits."""
    found = np.int64(0)
    for house in range(HOUSES):
        found |= np.int64(REACHED[house, (row >> np.uint64(8 * house)) & BYTE])
    return found


@compiled("int64(uint64, uint64)")
def houses_with(row: Any, seeds: Any) -> Any:
    """The houses with one seed, or with two, as bits."""
    differ = (((row ^ (seeds * EACH)) + REST) & HIGHEST) >> SEVEN
    return np.int64((((differ ^ EACH) * GATHER) >> HALF_WORD) & SIX)


@compiled("int64(uint64, int64)")
def threat(row: Any, ends: Any) -> Any:
    """About what can be captured of a row by a sowing that ends in one of these houses: as if
    none went round the board, or took all that the other has."""
    twos = houses_with(row, TWO)
    run = np.int64(RUNS[houses_with(row, ONE) | twos, ends])
    return min(2 * np.int64(SIZES[run]) + np.int64(SIZES[run & twos]), MOST_THREAT - 1)


@compiled("int64(uint64, uint64)")
def threats(own: Any, other: Any) -> Any:
    """What both sides threaten to capture, the mover first, as one number less than PAIRS."""
    return MOST_THREAT * threat(other, reached(own)) + threat(own, reached(other))


@compiled("int64(int8[::1], int64, int64, int64, int64, int64, int64)")
def quarters(model: Any, at: Any, seeds: Any, left: Any, own: Any, other: Any, seen: Any) -> Any:
    """The guess for the rows with these numbers, by the model that begins at this byte."""
    found = np.int64(quarter_at(model, (at >> 1) + PAIRS * left + seen))
    if left <= seeds - FEW:
        found += np.int64(byte_at(model, at + LAYOUT[seeds, OWN] + ROW_STARTS[left] + own))
    if left >= FEW:
        begin = at + LAYOUT[seeds, OTHER] + ROW_STARTS[seeds - left]
        found += np.int64(byte_at(model, begin + other))
    return found


@compiled("int64(int8[::1], int64, int64, int64, int64, int64, int64)")
def order(model: Any, at: Any, seeds: Any, left: Any, own: Any, other: Any, seen: Any) -> Any:
    """Where the order of the values begins, counted from the first one."""
    found = quarters(model, at, seeds, left, own, other, seen)
    guess = min(max((found + 2) >> QUARTER, -seeds), seeds)
    mine, theirs = seen >> THREAT_BITS, seen & (MOST_THREAT - 1)
    kind = 2 * min(mine, MOST_KIND) + (1 if theirs else 0)
    return ((seeds + guess) * KINDS + kind) * (2 * seeds + 1)
