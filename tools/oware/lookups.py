"""How long the endgame tables take to look up a position, at random places of a level.

python -m tools.oware.lookups --seeds 13 18

In nanoseconds of CPU time: the quickest of some rounds over many positions, over a few that stay in
the caches, and the first time that a few are looked up in tables just opened, checksums included.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from time import thread_time_ns
from typing import Any

import numpy as np

from gamenight.games.oware.lab import endgames
from gamenight.games.oware.lab.packing import HOUSES
from gamenight.games.oware.lab.places import compiled
from gamenight.games.oware.lab.stored import value_at

MANY, SOME, FEW = 400_000, 20_000, 3_000
ROUNDS = 5


@compiled("int64(int8[::1], uint64[::1], uint64[::1])")
def look_up(stored: Any, own: Any, other: Any) -> Any:
    total = np.int64(0)
    for n in range(len(own)):
        total += value_at(stored, own[n], other[n])
    return total


def positions(seeds: int, count: int) -> tuple[Any, Any]:
    """Rows of positions, every one of the level as likely as another."""
    rng = np.random.default_rng(seeds)
    bars = 2 * HOUSES - 1
    borders = np.argsort(rng.random((count, seeds + bars)), axis=1)[:, :bars]
    borders.sort(axis=1)
    houses = np.diff(borders, axis=1, prepend=-1, append=seeds + bars) - 1
    weights = np.uint64(256) ** np.arange(HOUSES, dtype=np.uint64)
    own, other = (houses[:, part].astype(np.uint64) for part in (slice(6), slice(6, 12)))
    return own @ weights, other @ weights


def nanoseconds(stored: Any, own: Any, other: Any) -> float:
    begin = thread_time_ns()
    look_up(stored, own, other)
    return (thread_time_ns() - begin) / len(own)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, nargs="+", default=[13, 18])
    parser.add_argument("--folder", type=Path)
    given = parser.parse_args()
    place = given.folder or endgames.folder()
    for seeds in given.seeds:
        own, other = positions(seeds, MANY)
        tables, fresh = endgames.load(place), endgames.load(place)
        if tables is None or fresh is None or tables.seeds < seeds:
            raise SystemExit(f"no tables of {seeds} seeds in {place}")
        first = nanoseconds(fresh.values, own[:FEW], other[:FEW])
        nanoseconds(tables.values, own, other)
        many = [nanoseconds(tables.values, own, other) for _ in range(ROUNDS)]
        some = [nanoseconds(tables.values, own[:SOME], other[:SOME]) for _ in range(4 * ROUNDS)]
        print(
            f"{seeds} seeds: {MANY:,} positions {min(many):.0f} to {max(many):.0f} ns, "
            f"{SOME:,} again and again {min(some):.0f}, {FEW:,} for the first time {first:.0f}"
        )


if __name__ == "__main__":
    main()
