"""What the app says and offers where something cannot be saved or read."""

from __future__ import annotations

import sqlite3
from argparse import Namespace
from contextlib import closing
from pathlib import Path

from textual.widgets import Input

from gamenight.app.screens.home import HomePage
from gamenight.app.screens.replay import ReplayPage
from gamenight.app.screens.replays import ReplaysPage
from gamenight.app.settings import Settings
from gamenight.cli.session import some_matches
from gamenight.core import registry
from gamenight.core.record import Record, Seat
from gamenight.match.files import read_records
from gamenight.match.match import Match
from gamenight.match.playback import ReplayTable
from gamenight.match.shelter import Shelter
from gamenight.match.sqlite import SqliteStore
from tests.app.screens import new_app, notices, screen_lines, screen_text
from tests.app.tables import asked, run, table, until
from tests.match.matches import new_match

SEATS = (Seat("Ann"), Seat("Ben"))
FILE = "gamenight.sqlite"


def stand_in(path: Path) -> Shelter:
    """A store whose file can only be read."""
    store = SqliteStore()
    store.stand_for(path, "it can only be read")
    return Shelter(store, "it can only be read")


def in_the_way(folder: Path) -> Path:
    """A path where no file can be made."""
    (folder / "data").write_text("no folder")
    return folder / "data" / FILE


def test_quitting_a_table_with_something_unsaved_offers_a_file(tmp_path: Path) -> None:
    async def drive() -> None:
        match = Match.new(stand_in(in_the_way(tmp_path)), registry.game("oware"), SEATS, seed=1)
        async with table(match) as (app, pilot):
            await asked(app, pilot)
            await pilot.press("1")
            await until(pilot, lambda: len(match.plies) == 1)
            await asked(app, pilot)
            await pilot.press("escape")
            await until(pilot, lambda: "what is not saved is lost" in screen_text(app))
            await pilot.press("q")
            await until(pilot, lambda: "and stay at the table" in screen_text(app))
            await pilot.press("f")
            await until(pilot, lambda: "Save the record as" in screen_text(app))
            await pilot.press("escape", "escape")
            await until(pilot, lambda: "Play on" in screen_text(app))
            await pilot.press("q")
            await until(pilot, lambda: "and stay at the table" in screen_text(app))
            await pilot.press("q")
            await until(pilot, lambda: isinstance(app.screen, HomePage))
            assert "Nothing can be saved now: " in screen_text(app)
            assert "Ann" in screen_text(app), "to go on with"
            await pilot.press("q")
            await until(pilot, lambda: any("press q again" in told for told in notices(app)))
            assert app.is_running
            await pilot.press("q")
            await until(pilot, lambda: not app.is_running)

    run(drive)


def test_where_nothing_is_unsaved_one_key_quits(tmp_path: Path) -> None:
    async def drive() -> None:
        app = new_app(store=stand_in(in_the_way(tmp_path)))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            assert "Nothing can be saved now: " in screen_text(app)
            await pilot.press("q")
            await until(pilot, lambda: not app.is_running)

    run(drive)


def damaged_file(folder: Path) -> None:
    """A store of which nothing but the first page can be read."""
    path = folder / FILE
    with closing(SqliteStore(path)) as store:
        store.create(Record("oware", 1, SEATS), bytes(32))
    data = bytearray(path.read_bytes())
    data[4096:] = b"x" * (len(data) - 4096)
    path.write_bytes(data)


def test_a_damaged_file_is_told_at_home_and_played_beside(tmp_path: Path) -> None:
    told: list[str] = []

    async def drive() -> None:
        damaged_file(tmp_path)
        app = new_app(store=some_matches(Namespace(data=str(tmp_path)), told.append)._store)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            assert "Nothing can be saved now: " in screen_text(app)
            assert "gamenight doctor" in " ".join(screen_text(app).split())
            await pilot.press("p")
            await until(pilot, lambda: isinstance(app.screen, ReplaysPage))
            await until(pilot, lambda: "gamenight doctor" in " ".join(screen_text(app).split()))
            assert "No matches yet" not in screen_text(app)
            table = app.matches.new(registry.game("oware"), SEATS, seed=1)
            assert "gamenight doctor" in table.warning
            assert [one.seats for one in app.matches.unfinished()] == [SEATS]

    run(drive)


def test_a_damaged_match_is_listed_with_its_game_and_without_keys(tmp_path: Path) -> None:
    async def drive() -> None:
        path = tmp_path / FILE
        with closing(SqliteStore(path)) as store:
            for _ in range(2):
                store.create(Record("circuit", 1, SEATS), bytes(32))
        with closing(sqlite3.connect(path)) as db:
            db.execute("UPDATE matches SET seats = 'x' WHERE id = 2")
            db.commit()
        app = new_app(lambda app: ReplaysPage(), store=Shelter(SqliteStore(path)))
        async with app.run_test(size=(100, 24)) as pilot:
            await until(pilot, lambda: "gamenight doctor" in screen_text(app))
            text = screen_text(app)
            assert "'circuit'" not in text
            rows = [row for row in screen_lines(app) if "  Circuit  " in row]
            assert len({row.index("Circuit") for row in rows}) == 1
            assert (len(rows), "v review" in text) == (2, False)
            await pilot.press("down")
            await until(pilot, lambda: "v review" in screen_text(app))

    run(drive)


def test_explained_keys_stay_beside_their_column() -> None:
    async def drive() -> None:
        app = new_app(lambda app: ReplaysPage())
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await pilot.press("f1")
            await until(pilot, lambda: "loads a file" in screen_text(app))
            (at,) = (n for n, row in enumerate(screen_lines(app)) if "loads a file" in row)
            first, second = screen_lines(app)[at : at + 2]
            beside = first.index("loads")
            assert second[beside - 1] == " "
            assert second[beside].isalpha()
            assert not second[4 : beside - 1].strip()

    run(drive)


def test_a_replay_of_what_one_seat_saw_offers_what_works() -> None:
    async def drive() -> None:
        match = new_match("thief", 2)
        app = new_app()
        async with app.run_test(size=(120, 40)) as pilot:
            for record, offered in ((match.record, True), (match.record.seen_by(0), False)):
                app.push_screen(ReplayPage(ReplayTable(record, "1", adopt=app.matches.load)))
                await pilot.pause()
                await until(pilot, lambda: "s per move" in screen_text(app))
                assert ("b play on" in screen_text(app)) == offered
                assert ("v review" in screen_text(app)) == offered

    run(drive)


def test_what_a_file_holds_is_said_before_it_is_written(tmp_path: Path) -> None:
    async def drive() -> None:
        match = new_match("thief", 2)
        async with table(match) as (app, pilot):
            await asked(app, pilot)
            await pilot.press("escape")
            await until(pilot, lambda: "whole, or what one player saw" in screen_text(app))
            await pilot.press("f")
            await until(pilot, lambda: "holds every hand" in screen_text(app))
            await pilot.press("1")
            await until(pilot, lambda: "Save the record as" in screen_text(app))
            app.screen.query_one(Input).value = str(tmp_path / "seen.json")
            await pilot.press("enter")
            await until(pilot, (tmp_path / "seen.json").exists)
        (found,) = read_records(tmp_path / "seen.json")
        assert (found.partial, found.viewer) == (True, 0)

    run(drive)


def test_the_greeting_names_the_key_that_begins() -> None:
    async def drive() -> None:
        app = new_app(settings=Settings())
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await pilot.press(*"Nora", "enter")
            await until(pilot, lambda: "Good to see you, Nora!" in screen_text(app))
            assert "Enter play" in screen_text(app)

    run(drive)
