"""The store: several processes, other versions, broken files, and real processes killed."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis.stateful import invariant, run_state_machine_as_test

from gamenight.core.record import Change, Record, Result, Seat
from gamenight.match import connection
from gamenight.match.checksums import Beside, Head, checksums, of_head, of_plies
from gamenight.match.match import Match
from gamenight.match.recovery import LAST
from gamenight.match.schema import VERSION
from gamenight.match.sqlite import SqliteStore
from gamenight.match.store import StaleMatch, StoreError
from tests.effort import times
from tests.match.courses import drive
from tests.match.old_stores import check_seals
from tests.match.store_model import RESULT, Open, StoreMachine
from tests.match.store_writer import changes
from tests.paths import PROJECT
from tests.toys.heist import HEIST
from tests.toys.nim import NIM

SEATS = (Seat("Ann"), Seat("Ben"))

# Plays for ever, telling each ply only after it is stored, as a front end does.
PLAYER = """
import sys
from pathlib import Path
from tests.match.courses import Script, done
from tests.toys.heist import HEIST
from gamenight.core.record import Seat
from gamenight.match.course import play_out
from gamenight.match.matches import open_matches

class Teller(Script):
    async def show(self):
        for ply in self.table.plies[self.shown :]:
            print(self.table.id, self.table.rules.format(ply.action), flush=True)
        self.shown = self.table.last

matches = open_matches(Path(sys.argv[1]))
seats = (Seat("Careful", "careful"), Seat("Random", "random"), Seat("Random 2", "random"))
while True:
    table = matches.new(HEIST, seats)
    print("match", table.id, flush=True)
    teller = Teller(table)
    teller.shown = 0
    done(play_out(table, teller))
