"""Backups: one a day, seven kept, each whole or not there, whenever the program is killed."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path

import pytest

from gamenight.match import backups
from gamenight.match.backups import FOLDER, KEPT, back_up, backups_of
from gamenight.match.migration import backup_of
from gamenight.match.sqlite import SqliteStore
from gamenight.match.store import Stored
from tests.effort import SOAK
from tests.faults.damage import FILE, whole_store
from tests.faults.figures import Count
from tests.faults.mortals import killed
from tests.match.matches import new_match
from tests.match.old_stores import STORE, contents, old_store
from tests.terminal import pipe


def opened(path: Path) -> None:
    SqliteStore(path).close()


def test_the_first_opening_of_a_day_makes_a_private_one(tmp_path: Path) -> None:
    whole_store(tmp_path)
    path = tmp_path / FILE
    opened(path)
    (backup,) = backups_of(path)
    assert contents(backup) == contents(path)
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    assert stat.S_IMODE(backup.parent.stat().st_mode) == 0o700
    before = backup.read_bytes()
    with closing(sqlite3.connect(path)) as db:
        db.execute("DELETE FROM matches WHERE id = 2")
        db.commit()
    opened(path)
    assert backup.read_bytes() == before, "nothing was played"
    assert [file.name for file in backup.parent.iterdir()] == [backup.name]


def test_what_was_played_in_an_evening_is_in_its_backup(tmp_path: Path) -> None:
    path = tmp_path / FILE
    pipe(tmp_path, "play", "oware", "--seat", "Ann", "--seat", "Ben", typed="F\nf\n")
    (backup,) = backups_of(path)
    assert contents(backup) == contents(path)
    pipe(tmp_path, "resume", typed="A\na\n")
    assert contents(backup) == contents(path)
    pipe(tmp_path, "export", "1", str(tmp_path / "match.json"))
    pipe(tmp_path, "delete", "1")
    assert contents(backup) != contents(path), "what was deleted can come back today"
    pipe(tmp_path, "import", str(tmp_path / "match.json"))
    assert contents(backup) == contents(path)


def test_a_store_that_takes_long_to_copy_keeps_nobody_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backups, "QUICK", 1000)
    with closing(SqliteStore(tmp_path / FILE)) as store:
        new_match("oware", store=store)
    assert backups_of(tmp_path / FILE) == []
    opened(tmp_path / FILE)
    assert len(backups_of(tmp_path / FILE)) == 1, "a thread does it"


def test_the_last_seven_are_kept(tmp_path: Path) -> None:
    whole_store(tmp_path)
    path = tmp_path / FILE
    (tmp_path / FOLDER).mkdir()
    days = [date(2026, 1, 1) + timedelta(day) for day in range(9)]
    for day in days:
        back_up(path, tmp_path / FOLDER / f"gamenight.{day}.sqlite")
    assert [file.name.split(".")[1] for file in backups_of(path)] == [
        str(day) for day in reversed(days[-KEPT:])
    ]


def test_a_damaged_file_replaces_no_good_backup(tmp_path: Path) -> None:
    whole_store(tmp_path)
    path = tmp_path / FILE
    opened(path)
    (good,) = backups_of(path)
    data = bytearray(path.read_bytes())
    data[8192:12288] = bytes(4096)
    path.write_bytes(data)
    back_up(path, good.with_name("gamenight.2999-01-01.sqlite"))
    assert backups_of(path) == [good]
    assert [file.name for file in good.parent.iterdir()] == [good.name]


def damaged_since(path: Path, change: str) -> tuple[Path, bytes]:
    """The backup of a store of which a row is damaged after that, and its bytes."""
    opened(path)
    (backup,) = backups_of(path)
    before = backup.read_bytes()
    with closing(sqlite3.connect(path)) as db:
        db.execute(change)
        db.commit()
    return backup, before


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE matches SET secret = x'00' WHERE id = 2",
        "UPDATE plies SET text = CAST(x'41ff' AS TEXT) WHERE match = 2 AND ply = 1",
        "DELETE FROM plies WHERE match = 2 AND ply = 4",
        "DELETE FROM plies WHERE match = 2",
    ],
)
def test_a_damaged_match_replaces_no_whole_one(tmp_path: Path, change: str) -> None:
    """Not even where more was played than is damaged."""
    whole_store(tmp_path)
    path = tmp_path / FILE
    backup, before = damaged_since(path, change)
    with closing(SqliteStore(path)) as store:
        for _ in range(3):
            new_match("oware", store=store)
    assert backup.read_bytes() == before
    assert f"--restore {backup.name.split('.')[1]}" in pipe(tmp_path, "doctor", status=1)
    pipe(tmp_path, "delete", "2")
    with closing(SqliteStore(path)) as store:
        new_match("oware", store=store)
    assert contents(backup) == contents(path), "nothing in it is damaged any more"


def test_what_was_damaged_before_stops_no_backup(tmp_path: Path) -> None:
    whole_store(tmp_path)
    path = tmp_path / FILE
    with closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE matches SET secret = x'00' WHERE id = 2")
        db.commit()
    opened(path)
    (backup,) = backups_of(path)
    with closing(SqliteStore(path)) as store:
        new_match("oware", store=store)
    assert contents(backup) == contents(path)


def test_a_backup_that_is_damaged_itself_is_replaced(tmp_path: Path) -> None:
    whole_store(tmp_path)
    path = tmp_path / FILE
    opened(path)
    (backup,) = backups_of(path)
    backup.write_bytes(b"SQLite format 3")
    with closing(SqliteStore(path)) as store:
        new_match("oware", store=store)
    assert contents(backup) == contents(path)


def test_a_backup_that_fails_stops_nobody(tmp_path: Path) -> None:
    whole_store(tmp_path)
    (tmp_path / FOLDER).write_text("no folder")
    with closing(SqliteStore(tmp_path / FILE)) as store:
        assert isinstance(store.load(2), Stored)


def test_what_was_abandoned_is_removed(tmp_path: Path) -> None:
    whole_store(tmp_path)
    folder = tmp_path / FOLDER
    folder.mkdir()
    old, new = folder / ".gamenight.2026-01-01.sqlite.1", folder / ".gamenight.x.sqlite.2"
    for file in (old, new):
        file.write_text("half")
    os.utime(old, (1, 1))
    opened(tmp_path / FILE)
    assert not old.exists()
    assert new.exists(), "somebody may still be writing it"
    assert len(backups_of(tmp_path / FILE)) == 1


STEP = 1 if SOAK else 2
OPEN = "SqliteStore(path).close()"
PLAY = "store = SqliteStore(path); store.keep_draft(3, 6, 0, 'd3'); store.close()"


def test_killed_at_any_moment_of_a_backup(tmp_path: Path, count: Count) -> None:
    """The store is as before, no half of a backup is taken for one, the next opening makes it."""
    whole_store(tmp_path)
    path, wanted = tmp_path / FILE, contents(tmp_path / FILE)
    faults, moments = list[str](), list[int]()
    for moment in killed(path, OPEN, STEP):
        moments.append(moment)
        if any(contents(one) != wanted for one in backups_of(path)):
            faults.append(f"half a backup after {moment}")
        opened(path)
        if contents(path) != wanted or [contents(one) for one in backups_of(path)] != [wanted]:
            faults.append(f"killed at {moment}")
        clear(tmp_path / FOLDER)
    assert len(moments) > 5
    count("kills during a backup", len(moments), faults)


def test_killed_at_any_moment_of_a_closing(tmp_path: Path, count: Count) -> None:
    """The backup of the day is the one before or the one after: never half of one, never gone."""
    whole_store(tmp_path)
    path = tmp_path / FILE
    opened(path)
    (backup,) = backups_of(path)
    store, day = path.read_bytes(), backup.read_bytes()
    before = contents(path)
    faults, moments, renewed = list[str](), list[int](), 0
    for moment in killed(path, PLAY, STEP):
        moments.append(moment)
        found = [contents(one) for one in backups_of(path)]
        if found not in ([before], [contents(path)]):
            faults.append(f"killed at {moment}")
        renewed += found != [before]
        clear(tmp_path)
        path.write_bytes(store)
        backup.write_bytes(day)
    assert 0 < renewed < len(moments)
    count("kills during the backup of an evening", len(moments), faults)


def test_killed_at_any_moment_of_a_migration(tmp_path: Path, count: Count) -> None:
    """Nothing is lost, the next start finishes it, and the old file is kept."""
    (tmp_path / "whole").mkdir()
    opened(old_store(tmp_path / "whole"))
    wanted = contents(tmp_path / "whole" / FILE)
    path = old_store(tmp_path)
    faults, moments = list[str](), list[int]()
    for moment in killed(path, OPEN, STEP):
        moments.append(moment)
        opened(path)
        if contents(path) != wanted or contents(backup_of(path, 1)) != contents(STORE):
            faults.append(f"killed at {moment}")
        clear(tmp_path)
        old_store(tmp_path)
    assert len(moments) > 3
    count("kills during a migration", len(moments), faults)


@pytest.mark.parametrize("work", ["restore", "recover"])
def test_killed_at_any_moment_of_a_repair(tmp_path: Path, count: Count, work: str) -> None:
    """There is always a store: the one before, or the one after."""
    whole_store(tmp_path / "whole")
    source, path = tmp_path / "whole" / FILE, tmp_path / FILE
    shutil.copy(source, path)
    wanted, faults, moments = contents(source), list[str](), list[int]()
    given = f", Path({str(source)!r})" if work == "restore" else ""
    for moment in killed(path, f"{work}(path{given})", STEP):
        moments.append(moment)
        if not path.exists() or contents(path) != wanted:
            faults.append(f"killed at {moment}")
        clear(tmp_path)
        shutil.copy(source, path)
    assert len(moments) > 3
    count("kills during a repair", len(moments), faults)


def clear(folder: Path) -> None:
    for file in folder.iterdir() if folder.exists() else ():
        if file.is_file():
            file.unlink()
