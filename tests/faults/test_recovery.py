"""Damaged files: what can be read of them is kept, what cannot is told."""

from __future__ import annotations

import errno
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from gamenight.match import connection, doctor
from gamenight.match.backups import FOLDER, backups_of
from gamenight.match.sqlite import SqliteStore
from gamenight.match.store import StoreError
from tests.faults.damage import FILE, whole_store
from tests.faults.test_doctor import Kept, damage, load
from tests.faults.test_read_only import store_with_log
from tests.terminal import in_process, pipe


@pytest.mark.parametrize("leaf", [0, -1])
def test_all_that_could_be_opened_is_in_the_new_file(kept: Kept, tmp_path: Path, leaf: int) -> None:
    """The table of matches has a few leaves: the first or the last of them is damaged."""
    damage(tmp_path, "UPDATE sqlite_sequence SET seq = 40 WHERE name = 'matches'")
    path = tmp_path / FILE
    with closing(sqlite3.connect(path)) as db:
        query = "SELECT pageno FROM dbstat WHERE name = 'matches' AND pagetype = 'leaf'"
        page = [number for (number,) in db.execute(f"{query} ORDER BY path")][leaf]
    data = bytearray(path.read_bytes())
    data[4096 * (page - 1) : 4096 * page] = bytes(4096)
    path.write_bytes(data)
    with closing(SqliteStore(path)) as store:
        before = opened(store, kept)
    assert 0 < len(before) < len(kept)
    assert sorted(before) == list(range(min(before), max(before) + 1))
    lost = sorted({*kept} - before)
    told = pipe(tmp_path, "doctor", "--repair")
    assert f"{len(before)} matches were read into a new file" in told
    assert f"Could not be read: match {', '.join(map(str, lost))}.\n" in told.replace(" and ", ", ")
    with closing(SqliteStore(path)) as store:
        assert opened(store, kept) == before
        other = kept[min(before)]
        assert store.create(other.record, other.secret).id == 41, "no number is used twice"


def opened(store: SqliteStore, kept: Kept) -> set[int]:
    found = set[int]()
    for id, wanted in kept.items():
        with suppress(StoreError):
            assert store.load(id) == wanted
            found.add(id)
    return found


def test_matches_that_nothing_else_names_are_found(kept: Kept, tmp_path: Path) -> None:
    """All that is left is the table of matches."""
    with closing(sqlite3.connect(tmp_path / FILE)) as db:
        names = ("sqlite_sequence", "plies", "changes", "drafts", "passes", "latest")
        pages = [
            page
            for name in names
            for (page,) in db.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (name,))
        ]
    data = bytearray((tmp_path / FILE).read_bytes())
    for page in pages:
        data[4096 * (page - 1) : 4096 * page] = bytes(4096)
    (tmp_path / FILE).write_bytes(data)
    told = pipe(tmp_path, "doctor", "--repair", status=1)
    assert "11 matches were read into a new file" in told
    assert load(tmp_path, 1) == kept[1]


@pytest.mark.parametrize("name", ["TABLE matches", "INDEX latest", "TABLE plies"])
@pytest.mark.parametrize("letter", [0, 8])
def test_a_schema_that_is_no_text_is_a_damaged_file(
    kept: Kept, tmp_path: Path, name: str, letter: int
) -> None:
    load(tmp_path, 2)
    path = tmp_path / FILE
    data = bytearray(path.read_bytes())
    data[data.index(f"CREATE {name}".encode()) + letter] = 0xFF
    path.write_bytes(data)
    for words in ((), ("matches",), ("stats",), ("resume",), ("doctor",), ("doctor", "--repair")):
        status, output, errors = in_process(tmp_path, *words, typed="quit\n")
        assert "a bug" not in output + errors
        assert status in (0, 1, 2)
        if words[:1] != ("doctor",):
            assert str(path) in output + errors
            assert "(see: gamenight doctor)" in output + errors
    pipe(tmp_path, "doctor", "--restore", "1")
    assert {id: load(tmp_path, id) for id in kept} == kept


def test_the_doctor_says_that_a_state_is_older(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, told = store_with_log(tmp_path), list[str]()
    monkeypatch.setattr(
        doctor, "open_readonly", lambda path, tell: connection._readable_as_it_is(path, tell)[0]
    )
    monkeypatch.setattr(shutil, "copyfile", refused)
    doctor.examine(path, told.append)
    assert "this is an older state" in told[0]


def refused(*_: object) -> None:
    raise PermissionError(13, "Permission denied")


def test_no_repair_is_offered_for_a_file_that_is_no_database(tmp_path: Path) -> None:
    whole_store(tmp_path)
    SqliteStore(tmp_path / FILE).close()
    (backup,) = backups_of(tmp_path / FILE)
    (tmp_path / FILE).write_text("a letter to a friend " * 1000)
    told = pipe(tmp_path, "doctor", status=1)
    assert "--repair" not in told
    name = backup.name.split(".")[1]
    back = f"11 matches are in a backup: gamenight doctor --restore {name}"
    assert f"Nothing can be read of it ({back})." in told


@pytest.mark.parametrize("change", ["", "UPDATE matches SET secret = x'00' WHERE id = 2"])
def test_backups_that_cannot_be_read_do_not_stop_the_doctor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    whole_store(tmp_path)
    SqliteStore(tmp_path / FILE).close()
    folder, usual = tmp_path / FOLDER, Path.iterdir
    with closing(sqlite3.connect(tmp_path / FILE)) as db:
        db.execute(change)
        db.commit()

    def iterdir(path: Path) -> Iterator[Path]:
        if path == folder:
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return usual(path)

    monkeypatch.setattr(Path, "iterdir", iterdir)
    told = pipe(tmp_path, "doctor", status=1 if change else 0)
    assert f"The backups cannot be read: {folder}: Permission denied." in told
    assert "Backups: 0" in told
    assert "The backups cannot be read" in pipe(tmp_path, "doctor", "--restore", status=2)
