"""Checks the endgame tables in two ways that differ from how they were built.

`violation`: what each position is worth must follow from what its moves are worth. That alone
would allow values that nobody can achieve (two positions of a cycle, worth 5 to one side each time
round), so `iterated` computes the small levels again, from the readable rules.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from gamenight.games.oware.lab.packing import HOUSES
from gamenight.games.oware.lab.places import compiled
from gamenight.games.oware.lab.ranks import (
    OFFSETS,
    ROW_STARTS,
    ROWS,
    positions_with,
    rows_in_order,
)
from gamenight.games.oware.lab.stored import value_at
from gamenight.games.oware.rules import SOUTH, OwareRules, Position

Houses = tuple[int, ...]
# Positions that a thread checks at a time.
PART = 1 << 16


@compiled("int64(uint64, uint64, int64, int8[::1])")
def follows(own: Any, other: Any, seeds: Any, values: Any) -> Any:
    """The value of a position by its moves, seed by seed."""
    board, after = np.empty(12, np.int64), np.empty(12, np.int64)
    best, moves, mine = -np.int64(99), 0, np.int64(0)
    for house in range(6):
        board[house] = np.int64((own >> np.uint64(8 * house)) & np.uint64(255))
        board[house + 6] = np.int64((other >> np.uint64(8 * house)) & np.uint64(255))
        mine += board[house]
    for house in range(6):
        if board[house] == 0 or (mine == seeds and house + board[house] < 6):
            continue
        moves += 1
        for n in range(12):
            after[n] = board[n]
        hand, last, taken = board[house], house, np.int64(0)
        after[house] = 0
        while hand:
            last = (last + 1) % 12
            if last != house:
                after[last] += 1
                hand -= 1
        first = last
        while first >= 6 and 2 <= after[first] <= 3:
            taken += after[first]
            first -= 1
        others = -taken
        for n in range(6, 12):
            others += after[n]
        if others == 0:  # A grand slam, or nothing was there.
            taken = np.int64(0)
        else:
            for n in range(first + 1, last + 1):
                after[n] = 0
        mover, waiting = np.uint64(0), np.uint64(0)
        for n in range(6):
            mover |= np.uint64(after[n + 6]) << np.uint64(8 * n)
            waiting |= np.uint64(after[n]) << np.uint64(8 * n)
        best = max(best, taken - value_at(values, mover, waiting))
    return best if moves else 2 * mine - seeds


@compiled("int64(uint64[::1], int64, int64[::1], int8[::1])")
def first_violation(rows: Any, seeds: Any, numbers: Any, values: Any) -> Any:
    """The first of these positions of a level whose value does not follow, or -1."""
    for at in numbers:
        left = 0
        while OFFSETS[seeds, left + 1] <= at:
            left += 1
        within, width = at - OFFSETS[seeds, left], ROWS[seeds - left]
        number, rest = within // width, within % width
        own, other = rows[ROW_STARTS[left] + number], rows[ROW_STARTS[seeds - left] + rest]
        if follows(own, other, seeds, values) != value_at(values, own, other):
            return at
    return -1


def violation(seeds: int, values: Any, sample: int | None = None) -> int | None:
    """The number in its level of a position whose value does not follow, among all or an evenly
    spread sample; None if all follow."""
    size, rows = positions_with(seeds), rows_in_order(seeds)
    count = size if sample is None else min(sample, size)

    def part(first: int) -> int:
        numbers = np.arange(first, min(first + PART, count)) * size // count
        return int(first_violation(rows, seeds, numbers, values))

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return next((at for at in pool.map(part, range(0, count, PART)) if at >= 0), None)


def iterated(most: int) -> Iterator[dict[Houses, int]]:
    """The values of level after level, up to this one: those of play that is cut off after n
    moves, gaining nothing more, for larger and larger n until nothing changes."""
    rules, known = OwareRules(), dict[Houses, int]()
    for seeds in range(most + 1):
        ways = {houses: _ways(rules, houses, known) for houses in spread_over(seeds, 2 * HOUSES)}
        values = dict.fromkeys(ways, 0)
        while True:
            better = {
                houses: max([*certain, *(-values[after] for after in quiet)])
                for houses, (certain, quiet) in ways.items()
            }
            if better == values:
                break
            values = better
        known |= values
        yield values


def _ways(
    rules: OwareRules, houses: Houses, known: dict[Houses, int]
) -> tuple[list[int], list[Houses]]:
    """What the ends and captures of a position are worth, and where its other moves lead."""
    position, certain, quiet = Position(houses, (0, 0), SOUTH), list[int](), list[Houses]()
    moves = rules.moves(position)
    if not moves:
        south, north = rules.take_rows(position)
        certain.append(south - north)
    for move in moves:
        sowing = rules.sow(position, move)
        after = (*sowing.after[HOUSES:], *sowing.after[:HOUSES])
        if sowing.captured:
            certain.append(sowing.seeds - known[after])
        else:
            quiet.append(after)
    return certain, quiet


def spread_over(seeds: int, houses: int) -> Iterator[Houses]:
    """All ways to spread seeds over houses."""
    if houses == 1:
        yield (seeds,)
        return
    for first in range(seeds + 1):
        for others in spread_over(seeds - first, houses - 1):
            yield (first, *others)
