"""Millions of whole games of Preys and Hunters by the kernel, from any state."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations_with_replacement, permutations
from random import Random
from typing import Any, TypeAlias

import numpy as np

from gamenight.core.bot import Limit
from gamenight.core.errors import InvalidOption
from gamenight.core.kernel import check_bots, in_parts, word
from gamenight.games.preys.bots import BOTS
from gamenight.games.preys.lab import kernel
from gamenight.games.preys.rules import (
    BEFORE_THE_SEA,
    CAUGHT,
    ESCORTS,
    FISH,
    QUAY,
    SEA,
    START,
    TEAM_FISH,
    Options,
    PreysRules,
    State,
)

Numbers: TypeAlias = "np.ndarray[tuple[int, ...], np.dtype[Any]]"

BY_CHANCE = ("random", "easy")
BY_TABLE = ("helper", "racer", "perfect")
BOATS = range(QUAY, BEFORE_THE_SEA + 1)


def bots(rules: PreysRules) -> tuple[str, ...]:
    return BY_CHANCE + BY_TABLE


def play(
    rules: PreysRules,
    bots: Sequence[str],
    seed: int,
    numbers: range,
    threads: int = 1,
    state: State | None = None,
) -> Numbers:
    """One row per game: plies, winners as bits, fish safe and captured."""
    setup = setup_of(rules, bots)
    start = words_of(rules.initial() if state is None else state)
    rows = np.zeros((len(numbers), 4), np.int64)

    def part(first: int, end: int) -> None:
        number = numbers.start + first
        kernel.play_games(np.uint64(word(seed)), number, *setup, *start, rows[first:end])

    in_parts(part, len(rows), threads)
    return rows


def setup_of(rules: PreysRules, names: Sequence[str]) -> tuple[int, Numbers]:
    """The number of the escort, and the table of the fish's bot: empty for any free fish."""
    check_bots(names, bots(rules), rules.players)
    choosing = rules.options.escort == "choose" and names[TEAM_FISH] in BY_TABLE
    table = _table(names[TEAM_FISH]) if choosing else np.empty(0, np.int8)
    return ESCORTS.index(rules.options.escort), table


def words_of(state: State) -> tuple[int, Any, bool]:
    """A state as the kernel has it: the boat, the fish, and whether they choose."""
    known = state.boat in BOATS and set(state.fish) <= _places(state.boat)
    if not known or len(state.fish) != len(FISH):
        raise InvalidOption(
            "the kernel cannot play on from this state: it belongs to other rules", state
        )
    fish = int.from_bytes(bytes([0] * kernel.FIRST_FISH + list(state.fish)), "little")
    return state.boat, np.uint64(fish), state.choosing


def _places(boat: int) -> set[int]:
    """Where fish can be."""
    return {CAUGHT, *range(max(boat + 1, START), SEA + 1)}


@lru_cache(maxsize=len(BY_TABLE))
def _table(name: str) -> Numbers:
    """The place from which a fish swims, by the places of all: the bot's own choice. Among fish in
    one place every bot takes the smallest number."""
    rules, bot = PreysRules(Options(escort="choose")), BOTS[name].bot
    table = np.full((BEFORE_THE_SEA, *[kernel.PLACES] * len(FISH)), -1, np.int8)
    for boat in BOATS[:-1]:
        for fish in combinations_with_replacement(sorted(_places(boat)), len(FISH)):
            state = State(boat, fish, choosing=True)
            if state.free:
                swim: Any = bot.choose(rules, state, TEAM_FISH, Random(0), Limit())
                for order in set(permutations(fish)):
                    table[(boat, *order)] = state.place(swim.fish)
    return table.ravel()
