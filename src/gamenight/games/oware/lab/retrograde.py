"""The values of a level of Oware positions, computed backwards in compiled code.

The value of a position is the best difference in seeds, the mover's less the other's, that can be
forced from here on by the standard rules; play that never ends gains nothing more. Captures lead
to finished lower levels, all other moves stay in the level. So a level is built like this:

1. `begin`: the best capture of each position, and how many of its moves capture nothing.
2. For k from the number of seeds down to 1, `settle` what is worth k by a capture, and -k by being
   out of other moves; then spread: `expand` takes back the moves that lead to what was settled,
   and `spread` settles what has a move to -k, or no move left that does not lead to k or more.
3. What is left is worth nothing: the side that would lose can play on for ever. `finish`.

The bounds of `bounds` are worked out in the same way with two marks per position, one for what the
mover is certain to gain (`gains`) and one for the most that it may gain (`losses` of the other's
claim); for the values both are the same.

Threads own blocks of positions each; they send each other what they find, and only the owner
changes a position. So there is nothing to lock, and the result is the same for any number of them.
Each has a ring of what it has settled and not yet spread. Where that is full, a position is marked
as waiting, and `settle` finds it later: so a level takes two bytes per position, and not six.
numba's cache on disk does not notice a change in another file; the tables of `ranks` and `packing`,
the numbering of `places` and the format of `stored` never change.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gamenight.games.oware.lab.packing import HOUSES, MOST_SEEDS, sowings
from gamenight.games.oware.lab.places import compiled, row_number
from gamenight.games.oware.lab.ranks import MOST_LEVEL, OFFSETS, ROW_STARTS, ROWS
from gamenight.games.oware.lab.stored import value_at

# A mark is two bytes: the value plus 128 (while unsettled: of the best capture), and above it the
# moves that are left, or SETTLED; WAITING: it is settled too, but not yet in a ring.
ZERO, NO_CAPTURE, WAITING, SETTLED = 128, 0, 254, 255
# A message is the number of a position and one bit: whether it is about a loss.
LOSS = np.int64(1)
# What a thread has done: of its ring, where it begins and ends, counted from the first entry ever;
# the block that `settle` comes to next, and whether something waits in the ones before it.
HEAD, TAIL, NEXT, MISSED = range(4)
# A thread owns positions in blocks of this size: several cache lines, so that threads share none.
BLOCK = 12
# Positions of which most often none is settled.
PART = 128
# A house that is empty now may have had any number of seeds.
MOST_ORIGINS = HOUSES * MOST_LEVEL

ONE = np.uint64(1)
BYTE = np.uint64(255)
TOP = np.uint64(56)
ONES = np.uint64(0x0101010101010101)
NOTHING = np.uint64(0)

SOWINGS = sowings()


@compiled("int64(uint64)")
def seeds_in(row: Any) -> Any:
    return np.int64((row * ONES) >> TOP)


@compiled("uint64(uint64, int64)")
def captured_by(row: Any, last: Any) -> Any:
    """What is captured of a row once its house `last` was sown last; not all of the row."""
    captured = NOTHING
    while last >= 0:
        seeds = row & (BYTE << np.uint64(8 * last))
        count = seeds >> np.uint64(8 * last)
        if count != np.uint64(2) and count != np.uint64(3):
            break
        captured |= seeds
        last -= 1
    return NOTHING if captured == row else captured


@compiled("void(uint64[::1], int64, int64, int64, int8[::1], uint16[::1])")
def begin(rows: Any, seeds: Any, first: Any, last: Any, values: Any, marks: Any) -> None:
    """Mark the positions of a level whose own row is one of these, by its place in `rows`."""
    after = np.empty(HOUSES, np.uint64)
    gains = np.empty(HOUSES, np.uint64)
    lasts = np.empty(HOUSES, np.int64)
    for index in range(first, last):
        own = rows[index]
        left = seeds_in(own)
        right = seeds - left
        quiet, reaching = 0, 0
        for house in range(HOUSES):
            shift = np.uint64(8 * house)
            count = (own >> shift) & BYTE
            if count == NOTHING:
                continue
            if house + np.int64(count) < HOUSES:
                quiet += 1
                continue
            sowing = house * (MOST_SEEDS + 1) + np.int64(count)
            after[reaching] = (own ^ (count << shift)) + SOWINGS[sowing, 0]
            gains[reaching] = SOWINGS[sowing, 1]
            # The last of `count` houses after this one, around the others.
            end = (house + 1 + (np.int64(count) - 1) % (2 * HOUSES - 1)) % (2 * HOUSES)
            lasts[reaching] = end - HOUSES
            reaching += 1
        at = OFFSETS[seeds, left] + (index - ROW_STARTS[left]) * ROWS[right]
        for number in range(ROWS[right]):
            other = rows[ROW_STARTS[right] + number]
            best = np.int64(NO_CAPTURE)
            moves = reaching if other == NOTHING else quiet + reaching
            if moves == 0:
                best = ZERO + left - right
            for n in range(reaching):
                if lasts[n] < 0:
                    continue
                fed = other + gains[n]
                captured = captured_by(fed, lasts[n])
                if captured == NOTHING:
                    continue
                moves -= 1
                child = value_at(values, fed ^ captured, after[n])
                best = max(best, ZERO + seeds_in(captured) - child)
            marks[at + number] = np.uint16(best | (moves << 8))


@compiled("boolean(int64, uint16[::1], uint16[::1])")
def may_settle(k: Any, gains: Any, losses: Any) -> Any:
    """Whether `settle` has anything to do here. No branches: several positions at a time."""
    won, lost = np.uint16(ZERO + k), np.uint16(ZERO - k)
    settled, waiting = np.uint16(won | (SETTLED << 8)), np.uint16(lost | (WAITING << 8))
    found = False
    for at in range(len(gains)):
        gain, loss = gains[at], losses[at]
        found |= (gain & np.uint16(255) == won) & (gain != settled)
        found |= (loss == lost) | (loss == waiting)
    return found


@compiled(
    "void(int64, int64, uint16[::1], uint16[::1], uint8[::1], uint8[::1], int64[::1], int64[::1])"
)
def settle(
    k: Any,
    threads: Any,
    gains: Any,
    losses: Any,
    gain_plies: Any,
    loss_plies: Any,
    ring: Any,
    done: Any,
) -> None:
    """Settle what is worth k or -k without other positions of the level, and what waits, block by
    block, as long as the ring has room.

    plies: in how many the level is left then, if it is not empty."""
    size, mask = len(gains), len(ring) - 1
    block, tail, end = done[NEXT], done[TAIL], done[HEAD] + len(ring)
    while block << BLOCK < size and tail < end:
        for part in range(block << BLOCK, min(size, (block + 1) << BLOCK), PART):
            last = min(size, part + PART)
            if not may_settle(k, gains[part:last], losses[part:last]):
                continue
            for at in range(part, last):
                mark = np.int64(gains[at])
                if (mark & 255) - ZERO == k and mark >> 8 != SETTLED and tail < end:
                    gains[at] = np.uint16((mark & 255) | (SETTLED << 8))
                    ring[tail & mask] = 2 * at
                    tail += 1
                    if len(gain_plies):
                        gain_plies[at] = 1
                mark, moves = np.int64(losses[at]), np.int64(losses[at]) >> 8
                if (mark & 255) - ZERO == -k and (moves == 0 or moves == WAITING) and tail < end:
                    losses[at] = np.uint16((mark & 255) | (SETTLED << 8))
                    ring[tail & mask] = 2 * at + LOSS
                    tail += 1
                    if len(loss_plies):
                        loss_plies[at] = 1
        # Where it became full there may be more in this block.
        block += threads if tail < end else 0
    done[NEXT], done[TAIL] = block, tail


@compiled("void(uint64[::1], int64, int64[::1], int64, int64[::1], int64[:, ::1], int64[::1])")
def expand(rows: Any, seeds: Any, ring: Any, end: Any, done: Any, sent: Any, counts: Any) -> None:
    """Take back the moves that lead to settled positions, up to this end of the ring: a message to
    the owner of each position they come from. Stops where messages may not fit.

    The house that was sown is empty now; the sowing took a seed to each house after it, up to
    the last one, and has captured nothing.
    """
    threads, most = len(counts), sent.shape[1] - MOST_ORIGINS
    mask, head = len(ring) - 1, done[HEAD]
    counts[:] = 0
    while head < end and counts.max() < most:
        message = ring[head & mask]
        head += 1
        at, sign = message >> 1, message & LOSS
        left = 0
        while OFFSETS[seeds, left + 1] <= at:
            left += 1
        right = seeds - left
        at -= OFFSETS[seeds, left]
        number = at // ROWS[right]
        own = rows[ROW_STARTS[left] + number]
        other = rows[ROW_STARTS[right] + at - number * ROWS[right]]
        for house in range(HOUSES):
            shift = np.uint64(8 * house)
            if (other >> shift) & BYTE != NOTHING:
                continue
            mover, fed, last, count = other, own, house, 0
            while True:
                last = 0 if last == 2 * HOUSES - 1 else last + 1
                if last == house:
                    last += 1
                if last < HOUSES:
                    if (mover >> np.uint64(8 * last)) & BYTE == NOTHING:
                        break
                    mover -= ONE << np.uint64(8 * last)
                else:
                    if (fed >> np.uint64(8 * (last - HOUSES))) & BYTE == NOTHING:
                        break
                    fed -= ONE << np.uint64(8 * (last - HOUSES))
                count += 1
                if last >= HOUSES and captured_by(own, last - HOUSES) != NOTHING:
                    continue
                if fed == NOTHING and house + count < HOUSES:
                    continue  # It had to feed.
                origin = mover + (np.uint64(count) << shift)
                kept = seeds_in(fed)
                number = OFFSETS[seeds, seeds - kept]
                number += row_number(origin) * ROWS[kept] + row_number(fed)
                owner = (number >> BLOCK) % threads
                sent[owner, counts[owner]] = 2 * number + sign
                counts[owner] += 1
    done[HEAD] = head


@compiled(
    "void(int64, int64, int64[::1], uint16[::1], uint16[::1], uint8[::1], uint8[::1], int64[::1], "
    "int64[::1])"
)
def spread(
    k: Any,
    ply: Any,
    messages: Any,
    gains: Any,
    losses: Any,
    gain_plies: Any,
    loss_plies: Any,
    ring: Any,
    done: Any,
) -> None:
    """Settle what follows from the messages, this many plies before the level is left."""
    won, lost = (ZERO + k) | (SETTLED << 8), (ZERO - k) | (SETTLED << 8)
    mask, tail, end = len(ring) - 1, done[TAIL], done[HEAD] + len(ring)
    for message in messages:
        at = message >> 1
        # SETTLED or WAITING: there is one between them.
        later = 0 if tail < end else (SETTLED - WAITING) << 8
        if message & LOSS:
            if np.int64(gains[at]) >> 8 >= WAITING:
                continue
            gains[at] = np.uint16(won - later)
            if len(gain_plies):
                gain_plies[at] = min(ply, 255)
        else:
            mark = np.int64(losses[at])
            moves = mark >> 8
            if moves >= WAITING:
                continue
            if moves > 1 or (mark & 255) > ZERO - k:
                losses[at] = np.uint16(mark - 256)
                continue
            losses[at] = np.uint16(lost - later)
            if len(loss_plies):
                loss_plies[at] = min(ply, 255)
        if tail < end:
            ring[tail & mask] = message ^ LOSS
            tail += 1
        elif at >> BLOCK < done[NEXT]:
            done[MISSED] = 1
    done[TAIL] = tail


@compiled("void(uint16[::1], int8[::1], int64)")
def finish(marks: Any, values: Any, rest: Any) -> None:
    """The values of what is settled, and one for the rest; they may take the place of the marks."""
    for at in range(len(marks)):
        mark = np.int64(marks[at])
        values[at] = (mark & 255) - ZERO if mark >> 8 == SETTLED else rest
