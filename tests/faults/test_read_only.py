"""Stores that can only be read, or that others could read."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from gamenight.cli.session import some_matches
from gamenight.core import registry
from gamenight.core.errors import GamenightError
from gamenight.core.record import Record, Seat
from gamenight.match import connection, sqlite
from gamenight.match.local import LocalTable
from gamenight.match.match import Match
from gamenight.match.matches import Matches
from gamenight.match.sqlite import SqliteStore
from gamenight.match.store import StaleMatch, UnwritableStore
from gamenight.match.waiting import without_loop
from tests.faults.figures import Count
from tests.match.old_stores import unprivileged
from tests.terminal import pipe

FILE = "gamenight.sqlite"
SEATS = ("--seat", "Ann", "--seat", "Ben", "--first", "1")


def store_with_log(folder: Path) -> Path:
    """A store of which the file has one match, and the log beside it two more."""
    path = folder / "written" / FILE
    writer = SqliteStore(path)
    record = Record("oware", 1, (Seat("Ann"), Seat("Ben")))
    writer.create(record, bytes(32))
    writer._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    writer._db.execute("PRAGMA wal_autocheckpoint = 0")
    for _ in range(2):
        writer.create(record, bytes(32))
    copied = folder / "kept"
    copied.mkdir(exist_ok=True)
    for suffix in ("", "-wal"):  # as after a crash, or as a backup has it
        shutil.copy(f"{path}{suffix}", copied / f"{FILE}{suffix}")
    writer.close()
    return copied / FILE


def test_a_log_beside_a_store_that_can_only_be_read_counts(tmp_path: Path) -> None:
    path = store_with_log(tmp_path)
    before = {file.name: file.read_bytes() for file in path.parent.iterdir()}
    locked = (*path.parent.iterdir(), path.parent)
    done = unprivileged("matches", "--data", str(path.parent), locked=locked)
    assert len(done.stdout.splitlines()) == 3, done.stdout + done.stderr
    assert done.stderr == ""
    assert {file.name: file.read_bytes() for file in path.parent.iterdir()} == before


def test_a_log_that_cannot_be_read_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = store_with_log(tmp_path)

    def refuse(*given: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(shutil, "copyfile", refuse)
    told: list[str] = []
    db, _ = connection._readable_as_it_is(path, told.append)
    assert db.execute("SELECT count(*) FROM matches").fetchone() == (1,)
    assert told == [
        f"The latest moves in {path} cannot be read ([Errno 13] Permission denied): "
        "this is an older state."
    ]


def test_a_log_that_changes_all_the_time_is_not_half_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, told = store_with_log(tmp_path), list[str]()
    copy = shutil.copyfile

    def meddling(source: Path, target: Path) -> None:
        copy(source, target)
        with Path(f"{path}-wal").open("ab") as log:
            log.write(b"x")

    monkeypatch.setattr(shutil, "copyfile", meddling)
    connection._readable_as_it_is(path, told.append)
    assert "another program is writing to it" in told[0]


# Runs commands as another user. That one may not be able to read this Python, so everything that
# is needed is imported before.
AS_NOBODY = """
import importlib, json, os, pkgutil, sys, tempfile
for name in ("cli", "core", "draw", "games", "match", "plain"):
    room = importlib.import_module("gamenight." + name)
    for module in pkgutil.walk_packages(room.__path__, room.__name__ + "."):
        if ".lab" not in module.name:
            importlib.import_module(module.name)
from gamenight.cli.parser import main
sys.path.clear()
for command in json.load(sys.stdin):
    typed, answer = tempfile.TemporaryFile(), tempfile.TemporaryFile()
    typed.write(b"1\\n")
    typed.seek(0)
    child = os.fork()
    if child == 0:
        os.dup2(typed.fileno(), 0)
        os.dup2(answer.fileno(), 1)
        os.dup2(answer.fileno(), 2)
        sys.stdin = open(0)
        os.setgroups([])
        os.setgid(65534)
        os.setuid(65534)
        sys.exit(main(command))
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    answer.seek(0)
    print(json.dumps([status, answer.read().decode()]), flush=True)
