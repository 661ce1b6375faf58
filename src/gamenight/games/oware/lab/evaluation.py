"""What a position of Oware is worth to the side to move: a network learned from our own games.

Each house with its seeds, and what each side needs for a majority, chooses one row of numbers. The
fourteen rows are added, what is negative counts as nothing, and each sum has a weight. All numbers
are whole and so small that floats of 32 bits hold them and their sums exactly: the order in which a
processor adds them does not matter. `weights.npz` is made by `tools/oware/learn.py`.
"""

from __future__ import annotations

from importlib.resources import files
from io import BytesIO
from typing import Any

import numpy as np

from gamenight.games.oware.lab.packing import HOUSES
from gamenight.games.oware.lab.places import compiled
from gamenight.games.oware.lab.sowing import BYTE

# The value of one seed, and the most that an opinion can be: less than any value that is certain.
SEED, MOST = 32, 9_000
# More seeds in a house, and more that are needed, count as this many.
MOST_IN_HOUSE, MOST_NEEDED = 19, 25
HOUSE_ROWS = MOST_IN_HOUSE + 1
OTHER_ROWS = HOUSES * HOUSE_ROWS
NEED_ROWS = 2 * OTHER_ROWS
ROWS = NEED_ROWS + 2 * (MOST_NEEDED + 1)
HIDDEN = 64
NOTHING = np.float32(0)


def weights(data: bytes | None = None) -> tuple[Any, Any, Any]:
    """The rows, the weights of their sums, and what is added at the end with its divisor."""
    if data is None:
        data = (files(__package__) / "weights.npz").read_bytes()
    with np.load(BytesIO(data)) as found:
        rows, outputs, ends = found["rows"], found["outputs"], found["ends"]
    assert rows.shape == (ROWS, HIDDEN), rows.shape
    return rows.astype(np.float32), outputs.astype(np.float32), ends.astype(np.int64)


@compiled("int64(uint64, int64)")
def chosen_row(row: Any, house: Any) -> Any:
    """The number of the row that a house chooses, counted from the first of its side."""
    seeds = np.int64((row >> np.uint64(8 * house)) & BYTE)
    return house * HOUSE_ROWS + min(seeds, MOST_IN_HOUSE)


@compiled(
    "int64(uint64, uint64, int64, int64, float32[:, ::1], float32[::1], int64[::1])",
    fastmath={"reassoc", "nsz"},
)
def evaluated(
    own: Any, other: Any, need: Any, other_need: Any, rows: Any, outputs: Any, ends: Any
) -> Any:
    """The value for the mover; the needs are the seeds that each side lacks for a majority."""
    a, b, c = chosen_row(own, 0), chosen_row(own, 1), chosen_row(own, 2)
    d, e, f = chosen_row(own, 3), chosen_row(own, 4), chosen_row(own, 5)
    g, h, i = chosen_row(other, 0), chosen_row(other, 1), chosen_row(other, 2)
    j, k, m = chosen_row(other, 3), chosen_row(other, 4), chosen_row(other, 5)
    n = NEED_ROWS + max(0, min(need, MOST_NEEDED))
    o = NEED_ROWS + MOST_NEEDED + 1 + max(0, min(other_need, MOST_NEEDED))
    total = NOTHING
    for lane in range(HIDDEN):
        mine = rows[a, lane] + rows[b, lane] + rows[c, lane]
        mine += rows[d, lane] + rows[e, lane] + rows[f, lane]
        theirs = (
            rows[OTHER_ROWS + g, lane] + rows[OTHER_ROWS + h, lane] + rows[OTHER_ROWS + i, lane]
        )
        theirs += (
            rows[OTHER_ROWS + j, lane] + rows[OTHER_ROWS + k, lane] + rows[OTHER_ROWS + m, lane]
        )
        both = mine + theirs + rows[n, lane] + rows[o, lane]
        total += (both if both > NOTHING else NOTHING) * outputs[lane]
    value = (np.int64(total) + ends[0]) // ends[1]
    return max(-MOST, min(value, MOST))
