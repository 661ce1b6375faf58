"""Migration broken off: processes killed, several at once, older ones still there, no room."""

from __future__ import annotations

import random
import resource
import signal
import sqlite3
import subprocess
import sys
import time
from itertools import count
from pathlib import Path

import pytest

from gamenight.core.record import resignation
from gamenight.match import migration
from gamenight.match.match import Match
from gamenight.match.schema import write_result
from gamenight.match.sqlite import SqliteStore
from gamenight.match.store import DamagedMatch, StaleMatch
from gamenight.match.summary import appearances
from tests.effort import SOAK, times
from tests.match.old_stores import (
    FILE,
    MORTALS,
    STORE,
    check_seals,
    contents,
    old_store,
    opener,
    version,
)


def test_a_backup_is_never_replaced_by_what_is_new(tmp_path: Path) -> None:
    """Another process may have migrated the store between the look at it and the copy."""
    path = old_store(tmp_path)
    store = SqliteStore(path)
    backup = migration.backup_of(path, 1)
    before = backup.read_bytes()
    migration.back_up(store._db, path, 1)
    assert backup.read_bytes() == before
    assert {file.name for file in tmp_path.iterdir()} >= {path.name, backup.name}
    assert not list(tmp_path.glob(".*"))


def test_killed_at_any_statement_it_goes_on(tmp_path: Path) -> None:
    path, whole = tmp_path / FILE, migrated(tmp_path / "whole")
    process, more, deaths = opener(path, MORTALS), random.Random(5), 0
    assert process.stdin is not None
    assert process.stdout is not None
    moments = (
        *range(1, 40, 1 if SOAK else 5),
        *(more.randrange(40, 400) for _ in range(times(4, soak=70))),
    )
    for dies_at in moments:
        old_store(tmp_path)
        print(dies_at, file=process.stdin, flush=True)
        deaths += int(process.stdout.readline()) == signal.SIGKILL
        SqliteStore(path).close()
        assert contents(path) == contents(whole)
        assert contents(migration.backup_of(path, 1)) == contents(STORE)
        assert not list(tmp_path.glob(".*"))
        clear(tmp_path)
    process.communicate()
    assert deaths == len(moments)


def test_what_a_killed_process_has_copied_is_removed(tmp_path: Path) -> None:
    path = old_store(tmp_path)
    for name in (
        f".{FILE}.1",
        ".gamenight.version-1.sqlite.1",
        ".gamenight.version-1.sqlite.1-wal",
    ):
        (tmp_path / name).write_text("x")
    SqliteStore(path).close()
    found = {file.name for file in tmp_path.iterdir()}
    assert found == {FILE, "gamenight.version-1.sqlite", f".{FILE}.1"}


def test_killed_at_random_it_goes_on(tmp_path: Path) -> None:
    """A few hundred matches, and as many processes as it takes; the later, the longer they live."""
    whole = migrated(tmp_path / "whole", copies=4)
    lives, deaths = random.Random(3), 0
    for _ in range(times(1)):
        path = old_store(tmp_path, copies=4)
        for number in count(1):
            process = opener(path)
            assert process.stdout is not None
            process.stdout.readline()
            time.sleep(lives.random() * number / 10)
            process.kill()
            process.communicate()
            if process.returncode == 0:
                break
            deaths += 1
        SqliteStore(path).close()
        assert contents(path) == contents(whole)
        assert version(migration.backup_of(path, 1)) == 1
        clear(tmp_path)
    assert deaths


def migrated(folder: Path, copies: int = 1) -> Path:
    """A store that nothing has disturbed."""
    folder.mkdir()
    path = old_store(folder, copies)
    SqliteStore(path).close()
    return path


def clear(folder: Path) -> None:
    for file in folder.glob("*gamenight*"):
        file.unlink()


def test_several_processes_at_once(tmp_path: Path) -> None:
    whole, path = migrated(tmp_path / "whole", copies=4), old_store(tmp_path, copies=4)
    processes = [opener(path) for _ in range(4)]
    for process in processes:
        process.communicate()
    assert [process.returncode for process in processes] == [0] * 4
    assert contents(path) == contents(whole)
    assert contents(migration.backup_of(path, 1)) == contents(migration.backup_of(whole, 1))
    assert not list(tmp_path.glob(".*"))