"""


def as_nobody(data: Path, *commands: Sequence[str]) -> list[tuple[int, str]]:
    """The status and the output of commands of another user, who always types 1."""
    given = [["--plain", *command, "--data", str(data)] for command in commands]
    done = subprocess.run(
        [sys.executable, "-c", AS_NOBODY],
        input=json.dumps(given),
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "HOME": "/nowhere", "GAMENIGHT_CONFIG": "/nowhere"},
    )
    found = [tuple(json.loads(line)) for line in done.stdout.splitlines()]
    assert len(found) == len(commands), done.stderr
    return found


@pytest.fixture
def open_to_all() -> Iterator[Path]:
    """A folder that every user can reach, which those of pytest are not."""
    if os.geteuid() != 0:
        pytest.skip("only the superuser can become another user")
    with TemporaryDirectory(prefix="gamenight-test-") as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


def test_another_user_reads_and_plays_in_memory(open_to_all: Path, count: Count) -> None:
    path = store_with_log(open_to_all)
    for file in (path.parent, *path.parent.iterdir()):
        file.chmod(file.stat().st_mode | 0o055)
    before = {file.name: file.read_bytes() for file in path.parent.iterdir()}
    tries = [
        (("matches",), "Ann - Ben", 0),
        (("stats",), "", 0),
        (("replay", "3"), "Ann", 0),
        (("play", "oware", *SEATS), "Not saved: ", 0),
        (("resume", "3"), "what you play is only in memory until that works again.", 0),
        (("delete", "3"), "cannot be used: ", 2),
        (("import", "/nowhere.json"), "cannot be used: ", 2),
        (("doctor", "--restore", str(path)), "cannot be used: Permission denied\n", 2),
    ]
    faults: list[object] = []
    answers = as_nobody(path.parent, *(command for command, _, _ in tries))
    for (command, told, wanted), (status, output) in zip(tries, answers, strict=True):
        if told not in output or "Traceback" in output or status != wanted:
            faults.append((command, status, output))
    after = {file.name: file.read_bytes() for file in path.parent.iterdir()}
    faults += [] if after == before else [("changed", 0, str([*after]))]
    count("commands of another user in a folder that can only be read", len(tries), faults)


@pytest.fixture
def opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[bool], Matches]]:
    """A store with a match of Ann and Ben, as people get it who cannot write to it, or can."""
    path, open_file = tmp_path / FILE, connection.open_file
    store = SqliteStore(path)
    Match.new(store, registry.game("oware"), (Seat("Ann"), Seat("Ben")), seed=1)
    store.close()

    def refuse(path: Path | None, *given: object) -> sqlite3.Connection:
        if path is not None:
            raise UnwritableStore(path, "it can only be read")
        return open_file(path, None)

    def found(writable: bool) -> Matches:
        monkeypatch.setattr(sqlite, "open_file", open_file if writable else refuse)
        return some_matches(Namespace(data=str(tmp_path)), told.append)

    told: list[str] = []
    yield found
    assert told == [
        f"The store {path} cannot be used: it can only be read; what you play is only in memory "
        "until that works again."
    ]


def sow(table: LocalTable, *houses: str) -> None:
    for house in houses:
        without_loop(table.play(house, table.turn().seats[0], table.at))


def test_what_was_played_in_memory_is_stored_once_that_works(
    opened: Callable[[bool], Matches],
) -> None:
    matches = opened(False)
    old, new = matches.open(1), matches.new(registry.game("oware"), (Seat("Cy"), Seat("Di")))
    sow(old, "A", "a")
    sow(new, "B")
    assert old.warning == matches.notice == "it can only be read"
    assert [one.plies for one in matches.find()] == [1, 2]
    assert "the rest was in memory only" in old.farewell()
    other = opened(True)
    assert [one.plies for one in other.find()] == [0]
    sow(new, "c")
    assert new.id == "2"
    assert sorted((one.id, one.plies) for one in matches.find()) == [(1, 2), (2, 2)]
    assert matches.notice == ""
    assert sorted((one.id, one.plies) for one in other.find()) == [(1, 2), (2, 2)]
    assert old.farewell().startswith("Match 1 is saved.")


def test_what_was_played_in_memory_is_stored_at_the_end(opened: Callable[[bool], Matches]) -> None:
    matches = opened(False)
    sow(matches.open(1), "A")
    opened(True)
    matches.close()
    assert [one.plies for one in opened(True).find()] == [1]


def test_both_are_kept_if_others_have_played_on(opened: Callable[[bool], Matches]) -> None:
    matches = opened(False)
    here = matches.open(1)
    sow(here, "A", "a")
    other = opened(True)
    sow(other.open(1), "B")
    with pytest.raises(StaleMatch, match="what was played here is kept as match 2"):
        sow(here, "B")
    assert sorted((one.id, one.plies) for one in other.find()) == [(1, 1), (2, 2)]


def test_a_folder_that_is_a_file_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.write_text("in the way")
    with pytest.raises(GamenightError, match="--data needs a folder"):
        some_matches(Namespace(data=str(folder)), list[str]().append)


def test_another_user_cannot_read_a_store(open_to_all: Path) -> None:
    data = open_to_all / "own"
    pipe(data, "play", "oware", *SEATS, typed="1\n")
    ((status, output),) = as_nobody(data, ["matches"])
    assert status == 2
    assert "Ann" not in output


# For its owner only.


def modes(folder: Path) -> dict[str, int]:
    return {file.name: stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()}


@pytest.mark.parametrize("mode", [0o755, 0o777, 0o700])
def test_a_folder_that_was_there_before_is_closed_to_others(tmp_path: Path, mode: int) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    folder.chmod(mode)
    store = SqliteStore(folder / FILE)
    assert modes(tmp_path) == {"data": 0o700}
    assert set(modes(folder).values()) == {0o600}
    store.close()
    folder.chmod(mode)
    SqliteStore(folder / FILE).close()
    assert modes(tmp_path) == {"data": 0o700}


def test_a_folder_with_other_things_in_it_stays_open(tmp_path: Path) -> None:
    shared, own = tmp_path / "shared", tmp_path / "gamenight"
    for folder in (shared, own):
        folder.mkdir()
        folder.chmod(0o755)
        (folder / "letter.txt").write_text("hello")
        SqliteStore(folder / FILE).close()
    assert modes(tmp_path) == {"shared": 0o755, "gamenight": 0o700}
    assert modes(shared)[FILE] == 0o600
    crowded = tmp_path / "crowded"
    crowded.mkdir()
    crowded.chmod(0o1777)
    SqliteStore(crowded / FILE).close()
    assert modes(tmp_path)["crowded"] == 0o777 | stat.S_ISVTX


def test_an_export_is_as_open_as_any_file(tmp_path: Path) -> None:
    pipe(tmp_path, "play", "oware", *SEATS, typed="1\n")
    before = os.umask(0o022)
    try:
        pipe(tmp_path, "export", "1", str(tmp_path / "1.json"))
    finally:
        os.umask(before)
    assert modes(tmp_path)["1.json"] == 0o644
