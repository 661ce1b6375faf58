"""Oware positions as words for compiled code, and the tables that it looks up.

A row of six houses is one 64-bit word, one byte per house in the order of sowing.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gamenight.core.errors import InvalidOption
from gamenight.games.oware.rules import OwareRules, Position, State

HOUSES, MOST_SEEDS = 6, 255
GRAND_SLAMS = ("forfeit", "leave_last", "allowed", "leave_seed")


def fits(rules: OwareRules, state: State) -> bool:
    """Whether compiled code can play this: six houses, and no byte overflows."""
    return rules.options.houses == HOUSES and total(state.position) <= MOST_SEEDS


def check(rules: OwareRules, state: State) -> None:
    if not fits(rules, state):
        houses, seeds = rules.options.houses, total(state.position)
        raise InvalidOption(
            f"compiled Oware has {HOUSES} houses per side and at most {MOST_SEEDS} seeds, not "
            f"{houses} houses and {seeds} seeds",
            (houses, seeds),
        )


def total(position: Position) -> int:
    return sum(position.houses) + sum(position.stores)


def row(position: Position, side: int) -> int:
    """One side's houses as a word."""
    return int.from_bytes(bytes(position.houses[side * HOUSES : (side + 1) * HOUSES]), "little")


def houses_of(word: int) -> tuple[int, ...]:
    """The six houses of a word."""
    return tuple(word.to_bytes(HOUSES, "little"))


def history(state: State) -> Any:
    """The rows of the mover and of the other in each earlier position since the last capture."""
    rows = [(row(one, one.mover), row(one, 1 - one.mover)) for one in state.earlier]
    return np.array(rows, np.uint64).reshape(-1, 2)


def sowings() -> Any:
    """For each house and number of seeds: what both rows gain, and the part of the other row, as
    bytes of 255, in which a capture can lie: from its start to the last seed."""
    table = np.zeros((HOUSES * (MOST_SEEDS + 1), 4), np.uint64)
    for house in range(HOUSES):
        others = [*range(house + 1, 2 * HOUSES), *range(house)]
        for seeds in range(1, MOST_SEEDS + 1):
            gains = [0] * (2 * HOUSES)
            for number in range(seeds):
                gains[others[number % len(others)]] += 1
            last = others[(seeds - 1) % len(others)] - HOUSES
            row = table[house * (MOST_SEEDS + 1) + seeds]
            row[0] = int.from_bytes(bytes(gains[:HOUSES]), "little")
            row[1] = int.from_bytes(bytes(gains[HOUSES:]), "little")
            row[2] = (1 << 8 * (last + 1)) - 1 if last >= 0 else 0
    return table


def choices() -> Any:
    """The houses of each of the 64 patterns of non-empty houses; column 7 has their number."""
    table = np.zeros((1 << HOUSES, 8), np.uint64)
    for pattern in range(1 << HOUSES):
        houses = [house for house in range(HOUSES) if pattern >> house & 1]
        table[pattern, : len(houses)] = houses
        table[pattern, 7] = len(houses)
    return table
