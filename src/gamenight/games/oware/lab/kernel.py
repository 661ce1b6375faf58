"""Oware in compiled code: whole games from a seed, and the alpha-beta of the bot `strong`.

A row of six houses is one 64-bit word, one byte per house in the order of sowing, and a position is
the words of the side to move and of the other. Everything compiled is in this one file, because
numba's cache on disk does not notice a change in another one; only the tables of `packing` and the
numbering of `places` are elsewhere, and they never change. Only `packing` checks bounds.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gamenight.games.oware.lab.packing import HOUSES, MOST_SEEDS, choices, sowings
from gamenight.games.oware.lab.places import compiled, place

FORFEIT, LEAVE_LAST, ALLOWED, LEAVE_SEED = 0, 1, 2, 3
EASY, HARD, NO_MOVE = 0, 1, 6

# The columns of a trace.
SOUTH_ROW, NORTH_ROW, SOUTH_STORE, NORTH_STORE, MOVER, MOVE = range(6)

# The control words of a search, and the columns of its stack.
PLY, BACK, NODES, BUDGET, BASE, TOTAL, SLAM, PLIES_LEFT = range(8)
GAMMA, VALUE, AGE, TWIST, FIRST, LEVEL, ROOT_LEVEL, ROOT_MOVES, BOUND = range(8, 17)
OWN_STORE, OTHER_STORE, SINCE, DEPTH, BEST, BEST_MOVE, COUNT, NEXT, KILLER = range(9)

# Values of a search: seeds ahead; SURE and the seeds ahead at the end by the endgame tables; or the
# plies to a forced win below WIN. With TOTAL at COUNTED only seeds count, and no majority ends.
SURE, WIN, NO_VALUE = 10_000, 20_000, 30_000
FORCED = WIN - 1_000
COUNTED = 1 << 20

NOTHING, ONE, SEVEN, EIGHT, BYTE, TOP, HALF = (np.uint64(n) for n in (0, 1, 7, 8, 255, 56, 32))
# The same number in every byte.
ONES, TWOS, LOWS, HIGHS, NOT_ONES = (np.uint64(n * (2**64 // 255)) for n in (1, 2, 127, 128, 254))
# Gathers the lowest bits of six bytes in the highest byte.
GATHER = np.uint64(sum(1 << (56 - 7 * house) for house in range(HOUSES)))
GOLDEN, MIX_A = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9)
MIX_B = np.uint64(0x94D049BB133111EB)
FILTER = 1024
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


@compiled("int64(uint64[:, ::1], int64, int64[::1], int64, int64, int64)")
def end_of(path: Any, at: Any, frame: Any, total: Any, ply: Any, bound: Any) -> Any:
    """The value for the mover if the game is over, with these stores; NO_VALUE: it is not.
    bound: the sign of all that is left when a position repeats, if it is not 0."""
    own, other, lead = path[at, 0], path[at, 1], frame[OWN_STORE] - frame[OTHER_STORE]
    if 2 * max(frame[OWN_STORE], frame[OTHER_STORE]) > total:
        return WIN - ply if lead > 0 else ply - WIN
    if lead == 0 and 2 * frame[OWN_STORE] == total:
        return 0
    taken = moves_of(own, other) == NOTHING
    for n in range(at - 2, frame[SINCE] - 1, -2):
        if path[n, 0] == own and path[n, 1] == other:
            if bound:
                return lead + bound * (seeds_in(own) + seeds_in(other))
            taken = True
    if not taken:
        return NO_VALUE
    lead += seeds_in(own) - seeds_in(other)
    if total == COUNTED or lead == 0:
        return lead
    return WIN - ply if lead > 0 else ply - WIN


@compiled("int64(uint64, uint64, int64, int64, int64, int64, int64)")
def last_ply(own: Any, other: Any, store: Any, lead: Any, total: Any, ply: Any, slam: Any) -> Any:
    """The best lead one move later, or a win by it."""
    pattern, most = moves_of(own, other), np.int64(0)
    for k in range(CHOICES[pattern, 7]):
        most = max(most, seeds_in(sown(own, other, CHOICES[pattern, k], slam)[2]))
    return WIN - ply - 1 if 2 * (store + most) > total else lead + most


@compiled("int64(uint64, uint64, int64, int64, int64[::1], int8[::1])")
def looked_up(own: Any, other: Any, lead: Any, bound: Any, control: Any, endings: Any) -> Any:
    """The value by the endgame tables, else NO_VALUE: if neither side can force more, a
    repetition may end the match, which only a search sees.

    It has no distance. So until something is captured since the root, it may only say that the
    root's side does not reach gamma: that it does must be shown, or it would go round in circles.
    """
    seeds, ply = seeds_in(own) + seeds_in(other), control[PLY]
    if seeds > control[LEVEL] or ply == 0:
        return NO_VALUE
    # With bounds, the most that the mover can get comes after the least.
    behind = len(endings) // 2 if bound > 0 else 0
    more = np.int64(endings[behind + place(own, other)])
    if control[TOTAL] == COUNTED:
        return lead + more
    value = lead + more + (SURE if lead + more > 0 else -SURE if lead + more < 0 else 0)
    reached = value >= (control[GAMMA] if ply & 1 == 0 else 1 - control[GAMMA])
    in_circles = seeds == control[ROOT_LEVEL] and reached == (ply & 1 == 0)
    return NO_VALUE if more == 0 or in_circles else value


@compiled("int64(int64, int64)")
def at_ply(value: Any, plies: Any) -> Any:
    """A forced win or loss this many plies later; other values are unchanged."""
    return value - plies if value > FORCED else (value + plies if value < -FORCED else value)


@compiled("int64(uint64[:, ::1], uint64, int64, int64, int64, int64[::1])")
def known_value(table: Any, key: Any, depth: Any, gamma: Any, ply: Any, control: Any) -> Any:
    """The value of a position that was searched this deep, if it decides whether gamma is reached,
    else NO_VALUE; the move that was best goes into the control words."""
    control[FIRST] = NO_MOVE
    slot = np.int64(key) & (len(table) - 2)
    for n in range(slot, slot + 2):
        data = np.int64(table[n, 1])
        if table[n, 0] == key and data >> 48 == control[AGE]:
            control[FIRST] = data & 7
            if (data >> 8) & 255 >= depth:
                low = at_ply(((data >> 16) & 65535) - NO_VALUE, ply)
                high = at_ply(((data >> 32) & 65535) - NO_VALUE, ply)
                return low if low >= gamma else (high if high < gamma else NO_VALUE)
    return NO_VALUE


@compiled("void(uint64[:, ::1], uint64, int64, int64, int64, int64[::1], int64)")
def remember(table: Any, key: Any, depth: Any, gamma: Any, ply: Any, frame: Any, age: Any) -> None:
    """Keep a bound: of two slots the deeper position stays in the first, unless it comes from
    another search, which the highest bits show."""
    slot, value, move = np.int64(key) & (len(table) - 2), frame[BEST], frame[BEST_MOVE]
    old = np.int64(table[slot, 1])
    if table[slot, 0] != key and (old >> 8) & 255 > depth and (old >> 48) == age:
        slot += 1
        old = np.int64(table[slot, 1])
    low, high = np.int64(-NO_VALUE), np.int64(NO_VALUE)
    if table[slot, 0] == key and (old >> 8) & 255 == depth and (old >> 48) == age:
        low = ((old >> 16) & 65535) - NO_VALUE
        high = ((old >> 32) & 65535) - NO_VALUE
    value = at_ply(value, -ply)
    if at_ply(value, ply) >= gamma:
        low = value
    else:
        high = value
    table[slot, 0] = key
    data = move | (depth << 8) | ((low + NO_VALUE) << 16) | ((high + NO_VALUE) << 32) | (age << 48)
    table[slot, 1] = np.uint64(data)


@compiled("void(uint64[:, ::1], int64[:, ::1], uint64[:, :, ::1], int64[::1])")
def spread(path: Any, stack: Any, children: Any, control: Any) -> None:
    """Make the children of the position at this ply, in the order in which they are tried: the
    best of an earlier search, captures by their seeds, what refuted a sibling, and the others."""
    ply = control[PLY]
    own, other, frame = path[control[BASE] + ply, 0], path[control[BASE] + ply, 1], stack[ply]
    pattern = moves_of(own, other)
    if ply == 0:
        pattern &= np.uint64(control[ROOT_MOVES])
    frame[COUNT], frame[NEXT] = np.int64(CHOICES[pattern, 7]), 0
    for k in range(frame[COUNT]):
        house = CHOICES[pattern, k]
        after, left, captured = sown(own, other, house, control[SLAM])
        seeds, move = seeds_in(captured), np.int64(house)
        rank = 16 * seeds + (move ^ control[TWIST]) + (8 if move == frame[KILLER] else 0)
        if move == control[FIRST]:
            rank = 1 << 20
        n = k
        while n > 0 and np.int64(children[ply, n - 1, 3]) < rank:
            for column in range(5):
                children[ply, n, column] = children[ply, n - 1, column]
            n -= 1
        children[ply, n, 0], children[ply, n, 1] = left - captured, after
        children[ply, n, 2], children[ply, n, 3] = np.uint64(seeds), np.uint64(rank)
        children[ply, n, 4] = house


@compiled(
    "boolean(uint64[:, ::1], int64[:, ::1], uint64[:, :, ::1], uint64[:, ::1], int64[::1], "
    "int8[::1])"
)
def search(path: Any, stack: Any, children: Any, table: Any, control: Any, endings: Any) -> Any:
    """Does the position at ply 0 reach gamma at its depth? True when VALUE is found; False when
    the budget of nodes is used up: called again, it continues. From depth 2 on
    the root's BEST_MOVE is the one that reaches gamma.

    Alpha-beta with an empty window on an explicit stack: a ply reaches its gamma or it does not.
    """
    base, total = control[BASE], control[TOTAL]
    while True:
        ply = control[PLY]
        frame, at = stack[ply], base + ply
        gamma = control[GAMMA] if ply & 1 == 0 else 1 - control[GAMMA]
        if not control[BACK]:
            if control[NODES] >= control[BUDGET]:
                return False
            control[NODES] += 1
            store, depth = frame[OWN_STORE], frame[DEPTH]
            lead = store - frame[OTHER_STORE]
            bound = control[BOUND] if ply & 1 == 0 else -control[BOUND]
            value = end_of(path, at, frame, total, ply, bound)
            if value == NO_VALUE and 0 <= control[PLIES_LEFT] <= ply:
                value = np.int64(0)
            if value == NO_VALUE and control[LEVEL] >= 0:
                value = looked_up(path[at, 0], path[at, 1], lead, bound, control, endings)
            if value == NO_VALUE and depth <= 1:
                value = last_ply(path[at, 0], path[at, 1], store, lead, total, ply, control[SLAM])
                if bound:
                    value = lead + bound * (seeds_in(path[at, 0]) + seeds_in(path[at, 1]))
            if value == NO_VALUE:
                salt = np.uint64(store)
                if control[PLIES_LEFT] >= 0:
                    salt ^= np.uint64(ply) << HALF
                elif control[BOUND] or control[ROOT_LEVEL] <= control[LEVEL]:
                    salt ^= np.uint64(ply & 1) << HALF
                path[at, 2] = mixed(mixed(path[at, 0] * MIX_A + salt * GOLDEN) ^ path[at, 1])
                value = known_value(table, path[at, 2], depth, gamma, ply, control)
                if ply == 0:
                    value = np.int64(NO_VALUE)
            if value == NO_VALUE:
                spread(path, stack, children, control)
                frame[BEST], frame[BEST_MOVE] = -NO_VALUE, NO_MOVE
            else:
                control[BACK], control[VALUE] = 1, value
        if control[BACK]:
            if ply == 0:
                return True
            # Back at the parent: its best so far, and whether that is enough.
            value, ply = -control[VALUE], ply - 1
            control[PLY], control[BACK] = ply, 0
            frame, at, gamma = stack[ply], at - 1, 1 - gamma
            if value > frame[BEST]:
                frame[BEST] = value
                frame[BEST_MOVE] = np.int64(children[ply, frame[NEXT] - 1, 4])
            if value >= gamma or frame[NEXT] == frame[COUNT]:
                if value >= gamma:
                    frame[KILLER] = frame[BEST_MOVE]
                remember(table, path[at, 2], frame[DEPTH], gamma, ply, frame, control[AGE])
                control[BACK], control[VALUE] = 1, frame[BEST]
                continue
        child, below = children[ply, frame[NEXT]], stack[ply + 1]
        frame[NEXT] += 1
        path[at + 1, 0], path[at + 1, 1] = child[0], child[1]
        below[OWN_STORE] = frame[OTHER_STORE]
        below[OTHER_STORE] = frame[OWN_STORE] + np.int64(child[2])
        below[SINCE] = at + 1 if child[2] else frame[SINCE]
        below[DEPTH] = frame[DEPTH] - 1
        control[PLY] = ply + 1
