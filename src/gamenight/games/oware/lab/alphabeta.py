"""The compiled alpha-beta of the bots `strong` and `perfect`, and of the judge.

Principal variation search on an explicit stack, so that it can stop and go on: the first child of
a position has the whole window; the others only have to show that they are not better, late quiet
ones a ply less deep, and are searched again where they are. Below the last ply only captures are
tried. numba's cache on disk does not notice a change in another file: this is the one that changes.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gamenight.games.oware.lab.evaluation import SEED, evaluated
from gamenight.games.oware.lab.places import compiled, place
from gamenight.games.oware.lab.ranks import AT_ONCE
from gamenight.games.oware.lab.sowing import (
    CHOICES,
    GOLDEN,
    HALF,
    MIX_A,
    NO_MOVE,
    NOTHING,
    mixed,
    moves_of,
    seeds_in,
    sown,
)
from gamenight.games.oware.lab.stored import UNKNOWN, packed_at

# The control words of a search, and the columns of its stack.
PLY, BACK, NODES, BUDGET, BASE, TOTAL, SLAM, PLIES_LEFT = range(8)
VALUE, AGE, TWIST, FIRST, LEVEL, ROOT_LEVEL, ROOT_MOVES, BOUND, KEPT, LATE, MARGIN = range(8, 19)
CONTROLS = 19
OWN_STORE, OTHER_STORE, SINCE, DEPTH, ALPHA, BETA, BEST, BEST_MOVE = range(8)
COUNT, NEXT, KILLER, STAGE, FLOOR = range(8, 13)
COLUMNS = 13

# How a child is searched: with the whole window, only to see whether it is better, or that a ply
# less deep.
WHOLE, SCOUT, REDUCED = range(3)

# Values of a search: SEED for each seed ahead, or what the network says; SURE and the seeds ahead
# at the end by the endgame tables; or the plies to a forced win below WIN. With TOTAL at COUNTED
# only seeds count, and no majority ends.
SURE, WIN, NO_VALUE = 10_000, 20_000, 30_000
FORCED = WIN - 1_000
COUNTED = 1 << 20
# No child is late.
NEVER = 6
# Plies before the last within which a margin counts.
NEAR = 3


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
                return SEED * (lead + bound * (seeds_in(own) + seeds_in(other)))
            taken = True
    if not taken:
        return NO_VALUE
    lead += seeds_in(own) - seeds_in(other)
    if total == COUNTED or lead == 0:
        return SEED * lead
    return WIN - ply if lead > 0 else ply - WIN


@compiled("int64(uint64, uint64, int64, int64, int64[::1], int64[::1], int8[::1])")
def looked_up(
    own: Any, other: Any, lead: Any, bound: Any, frame: Any, control: Any, endings: Any
) -> Any:
    """The value by the endgame tables, else NO_VALUE: if neither side can force more, a
    repetition may end the match, which only a search sees.

    It has no distance. So until something is captured since the root, it may only say that the
    root's side gets no more than it has already: that it does must be shown, or it would go round
    in circles.
    """
    seeds, ply = seeds_in(own) + seeds_in(other), control[PLY]
    if seeds > control[LEVEL] or ply == 0:
        return NO_VALUE
    if seeds > AT_ONCE:
        more = packed_at(endings, own, other)
        if more == UNKNOWN:
            return NO_VALUE
    else:
        # With bounds, the most that the mover can get comes after the least.
        behind = len(endings) // 2 if bound > 0 else 0
        more = np.int64(endings[behind + place(own, other)])
    ahead = SEED * (lead + more)
    if control[TOTAL] == COUNTED:
        return ahead
    value = ahead + (SURE if ahead > 0 else -SURE if ahead < 0 else 0)
    if more == 0:
        return NO_VALUE
    if seeds == control[ROOT_LEVEL]:
        enough = value <= frame[ALPHA] if ply & 1 == 0 else value >= frame[BETA]
        return value if enough else NO_VALUE
    return value


@compiled("int64(int64, int64)")
def at_ply(value: Any, plies: Any) -> Any:
    """A forced win or loss this many plies later; other values are unchanged."""
    return value - plies if value > FORCED else (value + plies if value < -FORCED else value)


@compiled("int64(uint64[:, ::1], uint64, int64, int64[::1], int64, int64[::1])")
def known_value(table: Any, key: Any, depth: Any, frame: Any, ply: Any, control: Any) -> Any:
    """The value of a position that was searched this deep, if it decides this window, else
    NO_VALUE; the move that was best goes into the control words.

    Of an earlier search only opinions are believed: what is certain may rest on a
    repetition of that search's line, and every repetition is a win, a loss or a draw."""
    control[FIRST] = NO_MOVE
    slot = np.int64(key) & (len(table) - 2)
    for n in range(slot, slot + 2):
        word = table[n, 1]
        data = np.int64(word)
        if table[n, 0] ^ word == key and (data >> 48 == control[AGE] or control[KEPT]):
            control[FIRST] = data & 7
            if (data >> 8) & 255 >= depth:
                low = at_ply(((data >> 16) & 65535) - NO_VALUE, ply)
                high = at_ply(((data >> 32) & 65535) - NO_VALUE, ply)
                if data >> 48 != control[AGE]:
                    low = low if abs(low) < SURE and low != 0 else np.int64(-NO_VALUE)
                    high = high if abs(high) < SURE and high != 0 else np.int64(NO_VALUE)
                if low >= frame[BETA] or low == high:
                    return low
                return high if high <= frame[ALPHA] else NO_VALUE
    return NO_VALUE


