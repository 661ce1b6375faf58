"""Whole games of Preys and Hunters in compiled code, for millions of them: all escorts, and where
the fish choose a random swimmer or the exact best one. The rules are the truth; a test walks games
through both.

A state is six integers: the place of the boat, those of fish 2 to 5, and whether they choose. Game
n of a seed has a stream of numbers of its own, so threads change nothing in it.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from itertools import combinations_with_replacement, permutations
from typing import Any, NamedTuple, TypeAlias, TypeVar

import numpy as np
from numba import njit

from gamenight.core.errors import InvalidOption
from gamenight.core.text import listed, quoted
from gamenight.games.preys.rules import (
    BEFORE_THE_SEA,
    CAUGHT,
    ESCORTS,
    FISH,
    QUAY,
    SEA,
    START,
    Options,
    PreysRules,
    State,
)
from gamenight.games.preys.solver import best

F = TypeVar("F", bound=Callable[..., Any])
Numbers: TypeAlias = "np.ndarray[tuple[int, ...], np.dtype[Any]]"

# The places in a state.
BOAT, FIRST_FISH, CHOOSING, WIDTH = 0, 1, 5, 6
CLOSEST, FARTHEST, CHOOSE = range(len(ESCORTS))
# What a ply is written as: a roll as its number, a choice as ten and the number of the fish.
SWIM = 10
POLICIES = ("random", "best")
PLACES = SEA + 1
ENDS = len(FISH) + 1


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
    """A number from 0 on, uneven by less than one in four billion."""
    stream[0] += np.uint64(0x9E3779B97F4A7C15)
    high = mixed(stream[0]) >> np.uint64(32)
    return np.int64((high * np.uint64(limit)) >> np.uint64(32))


@compiled("void(int64[::1])")
def set_up(state: Any) -> None:
    state[BOAT] = QUAY
    state[FIRST_FISH:CHOOSING] = START
    state[CHOOSING] = 0


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
    """A roll or a choice; 0 where the game is over."""
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
    "void(uint64, int64, int64, int64, int8[::1], int64[::1], uint64[::1], int64[:, ::1], "
    "int64[::1])"
)
def play(
    seed: Any,
    first: Any,
    after: Any,
    escort: Any,
    table: Any,
    state: Any,
    stream: Any,
    ends: Any,
    counts: Any,
) -> None:
    """Games `first` to before `after`: counts their ends by fish safe and captured, and their
    rolls and choices."""
    for game in range(first, after):
        begin(stream, seed, np.uint64(game))
        set_up(state)
        while True:
            action = ply(state, stream, escort, table)
            if action == 0:
                break
            counts[1 if action > SWIM else 0] += 1
        safe = captured = 0
        for index in range(FIRST_FISH, CHOOSING):
            safe += state[index] == SEA
            captured += state[index] == CAUGHT
        ends[safe, captured] += 1


class Tally(NamedTuple):
    """The results of games; ends: how many had so many fish safe and so many captured."""

    ends: dict[tuple[int, int], int]
    rolls: int
    choices: int

    @property
    def fish(self) -> int:
        return sum(number for (safe, captured), number in self.ends.items() if safe > captured)

    @property
    def fishermen(self) -> int:
        return sum(number for (safe, captured), number in self.ends.items() if safe < captured)

    @property
    def ties(self) -> int:
        return sum(number for (safe, captured), number in self.ends.items() if safe == captured)


def simulate(
    games: int,
    seed: int = 0,
    threads: int = 1,
    options: Options = Options(),  # noqa: B008, it is frozen
    policy: str = "random",
) -> Tally:
    """So many games; the same seed gives the same ones on any number of threads."""
    settings = ESCORTS.index(options.escort), policy_table(policy)
    ends = np.zeros((threads, ENDS, ENDS), np.int64)
    counts = np.zeros((threads, 2), np.int64)

    def part(number: int) -> None:
        first, after = games * number // threads, games * (number + 1) // threads
        state, stream = np.zeros(WIDTH, np.int64), np.zeros(1, np.uint64)
        play(unsigned(seed), first, after, *settings, state, stream, ends[number], counts[number])

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(part, range(threads)))
    total = ends.sum(axis=0)
    found = {
        (safe, captured): int(total[safe, captured])
        for safe in range(ENDS)
        for captured in range(ENDS)
        if total[safe, captured]
    }
    return Tally(found, *map(int, counts.sum(axis=0)))


def kernel_random_games(games: int, seed: int, threads: int) -> int:
    """Plays so many random games by the default rules; the number of their plies."""
    tally = simulate(games, seed, threads)
    return tally.rolls + tally.choices


def unsigned(number: int) -> Any:
    return np.uint64(number & (1 << 64) - 1)


def policy_table(policy: str) -> Numbers:
    """For `best` the place from which a fish swims, by the places of all; empty for `random`."""
    if policy not in POLICIES:
        raise InvalidOption(
            f"no policy {quoted(policy)} (possible: {listed(POLICIES)})", policy, POLICIES
        )
    return _best_table() if policy == "best" else np.empty(0, np.int8)


@lru_cache(maxsize=1)
def _best_table() -> Numbers:
    """The solver's choice wherever a fish is safe and two are free."""
    rules = PreysRules(Options(escort="choose"))
    table = np.full((BEFORE_THE_SEA, *[PLACES] * len(FISH)), -1, np.int8)
    for boat in range(QUAY, BEFORE_THE_SEA):
        places = (CAUGHT, *range(max(boat + 1, START), SEA + 1))
        for fish in combinations_with_replacement(places, len(FISH)):
            state = State(boat, fish, choosing=True)
            if state.safe and len(state.free) > 1:
                place = state.place(best(rules, state))
                for order in permutations(fish):
                    table[(boat, *order)] = place
    return table.ravel()
