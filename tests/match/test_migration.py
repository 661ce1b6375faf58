"""An old store opened by this gamenight: everything is there, and goes on."""

from __future__ import annotations

import hashlib
import json
import os
import random
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from gamenight.core.errors import GamenightError
from gamenight.core.record import Record
from gamenight.core.rules import Decision
from gamenight.match import migration
from gamenight.match.archive import outcome
from gamenight.match.course import Course
from gamenight.match.match import Match
from gamenight.match.soundness import shape_faults
from gamenight.match.sqlite import SqliteStore
from gamenight.match.statistics import export_csv, statistics
from gamenight.match.store import Ended
from gamenight.match.summary import appearances
from tests.match.old_stores import (
    KNOWN,
    KNOWN_2,
    ROWS,
    STORE,
    STORE_2,
    check_seals,
    contents,
    old_store,
    version,
)

# What the old code called a turn, and what it is now.
TURNS = {
    "chance": ("ready", "elsewhere"),
    "bot": ("elsewhere",),
    "person": ("person",),
    "offered": ("offered",),
    "over": ("over",),
}


@pytest.fixture(scope="module")
def migrated() -> Iterator[SqliteStore]:
    """The old store, brought up to date in memory, so that playing on is quick."""
    readonly, store = SqliteStore(STORE, readonly=True), SqliteStore()
    readonly._db.backup(store._db)
    yield store
    readonly.close()


def digest_of(record: Record) -> str:
    """The digest of a record as the program wrote it that made the store: in schema 1."""
    data = {**json.loads(record.dumps()), "schema": 1}
    del data["taken_back"]
    return hashlib.sha256(json.dumps(data, ensure_ascii=False).encode()).hexdigest()[:16]


@pytest.mark.parametrize("known", KNOWN, ids=lambda known: known["about"])
def test_every_match_is_there_and_goes_on(migrated: SqliteStore, known: dict[str, Any]) -> None:
    id = known["id"]
    match, before = Match.load(migrated, id), migrated.count(finished=True)
    digest = digest_of(match.record)
    turn = Course(match).turn()
    kept = match.draft(turn.seats[0]) if turn.kind == "person" else None
    draft = None if kept is None else list(kept)
    found = (match.game.id, match.result is not None, len(match.plies), digest)
    assert found == tuple(known[key] for key in ("game", "finished", "plies", "digest"))
    assert turn.kind in TURNS[known["turn"]]
    assert draft == known["draft"]
    if match.result is None:
        play_to_the_end(match)
        assert migrated.count(finished=True) == before + 1
        assert Match.load(migrated, id).record == match.record
    check_seals(migrated)


def play_to_the_end(match: Match) -> None:
    chosen = random.Random(match.id)
    while match.result is None:
        if isinstance(node := match.node, Decision):
            text = match.rules.format(chosen.choice(node.actions))
            match.play(text, node.player, match.at)
        else:
            match.chance()


def test_the_list_and_the_statistics_are_the_same(tmp_path: Path) -> None:
    store = SqliteStore(old_store(tmp_path))
    listed = store.matches()
    known = {one["id"]: (one["game"], one["plies"], one["finished"]) for one in KNOWN}
    assert {s.id: (s.game, s.plies, s.result is not None) for s in listed} == known
    over = [store.load(one.id).record for one in reversed(store.matches(finished=True))]
    assert list(store.ended()) == [Ended(one.game, appearances(one)) for one in over]
    export_csv(statistics(store.ended()), tmp_path / "rows.csv")
    assert (tmp_path / "rows.csv").read_bytes() == ROWS.read_bytes()
    check_seals(store)


def test_the_tables_are_those_of_a_new_store(tmp_path: Path) -> None:
    def shape(store: SqliteStore) -> dict[str, Any]:
        names = store._db.execute("SELECT name, sql FROM sqlite_master ORDER BY name").fetchall()
        tables = {
            name: store._db.execute(f"PRAGMA table_xinfo({name})").fetchall() for name, _ in names
        }
        indexes = {name: sql for name, sql in names if sql and "INDEX" in sql}
        return tables | indexes

    assert shape(SqliteStore(old_store(tmp_path))) == shape(SqliteStore())


def test_the_old_store_is_kept_beside_it(tmp_path: Path) -> None:
    path = old_store(tmp_path)
    before = contents(path)
    SqliteStore(path).close()
    backup = tmp_path / "gamenight.version-1.sqlite"
    assert (version(path), version(backup)) == (3, 1)
    assert contents(backup) == before
    assert {file.name for file in tmp_path.iterdir()} == {path.name, backup.name}
    with closing(sqlite3.connect(backup)) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    again = tmp_path / "again"
    again.mkdir()
    shutil.copy(backup, again / path.name)
    SqliteStore(again / path.name).close()
    assert contents(again / path.name) == contents(path)


