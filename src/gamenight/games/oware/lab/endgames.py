"""The endgame tables of Oware: values of all positions with few seeds, in memory or in files.

`oware.bin` has one byte per position, level after level as `ranks` numbers them, and `oware.json`
beside it the checksums of each finished level, block by block (in format 1: one for all of it). A
block is compared with it when it is first read. A level is written before it is listed, so
what a killed program leaves behind is ignored; the next one continues after the last listed level.
All programs write the same bytes to the same places: two at once do no harm.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np

from gamenight.core.command import command
from gamenight.core.errors import GamenightError
from gamenight.core.limits import TooLarge, read_file, read_json
from gamenight.core.paths import path_of, trouble
from gamenight.games.oware.lab import blocks
from gamenight.games.oware.lab.blocks import Blocks, Sums, sums_of
from gamenight.games.oware.lab.levels import built, built_by
from gamenight.games.oware.lab.packing import HOUSES
from gamenight.games.oware.lab.ranks import AT_ONCE, LEVELS, number
from gamenight.games.oware.rules import ID, VERSION, OwareRules, Position

# Levels that are compared when tables are opened; the others when they are read.
QUICKLY_CHECKED = 12
FORMAT = 2
LARGEST_LIST = 1024 * 1024
Report = Callable[[int, float], None]
AGAIN = f"`{command('tables build oware')}` builds it again"


class DamagedTables(GamenightError):
    """Files of tables that are not what they should be."""

    code = "damaged_tables"


def apply_to(rules: OwareRules) -> bool:
    """Whether the tables are valid for these rules: the standard ones, with any number of seeds."""
    options = rules.options
    return options.houses == HOUSES and options.grand_slam == "forfeit" and options.ply_limit == 0


@dataclass(frozen=True, eq=False)
class Endgames:
    """The values of all positions with up to this many seeds on the board; and for those with up
    to AT_ONCE the plies until seeds are captured, or the game ends, where anything can be gained.
    note: why these are used instead of others, as a sentence; place, blocks: where they were read
    from, and what has to be compared yet. Raises DamagedTables where what is read is damaged."""

    seeds: int
    values: Any
    plies: Any
    note: str = ""
    place: Path = Path()
    blocks: Blocks | None = None

    def covers(self, position: Position) -> bool:
        return sum(position.houses) <= self.seeds

    def decides(self, position: Position) -> bool:
        """Whether a side can force a gain; else a repetition may come first."""
        return self.covers(position) and self.value(position) != 0

    def value(self, position: Position) -> int:
        """The difference in seeds, the mover's less the other's, that both can force from here."""
        at = place_of(position)
        if self.blocks is not None:
            seeds = sum(position.houses)
            self._compare(seeds, at - int(LEVELS[seeds]))
        return int(self.values[at])

    def searched(self, seeds: int) -> Any:
        """The values for a search that begins with this many seeds on the board: it may read any of
        those with fewer."""
        if self.blocks is not None:
            for level in range(min(seeds, self.seeds) + 1):
                self._compare(level)
        return self.values

    def _compare(self, seeds: int, at: int | None = None) -> None:
        if self.blocks is not None and self.blocks.damaged(seeds, at):
            path = self.place / f"{ID}.bin"
            error = DamagedTables(f"{path} is damaged (at {seeds} seeds): {AGAIN}", str(path))
            _distrusted[self.place] = error
            _opened.cache_clear()
            raise error

    def moves(self, rules: OwareRules, position: Position) -> dict[int, int]:
        """The same for each move, its own capture included."""
        found = {}
        for house in rules.moves(position):
            after, captured = moved(rules, position, house)
            found[house] = captured - self.value(after)
        return found

    def way(self, rules: OwareRules, position: Position) -> int | None:
        """The move that is best and makes its gain soonest; None where there is no gain, or too
        many seeds are left to know the way."""
        if sum(position.houses) > AT_ONCE or self.value(position) <= 0:
            return None
        moves = self.moves(rules, position)
        most, plies = max(moves.values()), dict[int, int]()
        for house, value in moves.items():
            if value == most:
                after, captured = moved(rules, position, house)
                plies[house] = 0 if captured else int(self.plies[place_of(after)])
        return min(plies, key=lambda house: plies[house])

    def level(self, seeds: int) -> Any:
        """The values of the positions with exactly this many seeds."""
        self._compare(seeds)
        return self.values[LEVELS[seeds] : LEVELS[seeds + 1]]

    def slowest(self, seeds: int) -> int:
        """The most plies that a gain takes with this many seeds, AT_ONCE or fewer."""
        return int(self.plies[LEVELS[seeds] : LEVELS[seeds + 1]].max())


# Tables in which damage was found since the program began: from then on small ones are used.
_distrusted: dict[Path, DamagedTables] = {}


def folder() -> Path:
    """Where tables are kept: GAMENIGHT_TABLES, or a folder in the user's data folder."""
    given = os.environ.get("GAMENIGHT_TABLES")
    if given:
        return path_of(given)
    data = os.environ.get("GAMENIGHT_DATA")
    if not data:
        import platformdirs

        data = platformdirs.user_data_dir("gamenight")
    return path_of(data) / "tables"


