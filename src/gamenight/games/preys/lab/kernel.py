"""Preys and Hunters in compiled code: all escorts, and where the fish choose, a random swimmer or
one by a table. The rules are the truth; a test walks games through both.

A state is the place of the boat, and one word with the places of the fish: fish 2 is in byte 1, so
that a die's number finds its fish, and the numbers of the boat, 1 and 6, find an empty byte as
those of captured fish do. Then almost all rolls are done without a branch, which no processor could
foresee. Game n of a seed has its own stream of random numbers, so threads do not change it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numba import njit

F = TypeVar("F", bound=Callable[..., Any])

# Written out, because the cache on disk does not notice a change in another file.
FISH, SEA, CAUGHT = (2, 3, 4, 5), 13, 0
BEFORE_THE_SEA = SEA - 1
TEAM_FISH, TEAM_FISHERMEN = 0, 1

FIRST_FISH, AFTER_FISH = FISH[0] - 1, FISH[-1]
CLOSEST, FARTHEST, CHOOSE = range(3)
# How a ply is written: a roll as its number, a choice as ten plus the number of the fish.
SWIM = 10
PLACES = SEA + 1

ONE, EIGHT, BYTE, SEVEN = (np.uint64(n) for n in (1, 8, 255, 7))
# One in the byte of each fish; and what, added to a place, sets the highest bit if it is not
# captured, or safe.
ONES = np.uint64(sum(1 << 8 * byte for byte in range(FIRST_FISH, AFTER_FISH)))
HIGHS, LOWS, TO_SAFE = (np.uint64(int(ONES) * n) for n in (128, 127, 128 - SEA))
COUNTED = np.uint64(8 * AFTER_FISH)
GOLDEN = np.uint64(0x9E3779B97F4A7C15)


def compiled(signature: str) -> Callable[[F], F]:
    """Machine code for these types, kept on disk; it lets other threads run. Arrays come from the
    caller, so that none has to be counted at every call (`_nrt`), which is slow."""
    compiler: Any = njit
    found: Callable[[F], F] = compiler(
        signature, cache=True, nogil=True, error_model="numpy", _nrt=False
    )
    return found


@compiled("uint64(uint64)")
def mixed(number: Any) -> Any:
    """SplitMix64's output function: every bit depends on every bit."""
    number = (number ^ (number >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    number = (number ^ (number >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return number ^ (number >> np.uint64(31))


@compiled("uint64(uint64, uint64)")
def stream_of(seed: Any, game: Any) -> Any:
    """The stream of one game, from the seed and the number of the game alone."""
    return mixed(mixed(seed + GOLDEN) + game)


@compiled("int64(uint64, int64)")
def below(stream: Any, limit: Any) -> Any:
    """A number from 0, uneven by less than one in four billion."""
    return np.int64(((mixed(stream) >> np.uint64(32)) * np.uint64(limit)) >> np.uint64(32))


@compiled("uint64(uint64)")
def free_fish(fish: Any) -> Any:
    """The highest bit of the byte of each fish that is neither safe nor captured."""
    return (fish + LOWS) & ~(fish + TO_SAFE) & HIGHS


@compiled("int64(uint64)")
def count_of(highest: Any) -> Any:
    """How many bytes have their highest bit."""
    return np.int64(((highest >> SEVEN) * ONES) >> COUNTED & BYTE)


@compiled("int64(uint64, int64)")
def place_of(fish: Any, byte: Any) -> Any:
    return np.int64((fish >> np.uint64(8 * byte)) & BYTE)


@compiled("int64(uint64, int64)")
def escort_of(fish: Any, escort: Any) -> Any:
    """The byte of the free fish that swims for a safe one; the smallest number among equals."""
    found, nearest = 0, np.int64(0)
    for byte in range(FIRST_FISH, AFTER_FISH):
        place = place_of(fish, byte)
        if CAUGHT < place < SEA:
            near = SEA - place if escort == FARTHEST else place
            if near > nearest:
                found, nearest = byte, near
    return found


@compiled("Tuple((int64, uint64, boolean))(int64, uint64, int64, int64)")
def rolled(boat: Any, fish: Any, number: Any, escort: Any) -> Any:
    """One die: `PreysRules.rolled`. The boat, the fish, and whether they choose."""
    byte = number - 1
    place = place_of(fish, byte)
    if place == SEA:
        if escort == CHOOSE and count_of(free_fish(fish)) > 1:
            return boat, fish, True
        return boat, fish + (ONE << np.uint64(8 * escort_of(fish, escort))), False
    boat += place == CAUGHT
    fish += np.uint64(place != CAUGHT) << np.uint64(8 * byte)
    # The highest bit of the byte of each fish that is where the boat is.
    apart = fish ^ (np.uint64(boat) * ONES)
    reached = ~(apart + LOWS) & HIGHS
    return boat, fish & ~((reached >> SEVEN) * BYTE), False


@compiled("int64(int64, uint64, uint64, int8[::1])")
def chosen(boat: Any, fish: Any, stream: Any, table: Any) -> Any:
    """The byte of the fish that its team lets swim: at the place in the table, or any if empty."""
    if table.size == 0:
        nth = below(stream, count_of(free_fish(fish)))
        for byte in range(FIRST_FISH, AFTER_FISH):
            if CAUGHT < place_of(fish, byte) < SEA:
                if nth == 0:
                    return byte
                nth -= 1
    row = boat
    for byte in range(FIRST_FISH, AFTER_FISH):
        row = row * PLACES + place_of(fish, byte)
    for byte in range(FIRST_FISH, AFTER_FISH):
        if place_of(fish, byte) == table[row]:
            return byte
    return -1


@compiled("boolean(int64, uint64)")
def is_over(boat: Any, fish: Any) -> Any:
    return boat == BEFORE_THE_SEA or free_fish(fish) == 0


@compiled(
    "Tuple((int64, uint64, boolean, uint64, int64))"
    "(int64, uint64, boolean, uint64, int64, int8[::1])"
)
def ply(boat: Any, fish: Any, choosing: Any, stream: Any, escort: Any, table: Any) -> Any:
    """A roll or a choice in a game that is not over: the state and the stream after it, and how
    the ply is written."""
    if choosing:
        # A table needs no random number.
        stream += GOLDEN * np.uint64(table.size == 0)
        byte = chosen(boat, fish, stream, table)
        return boat, fish + (ONE << np.uint64(8 * byte)), False, stream, SWIM + byte + 1
    stream += GOLDEN
    number = 1 + below(stream, 6)
    boat, fish, choosing = rolled(boat, fish, number, escort)
    return boat, fish, choosing, stream, number


@compiled("void(uint64, int64, int64, int8[::1], int64, uint64, boolean, int64[:, ::1])")
def play_games(
    seed: Any,
    first: Any,
    escort: Any,
    table: Any,
    first_boat: Any,
    first_fish: Any,
    choose_first: Any,
    rows: Any,
) -> None:
    """One game per row, numbered from the first one on: plies, winners as bits, fish safe and
    captured."""
    for game in range(len(rows)):
        stream = stream_of(seed, np.uint64(first + game))
        boat, fish, choosing, plies = first_boat, first_fish, choose_first, 0
        while not is_over(boat, fish):
            boat, fish, choosing, stream, _ = ply(boat, fish, choosing, stream, escort, table)
            plies += 1
        safe = count_of((fish + TO_SAFE) & HIGHS)
        captured = count_of(~(fish + LOWS) & HIGHS)
        winners = (safe >= captured) << TEAM_FISH | (safe <= captured) << TEAM_FISHERMEN
        row = rows[game]
        row[0], row[1], row[2], row[3] = plies, winners, safe, captured
