"""The files of a store: for whom they are, which version, and where they can only be read."""

from __future__ import annotations

import sqlite3
import stat
from pathlib import Path

import pytest

from gamenight.match import migration
from gamenight.match.match import Match
from gamenight.match.sqlite import SqliteStore
from gamenight.match.store import StoreError
from tests.match.old_stores import (
    KNOWN,
    STORE,
    check_seals,
    old_store,
    unprivileged,
    version,
)


def test_an_old_store_that_can_only_be_read(tmp_path: Path) -> None:
    path = old_store(tmp_path)
    before = path.read_bytes()
    store = SqliteStore(path, readonly=True)
    check_seals(store)
    assert store.count() == len(KNOWN)
    with pytest.raises(StoreError, match="readonly"):
        store.delete(1)
    store.close()
    assert path.read_bytes() == before
    assert version(path) == 1
    assert not migration.backup_of(path, 1).exists()


def test_commands_that_read_work_where_nothing_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    path = old_store(tmp_path / "data")
    before = path.read_bytes()
    for command, told in (
        (("matches",), "and 50 more"),
        (("stats",), "Oware"),
        (("export", "4", str(tmp_path / "4.json")), "written to"),
        (("replay", "4"), "move 0 of 118"),
    ):
        done = unprivileged(*command, "--data", str(path.parent), locked=(path, path.parent))
        assert told in done.stdout, done.stderr
        assert done.returncode == 0
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_whoever_cannot_write_is_told_before_the_first_move(tmp_path: Path) -> None:
    path = old_store(tmp_path)
    SqliteStore(path).close()
    seats = ("--seat", "Ann", "--seat", "Ben", "--first", "1")
    for command, status in ((("resume", "7"), 0), (("play", "oware", *seats), 0)):
        locked = (path, tmp_path)
        done = unprivileged(*command, "--data", str(tmp_path), locked=locked, typed="1\n")
        assert "attempt to write a readonly database" in done.stdout + done.stderr
        assert "is saved." not in done.stdout
        assert done.returncode == status
    assert "only in memory until that works again" in done.stdout


def test_no_copy_is_made_of_a_store_that_cannot_be_migrated(tmp_path: Path) -> None:
    path = old_store(tmp_path)
    done = unprivileged("matches", "--data", str(tmp_path), locked=(path,))
    assert "and 50 more" in done.stdout, done.stderr
    assert version(path) == 1
    assert not list(tmp_path.glob("*version*"))


@pytest.mark.parametrize("readonly", [False, True])
def test_a_newer_store_is_refused(tmp_path: Path, readonly: bool) -> None:
    path = old_store(tmp_path, damage="PRAGMA user_version = 4")
    with pytest.raises(StoreError, match="has version 4, but this gamenight knows 3"):
        SqliteStore(path, readonly=readonly)
    assert version(path) == 4


def modes(folder: Path) -> dict[str, int]:
    return {file.name: stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()}


def test_files_are_for_their_owner_only(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    tmp_path.chmod(0o755)
    store = SqliteStore(folder / "new.sqlite")
    Match.load(SqliteStore(STORE, readonly=True), 7)
    assert modes(folder) == {"new.sqlite": 0o600, "new.sqlite-wal": 0o600, "new.sqlite-shm": 0o600}
    assert modes(tmp_path) == {"a": 0o700}
    assert modes(tmp_path / "a") == {"b": 0o700}
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755
    store.close()


def test_older_files_are_made_private(tmp_path: Path) -> None:
    path = old_store(tmp_path)
    keeper = sqlite3.connect(path)
    keeper.execute("SELECT * FROM matches").fetchone()
    for file in tmp_path.iterdir():
        file.chmod(0o644)
    store = SqliteStore(path)
    assert set(modes(tmp_path).values()) == {0o600}
    assert {"gamenight.version-1.sqlite", "gamenight.sqlite-wal"} <= modes(tmp_path).keys()
    store.close()
    keeper.close()


def test_rights_that_cannot_be_changed_stop_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = old_store(tmp_path)
    path.chmod(0o644)

    def refuse(self: Path, mode: int) -> None:
        raise PermissionError(mode)

    monkeypatch.setattr(Path, "chmod", refuse)
    assert SqliteStore(path).count() == len(KNOWN)
