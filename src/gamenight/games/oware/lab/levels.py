"""A level of the endgame tables, built by several threads, or by a worker of an executor.

A level follows from all levels below it, so they are built one after the other; and its threads
exchange 16 bytes for each position, in the 80 ns that one of them needs for it. So a level is not
spread over several machines, whose lines are slower than that, but is one call to one of them."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import numpy as np

from gamenight.games.oware.lab import retrograde
from gamenight.games.oware.lab.ranks import LEVELS, ROW_STARTS, positions_with, rows_in_order

# Messages from one thread to another, at a time.
MESSAGES = 1 << 18
# A level this small is done before threads would have started.
SMALL = 1 << 20
PARTS = 64
# The share of the work until all positions are marked.
BEGUN = 0.1
NO_PLIES = np.empty(0, np.uint8)

Report = Callable[[float], None]
Run = Callable[[Callable[[int], None], int], None]


def built(
    seeds: int,
    values: Any,
    threads: int = 1,
    report: Report = lambda done: None,
    plies: Any = NO_PLIES,
) -> Any:
    """The values of all positions with this many seeds, from those with fewer (an array of one
    byte per position, as `ranks` numbers them); `report` gets the share that is done. `plies` is
    filled with how many it takes to leave the level where a side can force a gain: that side goes
    the shortest way, the other the longest."""
    size = positions_with(seeds)
    with _threads(1 if size < SMALL else threads) as (count, run):
        marks = np.empty(size, np.uint16)
        level = _Level(seeds, size, count, run, (marks, marks), (plies, plies))
        level.begin(values, marks, report)
        for k in range(seeds, 0, -1):
            for _ in level.rounds(k):
                report(BEGUN + (1 - BEGUN) * int(level.tails.sum()) / size)
        return _finished(marks, 0)


def built_by(executor: Executor, seeds: int, values: Any, threads: int | None = None) -> Any:
    """The same, by a worker with this many threads (by default one per core there); what would be
    done before it was handed over is built here."""
    if positions_with(seeds) < SMALL:
        return built(seeds, values)
    future = executor.submit(_built_there, seeds, values[: LEVELS[seeds]], threads)
    try:
        return future.result()
    finally:
        future.cancel()


def _built_there(seeds: int, below: Any, threads: int | None) -> Any:
    """On a worker, where what was sent may be memory that nobody can write to: compiled code wants
    its own."""
    return built(seeds, np.require(below, np.int8, ["C", "W"]), threads or os.cpu_count() or 1)


def bounded(seeds: int, low: Any, high: Any, plies: tuple[Any, Any]) -> tuple[Any, Any]:
    """The least and the most that a mover can end with in each position with this many seeds,
    whoever gets what goes round for ever, from those with fewer. `plies` is filled with how many
    it takes to leave the level, for a mover who secures the least, and for the other who makes
    sure that it is no more than the most."""
    size = positions_with(seeds)
    with _threads(1) as (count, run):
        gains, losses = np.empty(size, np.uint16), np.empty(size, np.uint16)
        level = _Level(seeds, size, count, run, (gains, losses), plies)
        level.begin(high, gains)
        level.begin(low, losses)
        for k in range(seeds, -seeds, -1):
            for _ in level.rounds(k):
                pass
        return _finished(gains, -seeds), _finished(losses, seeds)


class _Level:
    """Marks of the positions, and for each thread a queue of what it has settled."""

    def __init__(
        self,
        seeds: int,
        size: int,
        threads: int,
        run: Run,
        marks: tuple[Any, Any],
        plies: tuple[Any, Any],
    ) -> None:
        self.seeds, self.threads, self.run = seeds, threads, run
        self.rows = rows_in_order(seeds)
        self.kept = (*marks, *plies)
        # Where there are two marks, a position is settled twice.
        size *= 1 if marks[0] is marks[1] else 2
        most = size // threads + (2 << retrograde.BLOCK)
        self.queues = [np.empty(min(size, most), np.uint32) for _ in range(threads)]
        self.heads = np.zeros(threads, np.int64)
        self.tails = np.zeros(threads, np.int64)
        self.sent = np.empty((threads, threads, MESSAGES), np.uint32)
        self.counts = np.zeros((threads, threads), np.int64)

    def begin(self, values: Any, marks: Any, report: Report = lambda done: None) -> None:
        rows = int(ROW_STARTS[self.seeds + 1])
        borders = [rows * part // PARTS for part in range(PARTS + 1)]
        done = 0

        def part(n: int) -> None:
            nonlocal done
            first, last = borders[n], borders[n + 1]
            retrograde.begin(self.rows, self.seeds, first, last, values, marks)
            done += 1
            report(BEGUN * done / PARTS)

        self.run(part, PARTS)

    def rounds(self, k: int) -> Iterator[int]:
        """Settle all that is worth k or -k, one ply further back in each round."""
        self._settle(k)
        for ply in itertools.count(2):
            if not self._spread(k, ply):
                return
            yield ply

    def _settle(self, k: int) -> None:
        def part(n: int) -> None:
            self.tails[n] = retrograde.settle(
                k, n, self.threads, *self.kept, self.queues[n], self.tails[n]
            )

        self.run(part, self.threads)

    def _spread(self, k: int, ply: int) -> bool:
        """Go one ply back from all that was settled last, and say whether there was any."""
        ends = self.tails.copy()

        def expand(n: int) -> None:
            queue, head, tail = self.queues[n], self.heads[n], ends[n]
            self.heads[n] = retrograde.expand(
                self.rows, self.seeds, queue, head, tail, self.sent[n], self.counts[n]
            )

        def spread(n: int) -> None:
            for sender in range(self.threads):
                messages = self.sent[sender, n, : self.counts[sender, n]]
                self.tails[n] = retrograde.spread(
                    k, ply, messages, *self.kept, self.queues[n], self.tails[n]
                )

        if (self.heads == ends).all():
            return False
        while (self.heads < ends).any():
            self.run(expand, self.threads)
            self.run(spread, self.threads)
        return True


def _finished(marks: Any, rest: int) -> Any:
    values = np.empty(len(marks), np.int8)
    retrograde.finish(marks, values, rest)
    return values


@contextmanager
def _threads(count: int) -> Iterator[tuple[int, Run]]:
    """A way to call a function with each number below a limit."""
    if count == 1:

        def alone(work: Callable[[int], None], parts: int) -> None:
            for n in range(parts):
                work(n)

        yield 1, alone
        return
    with ThreadPoolExecutor(count) as pool:

        def run(work: Callable[[int], None], parts: int) -> None:
            for _ in pool.map(work, range(parts)):
                pass

        yield count, run
