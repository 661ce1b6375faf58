"""A store that another program is writing to: it is said at once, everything waits with the screen
alive, and nothing is lost."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from gamenight.core import registry
from gamenight.core.record import Seat
from gamenight.match.local import LocalTable
from gamenight.match.locks import BRIEF, WAITING, patiently
from gamenight.match.match import Match
from gamenight.match.matches import Matches, open_matches
from gamenight.match.shelter import FIRST, Shelter
from gamenight.match.sqlite import SqliteStore
from gamenight.match.store import LockedStore
from gamenight.match.waiting import beside
from tests.effort import SOAK
from tests.faults.figures import Count
from tests.programs import program
from tests.terminal import Terminal, pipe

SEATS = (Seat("Ann"), Seat("Ben"))
NAMED = ("--seat", "Ann", "--seat", "Ben", "--first", "1")
FILE = "gamenight.sqlite"
SECONDS = (0.1, 0.5, 1.0, 3.0, 10.0) if SOAK else (0.1, 0.6)
HOLDER = """
import sqlite3, sys, time
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute("BEGIN IMMEDIATE")
print("locked", flush=True)
sys.stdin.readline() if sys.argv[2] == "0" else time.sleep(float(sys.argv[2]))
db.execute("ROLLBACK")
"""


@contextmanager
def locked(path: Path, seconds: float = 0) -> Iterator[None]:
    """Another process writes to a store: for this long, or until nobody talks to it any more."""
    with program(HOLDER, path, seconds) as holder:
        assert holder.hear() == "locked"
        yield


def table(store: Shelter) -> LocalTable:
    return LocalTable(Match.new(store, registry.game("oware"), SEATS, seed=1), beside)


def first_move(played: LocalTable) -> tuple[str, int]:
    seat = played.turn().seats[0]
    return played.scene(seat).choices[0].text, seat


@pytest.mark.parametrize("seconds", SECONDS)
def test_a_table_waits_while_the_loop_runs_on(tmp_path: Path, seconds: float, count: Count) -> None:
    played = table(Shelter(SqliteStore(tmp_path / FILE)))
    seen: set[str] = set()  # by somebody who looks at the screen meanwhile

    async def look() -> None:
        while True:
            seen.add(played.busy)
            await asyncio.sleep(0.01)

    async def play() -> None:
        looking = asyncio.ensure_future(look())
        with locked(tmp_path / FILE, seconds):
            for _ in range(3):
                await played.play(*first_move(played))
        looking.cancel()

    asyncio.run(play())
    stored = SqliteStore(tmp_path / FILE).load(1).record
    faults = [] if stored == played.record() and len(stored.actions) == 3 else ["a lost move"]
    faults += ["said nothing"] if seconds > 2 * BRIEF and WAITING not in seen else []
    count("locked stores at a table", 1, faults)


def test_leaving_ends_the_waiting(tmp_path: Path) -> None:
    played = table(Shelter(SqliteStore(tmp_path / FILE)))

    async def leave() -> None:
        waiting = asyncio.ensure_future(played.play(*first_move(played)))
        while played.busy != WAITING:
            await asyncio.sleep(0.01)
        waiting.cancel()
        played.interrupt()
        with pytest.raises(asyncio.CancelledError):
            await waiting

    with locked(tmp_path / FILE):
        asyncio.run(leave())
        assert played.last == 0
    assert SqliteStore(tmp_path / FILE).load(1).record.actions == ()


def test_a_match_begins_in_memory_until_its_first_move(tmp_path: Path) -> None:
    store = Shelter(SqliteStore(tmp_path / FILE))
    with locked(tmp_path / FILE):
        played = table(store)
        assert played.id == str(FIRST)
        assert played.warning == ""  # it is worth waiting for
        with pytest.raises(LockedStore):
            played._match.play(*first_move(played), played.at)
        assert played.last == 0
    asyncio.run(_play(played))
    assert (played.id, SqliteStore(tmp_path / FILE).load(1).record) == ("1", played.record())


async def _play(played: LocalTable) -> None:
    await played.play(*first_move(played))


def test_a_match_that_waited_says_so_if_nothing_can_be_written_afterwards(tmp_path: Path) -> None:
    """Nobody plays on in the belief that only another program has to be done."""
    file = SqliteStore(tmp_path / FILE)
    with locked(tmp_path / FILE):
        played = table(Shelter(file))
    file._db.execute("PRAGMA query_only = ON")
    asyncio.run(_play(played))
    assert "it can only be read" in played.warning
    assert "in memory" in played.farewell()


def test_marks_do_not_wait(tmp_path: Path) -> None:
    """They are kept with the next change."""
    played = table(Shelter(SqliteStore(tmp_path / FILE)))
    with locked(tmp_path / FILE):
        played.keep_draft(0, ("A", "B"))
        assert played.draft(0) == ("A", "B")
        assert played.warning == ""
    assert "is saved" in played.farewell()
    assert SqliteStore(tmp_path / FILE).draft(1, 0, 0) == "A B"


def test_commands_that_read_do_not_wait(tmp_path: Path) -> None:
    pipe(tmp_path, "play", "oware", *NAMED, typed="1\n")
    with locked(tmp_path / FILE):
        began = time.monotonic()
        assert "Ann - Ben" in pipe(tmp_path, "matches")
        pipe(tmp_path, "export", "1", str(tmp_path / "1.json"))
        assert time.monotonic() - began < 30


def test_commands_that_write_say_so_at_once_and_wait(tmp_path: Path) -> None:
    pipe(tmp_path, "play", "oware", *NAMED, typed="1\n")
    with locked(tmp_path / FILE, 1.0):
        told = pipe(tmp_path, "delete", "1")
    assert "Another program is writing to" in told
    assert "match 1 deleted" in told
    assert "no matches yet" in pipe(tmp_path, "matches")


def test_whoever_waits_is_told_once(tmp_path: Path) -> None:
    """A line twenty times a second would push everything else off the screen."""
    told, tries = list[str](), iter([True, True, True, False])

    def deed() -> str:
        if next(tries):
            raise LockedStore("another program is writing")
        return "done"

    assert patiently(deed, tmp_path / FILE, told.append) == "done"
    assert len(told) == 1


def test_ctrl_c_ends_the_waiting(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path / FILE)), locked(tmp_path / FILE):
        terminal = Terminal(tmp_path, "play", "oware", *NAMED)
        terminal.wait_for("Another program is writing to")
        terminal.interrupt()
        assert "Traceback" not in terminal.screen


def test_in_plain_mode_a_move_waits_and_ctrl_c_leaves(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "oware", *NAMED)
    terminal.answer("Ann> ", "1")
    terminal.wait_for("Ben> ")
    with locked(tmp_path / FILE):
        terminal.type("1")
        terminal.wait_for("Another program is writing to the store: waiting")
    terminal.wait_for("Ann> ")
    with locked(tmp_path / FILE):
        terminal.type("2")
        terminal.wait_for("Another program is writing to the store: waiting")
        terminal.interrupt()
        assert "Match 1 is saved" in terminal.screen
    assert len(SqliteStore(tmp_path / FILE).load(1).record.actions) == 2


def test_waiting_has_an_end_where_nobody_can_end_it(tmp_path: Path) -> None:
    open_matches(tmp_path / FILE).close()
    with locked(tmp_path / FILE), pytest.raises(LockedStore, match="another program is writing"):
        SqliteStore(tmp_path / FILE, patience=0.3)


def test_a_locked_store_is_still_listed(tmp_path: Path) -> None:
    matches = Matches(Shelter(SqliteStore(tmp_path / FILE)))
    with locked(tmp_path / FILE):
        assert matches.unfinished() == []
        with closing(sqlite3.connect(tmp_path / FILE)) as other:
            assert other.execute("SELECT count(*) FROM matches").fetchone() == (0,)
