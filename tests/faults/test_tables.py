"""Flipped bits in the endgame tables: each is noticed before anybody believes it."""

from __future__ import annotations

import json
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from random import Random
from zlib import crc32

import pytest

from gamenight.games.oware.lab import ranks
from gamenight.games.oware.rules import OwareRules, Position
from tests.effort import times
from tests.faults.figures import Count
from tests.late import late

with late():
    from gamenight.games.oware.lab import endgames
    from gamenight.games.oware.lab.endgames import build, load
    from gamenight.games.oware.lab.search import Search, TranspositionTable

SEEDS = 6
LAB = "gamenight.games.oware.lab"


@pytest.fixture
def tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Tables of many small blocks, of which none is compared before it is read."""
    monkeypatch.setattr(import_module(f"{LAB}.blocks"), "BLOCK", 64)
    monkeypatch.setattr(import_module(f"{LAB}.endgames"), "QUICKLY_CHECKED", -1)
    monkeypatch.setattr(import_module(f"{LAB}.endgames"), "_distrusted", {})
    list(build(tmp_path, SEEDS, 1))
    return tmp_path


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


def test_a_flipped_bit_is_noticed_where_it_is_read(tables: Path, count: Count) -> None:
    rng, path, missed, tries = Random(1), tables / "oware.bin", list[object](), times(100)
    table = TranspositionTable()
    for number in range(tries):
        position = random_position(rng, rng.randint(1, SEEDS))
        at, bit = endgames.place_of(position), rng.randrange(8)
        flip(path, at, bit)
        found = load(tables)
        assert found is not None
        try:
            if number % 2:
                found.value(position)
            else:
                Search(OwareRules(), OwareRules().initial(), table, endgames=found)
            missed.append((position, bit))
        except endgames.DamagedTables as error:
            seeds = sum(position.houses)
            assert f"{path} is damaged (at {seeds} seeds): `" in str(error)
            assert "tables build oware` builds it again" in str(error)
        flip(path, at, bit)
    count("flipped bits in endgame tables", tries, missed)


def test_what_is_not_read_does_no_harm(tables: Path) -> None:
    position, other = random_position(Random(2), SEEDS), random_position(Random(3), SEEDS - 1)
    flip(tables / "oware.bin", endgames.place_of(position), 0)
    found = load(tables)
    assert found is not None
    assert found.value(other) == endgames.small().value(other)
    with pytest.raises(endgames.DamagedTables):
        found.value(position)


def test_after_damage_was_found_small_tables_serve(
    tables: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GAMENIGHT_TABLES", str(tables))
    monkeypatch.setattr(import_module(f"{LAB}.endgames"), "AT_ONCE", 4)
    position = random_position(Random(2), SEEDS)
    flip(tables / "oware.bin", endgames.place_of(position), 3)
    with pytest.raises(endgames.DamagedTables):
        endgames.endgames().value(position)
    assert endgames.endgames().note.startswith("Using small endgame tables instead: ")
    list(build(tables, SEEDS, 1))
    assert endgames.endgames().value(position) == endgames.small().value(position)


def test_tables_of_format_1_are_read_and_brought_up_to_date(tables: Path) -> None:
    path, data = tables / "oware.json", (tables / "oware.bin").read_bytes()
    borders = [ranks.positions_below(seeds) for seeds in range(SEEDS + 2)]
    sums = [crc32(data[a:b]) for a, b in pairwise(borders)]
    path.write_text(json.dumps({"game": "oware", "rules": 1, "format": 1, "levels": sums}))
    found = load(tables)
    assert found is not None
    position = random_position(Random(2), SEEDS)
    assert found.value(position) == endgames.small().value(position)
    assert list(build(tables, SEEDS + 1, 1)) == [SEEDS + 1]
    listed = json.loads(path.read_text())
    assert listed["format"] == 2
    assert all(
        len(own) == -(-ranks.positions_with(n) // 64) for n, own in enumerate(listed["levels"])
    )
