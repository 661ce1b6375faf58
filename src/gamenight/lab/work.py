"""Work: many games of one or more arenas, shared out in chunks to all cores, or to an executor.

With the Python rules each core has its own process. Compiled games run in threads of this one:
they need no interpreter, and nothing has to be loaded again or handed over. An executor, such as
that of a cluster (`cluster.py`), gets them all; each of its workers makes the arenas again.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import contextmanager
from functools import lru_cache
from math import inf
from multiprocessing import active_children
from threading import Lock, Timer
from time import perf_counter
from typing import NamedTuple

from gamenight.bots.worker import begin
from gamenight.core import registry
from gamenight.core.errors import GamenightError
from gamenight.core.game import Game
from gamenight.core.lab import READY
from gamenight.core.text import quoted
from gamenight.lab.arena import Arena, Lineup, kernel_of
from gamenight.lab.tally import Tally

# A chunk takes about this many seconds: handing it over costs a thousandth of that.
CHUNK_SECONDS = 1.5
LARGEST_CHUNK = 1_000_000  # games; compiled ones have a row of numbers each
MOST_GAMES = 10**12
# A kernel that is not ready after this many seconds is being compiled.
PATIENCE = 3.0
# Processes that end this often before they have finished anything will not finish it.
MOST_BROKEN = 3

Report = Callable[[int, int], None]
Say = Callable[[str], None]


class Chunk(NamedTuple):
    """Some of the games of an arena: those numbered by a range."""

    lineup: Lineup
    numbers: range


class Finished(NamedTuple):
    """A chunk that was played, its result, the seconds it took, and how many games of all arenas
    will probably follow."""

    chunk: Chunk
    tally: Tally
    seconds: float
    left: int = 0


def cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def read_games(text: str) -> int:
    """A number of games as a person types it: 1000, or 1e6."""
    try:
        number = float(text)
        if 1 <= number <= MOST_GAMES and number == int(number):
            return int(number)
    except ValueError:
        pass
    raise GamenightError(
        f"the number of games must be a whole number such as 1000 or 1e6, up to {MOST_GAMES:,}, "
        f"not {quoted(text)}",
        text,
    )


def at_once(executor: Executor) -> int:
    """How many calls an executor works on at once, if it tells; else as many as there are cores.
    A cluster may grow."""
    told = getattr(executor, "workers", None) or getattr(executor, "_max_workers", None)
    return told if isinstance(told, int) else cores()


def silent(done: int, total: int) -> None:
    """Reports nothing."""


def unsaid(line: str) -> None:
    """Says nothing."""


class Schedule:
    """Hands out chunks: from the arena with the most games left, of about `CHUNK_SECONDS` once its
    pace is known, smaller near the end so that all cores finish together. A chunk ends where
    seats are fair, if it is that long. An arena that has used up its `seconds` gets no more."""

    def __init__(
        self,
        open_ranges: Mapping[Lineup, Sequence[range]],
        workers: int,
        seconds: float = inf,
    ):
        self._open = {lineup: list(ranges) for lineup, ranges in open_ranges.items()}
        self.workers = workers
        self._allowed = dict.fromkeys(open_ranges, seconds)
        self._games = dict.fromkeys(open_ranges, 0)
        self._seconds = dict.fromkeys(open_ranges, 0.0)

    @property
    def left(self) -> int:
        return sum(map(self._left, self._open))

    def _left(self, lineup: Lineup) -> int:
        """The games left in an arena, as far as its seconds allow."""
        games = sum(map(len, self._open[lineup]))
        if not games or not self._games[lineup]:
            return games
        return int(min(games, max(1.0, self._allowed[lineup] / self._pace(lineup))))

    def _pace(self, lineup: Lineup) -> float:
        """Seconds per game."""
        return max(self._seconds[lineup] / self._games[lineup], 1e-7)

    def next(self, rounds: Mapping[Lineup, int]) -> Chunk | None:
        """The next chunk; `rounds`: after how many games the seats of an arena are fair."""
        if not self.left:
            return None
        lineup = max(self._open, key=self._left)
        ranges = self._open[lineup]
        numbers = ranges[0]
        stop = min(numbers.start + self._size(lineup), numbers.stop)
        even = stop - stop % rounds[lineup]
        if numbers.start < even < stop < numbers.stop:
            stop = even
        ranges[:1] = [range(stop, numbers.stop)] if stop < numbers.stop else []
        return Chunk(lineup, range(numbers.start, stop))

    def _size(self, lineup: Lineup) -> int:
        if not self._games[lineup]:
            return 1
        share = -(-self.left // (2 * self.workers))
        seconds = min(CHUNK_SECONDS, self._allowed[lineup])
        return max(1, min(int(seconds / self._pace(lineup)), share, LARGEST_CHUNK))

    def learn(self, finished: Finished) -> None:
        """The first game of an arena is a warm-up: the pace is that of the later ones."""
        lineup = finished.chunk.lineup
        if self._games[lineup] == 1:
            self._games[lineup], self._seconds[lineup] = 0, 0.0
        self._games[lineup] += len(finished.chunk.numbers)
        self._seconds[lineup] += finished.seconds
        self._allowed[lineup] -= finished.seconds
        if self._allowed[lineup] <= 0:
            self._open[lineup].clear()


def compiled_where_possible(
    game: Game, lineups: Sequence[Lineup], say: Say = unsaid
) -> list[Lineup]:
    """The lineups, marked as compiled if the game has a kernel for them."""
    arenas = [Arena(game, lineup) for lineup in lineups]
    timer = Timer(PATIENCE, say, [READY])
    timer.daemon = True
    timer.start()
    try:
        kernel = kernel_of(game)
        return [
            arena.lineup._replace(compiled=kernel is not None and arena.fits(kernel))
            for arena in arenas
        ]
    finally:
        timer.cancel()
        timer.join()  # before any process is forked


def work(
    game: Game,
    open_ranges: Mapping[Lineup, Sequence[range]],
    processes: int | None = None,
    say: Say = unsaid,
    seconds: float = inf,
    executor: Executor | None = None,
) -> Generator[Finished, None, None]:
    """Play all these games, or as many as fit into about this many seconds of one core in each
    arena, and yield the chunks as they are finished, in any order.

    Compiled games come first, on as many threads as there are processes for the others. If one
    process is enough, or the registry does not know the game, they are played in this process.
    With an executor all are played there, about `processes` chunks at once (by default as many as
    it has workers). Closing the iterator, or Ctrl-C, stops the work.
    """
    arenas = {lineup: Arena(game, lineup) for lineup in open_ranges}
    rounds = {lineup: arena.round for lineup, arena in arenas.items()}
    known = game.id in registry.games()
    if executor is not None and known:
        schedule = Schedule(open_ranges, 1, seconds)
        yield from _shared_out(schedule, rounds, executor, processes, game.version, [])
        return
    for line in dict.fromkeys(line for arena in arenas.values() for line in arena.prepare()):
        say(line)
    threads = cores() if processes is None else processes
    compiled = {lineup: own for lineup, own in open_ranges.items() if lineup.compiled}
    others = {lineup: own for lineup, own in open_ranges.items() if not lineup.compiled}
    games = sum(len(numbers) for own in others.values() for numbers in own)
    for finished in _here(Schedule(compiled, 1, seconds), arenas, rounds, threads):
        yield finished._replace(left=finished.left + games)
    workers = min(threads, games)
    if workers > 1 and known:
        yield from _in_pools(Schedule(others, workers, seconds), rounds, workers, game.version)
    else:
        yield from _here(Schedule(others, 1, seconds), arenas, rounds, 1)


def _here(
    schedule: Schedule,
    arenas: Mapping[Lineup, Arena],
    rounds: Mapping[Lineup, int],
    threads: int,
) -> Iterator[Finished]:
    while chunk := schedule.next(rounds):
        finished = play(arenas[chunk.lineup], chunk, threads)
        schedule.learn(finished)
        yield finished._replace(left=schedule.left)


def _in_pools(
    schedule: Schedule, rounds: Mapping[Lineup, int], workers: int, version: int
) -> Iterator[Finished]:
    """A process that is killed takes its pool with it; what was lost is played in a new one."""
    lost: list[Chunk] = []
    broken = 0
    while True:
        try:
            with _pool(workers) as pool:
                for finished in _shared_out(schedule, rounds, pool, workers, version, lost):
                    broken = 0
                    yield finished
                return
        except BrokenExecutor as error:
            broken += 1
            if broken == MOST_BROKEN:
                raise GamenightError(
                    f"a process that played games was killed, {broken} times in a row: perhaps "
                    "there is not enough memory"
                ) from error


def _shared_out(
    schedule: Schedule,
    rounds: Mapping[Lineup, int],
    executor: Executor,
    workers: int | None,
    version: int,
    again: list[Chunk],
) -> Iterator[Finished]:
    """Chunks played by an executor; those in `again` come first, and whatever a broken executor has
    not finished is there afterwards."""
    pending: dict[Future[Finished], Chunk] = {}
    try:
        while True:
            schedule.workers = workers or at_once(executor)
            # One more than there are workers, so that none waits while this process is busy.
            while len(pending) <= schedule.workers:
                chunk = again[-1] if again else schedule.next(rounds)
                if chunk is None:
                    break
                again[-1:] = [chunk]  # it stays there if the executor refuses it
                pending[executor.submit(_play_here, chunk, version)] = again.pop()
            if not pending:
                return
            done, _ = wait(pending, return_when=FIRST_COMPLETED)
            good = [future for future in done if future.exception() is None]
            results = [future.result() for future in good]
            for future in good:
                del pending[future]
            for finished in results:
                schedule.learn(finished)
            for finished in results:
                yield finished._replace(left=schedule.left)
            for future in done.difference(good):
                future.result()  # raises what went wrong, once the others are counted
    except BaseException:
        for future in pending:
            future.cancel()
        again += pending.values()
        raise


@contextmanager
def _pool(workers: int) -> Iterator[ProcessPoolExecutor]:
    """Processes that are ended at once when their work is no longer wanted."""
    before = set(active_children())
    pool = ProcessPoolExecutor(workers, initializer=begin)
    try:
        yield pool
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        for child in set(active_children()) - before:
            child.terminate()
        raise
    pool.shutdown()


@lru_cache(maxsize=64)
def _arena_here(lineup: Lineup, version: int) -> Arena:
    game = registry.game(lineup.game)
    if game.version != version:
        raise GamenightError(
            f"a worker has version {game.version} of the rules of {game.title}, not {version}: "
            "install the same gamenight everywhere"
        )
    if lineup.compiled and kernel_of(game) is None:
        raise GamenightError(
            "a worker cannot play compiled games: install gamenight[lab] there, or play by the "
            "Python rules"
        )
    arena = Arena(game, lineup)
    for _ in arena.prepare():
        pass
    return arena


_arenas = Lock()


def _play_here(chunk: Chunk, version: int) -> Finished:
    """In a worker, which may have several threads: the arena is made again there, once."""
    with _arenas:
        arena = _arena_here(chunk.lineup, version)
    return play(arena, chunk)


def play(arena: Arena, chunk: Chunk, threads: int = 1) -> Finished:
    """Play the games of a chunk."""
    start = perf_counter()
    tally = arena.play_all(chunk.numbers, threads)
    return Finished(chunk, tally, perf_counter() - start)
