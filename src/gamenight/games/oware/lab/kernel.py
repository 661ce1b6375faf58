"""Oware in compiled code: whole games from a seed, by the bots `easy` and `hard`."""

from __future__ import annotations

from typing import Any

import numpy as np

from gamenight.games.oware.lab.places import compiled
from gamenight.games.oware.lab.sowing import (
    CHOICES,
    GOLDEN,
    HALF,
    MIX_A,
    MIX_B,
    NO_MOVE,
    NOTHING,
    ONE,
    mixed,
    moves_of,
    seeds_in,
    sown,
)

EASY, HARD = 0, 1

# The columns of a trace.
SOUTH_ROW, NORTH_ROW, SOUTH_STORE, NORTH_STORE, MOVER, MOVE = range(6)

FILTER = 1024


@compiled("uint64(uint64, uint64, uint64, int64, uint64)")
def picked_hard(own: Any, other: Any, pattern: Any, slam: Any, number: Any) -> Any:
    """One of the houses that capture the most seeds at once."""
    most, equals, ties = np.int64(-1), np.uint64(0), NOTHING
    for k in range(CHOICES[pattern, 7]):
        house = CHOICES[pattern, k]
        seeds = seeds_in(sown(own, other, house, slam)[2])
        if seeds > most:
            most, equals, ties = seeds, np.uint64(0), NOTHING
        if seeds == most:
            equals |= ONE << house
            ties += ONE
    return CHOICES[equals, ((number >> HALF) * ties) >> HALF]


@compiled(
    "void(uint64[::1], uint64[:, ::1], int64[::1], uint64, int64, int64[:, ::1], uint64[:, ::1])"
)
def play(
    start: Any, earlier: Any, rule: Any, seed: Any, first: Any, results: Any, trace: Any
) -> None:
    """The games numbered from `first` on, as many as there are rows of results: plies, winners
    (1: South, 2: North, 3: a tie), South's and North's seeds.

    start: the columns of a trace; earlier: own and other row of each earlier position since the
    last capture; rule: grand slam, ply limit, plies already played, South's and North's policy;
    trace: rows to be filled with states and moves while there are any left.
    """
    slam, ply_limit, bots = rule[0], rule[1], rule[3:5]
    total = np.int64(start[SOUTH_STORE] + start[NORTH_STORE])
    total += seeds_in(start[SOUTH_ROW]) + seeds_in(start[NORTH_ROW])
    both_hard_or_easy = bots[0] | bots[1]
    # A slot holds the era (from one capture to the next) in which a position last fell into it.
    slots, era = np.zeros(FILTER, np.int64), np.int64(0)
    path = np.empty((max(256, 2 * len(earlier)), 2), np.uint64)
    traced = 0
    for game in range(len(results)):
        random = mixed(seed ^ mixed(np.uint64(first + game) + GOLDEN))
        mover, plies, known = np.int64(start[MOVER]), rule[2], len(earlier)
        own, other = start[mover], start[1 - mover]
        own_store = np.int64(start[SOUTH_STORE + mover])
        other_store = np.int64(start[NORTH_STORE - mover])
        era += 1
        if known:
            path[:known] = earlier
            for n in range(known):
                slots[((path[n, 0] * MIX_A) ^ (path[n, 1] * MIX_B)) >> np.uint64(54)] = era
        rows_taken, house = False, np.uint64(NO_MOVE)
        while True:
            pattern = moves_of(own, other)
            slot = ((own * MIX_A) ^ (other * MIX_B)) >> np.uint64(54)
            over = 2 * max(own_store, other_store) > total
            over |= 2 * own_store == total and 2 * other_store == total
            if not over:
                rows_taken = pattern == NOTHING
                if slots[slot] == era:
                    for n in range(known - 2, -1, -2):
                        if path[n, 0] == own and path[n, 1] == other:
                            rows_taken = True
                over = rows_taken or 0 < ply_limit <= plies
            if over:
                house = np.uint64(NO_MOVE)
            else:
                random += GOLDEN
                number = mixed(random)
                if both_hard_or_easy and bots[mover] == HARD:
                    house = picked_hard(own, other, pattern, slam, number)
                else:
                    house = CHOICES[pattern, ((number >> HALF) * CHOICES[pattern, 7]) >> HALF]
            if traced < len(trace):
                row = trace[traced]
                row[SOUTH_ROW + mover], row[NORTH_ROW - mover] = own, other
                row[SOUTH_STORE + mover], row[NORTH_STORE - mover] = own_store, other_store
                row[MOVER], row[MOVE] = mover, house
                traced += 1
            if over:
                break
            slots[slot] = era
            if known == len(path):
                longer = np.empty((2 * known, 2), np.uint64)
                longer[:known] = path
                path = longer
            path[known, 0], path[known, 1] = own, other
            known += 1
            after, left, captured = sown(own, other, house, slam)
            if captured != NOTHING:
                own_store += seeds_in(captured)
                left -= captured
                known = 0
                era += 1
            own, other = left, after
            own_store, other_store = other_store, own_store
            mover = 1 - mover
            plies += 1
        tie = not rows_taken and not (2 * own_store > total or 2 * other_store > total)
        if rows_taken:
            own_store += seeds_in(own)
            other_store += seeds_in(other)
        south, north = (own_store, other_store) if mover == 0 else (other_store, own_store)
        result = results[game]
        result[0], result[2], result[3] = plies - rule[2], south, north
        result[1] = 3 if tie or south == north else (1 if south > north else 2)
