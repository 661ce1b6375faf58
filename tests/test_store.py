"""The store: several processes, other versions, broken files, and real processes killed."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from gamenight.core.record import Seat
from gamenight.match.match import Match
from gamenight.match.sqlite import SqliteStore
from gamenight.match.store import StaleMatch, StoreError, UnknownMatch
from heist import HEIST
from toys import NIM

SEATS = (Seat("Ann"), Seat("Ben"))
TESTS = Path(__file__).parent

# Plays for ever, telling each ply only after it is stored, as a front end does.
PLAYER = """
import sys
from pathlib import Path
from heist import HEIST
from gamenight.core.record import Seat
from gamenight.match.match import Match
from gamenight.match.sqlite import SqliteStore

store = SqliteStore(Path(sys.argv[1]))
seats = (Seat("Careful", "careful"), Seat("Random", "random"), Seat("Random 2", "random"))
while True:
    match = Match.new(store, HEIST, seats)
    print("match", match.id, flush=True)
    while (turn := match.turn()).kind != "over":
        plies = match.chance() if turn.kind == "chance" else [match.bot(turn.seat)]
        for ply in filter(None, plies):
            print(match.id, match.rules.format(ply.action), flush=True)
"""


def player(path: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", PLAYER, str(path)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(TESTS)},
    )


def shown_plies(output: str) -> dict[int, list[str]]:
    """What was shown of each match; a last line without its end was not shown."""
    shown: dict[int, list[str]] = {}
    for line in output[: output.rfind("\n") + 1].splitlines():
        first, _, rest = line.partition(" ")
        if first == "match":
            shown[int(rest)] = []
        else:
            shown[int(first)].append(rest)
    return shown


def test_killing_a_player_loses_nothing_that_was_shown(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    delays = random.Random(11)
    kills = 0
    while kills < 25:
        process = player(path)
        assert process.stdout is not None
        first = process.stdout.readline()
        time.sleep(delays.random() * 0.12)
        process.send_signal(signal.SIGKILL)
        output = first + process.stdout.read()
        process.stdout.close()
        assert process.wait() == -signal.SIGKILL
        kills += 1
        store = SqliteStore(path)
        for id, texts in shown_plies(output).items():
            match = Match.load(store, id, HEIST)
            stored = list(match.record.actions)
            assert stored[: len(texts)] == texts
            # The match stands at a ply boundary and goes on.
            if match.turn().kind == "chance":
                match.chance()
        store.close()


def test_two_processes_share_a_store(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    players = [player(path) for _ in range(4)]
    starts = [process.stdout.readline() for process in players if process.stdout]
    time.sleep(0.5)
    for process in players:
        process.send_signal(signal.SIGKILL)
    shown: dict[int, list[str]] = {}
    for process, start in zip(players, starts, strict=True):
        output, _ = process.communicate()
        plies = shown_plies(start + output)
        assert not shown.keys() & plies.keys(), "no number was given twice"
        shown |= plies
    store = SqliteStore(path)
    assert store._db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    for id, texts in shown.items():
        assert list(Match.load(store, id, HEIST).record.actions[: len(texts)]) == texts


def test_one_match_in_two_programs(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    here = Match.new(SqliteStore(path), NIM, SEATS)
    there = Match.load(SqliteStore(path), here.id, NIM)
    here.play("take 1", 0)
    with pytest.raises(StaleMatch, match="continued by another program"):
        there.play("take 3", 0)
    assert there.plies == []
    here.undo()
    here.play("take 2", 0)
    for stale in (lambda: there.play("take 1", 0), lambda: there.resign(0)):
        with pytest.raises(StaleMatch):
            stale()
    assert Match.load(SqliteStore(path), here.id, NIM).record.actions == ("take 2",)


def test_unknown_matches() -> None:
    store = SqliteStore()
    match = Match.new(store, NIM, SEATS)
    store.delete(match.id)
    assert store.matches() == []
    for use in (lambda: store.load(match.id), lambda: store.delete(match.id)):
        with pytest.raises(UnknownMatch, match=f"there is no match {match.id} "):
            use()
    with pytest.raises(UnknownMatch):
        match.play("take 1", 0)


def test_deleting_takes_the_plies_along_and_no_number_is_used_again() -> None:
    store = SqliteStore()
    match = Match.new(store, NIM, SEATS)
    match.play("take 1", 0)
    match.sit(1, Seat("Cleo"))
    store.delete(match.id)
    for table in ("plies", "changes"):
        assert store._db.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)
    assert Match.new(store, NIM, SEATS).id > match.id


def test_the_list_of_matches() -> None:
    store = SqliteStore()
    first, second = (Match.new(store, NIM, SEATS) for _ in range(2))
    second.play("take 3", 0)
    first.resign(0)
    listed = store.matches()
    assert [summary.id for summary in listed] == [first.id, second.id]
    assert [summary.plies for summary in listed] == [0, 1]
    assert listed[0].result is not None
    assert listed[1].result is None
    assert listed[0].seats == SEATS


def test_a_store_of_a_newer_gamenight(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    database = sqlite3.connect(path)
    database.execute("PRAGMA user_version = 99")
    database.close()
    with pytest.raises(StoreError, match="is of version 99"):
        SqliteStore(path)


@pytest.mark.parametrize("content", [b"this is no database", b"\x00" * 5000])
def test_a_file_that_is_no_store(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "store.sqlite"
    path.write_bytes(content)
    with pytest.raises(StoreError, match="cannot be used: file is not a database"):
        SqliteStore(path)


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot be used"):
        SqliteStore(tmp_path / "file" / "store.sqlite")


def test_a_failed_write_leaves_the_match_as_it_was() -> None:
    store = SqliteStore()
    match = Match.new(store, NIM, SEATS)
    match.play("take 1", 0)
    store._db.execute(
        "CREATE TRIGGER full BEFORE INSERT ON plies BEGIN SELECT RAISE(ABORT, 'full'); END"
    )
    with pytest.raises(StoreError, match="full"):
        match.play("take 2", 1)
    assert len(match.plies) == 1
    store._db.execute("DROP TRIGGER full")
    match.play("take 3", 1)
    assert Match.load(store, match.id, NIM).record.actions == ("take 1", "take 3")
