"""`gamenight tables build oware` and `gamenight tables verify oware`."""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import Executor
from pathlib import Path
from time import monotonic
from typing import Any, NoReturn

from gamenight.core.border import Codes
from gamenight.core.command import command
from gamenight.core.errors import GamenightError, InvalidOption
from gamenight.core.text import quoted
from gamenight.games.oware.rules import SOUTH, Position

USUAL_SEEDS, MOST_THREADS = 12, 64
SAMPLE = 1_000_000
ITERATED = 6
INTERRUPTED = 130
CLEAR = Codes("\r\x1b[K")


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise InvalidOption(f"{self.prog}: {message}", message)


def build(words: list[str], executor: Executor | None = None) -> int:
    """Build the tables up to a number of seeds, or continue a build; with an executor, its workers
    compute the larger levels, and they are kept here."""
    endgames, ranks = _modules()
    parser = _parser("build", "Computes the values of all positions with few seeds on the board.")
    parser.add_argument(
        "--seeds",
        type=int,
        default=USUAL_SEEDS,
        help=f"the most seeds on the board, 1 to {ranks.MOST_LEVEL} ({USUAL_SEEDS}); "
        "18 is 86 million positions in 38 MB, 24 is 1.3 billion, 28 is 5.6 billion",
    )
    parser.add_argument("--threads", type=int, help="of whoever computes (all cores)")
    parser.epilog = (
        "With --cluster dask://HOST:PORT or ray://HOST:PORT a worker of that cluster computes each "
        "larger level, with all cores of its machine."
    )
    given = parser.parse_args(words)
    _check("--seeds", given.seeds, ranks.MOST_LEVEL)
    if given.threads is not None:
        _check("--threads", given.threads, MOST_THREADS)
    place = given.folder or endgames.folder()
    progress = _Progress(ranks.LEVELS, given.seeds)
    built = 0
    try:
        for level in endgames.build(place, given.seeds, given.threads, progress, executor):
            progress.say(level)
            built += 1
    except KeyboardInterrupt:
        progress.close()
        print("Stopped: run the same command to continue.")
        return INTERRUPTED
    except MemoryError as error:
        sentence = f"not enough memory for {given.seeds} seeds: {built} levels were built"
        raise GamenightError(sentence, given.seeds) from error
    finally:
        progress.close()
    if not built:
        print("Nothing is missing.")
    print(f"Up to {given.seeds} seeds: {ranks.LEVELS[given.seeds + 1]:,} positions in {place}")
    return 0


def verify(words: list[str]) -> int:
    """Check the existing tables; returns 1 if anything is wrong."""
    endgames, ranks = _modules()
    parser = _parser(
        "verify", "Checks the endgame tables by other means than they were built with."
    )
    parser.add_argument(
        "--full",
        type=int,
        default=12,
        metavar="SEEDS",
        help="check every position up to this many seeds (12), and a million of each level above",
    )
    given = parser.parse_args(words)
    place = given.folder or endgames.folder()
    found = endgames.load(place)
    if found is None:
        raise GamenightError(
            f"no tables in {place}: build them with `{command('tables build oware')}`", str(place)
        )
    from gamenight.games.oware.lab import files
    from gamenight.games.oware.lab.verification import iterated, violation

    wrong = 0
    for level in files.damaged_levels(found.values, found.seeds):
        wrong += 1
        print(f"{level} seeds: the file has changed since it was written")
    for level, values in enumerate(iterated(min(ITERATED, found.seeds))):
        boards = ((Position(houses, (0, 0), SOUTH), value) for houses, value in values.items())
        other = sum(found.value(position) != value for position, value in boards)
        wrong += other > 0
        told = f"{other:,} differ" if other else "the same"
        print(f"{level} seeds: {len(values):,} positions computed again by the rules: {told}")
    for level in range(found.seeds + 1):
        sample = None if level <= given.full else SAMPLE
        at = violation(level, found.values, sample)
        wrong += at is not None
        checked = "all" if sample is None else f"{min(SAMPLE, ranks.positions_with(level)):,} of"
        told = "follow from their moves" if at is None else f"number {at:,} does not follow"
        print(f"{level} seeds: {checked} {ranks.positions_with(level):,} positions: {told}")
        sys.stdout.flush()
    print(f"{place}: {'something is wrong' if wrong else 'all is well'}.")
    return 1 if wrong else 0


def _parser(action: str, text: str) -> argparse.ArgumentParser:
    parser = _Parser(prog=f"gamenight tables {action} oware", description=text, allow_abbrev=False)
    parser.add_argument(
        "--folder", type=Path, help="where the tables are (GAMENIGHT_TABLES, or the data folder)"
    )
    return parser


def _check(name: str, given: int, most: int) -> None:
    if not 1 <= given <= most:
        raise InvalidOption(f"{name} must be 1 to {most}, not {quoted(given)}", given)


def _modules() -> tuple[Any, Any]:
    """What needs numba and numpy."""
    try:
        from gamenight.games.oware.lab import endgames, levels, ranks
    except ImportError as error:
        sentence = f"endgame tables need numba and numpy: install gamenight[lab] ({error})"
        raise GamenightError(sentence, "tables") from error
    assert levels
    return endgames, ranks


class _Progress:
    """A line that shows how far the build is, on a terminal; one line per level elsewhere."""

    def __init__(self, levels: Any, seeds: int) -> None:
        self._levels, self._seeds = levels, seeds
        self._start, self._first, self._drawn = monotonic(), -1, 0.0

    def __call__(self, level: int, share: float) -> None:
        now = monotonic()
        before = int(self._levels[level])
        if self._first < 0:
            self._first = before
        if not sys.stderr.isatty() or now - self._drawn < 0.1:
            return
        self._drawn = now
        done = before + share * (int(self._levels[level + 1]) - before) - self._first
        whole = int(self._levels[self._seeds + 1]) - self._first
        left = (now - self._start) * (whole - done) / done if done > 0 else 0
        text = f"{level} of {self._seeds} seeds, {done / whole:.0%}, about {_time(left)} left"
        sys.stderr.write(CLEAR)
        print(text, end="", file=sys.stderr, flush=True)

    def say(self, level: int) -> None:
        self.close()
        positions = int(self._levels[level + 1] - self._levels[level])
        seconds = monotonic() - self._start
        print(f"{level} seeds: {positions:,} positions, after {_time(seconds)}", flush=True)

    def close(self) -> None:
        if self._drawn:
            sys.stderr.write(CLEAR)
            sys.stderr.flush()
            self._drawn = 0.0


def _time(seconds: float) -> str:
    if seconds < 60:
        return f"{seconds:.1f} s"
    return f"{seconds // 60:.0f} min {seconds % 60:.0f} s"
