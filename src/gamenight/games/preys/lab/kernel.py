"""Preys and Hunters in compiled code: all escorts, and where the fish choose, a random swimmer or
one by a table. The rules are the truth; a test walks games through both.

A state is six integers: the place of the boat, those of fish 2 to 5, and whether they choose. Game
n of a seed has its own stream of random numbers, so threads do not change it.
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

# The places in a state.
BOAT, FIRST_FISH, CHOOSING, WIDTH = 0, 1, 5, 6
CLOSEST, FARTHEST, CHOOSE = range(3)
# How a ply is written: a roll as its number, a choice as ten plus the number of the fish.
SWIM = 10
PLACES = SEA + 1


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


@compiled("void(uint64[::1], uint64, uint64)")
def begin(stream: Any, seed: Any, game: Any) -> None:
    """The stream of one game, from the seed and the number of the game alone."""
    stream[0] = mixed(mixed(seed + np.uint64(0x9E3779B97F4A7C15)) + game)


@compiled("int64(uint64[::1], int64)")
def below(stream: Any, limit: Any) -> Any:
    """A number from 0, uneven by less than one in four billion."""
    stream[0] += np.uint64(0x9E3779B97F4A7C15)
    high = mixed(stream[0]) >> np.uint64(32)
    return np.int64((high * np.uint64(limit)) >> np.uint64(32))


@compiled("int64(int64[::1])")
def free_fish(state: Any) -> Any:
    """How many fish are neither safe nor captured."""
    free = 0
    for index in range(FIRST_FISH, CHOOSING):
        free += CAUGHT < state[index] < SEA
    return free


@compiled("int64(int64[::1], int64)")
def escort_of(state: Any, escort: Any) -> Any:
    """The index of the free fish that swims for a safe one; the smallest number among equals."""
    found = 0
    for index in range(FIRST_FISH, CHOOSING):
        place = state[index]
        if CAUGHT < place < SEA:
            if found == 0:
                found = index
            elif escort == FARTHEST:
                found = index if place < state[found] else found
            elif place > state[found]:
                found = index
    return found


@compiled("void(int64[::1], int64, int64)")
def roll(state: Any, number: Any, escort: Any) -> None:
    """One die: `PreysRules.rolled` on the state itself."""
    index = FIRST_FISH + number - FISH[0]
    if index < FIRST_FISH or index >= CHOOSING or state[index] == CAUGHT:
        state[BOAT] += 1
        for fish in range(FIRST_FISH, CHOOSING):
            if state[fish] == state[BOAT]:
                state[fish] = CAUGHT
    elif state[index] < SEA:
        state[index] += 1
    elif escort == CHOOSE and free_fish(state) > 1:
        state[CHOOSING] = 1
    else:
        state[escort_of(state, escort)] += 1


@compiled("int64(int64[::1], uint64[::1], int8[::1])")
def chosen(state: Any, stream: Any, table: Any) -> Any:
    """The index of the fish that its team lets swim: at the place in the table, or any if empty."""
    if table.size == 0:
        nth = below(stream, free_fish(state))
        for index in range(FIRST_FISH, CHOOSING):
            if CAUGHT < state[index] < SEA:
                if nth == 0:
                    return index
                nth -= 1
    row = state[BOAT]
    for index in range(FIRST_FISH, CHOOSING):
        row = row * PLACES + state[index]
    for index in range(FIRST_FISH, CHOOSING):
        if state[index] == table[row]:
            return index
    return -1


@compiled("int64(int64[::1], uint64[::1], int64, int8[::1])")
def ply(state: Any, stream: Any, escort: Any, table: Any) -> Any:
    """A roll or a choice; 0 if the game is over."""
    if state[BOAT] == BEFORE_THE_SEA or free_fish(state) == 0:
        return 0
    if state[CHOOSING]:
        index = chosen(state, stream, table)
        state[index] += 1
        state[CHOOSING] = 0
        return SWIM + FISH[0] + index - FIRST_FISH
    number = 1 + below(stream, 6)
    roll(state, number, escort)
    return number


@compiled(
    "void(uint64, int64, int64, int8[::1], int64[::1], int64[::1], uint64[::1], int64[:, ::1])"
)
def play_games(
    seed: Any, first: Any, escort: Any, table: Any, start: Any, state: Any, stream: Any, rows: Any
) -> None:
    """One game from `start` per row, numbered from the first one on: plies, winners as bits, fish
    safe and captured. state, stream: room for one."""
    for game in range(len(rows)):
        begin(stream, seed, np.uint64(first + game))
        for column in range(WIDTH):
            state[column] = start[column]
        plies = 0
        while ply(state, stream, escort, table):
            plies += 1
        safe = captured = 0
        for index in range(FIRST_FISH, CHOOSING):
            safe += state[index] == SEA
            captured += state[index] == CAUGHT
        winners = (safe >= captured) << TEAM_FISH | (safe <= captured) << TEAM_FISHERMEN
        row = rows[game]
        row[0], row[1], row[2], row[3] = plies, winners, safe, captured