def test_the_copy_is_on_the_disk_before_it_gets_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    backup, synced = tmp_path / "gamenight.version-1.sqlite", []

    def fsync(descriptor: int) -> None:
        synced.append((os.fstat(descriptor).st_ino, backup.exists()))

    monkeypatch.setattr(os, "fsync", fsync)
    SqliteStore(old_store(tmp_path)).close()
    assert synced == [(backup.stat().st_ino, False), (tmp_path.stat().st_ino, True)]


def test_plies_of_unknown_time(tmp_path: Path) -> None:
    store = SqliteStore(old_store(tmp_path))
    assert store._db.execute("SELECT DISTINCT time FROM plies").fetchall() == [(None,)]
    start, match = time.time_ns() // 1000, Match.load(store, 7)
    play_to_the_end(match)
    times = store._db.execute("SELECT time FROM plies WHERE match = 7 ORDER BY ply").fetchall()
    new = [time for (time,) in times[14:]]
    assert times[:14] == [(None,)] * 14
    assert start <= new[0]
    assert new == sorted(new)
    assert new[-1] <= time.time_ns() // 1000


def test_a_draft_is_kept_for_each_person_there(tmp_path: Path) -> None:
    damage = """
        INSERT INTO drafts VALUES (7, 14, CAST(x'ff' AS TEXT));
        INSERT INTO drafts VALUES (55, 5, 'e'), (12, 14, 'a'), (34, 13, 'b'), (1, 25, 'c');
        INSERT INTO drafts VALUES (2, 3, 'd');
        UPDATE matches SET seats = '[[' WHERE id = 1
    """
    store = SqliteStore(old_store(tmp_path, damage=damage))
    rows = store._db.execute("SELECT * FROM drafts WHERE match <> 7").fetchall()
    assert [store.draft(7, 14, seat) for seat in (0, 1)] == ["\udcff"] * 2
    found: dict[int, list[Any]] = {}
    for match, *rest in rows:
        found.setdefault(match, []).append(tuple(rest))
    people = {
        id: [n for n, seat in enumerate(store.load(id).record.seated(ply)) if not seat.bot]
        for id, ply in ((12, 14), (34, 13), (48, 16), (49, 13), (50, 13), (55, 5))
    }
    assert people[12] == [0, 1]  # both: the changes there came after ply 14
    assert people[34] != [0, 1]  # a bot has taken a seat at ply 13
    texts = {
        12: (14, "a"),
        34: (13, "b"),
        48: (16, "d2"),
        49: (13, ""),
        50: (13, "d1"),
        55: (5, "e"),
    }
    assert found == {
        id: [(ply, seat, text) for seat in people[id]] for id, (ply, text) in texts.items()
    }


# What may happen to a row of match 4, and to its plies; and whether its result can still be read.
ROW, PLY = "UPDATE matches SET {} WHERE id = 4", "UPDATE plies SET text = {} WHERE match = 4"
DAMAGE = {
    "options": (ROW.format("options = '{'"), False),
    "seats": (ROW.format("seats = '[1]'"), False),
    "names": (ROW.format("seats = '[[1, 2], [3, 4]]'"), False),
    "letters of names": (ROW.format("seats = CAST(x'5b5b22ff222c22225d5d' AS TEXT)"), False),
    "series": (ROW.format("series = 'x'"), False),
    "result": (ROW.format("result = '[]'"), False),
    "few scores": (ROW.format("result = '[[], [0], \"\", null]'"), False),
    "a score": (ROW.format('result = \'[[1, "2"], [], "", 0]\''), False),
    "a winner": (ROW.format("result = '[[1, 2], [2], \"\", null]'"), False),
    "who resigned": (ROW.format("result = '[[1, 2], [], \"\", -3]'"), False),
    "a reason": (ROW.format("result = '[[1, 2], [], null, 0]'"), False),
    "letters of the game": (ROW.format("game = CAST(x'ff' AS TEXT)"), False),
    "a change": ("INSERT INTO changes VALUES (4, 0, 0, 9, 'x')", False),
    "a lost ply": ("DELETE FROM plies WHERE match = 4 AND ply = 3", False),
    "a text": (PLY.format("'Z'") + " AND ply = 3", True),
    "no text": (PLY.format("x'ff00'") + " AND ply = 3", True),
    "letters of a ply": (PLY.format("CAST(x'ff' AS TEXT)") + " AND ply = 3", True),
    "another ply": (PLY.format("'A'"), True),
    "an option": (ROW.format("options = '{\"houses\": -1}'"), True),
}