@compiled("void(uint64[:, ::1], uint64, int64[::1], int64, int64)")
def remember(table: Any, key: Any, frame: Any, ply: Any, age: Any) -> None:
    """Keep a bound, or both: of two slots the deeper position stays in the first, unless it comes
    from another search, which the highest bits show."""
    slot, depth, move = np.int64(key) & (len(table) - 2), frame[DEPTH], frame[BEST_MOVE]
    old = np.int64(table[slot, 1])
    same = table[slot, 0] ^ np.uint64(old) == key
    if not same and (old >> 8) & 255 > depth and (old >> 48) == age:
        slot += 1
        old = np.int64(table[slot, 1])
        same = table[slot, 0] ^ np.uint64(old) == key
    low, high = np.int64(-NO_VALUE), np.int64(NO_VALUE)
    if same and (old >> 8) & 255 == depth and (old >> 48) == age:
        low = ((old >> 16) & 65535) - NO_VALUE
        high = ((old >> 32) & 65535) - NO_VALUE
    value = at_ply(frame[BEST], -ply)
    if frame[BEST] > frame[FLOOR]:
        low = value
    if frame[BEST] < frame[BETA]:
        high = value
    data = move | (depth << 8) | ((low + NO_VALUE) << 16) | ((high + NO_VALUE) << 32) | (age << 48)
    # Two threads may write at once: what they mixed up does not fit its key any more.
    table[slot, 0], table[slot, 1] = key ^ np.uint64(data), np.uint64(data)


@compiled("void(uint64[:, ::1], int64[:, ::1], uint64[:, :, ::1], int64[::1])")
def spread(path: Any, stack: Any, children: Any, control: Any) -> None:
    """Make the children of the position at this ply, in the order in which they are tried: the
    best of an earlier search, captures by their seeds, what refuted a sibling, and the others.
    Below the last ply only captures."""
    ply = control[PLY]
    own, other, frame = path[control[BASE] + ply, 0], path[control[BASE] + ply, 1], stack[ply]
    pattern = moves_of(own, other)
    if ply == 0:
        pattern &= np.uint64(control[ROOT_MOVES])
    count = np.int64(0)
    for k in range(CHOICES[pattern, 7]):
        house = CHOICES[pattern, k]
        after, left, captured = sown(own, other, house, control[SLAM])
        if frame[DEPTH] <= 0 and captured == NOTHING:
            continue
        seeds, move = seeds_in(captured), np.int64(house)
        rank = 16 * seeds + (move ^ control[TWIST]) + (8 if move == frame[KILLER] else 0)
        if move == control[FIRST]:
            rank = 1 << 20
        n = count
        while n > 0 and np.int64(children[ply, n - 1, 3]) < rank:
            for column in range(5):
                children[ply, n, column] = children[ply, n - 1, column]
            n -= 1
        children[ply, n, 0], children[ply, n, 1] = left - captured, after
        children[ply, n, 2], children[ply, n, 3] = np.uint64(seeds), np.uint64(rank)
        children[ply, n, 4] = house
        count += 1
    frame[COUNT], frame[NEXT] = count, 0


