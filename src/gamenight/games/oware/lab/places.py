"""The place of a position in the endgame tables, in compiled code: `ranks` for words.

Other files call these. numba's cache on disk would not notice a change here, but what they
compute is the format of the tables' files, which never changes; a new format needs new names.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
import numpy as np

from gamenight.games.oware.lab.packing import HOUSES
from gamenight.games.oware.lab.ranks import LEVELS, OFFSETS, ROWS, STEPS

F = TypeVar("F", bound=Callable[..., Any])

BYTE = np.uint64(255)
TOP = np.uint64(56)
ONES = np.uint64(0x0101010101010101)


def compiled(signature: str, **options: Any) -> Callable[[F], F]:
    """Compiles when the module is imported, or loads from the cache; needs no interpreter."""
    return cast(Callable[[F], F], numba.njit(signature, cache=True, nogil=True, **options))


@compiled("int64(uint64)")
def row_number(row: Any) -> Any:
    """The number of a row among those with as many seeds."""
    # The bytes of the product are the prefix sums.
    sums, number = row * ONES, np.int64(0)
    for house in range(HOUSES - 1):
        number += STEPS[house, (sums >> np.uint64(8 * house)) & BYTE]
    return number


@compiled("int64(uint64)")
def seeds_of(row: Any) -> Any:
    return np.int64((row * ONES) >> TOP)


@compiled("int64(uint64, uint64)")
def within(own: Any, other: Any) -> Any:
    """The number of a position among those with as many seeds in each of both rows."""
    return row_number(own) * ROWS[seeds_of(other)] + row_number(other)


@compiled("int64(uint64, uint64)")
def place(own: Any, other: Any) -> Any:
    """The number of a position among all."""
    left, right = seeds_of(own), seeds_of(other)
    return LEVELS[left + right] + OFFSETS[left + right, left] + within(own, other)