# What gamenight did before version 2, word by word.
REVISE = "UPDATE matches SET revision = revision + 1, touched = ? WHERE id = ? AND revision = ?"
NOW = "2026-11-16T12:00:00.000000+00:00"


def test_an_old_program_that_still_has_it_open(tmp_path: Path) -> None:
    path = old_store(tmp_path)
    old = sqlite3.connect(path, isolation_level=None)
    (revision,) = old.execute("SELECT revision FROM matches WHERE id = 7").fetchone()
    here = SqliteStore(path)
    old.execute("BEGIN IMMEDIATE")
    old.execute(REVISE, (NOW, 7, revision))
    with pytest.raises(sqlite3.Error, match="plies has 6 columns but 3 values"):
        old.execute("INSERT INTO plies VALUES (?, ?, ?)", (7, 14, "A"))
    old.execute("ROLLBACK")
    match = Match.load(here, 7)
    result = write_result(resignation(match.rules, match.state, 0, match.names[0]))
    old.execute(REVISE, (NOW, 7, revision))
    old.execute("UPDATE matches SET result = ? WHERE id = 7", (result,))
    old.execute("UPDATE matches SET revision = revision + 1 WHERE id = 3")
    old.execute("DELETE FROM plies WHERE match = 3 AND ply >= 30")
    old.execute("UPDATE matches SET revision = revision + 1 WHERE id = 1")
    old.execute('INSERT INTO changes VALUES (1, 0, 10, 0, \'["Zoë", ""]\')')
    old.execute(
        "INSERT INTO matches (game, version, options, seats, series, secret, started, touched) "
        "SELECT game, version, options, seats, series, secret, started, touched FROM matches "
        "WHERE id = 1"
    )
    old.close()
    with pytest.raises(StaleMatch):  # it is loaded, and so sealed, before it goes on
        here.keep_later(7, revision + 1, ["x"])
    match = Match.load(here, 7)
    assert match.result is not None
    here.keep_later(7, match.revision, ["x"])
    with pytest.raises(DamagedMatch, match="only 30 of its "):
        here.load(3)  # whether they were taken back or lost, nobody can tell
    assert here.load(1).record.names() == ("Zoë", here.load(1).record.seats[1].name)
    before = list(here.ended())
    here.close()
    again = SqliteStore(path)
    again.delete(3)
    check_seals(again)
    assert list(again.ended()) == before, "loading one has filled in all"
    assert list(again.ended())[-1].appearances == appearances(again.load(7).record)
    assert again.load(71).record.actions == ()


def test_a_match_that_changes_while_it_is_filled_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An old program may be quicker than the one that has looked at the match."""
    path, filling, late = old_store(tmp_path), migration._filling, [7]
    old = sqlite3.connect(path, isolation_level=None)

    def slowly(db: sqlite3.Connection, id: int) -> object:
        found = filling(db, id)
        if id in late:
            late.remove(id)
            old.execute("UPDATE matches SET revision = revision + 1 WHERE id = ?", (id,))
            old.execute("DELETE FROM plies WHERE match = ? AND ply >= 9", (id,))
        return found

    monkeypatch.setattr(migration, "_filling", slowly)
    store = SqliteStore(path)
    check_seals(store)
    assert len(store.load(7).record.actions) == 9
    assert late == []
    old.close()


def test_no_room_for_the_backup(tmp_path: Path) -> None:
    """The store stays as it is, and nothing half is left."""
    path = old_store(tmp_path, copies=5)
    before = contents(path)

    def little() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))

    code = "import sys; from pathlib import Path; from gamenight.match.sqlite import SqliteStore;"
    done = subprocess.run(
        [sys.executable, "-c", f"{code} SqliteStore(Path(sys.argv[1]))", str(path)],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=little,
    )
    assert "UnwritableStore" in done.stderr
    assert (version(path), contents(path)) == (1, before)
    assert not list(tmp_path.glob("*version*"))