@compiled("uint64(uint64, uint64, int64, int64[::1])")
def key_of(own: Any, other: Any, store: Any, control: Any) -> Any:
    """The key of a position in the table: with everything that a value depends on, except what has
    happened since the last capture."""
    ply, salt = control[PLY], np.uint64(store) | np.uint64(control[TOTAL] << 8)
    salt ^= np.uint64(control[SLAM] << 30)
    if control[PLIES_LEFT] >= 0:
        salt ^= np.uint64(ply) << HALF
    elif control[BOUND] or control[ROOT_LEVEL] <= control[LEVEL]:
        salt ^= np.uint64(ply & 1) << HALF
    return mixed(mixed(own * MIX_A + salt * GOLDEN) ^ other)


@compiled(
    "int64(uint64, uint64, int64[::1], int64, int64[::1], "
    "float32[:, ::1], float32[::1], int64[::1])"
)
def opinion(
    own: Any,
    other: Any,
    frame: Any,
    bound: Any,
    control: Any,
    rows: Any,
    outputs: Any,
    ends: Any,
) -> Any:
    """What a position below the last ply is worth as it stands."""
    lead, total = frame[OWN_STORE] - frame[OTHER_STORE], control[TOTAL]
    if bound:
        return SEED * (lead + bound * (seeds_in(own) + seeds_in(other)))
    if total == COUNTED:
        return SEED * lead
    half = total // 2 + 1
    needs = half - frame[OWN_STORE], half - frame[OTHER_STORE]
    return evaluated(own, other, needs[0], needs[1], rows, outputs, ends)


@compiled("boolean(int64[::1], int64, int64[::1])")
def is_near_the_end(frame: Any, ply: Any, control: Any) -> Any:
    """Whether a position so near to the last ply may be judged as it stands if it is far from
    mattering: only where it has to be shown that a line is not better."""
    if control[MARGIN] == 0 or ply == 0 or frame[DEPTH] > NEAR:
        return False
    return frame[BETA] - frame[ALPHA] == 1 and abs(frame[ALPHA]) < SURE


@compiled("boolean(int64, int64[::1])")
def must_be_seen_again(value: Any, frame: Any) -> Any:
    """Whether a child that was only to be shown worse is better."""
    if frame[STAGE] == WHOLE or value <= frame[ALPHA]:
        return False
    return frame[STAGE] == REDUCED or value < frame[BETA]


@compiled("boolean(int64, int64[::1], uint64[:, ::1])")
def is_enough(value: Any, frame: Any, children: Any) -> Any:
    """Whether nothing more has to be seen after a child with this value, which is counted."""
    if value > frame[BEST]:
        frame[BEST] = value
        frame[BEST_MOVE] = np.int64(children[frame[NEXT], 4])
    frame[ALPHA] = max(frame[ALPHA], value)
    frame[NEXT] += 1
    return value >= frame[BETA] or frame[NEXT] == frame[COUNT]


