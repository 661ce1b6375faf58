"""A level of the endgame tables, built by several threads, or by a worker of an executor.

A level follows from all levels below it, so they are built one after the other; and its threads
exchange 16 bytes for each position, in the 80 ns that one of them needs for it. So a level is not
spread over several machines, whose lines are slower than that, but is one call to one of them.
While it is built it takes two bytes per position, and the levels below it as they are `stored`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import numpy as np

from gamenight.games.oware.lab import retrograde
from gamenight.games.oware.lab.ranks import AT_ONCE, ROW_STARTS, positions_with, rows_in_order
from gamenight.games.oware.lab.stored import damaged_level

# Messages from one thread to another, at a time.
MESSAGES = 1 << 18
# What a thread has settled and not yet spread, at most: all of a level of AT_ONCE, twice.
RING = 1 << 22
# A level this small is done before threads would have started.
SMALL = 1 << 20
PARTS = 64
# The share of the work until all positions are marked.
BEGUN = 0.1
NO_PLIES = np.empty(0, np.uint8)

Report = Callable[[float], None]
Run = Callable[[Callable[[int], None], int], None]


class DamagedBelow(Exception):
    """A lower level is damaged: the one with this many seeds."""


def built(
    seeds: int,
    below: Any,
    threads: int = 1,
    report: Report = lambda done: None,
    plies: Any = NO_PLIES,
) -> Any:
    """The values of all positions with this many seeds, from those with fewer (as they are
    `stored`); `report` gets the share that is done. `plies` is filled with how many it takes to
    leave the level where a side can force a gain: that side goes the shortest way, the other the
    longest."""
    size = positions_with(seeds)
    _check_memory(2 * size)
    with _threads(1 if size < SMALL else threads) as (count, run):
        marks = np.empty(size, np.uint16)
        level = _Level(seeds, count, run, (marks, marks), (plies, plies))
        level.begin(below, marks, report)
        settled = 0
        for k in range(seeds, 0, -1):
            for newly in level.rounds(k):
                settled += newly
                report(BEGUN + (1 - BEGUN) * settled / size)
        return _finished(marks, 0)


def pieces(
    seeds: int, below: Any, threads: int | None, report: Report = lambda done: None
) -> Iterator[Any]:
    """The same as arrays that follow one another in a file: one for a level up to AT_ONCE, else
    those of a packed one, whose key is the last. Raises DamagedBelow."""
    count = threads or os.cpu_count() or 1
    values = built(seeds, below, count, report)
    if seeds <= AT_ONCE:
        yield values
        return
    if damaged_level(below) >= 0:
        raise DamagedBelow(damaged_level(below))
    # Small tables need none of it.
    from gamenight.games.oware.lab.packer import packed

    yield from packed(seeds, values, count)


def pieces_by(executor: Executor, seeds: int, below: Any, threads: int | None) -> Iterator[Any]:
    """The same, by a worker with this many threads (by default one per core there); what would be
    done before it was handed over is built here."""
    if positions_with(seeds) < SMALL:
        yield from pieces(seeds, below, 1)
        return
    future = executor.submit(_built_there, seeds, below, threads)
    try:
        yield from future.result()
    finally:
        future.cancel()


def _built_there(seeds: int, below: Any, threads: int | None) -> list[Any]:
    """On a worker, where what was sent may be memory that nobody can write to: compiled code wants
    its own."""
    return list(pieces(seeds, np.require(below, np.int8, ["C", "W"]), threads))


def bounded(seeds: int, low: Any, high: Any, plies: tuple[Any, Any]) -> tuple[Any, Any]:
    """The least and the most that a mover can end with in each position with this many seeds,
    whoever gets what goes round for ever, from those with fewer. `plies` is filled with how many
    it takes to leave the level, for a mover who secures the least, and for the other who makes
    sure that it is no more than the most."""
    size = positions_with(seeds)
    with _threads(1) as (count, run):
        gains, losses = np.empty(size, np.uint16), np.empty(size, np.uint16)
        level = _Level(seeds, count, run, (gains, losses), plies)
        level.begin(high, gains)
        level.begin(low, losses)
        for k in range(seeds, -seeds, -1):
            for _ in level.rounds(k):
                pass
        return _finished(gains, -seeds), _finished(losses, seeds)


class _Level:
    """Marks of the positions, and for each thread a ring of what it has settled."""

    def __init__(
        self, seeds: int, threads: int, run: Run, marks: tuple[Any, Any], plies: tuple[Any, Any]
    ) -> None:
        self.seeds, self.threads, self.run = seeds, threads, run
        self.rows = rows_in_order(seeds)
        self.kept = (*marks, *plies)
        # Where there are two marks, a position is settled twice.
        room = min(RING, 1 << (2 * len(marks[0])).bit_length())
        self.rings = np.empty((threads, room), np.int64)
        self.done = np.zeros((threads, 4), np.int64)
        self.sent = np.empty((threads, threads, MESSAGES), np.int64)
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
        """Settle all that is worth k or -k, one ply further back in each round; how many positions
        were spread in it."""
        done, ply = self.done, 1
        self._start_over()
        while True:
            self._settle(k)
            if done[:, retrograde.MISSED].any() and self._is_scanned():
                self._start_over()
            elif self._is_empty() and self._is_scanned():
                return
            ply += 1
            yield self._spread(k, ply)

    def _start_over(self) -> None:
        self.done[:, retrograde.NEXT] = range(self.threads)
        self.done[:, retrograde.MISSED] = 0

    def _is_scanned(self) -> bool:
        size = len(self.kept[0])
        return bool((self.done[:, retrograde.NEXT] << retrograde.BLOCK >= size).all())

    def _is_empty(self) -> bool:
        return bool((self.done[:, retrograde.HEAD] == self.done[:, retrograde.TAIL]).all())

    def _settle(self, k: int) -> None:
        if self._is_scanned():
            return

        def part(n: int) -> None:
            retrograde.settle(k, self.threads, *self.kept, self.rings[n], self.done[n])

        self.run(part, self.threads)

    def _spread(self, k: int, ply: int) -> int:
        """Go one ply back from all that was settled last; how many that were."""
        heads = self.done[:, retrograde.HEAD]
        ends = self.done[:, retrograde.TAIL].copy()
        count = int((ends - heads).sum())

        def expand(n: int) -> None:
            sent, counts = self.sent[n], self.counts[n]
            retrograde.expand(
                self.rows, self.seeds, self.rings[n], ends[n], self.done[n], sent, counts
            )

        def spread(n: int) -> None:
            for sender in range(self.threads):
                messages = self.sent[sender, n, : self.counts[sender, n]]
                retrograde.spread(k, ply, messages, *self.kept, self.rings[n], self.done[n])

        while (heads < ends).any():
            self.run(expand, self.threads)
            self.run(spread, self.threads)
        return count


def _check_memory(size: int) -> None:
    """A system would rather end the program half an hour later than refuse so much."""
    if hasattr(os, "sysconf") and size > os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"):
        raise MemoryError(f"{size:,} bytes")


def _finished(marks: Any, rest: int) -> Any:
    """The values, in the memory of the marks."""
    values = marks.view(np.int8)[: len(marks)]
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