@pytest.mark.parametrize(("damage", "counted"), DAMAGE.values(), ids=list(DAMAGE))
def test_a_damaged_match_hides_no_other(tmp_path: Path, damage: str, counted: bool) -> None:
    """Where its result can be read it counts, without turns."""
    store = SqliteStore(old_store(tmp_path, damage=damage))
    check_seals(store, damaged=frozenset({4}))
    assert len(store.matches()) == len(KNOWN)
    assert all(f"{one.game}{outcome(one)}".encode() for one in store.matches())
    assert statistics(store.ended())
    with pytest.raises(GamenightError):
        Match.load(store, 4)
    for known in KNOWN:
        if known["id"] != 4:
            record = store.load(known["id"]).record
            assert digest_of(record) == known["digest"]
    whole = list(SqliteStore(STORE, readonly=True).ended())
    found = [ended for ended in store.ended() if ended.appearances]
    lost = [ended for ended in whole if ended not in found]
    assert len(lost) == 1
    assert len(found) == len(whole) - (not counted)
    new = [list(one.appearances) for one in found if one not in whole]
    plain = [one._replace(best=None, worst=None) for one in lost[0].appearances]
    assert new == ([plain] if counted else [])


@pytest.mark.parametrize("other", ["version = 7", "game = 'gone'"])
def test_rules_of_another_version_or_a_missing_game_are_no_damage(
    tmp_path: Path, other: str
) -> None:
    damage = "; ".join([ROW.format(other), PLY.format("'Z'")])
    store = SqliteStore(old_store(tmp_path, damage=damage))
    check_seals(store)
    over = appearances(store.load(4).record)
    assert over in [ended.appearances for ended in store.ended()]
    assert {one.best for one in over} == {None}


def test_progress_is_told_where_it_takes_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    kept = tmp_path / "gamenight.version-1.sqlite"
    done = f"Your matches were brought up to date; the old file is kept as {kept}."
    monkeypatch.setattr(migration, "PATIENCE", 1_000)
    SqliteStore(old_store(tmp_path), tell=told.append).close()
    assert told == [done]
    told.clear()
    monkeypatch.setattr(migration, "PATIENCE", 0)
    monkeypatch.setattr(migration, "BATCH", 20)
    SqliteStore(old_store(tmp_path), tell=told.append).close()
    percents = (28, 57, 85, 100, 100)
    progress = [f"Bringing 70 matches up to date: {percent}%" for percent in percents]
    assert told == [*progress, done]
    SqliteStore(tmp_path / "gamenight.sqlite", tell=told.append).close()
    assert told == [*progress, done]


def test_progress_ends_at_100_percent_though_others_add_matches_meanwhile(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(migration, "PATIENCE", 0)
    told: list[str] = []
    progress = migration.Progress(40, told.append)
    progress.add(30)
    progress.add(30)
    progress.end()
    percents = [sentence.rpartition(": ")[2] for sentence in told]
    assert percents == ["75%", "100%", "100%"]


def test_a_store_of_version_2(tmp_path: Path) -> None:
    """Every match of it is as it was, its checksums are good still, and it goes on."""
    path = tmp_path / "gamenight.sqlite"
    shutil.copy(STORE_2, path)
    before, told = contents(path), list[str]()
    store = SqliteStore(path, tell=told.append)
    assert version(path) == 3
    assert told == [
        "Your matches were brought up to date; the old file is kept as "
        f"{tmp_path / 'gamenight.version-2.sqlite'}."
    ]
    assert contents(tmp_path / "gamenight.version-2.sqlite") == before
    check_seals(store)
    for table, rows in contents(path).items():
        if table != "mixes":
            assert [row[: len(old)] for row, old in zip(rows, before[table], strict=True)] == (
                before[table]
            )
    for known in KNOWN_2:
        found = store.load(known["id"])
        assert (found.record.dumps(), found.revision) == (known["record"], known["revision"])
        assert [list(one) for one in sorted(found.passes)] == known["passes"]
        assert (found.secret.hex(), list(found.later)) == (known["secret"], known["later"])
        if found.record.result is None:
            play_to_the_end(Match.load(store, found.id))
    assert store.count(finished=False) == 0
    check_seals(store)
    with closing(sqlite3.connect(path)) as db:
        assert list(shape_faults(db)) == []


def test_version_2_that_can_only_be_read(tmp_path: Path) -> None:
    path = tmp_path / "gamenight.sqlite"
    shutil.copy(STORE_2, path)
    store = SqliteStore(path, readonly=True)
    assert {one.id for one in store.matches()} == {known["id"] for known in KNOWN_2}
    store.close()
    assert version(path) == 2
