"""The endgame tables of Oware: values of all positions with few seeds, in memory or in files."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from gamenight.core.paths import path_of
from gamenight.games.oware.lab import files, packing
from gamenight.games.oware.lab.files import DamagedTables
from gamenight.games.oware.lab.levels import built
from gamenight.games.oware.lab.packing import HOUSES
from gamenight.games.oware.lab.ranks import AT_ONCE, LEVELS, number
from gamenight.games.oware.lab.stored import UNKNOWN, counts_of, damaged_level, value_at
from gamenight.games.oware.rules import OwareRules, Position


def apply_to(rules: OwareRules) -> bool:
    """Whether the tables are valid for these rules: the standard ones, with any number of seeds."""
    options = rules.options
    return options.houses == HOUSES and options.grand_slam == "forfeit" and options.ply_limit == 0


@dataclass(frozen=True, eq=False)
class Endgames:
    """The values of all positions with up to this many seeds on the board, as they are `stored`;
    and for those with up to AT_ONCE the plies until seeds are captured, or the game ends, where
    anything can be gained. note: why these are used instead of others, as a sentence; place: where
    they were read from. Raises DamagedTables where what is read is damaged."""

    seeds: int
    values: Any
    plies: Any
    note: str = ""
    place: Path = Path()

    def covers(self, position: Position) -> bool:
        return sum(position.houses) <= self.seeds

    def decides(self, position: Position) -> bool:
        """Whether a side can force a gain; else a repetition may come first."""
        return self.covers(position) and self.value(position) != 0

    def value(self, position: Position) -> int:
        """The difference in seeds, the mover's less the other's, that both can force from here."""
        own, other = (packing.row(position, side) for side in (position.mover, 1 - position.mover))
        found = int(value_at(self.values, own, other))
        if found == UNKNOWN:
            self.check()
        return found

    def searched(self, seeds: int) -> Any:
        """The values for a search that begins with this many seeds on the board: it may read any of
        those with fewer. What is damaged is as good as missing there; `check` tells afterwards."""
        return self.values

    def check(self) -> None:
        """Whether everything that was read so far was sound."""
        seeds = damaged_level(self.values)
        if seeds >= 0:
            error = files.damaged(self.place, seeds)
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

    def counts(self, seeds: int) -> tuple[int, int, int]:
        """How many positions with exactly this many seeds are worth more than nothing to the mover,
        nothing, and less."""
        return counts_of(self.values, seeds)

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
    found = files.mapped(place)
    if found is None:
        return None
    seeds, values = found
    return Endgames(seeds, values, small().plies, place=place)


def build(
    place: Path,
    seeds: int,
    threads: int | None,
    report: files.Report = lambda level, share: None,
    executor: Executor | None = None,
) -> Iterator[int]:
    """Build the missing levels of the tables in a folder, as `files` says; what was known of it is
    forgotten."""
    _distrusted.pop(place, None)
    _opened.cache_clear()
    return files.build(place, seeds, threads, report, executor)


def place_of(position: Position) -> int:
    border = HOUSES * position.mover
    return number(position.houses[border:] + position.houses[:border])


def moved(rules: OwareRules, position: Position, house: int) -> tuple[Position, int]:
    """The board after a move, and the seeds captured; stores stay as they are."""
    sowing = rules.sow(position, house)
    return Position(sowing.after, position.stores, 1 - position.mover), sowing.seeds