"""


def player(path: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", PLAYER, str(path)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(PROJECT)},
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


def goes_on(match: Match) -> None:
    """The match stands at a ply boundary, and what comes next comes."""
    plies = len(match.plies)
    drive(match, lambda match: len(match.plies) > plies)
    assert match.result is not None or len(match.plies) > plies


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
            goes_on(match)
        store.close()


def test_killing_a_writer_loses_nothing_and_halves_nothing(tmp_path: Path) -> None:
    """After a kill the store is as it was after the last change that was shown, or one more."""
    path, lives = tmp_path / "store.sqlite", random.Random(2)
    for number in range(15):
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.match.store_writer", str(path), str(number)],
            cwd=PROJECT,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert process.stdout is not None
        first = process.stdout.readline()
        time.sleep(lives.random() * 0.15)
        process.kill()
        output = first + process.communicate()[0]
        shown = output[: output.rfind("\n") + 1].splitlines()
        store, id = SqliteStore(path), int(shown[0])
        wanted = SqliteStore()
        twin = changes(wanted, number)
        for _ in shown:
            known = next(twin)
        if kept(store, id) != kept(wanted, known):
            next(twin)
        assert kept(store, id) == kept(wanted, known)
        check_seals(store)
        store.close()


def kept(store: SqliteStore, id: int) -> tuple[object, ...]:
    drafts = [store.draft(id, ply, seat) for ply in range(40) for seat in (0, 1)]
    return (store.load(id)._replace(id=0), drafts)


def test_checksums_after_any_sequence_of_changes() -> None:
    class Sealed(StoreMachine):
        @staticmethod
        def place() -> Open:
            store = SqliteStore()
            return lambda: store

        @invariant()
        def sealed(self) -> None:
            store = self.open()
            assert isinstance(store, SqliteStore)
            check_seals(store)

    run_state_machine_as_test(
        Sealed, settings=settings(max_examples=times(15), stateful_step_count=20, deadline=None)
    )


OTHERWISE: list[dict[str, Any]] = [
    {"id": 2}, {"cuts": 3}, {"later": '["roll"]'}, {"passes": ()}, {"passes": ((1, 1),)},
    {"mixes": ((0, 1, b"salt"),)}, {"mixes": ((1, 0, b""),), "passes": ()},
]  # fmt: skip
HEAD = Head("oware", 1, "{}", "[]", "[]", None, b"secret")
BESIDE = Beside(1, 2, "[]", ((1, 0),))
WHOLE: tuple[Any, ...] = (HEAD, ["A", "b"], [(1, 0, "Zoë")], "won", BESIDE)


@pytest.mark.parametrize(
    "changed",
    [
        *((Head._make((*HEAD[:at], "x", *HEAD[at + 1 :])), *WHOLE[1:]) for at in range(len(HEAD))),
        (HEAD._replace(options="{", seats="}[]"), *WHOLE[1:]),
        (HEAD, ["A"], *WHOLE[2:]),
        (HEAD, ["b", "A"], *WHOLE[2:]),
        (HEAD, ["Ab", ""], *WHOLE[2:]),
        (HEAD, ["A", "b", ""], *WHOLE[2:]),
        (HEAD, ["A", "b"], [], "won", BESIDE),
        (HEAD, ["A", "b"], [(1, 1, "Zoë")], "won", BESIDE),
        (HEAD, ["A", "b"], [(1, 0, "Zo")], "ëwon", BESIDE),
        (HEAD, ["A", "b"], [(1, 0, "Zoë")], None, BESIDE),
        (HEAD, ["A", "b"], [(1, 0, "Zoë")], "", BESIDE),
        *((*WHOLE[:4], BESIDE._replace(**other)) for other in OTHERWISE),
        *((*WHOLE, spent) for spent in ([0, None], [None, 0], [12, 3], [1, 23])),
    ],
    ids=str,
)
def test_no_text_can_change_unnoticed(changed: tuple[Any, ...]) -> None:
    assert checksums(*changed).match != checksums(*WHOLE).match


def test_what_is_not_agreed_or_counted_adds_nothing() -> None:
    """So that the checksums of version 2 stay good."""
    assert checksums(*(*WHOLE, [None, None])) == checksums(*WHOLE)
    assert checksums(HEAD._replace(clock=None, fair=None), *WHOLE[1:]) == checksums(*WHOLE)
    heads = [HEAD._replace(clock=one, fair=two) for one in (None, "", "x") for two in (None, "x")]
    assert len({of_head(head) for head in heads}) == len(heads)
    spent = [(), (1,), (12,), (0,)]
    texts = ("23", "2:23", "3")
    found = {of_plies(b"", 0, [text], lost)[0] for text in texts for lost in spent}
    assert len(found) == len(texts) * len(spent)


def test_a_later_ply_knows_all_before_it() -> None:
    one, other = (checksums(HEAD, text, [], None, BESIDE).plies for text in ("Abc", "Abd"))
    assert one[:2] == other[:2]
    assert one[2] != other[2]
    other = checksums(HEAD, "abc", [], None, BESIDE).plies
    assert not set(one) & set(other)
    assert of_plies(one[0], 1, ["b"]) == [one[1]] != of_plies(one[0], 2, ["b"])
    none, empty = (checksums(HEAD, "A", [], result, BESIDE).match for result in (None, ""))
    assert none != empty


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
        if id <= LAST:  # where the store was busy for seconds, a match is in memory, and says so
            assert list(Match.load(store, id, HEIST).record.actions[: len(texts)]) == texts


def test_one_match_in_two_programs(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    here = Match.new(SqliteStore(path), NIM, SEATS)
    there = Match.load(SqliteStore(path), here.id, NIM)
    here.play("take 1", 0, here.at)
    with pytest.raises(StaleMatch, match="continued by another program"):
        there.play("take 3", 0, there.at)
    assert there.plies == []
    here.undo()
    here.play("take 2", 0, here.at)
    for stale in (lambda: there.play("take 1", 0, there.at), lambda: there.resign(0)):
        with pytest.raises(StaleMatch):
            stale()
    assert Match.load(SqliteStore(path), here.id, NIM).record.actions == ("take 2",)


def test_deleting_takes_the_plies_along_and_no_number_is_used_again() -> None:
    store = SqliteStore()
    match = Match.new(store, NIM, SEATS)
    match.play("take 1", 0, match.at)
    match.sit(1, Seat("Cleo"))
    store.keep_draft(match.id, 1, 1, "d1")
    store.keep_pass(match.id, 2, 1, 0)
    store.delete(match.id)
    for table in ("plies", "changes", "drafts", "passes"):
        assert store._db.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)
    assert Match.new(store, NIM, SEATS).id > match.id


def steps(store: SqliteStore, use: Callable[[SqliteStore], object]) -> int:
    """How much the database does, in steps of its own machine."""
    done = 0

    def count() -> int:
        nonlocal done
        done += 1
        return 0

    store._db.set_progress_handler(count, 1)
    use(store)
    store._db.set_progress_handler(None, 1)
    return done


@pytest.mark.parametrize("many", [RESULT, None], ids=["over", "going on"])
def test_the_latest_are_found_without_a_look_at_all(many: Result | None) -> None:
    """Whether most matches are over or most go on."""
    few = Record("nim", 1, SEATS, actions=("take 1",) * 5, result=None if many else RESULT)
    small, large = SqliteStore(), SqliteStore()
    for store, number in ((small, 40), (large, 400)):
        for _ in range(number):
            match = store.create(replace(few, result=many), bytes(32))
            store.change(match.id, 0, Change(3, 1, Seat("Cleo")))
        for _ in range(40):
            store.create(few, bytes(32))
    for use in (
        lambda store: store.matches(most=20),
        lambda store: store.matches(True, 20),
        lambda store: store.matches(False, 20),
        lambda store: store.matches(finished=many is None),
        lambda store: store.load(7),
        lambda store: store.append(7, 1, 5, ["take 1"]),
        lambda store: connection._is_up_to_date(store._db, VERSION),
    ):
        assert steps(large, use) <= steps(small, use) * 1.1


def test_a_store_of_a_newer_gamenight(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    database = sqlite3.connect(path)
    database.execute("PRAGMA user_version = 99")
    database.close()
    with pytest.raises(StoreError, match="has version 99"):
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
    match.play("take 1", 0, match.at)
    store._db.execute(
        "CREATE TRIGGER full BEFORE INSERT ON plies BEGIN SELECT RAISE(ABORT, 'full'); END"
    )
    with pytest.raises(StoreError, match="full"):
        match.play("take 2", 1, match.at)
    assert len(match.plies) == 1
    store._db.execute("DROP TRIGGER full")
    match.play("take 3", 1, match.at)
    assert Match.load(store, match.id, NIM).record.actions == ("take 1", "take 3")
