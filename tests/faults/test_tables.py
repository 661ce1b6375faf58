"""Flipped bits in the endgame tables: each is noticed before anybody believes it."""

from __future__ import annotations

import shutil
from importlib import import_module
from pathlib import Path
from random import Random

import numpy as np
import pytest

from gamenight.games.oware.lab import ranks
from gamenight.games.oware.rules import OwareRules, Position, State
from tests.effort import times
from tests.faults.figures import Count
from tests.late import late

with late():
    from gamenight.games.oware.lab import endgames, files, stored
    from gamenight.games.oware.lab.endgames import build, load
    from gamenight.games.oware.lab.places import seeds_of, within
    from gamenight.games.oware.lab.search import Budget, Search, TranspositionTable

# The first level that is packed.
SEEDS = ranks.AT_ONCE + 1
LAB = "gamenight.games.oware.lab"


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("tables")
    list(build(place, SEEDS, 2))
    return place


@pytest.fixture
def tables(finished: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Tables in which damage can be done."""
    monkeypatch.setattr(import_module(f"{LAB}.endgames"), "_distrusted", {})
    return Path(shutil.copytree(finished, tmp_path / "tables"))


def random_position(rng: Random, seeds: int) -> Position:
    houses = [0] * 12
    for _ in range(seeds):
        houses[rng.randrange(12)] += 1
    return Position(tuple(houses), (24, 24 - seeds), 0)


def flip(path: Path, at: int, bit: int) -> None:
    with path.open("r+b") as file:
        file.seek(at)
        byte = file.read(1)[0]
        file.seek(at)
        file.write(bytes([byte ^ 1 << bit]))


def index(found: endgames.Endgames) -> tuple[int, np.ndarray]:
    """Where the blocks of the packed level begin in the file, and where each ends."""
    words = found.values.view(np.int64)
    begin = int(words[stored.DIRECTORY + 1 + 2 * SEEDS])
    entries = words[stored.entry_of(found.values, SEEDS, 0) :]
    return 8 * begin, 8 * (entries[::2] & stored.BEGIN)


def block_of(found: endgames.Endgames, position: Position) -> range:
    """The bytes of the block that has the value of a position."""
    own, other = (int.from_bytes(bytes(position.houses[n : n + 6]), "little") for n in (0, 6))
    number = int(stored.FIRST_BLOCKS[SEEDS, seeds_of(own)]) + (int(within(own, other)) >> 12)
    begin, ends = index(found)
    return range(begin + int(ends[number]), begin + int(ends[number + 1]))


def test_a_flipped_bit_is_noticed_where_it_is_read(tables: Path, count: Count) -> None:
    rng, path, missed, tries = Random(1), tables / "oware.values", list[object](), times(100)
    for _ in range(tries):
        position = random_position(rng, SEEDS)
        found = load(tables)
        assert found is not None
        at, bit = rng.choice(block_of(found, position)), rng.randrange(8)
        flip(path, at, bit)
        try:
            found.value(position)
            missed.append((position, at, bit))
        except files.DamagedTables as error:
            assert f"{path} is damaged (at {SEEDS} seeds): `" in str(error)
            assert "tables build oware` builds it again" in str(error)
        flip(path, at, bit)
    count("flipped bits in blocks of endgame tables", tries, missed)


def test_a_flipped_bit_is_noticed_where_small_levels_and_keys_are_opened(
    tables: Path, count: Count
) -> None:
    rng, path, missed, tries = Random(1), tables / "oware.values", list[object](), times(100)
    found = load(tables)
    assert found is not None
    key = 8 * int(found.values.view(np.int64)[stored.DIRECTORY + 2 + 2 * SEEDS])
    for number in range(tries):
        small = number % 2
        places = range(ranks.positions_below(SEEDS)) if small else range(key, len(found.values))
        at, bit = rng.choice(places), rng.randrange(8)
        flip(path, at, bit)
        try:
            load(tables)
            missed.append((at, bit))
        except files.DamagedTables as error:
            seeds = int(np.searchsorted(ranks.LEVELS, at, "right")) - 1 if small else SEEDS
            assert f"{path} is damaged (at {seeds} seeds): `" in str(error)
        flip(path, at, bit)
    count("flipped bits elsewhere in endgame tables", tries, missed)


def test_a_search_that_meets_damage_says_so(tables: Path) -> None:
    found = load(tables)
    assert found is not None
    begin, ends = index(found)
    for end in ends[1:]:
        flip(tables / "oware.values", begin + int(end) - 9, 2)
    houses = random_position(Random(7), SEEDS + 2).houses
    state = State(Position(houses, (16, 17), 0))
    search = Search(OwareRules(), state, TranspositionTable(), endgames=found)
    with pytest.raises(files.DamagedTables, match=rf"at {SEEDS} seeds"):
        search.deepen(Budget(nodes=100_000))


def test_what_is_not_read_does_no_harm(tables: Path) -> None:
    position, other = random_position(Random(2), SEEDS), random_position(Random(3), SEEDS)
    clean = load(tables)
    assert clean is not None
    value, place = clean.value(other), block_of(clean, position)
    assert block_of(clean, other) != place
    flip(tables / "oware.values", place[5], 0)
    found = load(tables)
    assert found is not None
    assert found.value(other) == value
    assert list(files.damaged_levels(found.values, SEEDS)) == [SEEDS]
    with pytest.raises(files.DamagedTables):
        found.value(position)


def test_after_damage_was_found_small_tables_serve(
    tables: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GAMENIGHT_TABLES", str(tables))
    position = random_position(Random(2), SEEDS)
    found = endgames.endgames()
    assert found.seeds == SEEDS
    value = found.value(position)
    flip(tables / "oware.values", block_of(found, position)[5], 3)
    import_module(f"{LAB}.endgames")._opened.cache_clear()
    with pytest.raises(files.DamagedTables):
        endgames.endgames().value(position)
    assert endgames.endgames().seeds == ranks.AT_ONCE
    assert endgames.endgames().note.startswith("Using small endgame tables instead: ")
    assert list(build(tables, SEEDS, 1)) == [SEEDS]
    assert endgames.endgames().value(position) == value
