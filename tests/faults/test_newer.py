"""Stores of a newer gamenight: every command refuses them, and a backup replaces one if asked."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from gamenight.match import connection
from gamenight.match.matches import NewerStore, open_matches, sheltered_matches
from gamenight.match.schema import VERSION
from gamenight.match.sqlite import SqliteStore
from gamenight.match.store import StoreError
from gamenight.match.transactions import version_of
from tests.faults.test_read_only import FILE, SEATS, store_with_log
from tests.match.old_stores import unprivileged
from tests.terminal import Terminal, pipe


def newer(folder: Path) -> Path:
    pipe(folder, "play", "oware", *SEATS, typed="1\n")
    with closing(sqlite3.connect(folder / FILE)) as db:
        db.execute("PRAGMA user_version = 99")
    return folder / FILE


COMMANDS = [
    (),
    ("play", "oware", *SEATS),
    ("resume",),
    ("resume", "1"),
    ("matches",),
    ("stats",),
    ("replay", "1"),
    ("export", "1", "1.json"),
    ("delete", "1"),
    ("analyse", "1"),
]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_newer_store_is_refused_by_every_command(tmp_path: Path, command: tuple[str]) -> None:
    path = newer(tmp_path)
    before = path.read_bytes()
    output = pipe(tmp_path, *command, typed="1\n", status=2)
    assert output.count("\n") == 1
    assert "has version 99, but this gamenight knows" in output
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "command",
    [("matches",), ("play", "oware", *SEATS), ("resume",), ("import", "x.json"), ("delete", "1")],
    ids=" ".join,
)
def test_a_newer_store_is_refused_where_it_can_only_be_read(
    tmp_path: Path, command: tuple[str]
) -> None:
    path = newer(tmp_path)
    done = unprivileged(*command, "--data", str(tmp_path), locked=(path, tmp_path), typed="1\n")
    assert done.returncode == 2
    assert "has version 99" in done.stderr
    assert "Ann" not in done.stdout


def test_a_backup_does_not_replace_a_newer_store_without_a_word(tmp_path: Path) -> None:
    path = newer(tmp_path)
    SqliteStore(tmp_path / "gamenight.before-1.sqlite").close()
    told = pipe(tmp_path, "doctor", "--restore", "1")
    assert told.startswith(f"A newer gamenight has written to {path} (version 99).\n")


def test_at_a_terminal_it_asks_before_a_newer_store_is_replaced(tmp_path: Path) -> None:
    path = newer(tmp_path)
    for answer, version in (("n", 99), ("y", VERSION)):
        terminal = Terminal(tmp_path, "doctor", "--restore", "1")
        question = "Your file is of a newer gamenight, this backup has 1: replace? [y/N] "
        terminal.answer(question, answer)
        terminal.end(0)
        with closing(sqlite3.connect(path)) as db:
            assert version_of(db) == version


def test_a_version_that_is_only_in_the_log_counts(tmp_path: Path) -> None:
    path = store_with_log(tmp_path)
    with closing(sqlite3.connect(tmp_path / "written" / FILE)) as writer:
        writer.execute("PRAGMA wal_autocheckpoint = 0")
        writer.execute("PRAGMA user_version = 99")
        for suffix in ("", "-wal"):
            shutil.copy(tmp_path / "written" / f"{FILE}{suffix}", f"{path}{suffix}")
    with pytest.raises(NewerStore):
        connection._readable_as_it_is(path, None)
    with pytest.raises(NewerStore):
        sheltered_matches(path, StoreError("locked"))
    with pytest.raises(NewerStore):
        open_matches(path, readable=True)
