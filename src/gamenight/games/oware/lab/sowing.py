"""A move of Oware on words: what may be sown, and what a sowing captures.

A row of six houses is one 64-bit word, one byte per house in the order of sowing, and a position is
the words of the side to move and of the other. `kernel` and `alphabeta` call these. numba's cache
on disk would not notice a change here: what changes a move needs a new name.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gamenight.games.oware.lab.packing import HOUSES, MOST_SEEDS, choices, sowings
from gamenight.games.oware.lab.places import compiled

FORFEIT, LEAVE_LAST, ALLOWED, LEAVE_SEED = 0, 1, 2, 3
NO_MOVE = 6

NOTHING, ONE, SEVEN, EIGHT, BYTE, TOP, HALF = (np.uint64(n) for n in (0, 1, 7, 8, 255, 56, 32))
# The same number in every byte.
ONES, TWOS, LOWS, HIGHS, NOT_ONES = (np.uint64(n * (2**64 // 255)) for n in (1, 2, 127, 128, 254))
# Gathers the lowest bits of six bytes in the highest byte.
GATHER = np.uint64(sum(1 << (56 - 7 * house) for house in range(HOUSES)))
GOLDEN, MIX_A = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9)
MIX_B = np.uint64(0x94D049BB133111EB)
SOWINGS, CHOICES = sowings(), choices()


@compiled("uint64(uint64)")
def mixed(word: Any) -> Any:
    """The finisher of splitmix64."""
    word = (word ^ (word >> np.uint64(30))) * MIX_A
    word = (word ^ (word >> np.uint64(27))) * MIX_B
    return word ^ (word >> np.uint64(31))


@compiled("int64(uint64)")
def seeds_in(row: Any) -> Any:
    return np.int64((row * ONES) >> TOP)


@compiled("UniTuple(uint64, 3)(uint64, uint64, uint64, int64)")
def sown(own: Any, other: Any, house: Any, slam: Any) -> Any:
    """Both rows after a sowing, and the other row's captured seeds, which are still in it."""
    shift = house * EIGHT
    seeds = (own >> shift) & BYTE
    sowing = SOWINGS[house * np.uint64(MOST_SEEDS + 1) + seeds]
    own = (own ^ (seeds << shift)) + sowing[0]
    other += sowing[1]
    reach = sowing[2]
    # The highest bit of each byte that is neither 2 nor 3, then that bit in all bytes below too.
    odd = (other & NOT_ONES) ^ TWOS
    stop = (((odd & LOWS) + LOWS) | odd) & HIGHS & reach
    stop |= stop >> EIGHT
    stop |= stop >> np.uint64(16)
    stop |= stop >> HALF
    captured = (((~stop & HIGHS & reach) >> SEVEN) * BYTE) & other
    if captured == other and captured != NOTHING and slam != ALLOWED:
        if slam == FORFEIT:
            captured = NOTHING
        else:
            last = NOTHING
            while (captured >> last) & BYTE == NOTHING:
                last += EIGHT
            captured -= ONE << last if slam == LEAVE_SEED else captured & (BYTE << last)
    return own, other, captured


@compiled("uint64(uint64, uint64)")
def moves_of(own: Any, other: Any) -> Any:
    """The pattern of the houses that may be sown: only feeding ones if the other row is empty."""
    full = ((((own & LOWS) + LOWS) | own) & HIGHS) >> SEVEN
    pattern = (full * GATHER) >> TOP
    if other == NOTHING:
        for house in range(HOUSES):
            seeds = np.int64((own >> np.uint64(8 * house)) & BYTE)
            if house + seeds < HOUSES:
                pattern &= ~(ONE << np.uint64(house))
    return pattern