@compiled(
    "boolean(uint64[:, ::1], int64[:, ::1], uint64[:, :, ::1], uint64[:, ::1], int64[::1], "
    "int8[::1], float32[:, ::1], float32[::1], int64[::1])"
)
def search(
    path: Any,
    stack: Any,
    children: Any,
    table: Any,
    control: Any,
    endings: Any,
    rows: Any,
    outputs: Any,
    ends: Any,
) -> Any:
    """The value of the position at ply 0 at its depth, within its window. True when VALUE is found;
    False when the budget of nodes is used up: called again, it continues. The root's BEST_MOVE is
    the one that is better than alpha."""
    base, total = control[BASE], control[TOTAL]
    while True:
        ply = control[PLY]
        frame, at = stack[ply], base + ply
        if not control[BACK]:
            if control[NODES] >= control[BUDGET]:
                return False
            control[NODES] += 1
            store, depth = frame[OWN_STORE], frame[DEPTH]
            own, other = path[at, 0], path[at, 1]
            lead = store - frame[OTHER_STORE]
            bound = control[BOUND] if ply & 1 == 0 else -control[BOUND]
            frame[BEST], frame[BEST_MOVE] = -NO_VALUE, NO_MOVE
            frame[FLOOR] = frame[ALPHA]
            value = end_of(path, at, frame, total, ply, bound)
            if value == NO_VALUE and 0 <= control[PLIES_LEFT] <= ply:
                value = np.int64(0)
            if value == NO_VALUE and control[LEVEL] >= 0:
                value = looked_up(own, other, lead, bound, frame, control, endings)
            if value == NO_VALUE and depth > 0:
                path[at, 2] = key_of(own, other, store, control)
                value = known_value(table, path[at, 2], depth, frame, ply, control)
                if ply == 0:
                    value = np.int64(NO_VALUE)
            if value == NO_VALUE and (depth <= 0 or is_near_the_end(frame, ply, control)):
                stand = opinion(own, other, frame, bound, control, rows, outputs, ends)
                if depth > 0:
                    margin = control[MARGIN] * depth
                    if stand - margin >= frame[BETA]:
                        value = stand
                    elif stand + 2 * margin <= frame[ALPHA]:
                        depth = frame[DEPTH] = np.int64(0)
                if depth <= 0:
                    frame[BEST] = stand
                    if bound or stand >= frame[BETA] or len(stack) < ply + 3:
                        value = stand
                    frame[ALPHA] = max(frame[ALPHA], stand)
                    control[FIRST] = NO_MOVE
            if value == NO_VALUE:
                spread(path, stack, children, control)
                if frame[COUNT] == 0:
                    value = frame[BEST]
            if value != NO_VALUE:
                control[BACK], control[VALUE] = 1, value
            frame[STAGE] = WHOLE
        if control[BACK]:
            if ply == 0:
                return True
            # Back at the parent: its best so far, and whether that is enough.
            value, ply = -control[VALUE], ply - 1
            control[PLY], control[BACK] = ply, 0
            frame, at = stack[ply], at - 1
            if must_be_seen_again(value, frame):
                frame[STAGE] -= 1
            elif is_enough(value, frame, children[ply]):
                if value >= frame[BETA]:
                    frame[KILLER] = frame[BEST_MOVE]
                if frame[DEPTH] > 0:
                    remember(table, path[at, 2], frame, ply, control[AGE])
                control[BACK], control[VALUE] = 1, frame[BEST]
                continue
            elif frame[DEPTH] > 2 and frame[NEXT] >= control[LATE]:
                frame[STAGE] = SCOUT if children[ply, frame[NEXT], 2] else REDUCED
            else:
                frame[STAGE] = SCOUT
        child, below = children[ply, frame[NEXT]], stack[ply + 1]
        path[at + 1, 0], path[at + 1, 1] = child[0], child[1]
        below[OWN_STORE] = frame[OTHER_STORE]
        below[OTHER_STORE] = frame[OWN_STORE] + np.int64(child[2])
        below[SINCE] = at + 1 if child[2] else frame[SINCE]
        below[DEPTH] = frame[DEPTH] - (2 if frame[STAGE] == REDUCED else 1)
        below[ALPHA] = -frame[BETA] if frame[STAGE] == WHOLE else -frame[ALPHA] - 1
        below[BETA] = -frame[ALPHA]
        control[PLY] = ply + 1
