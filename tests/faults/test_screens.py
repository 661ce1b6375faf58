"""What people see at a table whose store cannot be written to: in the app and line by line."""

from __future__ import annotations

import asyncio
import os
import shutil
from contextlib import closing
from pathlib import Path

from textual.pilot import Pilot

from gamenight.app.app import Gamenight
from gamenight.app.saving import ask_to_leave
from gamenight.app.screens.table import TablePage
from gamenight.core import registry
from gamenight.core.record import Seat
from gamenight.core.rules import Decision
from gamenight.match.locks import WAITING
from gamenight.match.match import Match
from gamenight.match.shelter import Shelter
from gamenight.match.sqlite import SqliteStore
from tests.app.screens import notices, screen_text
from tests.app.tables import asked, table, until
from tests.faults.test_locked import locked
from tests.terminal import Terminal

FILE = "gamenight.sqlite"
SEATS = (Seat("Ann"), Seat("Ben"))


def new_match(file: SqliteStore) -> Match:
    return Match.new(Shelter(file), registry.game("oware"), SEATS, seed=1)


async def press(app: Gamenight, pilot: Pilot[None], match: Match) -> None:
    """Play a move, up to the next question."""
    before = len(match.plies)
    assert isinstance(match.node, Decision)
    house = match.node.actions[-(before % 2)]  # another key each time: none is taken for held
    await pilot.press(str(house % 6 + 1))
    await until(pilot, lambda: len(match.plies) > before)
    await asked(app, pilot)


def stored(path: Path) -> int:
    with closing(SqliteStore(path)) as store:
        return len(store.load(1).record.actions)


def test_the_app_says_what_is_not_saved_until_it_is(tmp_path: Path) -> None:
    async def steps() -> None:
        file = SqliteStore(tmp_path / FILE)
        match = new_match(file)
        async with table(match) as (app, pilot):
            await asked(app, pilot)
            file._db.execute("PRAGMA query_only = ON")
            for _ in range(3):
                await press(app, pilot, match)
                await until(pilot, lambda: "Not saved: it can only be read" in screen_text(app))
            assert isinstance(app.screen, TablePage)
            assert app.screen.entries()[-1].told == "what is not saved is lost"
            assert app.matches.unsaved
            app.go_home()
            await until(
                pilot, lambda: "Not saved" in screen_text(app) or "Not saved" in str(notices(app))
            )
            assert stored(tmp_path / FILE) == 0
            file._db.execute("PRAGMA query_only = OFF")
            assert [one.plies for one in app.matches.unfinished()] == [3]
        assert stored(tmp_path / FILE) == 3

    asyncio.run(steps())


def test_who_leaves_is_not_asked_once_everything_can_be_saved(tmp_path: Path) -> None:
    async def steps() -> None:
        file = SqliteStore(tmp_path / FILE)
        match = new_match(file)
        async with table(match) as (app, pilot):
            await asked(app, pilot)
            file._db.execute("PRAGMA query_only = ON")
            await press(app, pilot, match)
            page, left = app.screen, list[str]()
            assert isinstance(page, TablePage)
            ask_to_leave(page, page.table, lambda: left.append("at once"))
            assert not left
            await until(pilot, lambda: "and stay at the table" in screen_text(app))
            file._db.execute("PRAGMA query_only = OFF")
            ask_to_leave(page, page.table, lambda: left.append("at once"))
            assert left
            assert not app.matches.unsaved
            assert stored(tmp_path / FILE) == 1

    asyncio.run(steps())


def test_the_app_waits_for_another_program_with_the_screen_alive(tmp_path: Path) -> None:
    async def steps() -> None:
        match = new_match(SqliteStore(tmp_path / FILE))
        async with table(match) as (app, pilot):
            await asked(app, pilot)
            with locked(tmp_path / FILE):
                await pilot.press("1")
                await until(pilot, lambda: WAITING in screen_text(app))
                await pilot.press("escape")
                await until(pilot, lambda: "Play on" in screen_text(app))
                await pilot.press("p")
                await until(pilot, lambda: WAITING in screen_text(app))
                assert match.plies == []
            await until(pilot, lambda: len(match.plies) == 1)
            await asked(app, pilot)
            assert WAITING not in screen_text(app)
        assert stored(tmp_path / FILE) == 1

    asyncio.run(steps())


def test_line_by_line_who_leaves_is_asked_if_something_is_lost(tmp_path: Path) -> None:
    """Enter stays, and so does who was asked at the end of a match."""
    data, away = tmp_path / "data", tmp_path / "away"
    terminal = Terminal(data, "play", "oware", "--seat", "Ann", "--seat", "Ben", "--first", "1")
    terminal.answer("Ann> ", "1")
    terminal.wait_for("Ben> ")
    os.rename(data, away)
    terminal.type("1")
    terminal.wait_for("Not saved: its file is gone.")
    terminal.answer("Ann> ", "q")
    terminal.answer("Leave, and lose what is not saved? [y/N] ", "")
    terminal.answer("Ann> ", "resign")
    terminal.answer("Play again? [y/n] ", "n")
    terminal.answer("Leave, and lose what is not saved? [y/N] ", "n")
    terminal.answer("Play again? [y/n] ", f"save {tmp_path / 'rescued.json'}")
    terminal.wait_for("Saved as")
    terminal.answer("Play again? [y/n] ", "q")
    terminal.answer("Leave, and lose what is not saved? [y/N] ", "y")
    terminal.wait_for("the rest was in memory only")
    terminal.end()
    assert stored(away / FILE) == 1


def test_line_by_line_the_match_goes_on(tmp_path: Path) -> None:
    """The file disappears, comes back, and has everything."""
    data, away = tmp_path / "data", tmp_path / "away"
    terminal = Terminal(data, "play", "oware", "--seat", "Ann", "--seat", "Ben", "--first", "1")
    terminal.answer("Ann> ", "1")
    terminal.wait_for("Ben> ")
    os.rename(data, away)
    terminal.type("1")
    terminal.wait_for("Not saved: its file is gone.")
    terminal.answer("Ann> ", "2")
    terminal.wait_for("Not saved: its file is gone.")
    terminal.answer("Ben> ", f"save {tmp_path / 'rescued.json'}")
    terminal.wait_for("Saved as")
    assert stored(away / FILE) == 1
    shutil.copytree(away, data)
    terminal.answer("Ben> ", "3")
    assert "Not saved" not in terminal.wait_for("Ann> ")
    terminal.type("q")
    terminal.wait_for("Match 1 is saved.")
    terminal.end()
    assert stored(data / FILE) == 4
