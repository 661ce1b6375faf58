"""Oware positions as numbers: how the endgame tables are laid out.

A level holds the positions with the same number of seeds on the board, seen by the side to move.
Each row is numbered among those with as many seeds, by binomials of its prefix sums; a position by
the seeds of the mover's row, then by the number of that row, then by that of the other. Levels
follow one another, so that one array with one byte per position would hold them all.
"""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np

from gamenight.games.oware.lab.packing import HOUSES

# All seeds of the standard game: 1.4 trillion positions.
MOST_LEVEL = 48
# Built on the spot, in memory, if there are no files: less than a second.
AT_ONCE = 12


def rows_with(seeds: int) -> int:
    """How many rows hold this many seeds."""
    return comb(seeds + HOUSES - 1, HOUSES - 1)


def positions_with(seeds: int) -> int:
    """How many positions have this many seeds on the board."""
    return comb(seeds + 2 * HOUSES - 1, 2 * HOUSES - 1)


def positions_below(seeds: int) -> int:
    """How many positions have fewer seeds: where their level begins."""
    return comb(seeds + 2 * HOUSES - 1, 2 * HOUSES)


def _steps() -> Any:
    """What a prefix sum adds to the number of a row, by house and sum."""
    table = np.zeros((HOUSES - 1, MOST_LEVEL + 1), np.int64)
    for house in range(HOUSES - 1):
        for seeds in range(MOST_LEVEL + 1):
            table[house, seeds] = comb(seeds + house, house + 1)
    return table


def _offsets() -> Any:
    """By seeds on the board, where the positions with n seeds in the mover's row begin."""
    table = np.zeros((MOST_LEVEL + 1, MOST_LEVEL + 2), np.int64)
    for seeds in range(MOST_LEVEL + 1):
        for own in range(seeds + 1):
            block = rows_with(own) * rows_with(seeds - own)
            table[seeds, own + 1] = table[seeds, own] + block
    return table


STEPS, OFFSETS = _steps(), _offsets()
ROWS = np.array([rows_with(seeds) for seeds in range(MOST_LEVEL + 1)], np.int64)
LEVELS = np.array([positions_below(seeds) for seeds in range(MOST_LEVEL + 2)], np.int64)
# Where the rows with each number of seeds begin in a list of all rows.
ROW_STARTS = np.concatenate([[0], np.cumsum(ROWS)])


def row_number(houses: tuple[int, ...]) -> int:
    """The number of a row among those with as many seeds."""
    total = number = 0
    for house, seeds in enumerate(houses[:-1]):
        total += seeds
        number += comb(total + house, house + 1)
    return number


def number(houses: tuple[int, ...]) -> int:
    """The number of a position among all: the six houses of the mover, then the other's."""
    own, other = houses[:HOUSES], houses[HOUSES:]
    left, right = sum(own), sum(other)
    within = row_number(own) * rows_with(right) + row_number(other)
    return int(LEVELS[left + right] + OFFSETS[left + right, left]) + within


def rows_in_order(most: int) -> Any:
    """The words of all rows with up to this many seeds, in their order."""
    sums, words = np.zeros(1, np.int64), np.zeros(1, np.uint64)
    for house in range(HOUSES):
        ways = [(sums + n, words + np.uint64(n << 8 * house)) for n in range(most + 1)]
        sums = np.concatenate([total for total, _ in ways])
        words = np.concatenate([word for _, word in ways])
        words, sums = words[sums <= most], sums[sums <= most]
    # The bytes of the product are the prefix sums, the total in the highest.
    return words[np.argsort(words * np.uint64(0x0101010101010101))]