def endgames() -> Endgames:
    """The tables on this machine; small ones if they are missing or damaged."""
    return _opened(folder())


@lru_cache(maxsize=2)
def _opened(place: Path) -> Endgames:
    try:
        if place in _distrusted:
            raise _distrusted[place]
        found = load(place)
    except DamagedTables as error:
        return replace(small(), note=f"Using small endgame tables instead: {error}.")
    return small() if found is None or found.seeds < AT_ONCE else found


@lru_cache(maxsize=1)
def small() -> Endgames:
    """Tables in memory."""
    values = np.zeros(LEVELS[AT_ONCE + 1], np.int8)
    plies = np.zeros(LEVELS[AT_ONCE + 1], np.uint8)
    for seeds in range(AT_ONCE + 1):
        level = slice(LEVELS[seeds], LEVELS[seeds + 1])
        values[level] = built(seeds, values, plies=plies[level])
    return Endgames(AT_ONCE, values, plies)


def load(place: Path) -> Endgames | None:
    """The tables in a folder, mapped; None if there are none. Raises DamagedTables."""
    sums = _listed(place)
    if not sums:
        return None
    seeds, path = len(sums) - 1, place / f"{ID}.bin"
    try:
        # Private pages: whatever is written to them does not reach the file.
        values = np.memmap(path, np.int8, "c", shape=(int(LEVELS[seeds + 1]),))
    except (OSError, ValueError) as error:
        raise DamagedTables(f"{path} cannot be read ({error}): {AGAIN}", str(path)) from error
    whole = values.view(np.ndarray)
    found = Endgames(seeds, whole, small().plies, place=place, blocks=Blocks(whole, sums))
    found.searched(QUICKLY_CHECKED)
    return found


def damaged_levels(place: Path, found: Endgames) -> Iterator[int]:
    """The existing levels whose checksums differ from the list."""
    return blocks.damaged_levels(found.values, _listed(place)[: found.seeds + 1])


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
    path = place / f"{ID}.bin"
    _distrusted.pop(place, None)
    _opened.cache_clear()
    try:
        place.mkdir(parents=True, exist_ok=True)
        path.touch()
        with open(path, "r+b") as file:
            sums = _sound(place, file)
            values: Any = np.zeros(LEVELS[max(seeds, len(sums) - 1) + 1], np.int8)
            file.seek(0)
            file.readinto(memoryview(values[: LEVELS[len(sums)]]).cast("B"))
            for level in range(len(sums), seeds + 1):
                report(level, 0.0)
                data = (
                    built(level, values, threads or os.cpu_count() or 1, partial(report, level))
                    if executor is None
                    else built_by(executor, level, values, threads)
                )
                values[LEVELS[level] : LEVELS[level + 1]] = data
                file.seek(LEVELS[level])
                file.write(memoryview(data))
                file.flush()
                os.fsync(file.fileno())
                sums.append(sums_of(data))
                _list(place, sums)
                yield level
    except OSError as error:
        raise GamenightError(trouble(place, "written", error), str(place)) from error


def _sound(place: Path, file: Any) -> Sums:
    """The checksums of the levels in a file up to the first damaged one, block by block."""
    sound: Sums = []
    try:
        sums = _listed(place)
    except DamagedTables:
        sums = []
    for level, own in enumerate(sums):
        file.seek(LEVELS[level])
        data = file.read(LEVELS[level + 1] - LEVELS[level])
        if own not in ([crc32(data)], sums_of(data)):
            break
        sound.append(sums_of(data))
    return sound


def place_of(position: Position) -> int:
    border = HOUSES * position.mover
    return number(position.houses[border:] + position.houses[:border])


def moved(rules: OwareRules, position: Position, house: int) -> tuple[Position, int]:
    """The board after a move, and the seeds captured; stores stay as they are."""
    sowing = rules.sow(position, house)
    return Position(sowing.after, position.stores, 1 - position.mover), sowing.seeds


def _listed(place: Path) -> Sums:
    """The checksums of the finished levels; empty without a list."""
    path = place / f"{ID}.json"
    try:
        found = read_json(read_file(path, LARGEST_LIST))
    except FileNotFoundError:
        return []
    except (OSError, ValueError, TooLarge) as error:
        raise DamagedTables(f"{path} cannot be read ({error}): {AGAIN}", str(path)) from error
    kind = {"game": ID, "rules": VERSION, "format": FORMAT}
    sums: Any = found.pop("levels", None) if isinstance(found, dict) else None
    if isinstance(sums, list) and found == {**kind, "format": 1}:
        found, sums = kind, [[sum] for sum in sums]
    if found != kind or not blocks.fit(sums):
        raise DamagedTables(f"{path} is not a list of these tables: {AGAIN}", str(path))
    listed: Sums = sums
    return listed


def _list(place: Path, sums: Sums) -> None:
    path = place / f"{ID}.json"
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    kind = {"game": ID, "rules": VERSION, "format": FORMAT, "levels": sums}
    unfinished.write_text(json.dumps(kind) + "\n", encoding="utf-8")
    unfinished.replace(path)
