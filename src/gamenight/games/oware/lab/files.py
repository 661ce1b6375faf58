"""The files of the endgame tables.

`oware.values` has level after level, as `stored` describes it, and `oware.json` beside it for each
finished level how many bytes come before its last piece, and the checksum of that: of all values
of a small level, and of the key of a packed one, which has those of its blocks. A level is written
before it is listed, so what a killed program leaves behind is ignored; the next one continues
after the last listed level. All programs write the same bytes to the same places: two at once do no
harm. The list is replaced as a whole, and the file of values never gets shorter: whoever has it
mapped can go on reading. A file that is too short is damaged when it is opened; but if anything
else cuts it while it is open, the system ends the program (SIGBUS), and nothing here can catch it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from functools import partial
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np

from gamenight.core.command import command
from gamenight.core.errors import GamenightError
from gamenight.core.limits import TooLarge, read_file, read_json
from gamenight.core.paths import trouble
from gamenight.games.oware.lab.levels import DamagedBelow, pieces, pieces_by
from gamenight.games.oware.lab.ranks import AT_ONCE, LEVELS, MOST_LEVEL
from gamenight.games.oware.lab.stored import (
    MOST_WORDS,
    PACKED,
    WORD,
    blocks_of,
    fill_directory,
    first_damaged,
    key_words,
)
from gamenight.games.oware.rules import ID, VERSION

FORMAT = 4
LARGEST_LIST = 64 * 1024
DATA, LIST = f"{ID}.values", f"{ID}.json"
# What older formats had, with one byte for every position (1 and 2), or with values by their codes
# (3): other files, which other programs may have mapped.
OLD_DATA = {1: f"{ID}.bin", 2: f"{ID}.bin", 3: f"{ID}.tables"}
KIND = {"game": ID, "rules": VERSION}
AGAIN = f"`{command('tables build oware')}` builds it again"

Report = Callable[[int, float], None]
# Of each level: the bytes before its last piece, and the checksum of that.
Levels = list[tuple[int, int]]


class DamagedTables(GamenightError):
    """Files of tables that are not what they should be."""

    code = "damaged_tables"


def damaged(place: Path, seeds: int) -> DamagedTables:
    path = place / DATA
    return DamagedTables(f"{path} is damaged (at {seeds} seeds): {AGAIN}", str(path))


def mapped(place: Path) -> tuple[int, Any] | None:
    """The most seeds of the tables in a folder, and what is `stored`; None if there are none."""
    levels = _listed(place)
    if not levels:
        return None
    stored = _map(place, levels)
    sound = _sound(stored, levels)
    if sound < len(levels):
        raise damaged(place, sound)
    return len(levels) - 1, stored


def damaged_levels(stored: Any, seeds: int) -> Iterator[int]:
    """The packed levels up to this one with a damaged block."""
    for level in range(AT_ONCE + 1, seeds + 1):
        if first_damaged(stored, level) >= 0:
            yield level


def build(
    place: Path,
    seeds: int,
    threads: int | None,
    report: Report = lambda level, share: None,
    executor: Executor | None = None,
) -> Iterator[int]:
    """Build the missing levels up to this one, and write each; yields those that are finished.
    Damaged levels count as missing, and so do all above them. threads: by default one per core of
    whoever builds, which is this program or a worker of the executor."""
    try:
        place.mkdir(parents=True, exist_ok=True)
        (place / DATA).touch()
        levels = _finished(place)
        for level in range(len(levels), seeds + 1):
            report(level, 0.0)
            below = _map(place, levels) if levels else np.zeros(0, np.int8)
            made = (
                pieces(level, below, threads, partial(report, level))
                if executor is None
                else pieces_by(executor, level, below, threads)
            )
            levels.append(_written(place, _begins(levels)[len(levels)], made))
            _list(place, levels)
            yield level
    except OSError as error:
        raise GamenightError(trouble(place, "written", error), str(place)) from error
    except DamagedBelow as error:
        raise damaged(place, error.args[0]) from error


def _written(place: Path, start: int, made: Iterable[Any]) -> tuple[int, int]:
    """Write the pieces of a level; what is listed of it."""
    size, last = 0, memoryview(b"")
    with open(place / DATA, "r+b") as file:
        file.seek(start)
        for piece in made:
            size, last = size + len(last), memoryview(piece).cast("B")
            file.write(last)
        file.flush()
        os.fsync(file.fileno())
    return size, crc32(last)


def _finished(place: Path) -> Levels:
    """The levels in a file up to the first damaged one."""
    try:
        levels = _listed(place)
        if not levels:
            return []
        stored = _map(place, levels)
    except DamagedTables:
        return []
    sound = _sound(stored, levels)
    return levels[: next(damaged_levels(stored, sound - 1), sound)]


def _begins(levels: Levels) -> list[int]:
    """Where levels begin in the file: those that are never packed, and after them each of these,
    and the next one."""
    begins = [*(int(begin) for begin in LEVELS[: AT_ONCE + 1]), PACKED]
    for level in range(AT_ONCE + 1, len(levels)):
        begins.append(begins[-1] + levels[level][0] + WORD * key_words(level))
    return begins


def _map(place: Path, levels: Levels) -> Any:
    """What is stored of these levels, with a directory."""
    path, begins, count = place / DATA, _begins(levels), len(levels)
    size = begins[count] if count > AT_ONCE + 1 else int(LEVELS[count])
    try:
        # Private pages: whatever is written to them does not reach the file.
        stored = np.memmap(path, np.int8, "c", shape=(size,)).view(np.ndarray)
    except (OSError, ValueError) as error:
        raise DamagedTables(f"{path} cannot be read ({error}): {AGAIN}", str(path)) from error
    if count > AT_ONCE + 1:
        packed = range(AT_ONCE + 1, count)
        fill_directory(stored, {n: (begins[n], begins[n] + levels[n][0]) for n in packed})
    return stored


def _sound(stored: Any, levels: Levels) -> int:
    """How many levels there are up to the first one whose checksum differs: of the packed ones only
    their keys are compared."""
    begins = _begins(levels)
    for level, (size, sum) in enumerate(levels):
        end = begins[level + 1] if level > AT_ONCE else int(LEVELS[level + 1])
        if crc32(memoryview(stored[begins[level] + size : end])) != sum:
            return level
    return len(levels)


def _listed(place: Path) -> Levels:
    """The finished levels; empty without a list."""
    path = place / LIST
    try:
        found = read_json(read_file(path, LARGEST_LIST))
    except FileNotFoundError:
        return []
    except (OSError, ValueError, TooLarge) as error:
        raise DamagedTables(f"{path} cannot be read ({error}): {AGAIN}", str(path)) from error
    levels: Any = found.pop("levels", None) if isinstance(found, dict) else None
    for old, data in OLD_DATA.items():
        if isinstance(levels, list) and found == {**KIND, "format": old}:
            raise DamagedTables(f"{place / data} has an older format: {AGAIN}", str(path))
    if found != {**KIND, "format": FORMAT} or not _fit(levels):
        raise DamagedTables(f"{path} is not a list of these tables: {AGAIN}", str(path))
    return [(size, sum) for size, sum in levels]


def _fit(levels: Any) -> bool:
    """Whether this can be a list of levels, from the first on."""
    return (
        isinstance(levels, list)
        and 0 < len(levels) <= MOST_LEVEL + 1
        and all(
            isinstance(own, list)
            and len(own) == 2
            and all(type(number) is int for number in own)
            and own[0] in _sizes(level)
            for level, own in enumerate(levels)
        )
    )


def _sizes(level: int) -> range:
    """How many bytes the blocks of a level can have."""
    most = WORD * MOST_WORDS * blocks_of(level) if level > AT_ONCE else 0
    return range(WORD if most else 0, most + 1, WORD)


def _list(place: Path, levels: Levels) -> None:
    path = place / LIST
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    text = json.dumps({**KIND, "format": FORMAT, "levels": levels})
    unfinished.write_text(f"{text}\n", encoding="utf-8")
    unfinished.replace(path)
    for data in OLD_DATA.values():
        (place / data).unlink(missing_ok=True)
