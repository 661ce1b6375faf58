"""The model of a level of the endgame tables, by which it is packed (`guesses`, `codes`).

It is worked out from a sample, in whole numbers and in the same order everywhere: the same level
gives the same bytes on every machine.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from gamenight.games.oware.lab.codes import CODES, SYMBOLS, lengths_of
from gamenight.games.oware.lab.guesses import (
    END,
    FEW,
    KINDS,
    LAYOUT,
    ORDERS,
    OTHER,
    OWN,
    PAIRS,
    QUARTER,
    order,
    quarters,
    threats,
)
from gamenight.games.oware.lab.places import compiled
from gamenight.games.oware.lab.ranks import OFFSETS, ROW_STARTS, ROWS, rows_in_order

# Positions that a part of the guess is taken from: of each row, and of each number of seeds.
ACROSS, SPREAD = 256, 1 << 17
ROUNDS = 2
# Positions that the orders and the codes are taken from, in runs as long as a block.
RUN, RUNS = 1 << 12, 512
CODE_ROUNDS = 8
# Numbers below a size in a mixed order: times a prime, modulo the size.
PRIME = 2_654_435_761


class Model(NamedTuple):
    """What the guesses are made of, as it is stored; where each value stands in its order; and the
    lengths of the codes, one of which is chosen for each block."""

    guesses: Any
    ranks: Any
    lengths: list[Any]


@compiled("void(int8[::1], uint64[::1], int64, int64, int8[::1])")
def fit_threats(values: Any, rows: Any, seeds: Any, left: Any, model: Any) -> None:
    """What is added for each pair of threats: the mean of what the rest of the guess is off by."""
    parts = model.view(np.int16)[PAIRS * left : PAIRS * (left + 1)]
    sums, counts = np.zeros(PAIRS, np.int64), np.zeros(PAIRS, np.int64)
    size, width = ROWS[left] * ROWS[seeds - left], ROWS[seeds - left]
    count, total = min(size, SPREAD), np.int64(0)
    for n in range(count):
        at = n * size // count
        own, other = at // width, at % width
        seen = threats(rows[ROW_STARTS[left] + own], rows[ROW_STARTS[seeds - left] + other])
        value = np.int64(values[OFFSETS[seeds, left] + at]) << QUARTER
        off = value - quarters(model, 0, seeds, left, own, other, seen) + np.int64(parts[seen])
        sums[seen] += off
        counts[seen] += 1
        total += off
    for seen in range(PAIRS):
        parts[seen] = sums[seen] // counts[seen] if counts[seen] else total // count


@compiled("void(int8[::1], uint64[::1], int64, int64, int64, int8[::1])")
def fit_rows(values: Any, rows: Any, seeds: Any, left: Any, part: Any, model: Any) -> None:
    """The same for each of the mover's rows with this many seeds, or of the other rows."""
    right = seeds - left
    lines, across = (left, right) if part == OWN else (right, left)
    begin = LAYOUT[seeds, part] + ROW_STARTS[lines]
    count = min(ROWS[across], ACROSS)
    for line in range(ROWS[lines]):
        total = np.int64(0)
        for n in range(count):
            # Where there are few, all of them.
            cross = n if count == ROWS[across] else (n * PRIME + line) % ROWS[across]
            own, other = (line, cross) if part == OWN else (cross, line)
            seen = threats(rows[ROW_STARTS[left] + own], rows[ROW_STARTS[right] + other])
            value = np.int64(values[OFFSETS[seeds, left] + own * ROWS[right] + other]) << QUARTER
            total += value - quarters(model, 0, seeds, left, own, other, seen)
        model[begin + line] = min(max(model[begin + line] + total // count, -128), 127)


@compiled("void(int8[::1], uint64[::1], int64, int8[::1], int64, int64, int64[::1])")
def orders_of(
    values: Any, rows: Any, seeds: Any, model: Any, first: Any, last: Any, places: Any
) -> None:
    """Of some positions of a level, where their value would be in `ranks`."""
    left = 0
    for at in range(first, last):
        while OFFSETS[seeds, left + 1] <= at:
            left += 1
        width = ROWS[seeds - left]
        own, other = (at - OFFSETS[seeds, left]) // width, (at - OFFSETS[seeds, left]) % width
        seen = threats(rows[ROW_STARTS[left] + own], rows[ROW_STARTS[seeds - left] + other])
        begin = order(model, 0, seeds, left, own, other, seen)
        places[at - first] = begin + seeds + np.int64(values[at])


def model_of(seeds: int, values: Any, threads: int) -> Model:
    """The model for the values of a level."""
    rows = rows_in_order(seeds)
    guesses = np.zeros(LAYOUT[seeds, END], np.int8)

    def fit(left: int) -> None:
        for _ in range(ROUNDS):
            fit_threats(values, rows, seeds, left, guesses)
            if left <= seeds - FEW:
                fit_rows(values, rows, seeds, left, OWN, guesses)
            if left >= FEW:
                fit_rows(values, rows, seeds, left, OTHER, guesses)
        fit_threats(values, rows, seeds, left, guesses)

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(fit, range(seeds + 1)))
    places = _sample(values, rows, seeds, guesses)
    ranks = _ordered(seeds, places, guesses)
    return Model(guesses, ranks, _lengths(seeds, [ranks[run] for run in places]))


def _sample(values: Any, rows: Any, seeds: int, guesses: Any) -> list[Any]:
    """Of runs of positions, where their values would be in `ranks`."""
    size = len(values)
    every = max(1, size // RUN // RUNS)
    runs = []
    for first in range(0, size, every * RUN):
        last = min(first + RUN, size)
        places = np.empty(last - first, np.int64)
        orders_of(values, rows, seeds, guesses, first, last, places)
        runs.append(places)
    return runs


def _ordered(seeds: int, places: list[Any], guesses: Any) -> Any:
    """Fill in the orders; where each value stands in them."""
    width = 2 * seeds + 1
    guess = np.arange(width).repeat(KINDS)[:, None]
    counts = np.bincount(np.concatenate(places), minlength=KINDS * width**2)
    # Often first, then near the guess.
    keys = (-counts.reshape(-1, width), np.abs(np.arange(width) - guess))
    orders = np.lexsort(keys[::-1], axis=1)
    begin = LAYOUT[seeds, ORDERS]
    guesses[begin : begin + orders.size] = orders.ravel() - seeds
    ranks = np.empty(orders.shape, np.uint8)
    np.put_along_axis(ranks, orders, np.arange(width, dtype=np.uint8)[None, :], 1)
    return ranks.ravel()


def _lengths(seeds: int, runs: list[Any]) -> list[Any]:
    """The lengths of the codes: each is made for the runs that are shorter with it than with
    another. All symbols that there can be have one."""
    counts = np.array([np.bincount(run, minlength=SYMBOLS) for run in runs])
    possible = np.arange(SYMBOLS) < 2 * seeds + 1
    whole = lengths_of(counts.sum(0) + possible)
    bits = counts @ whole * RUN // counts.sum(1)
    choice = np.empty(len(runs), np.int64)
    choice[np.argsort(bits, kind="stable")] = np.arange(len(runs)) * CODES // len(runs)
    lengths = list[Any]()
    for _ in range(CODE_ROUNDS):
        lengths = [lengths_of(counts[choice == n].sum(0) + possible) for n in range(CODES)]
        choice = np.argmin([counts @ one for one in lengths], axis=0)
    return lengths
