"""The list of matches in the app: its filters, replays of files, deleting."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from gamenight.app.app import Gamenight
from gamenight.app.screens import replays
from gamenight.app.screens.replays import ReplaysPage
from gamenight.app.screens.table import TablePage
from gamenight.app.widgets.items import ItemList
from gamenight.match.files import write_record
from gamenight.match.sqlite import SqliteStore
from tests.app.replays import (
    LOOKS,
    STYLES,
    Size,
    driven,
    replay,
    shown,
    three_matches,
)
from tests.app.screens import notices
from tests.app.tables import until
from tests.match.courses import rewrite


@pytest.fixture
def store() -> SqliteStore:
    return three_matches()


def found(app: Gamenight) -> list[str]:
    """The numbers of the matches in the list."""
    return [item.key for item in app.screen.query_one(ItemList).items]


@pytest.mark.parametrize(("size", "style"), LOOKS, ids=str)
def test_the_list_at_every_size(store: SqliteStore, size: Size, style: str) -> None:
    async def drive(pilot: Pilot[None], app: Gamenight) -> None:
        await pilot.pause(0.3)
        text = shown(app)
        assert "3 of 3" in text
        assert "Ann - Ben: won by Ann" in text
        assert "Cleo - Hanna: unfinished" in text
        assert "Enter go on" in text
        assert style != "ascii" or text.isascii()
        previewed = text.count("Zombie Dice") > 1
        assert previewed == (size == (120, 40)), "the preview needs room"
        await pilot.press("down")
        await pilot.pause(0.3)
        assert ("Cleo sows 4 seeds" in shown(app)) == (size == (120, 40))

    driven(store, drive, size, **STYLES[style])


def test_search_by_player_and_by_game(store: SqliteStore) -> None:
    async def drive(pilot: Pilot[None], app: Gamenight) -> None:
        await pilot.press("slash", *"BEN")
        assert found(app) == ["3", "1"]
        assert "search: BEN" in shown(app)
        await pilot.press("enter", "g")
        assert found(app) == ["1"]
        assert "game: Oware" in shown(app)
        await pilot.press("g")
        assert found(app) == ["3"]
        await pilot.press("g", "escape")
        assert found(app) == ["3", "2", "1"]
        await pilot.press("f")
        assert found(app) == ["1"]
        await pilot.press("f")
        assert found(app) == ["3", "2"]
        await pilot.press("slash", *"nobody")
        assert "No matches found" in shown(app)
        await pilot.press("escape", "q")
        assert not isinstance(app.screen, ReplaysPage)

    driven(store, drive)


def test_of_many_matches_the_latest_are_listed(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replays, "MOST", 1)

    async def drive(pilot: Pilot[None], app: Gamenight) -> None:
        assert found(app) == ["3"]
        assert "3 of 3" in shown(app)
        assert "The latest 1 of 3 are listed" in shown(app)
        await pilot.press("slash", *"cleo")
        assert found(app) == ["2"]
        assert "are listed" not in shown(app)
        await pilot.press("escape", "g")
        assert found(app) == ["2"]
        assert "The latest 1 of 2 are listed" in shown(app)

    driven(store, drive)


def test_the_filters_can_be_clicked(store: SqliteStore) -> None:
    async def drive(pilot: Pilot[None], app: Gamenight) -> None:
        await pilot.click("#filters", offset=(4, 0))
        assert found(app) == ["2", "1"]
        await pilot.click(ItemList, offset=(5, 1))
        assert replay(app).table.id == "1"

    driven(store, drive)


def test_enter_goes_on_with_an_unfinished_match_and_r_replays_it(store: SqliteStore) -> None:
    async def drive(pilot: Pilot[None], app: Gamenight) -> None:
        await pilot.press("2")
        assert "Enter go on" in shown(app)
        await pilot.press("r")
        assert replay(app).table.id == "2"
        await pilot.press("escape", "enter")
        await until(pilot, lambda: isinstance(app.screen, TablePage))
        assert isinstance(app.screen, TablePage)
        assert app.screen.table.id == "2"

    driven(store, drive)


def test_an_empty_store_and_help() -> None:
    async def drive(pilot: Pilot[None], app: Gamenight) -> None:
        assert "No matches yet" in shown(app)
        await pilot.press("enter", "g", "question_mark")
        await pilot.pause()
        assert "shows the matches of the next game" in shown(app)
        await pilot.press("escape")
        assert isinstance(app.screen, ReplaysPage)

    driven(SqliteStore(), drive)


def test_a_file_is_opened(store: SqliteStore, tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    write_record(store.load(1).record, path)

    async def drive(pilot: Pilot[None], app: Gamenight) -> None:
        await pilot.press("o", *"x.json", "enter")
        await until(pilot, lambda: "x.json cannot be read: No such file or directory" in shown(app))
        app.screen.query_one(Input).value = str(path)
        await pilot.press("enter")
        assert replay(app).table.id == ""
        assert "move 0 of 4" in shown(app)
        await pilot.press("q")
        assert isinstance(app.screen, ReplaysPage)

    driven(store, drive)


def test_a_match_of_a_missing_game_is_reported(store: SqliteStore) -> None:
    rewrite(store, "game = 'lost'", "id = 3")

    async def drive(pilot: Pilot[None], app: Gamenight) -> None:
        await pilot.pause(0.3)
        assert "unknown game 'lost'" in shown(app)
        await pilot.press("enter")
        assert isinstance(app.screen, ReplaysPage)
        assert "Unknown game 'lost'" in notices(app)[0]

    driven(store, drive, (120, 40))


def test_a_match_is_deleted_only_after_a_question(store: SqliteStore) -> None:
    async def drive(pilot: Pilot[None], app: Gamenight) -> None:
        await pilot.press("down", "d")
        await pilot.pause()
        assert "Delete match 2 for good (Oware: Cleo, Hanna)?" in shown(app)
        await pilot.press("enter")
        await pilot.pause()
        assert store.count() == 3, "Enter alone keeps it"
        await pilot.press("d")
        await pilot.pause()
        await pilot.press("y")
        await pilot.pause()
        assert [one.id for one in store.matches()] == [3, 1]
        assert app.screen.query_one(ItemList).current == "1", "the one below"

    driven(store, drive)


def test_a_damaged_match_has_the_title_of_its_game_and_can_be_deleted(store: SqliteStore) -> None:
    store._db.execute("UPDATE matches SET seats = 'x' WHERE id = 3")

    async def drive(pilot: Pilot[None], app: Gamenight) -> None:
        assert "3 Zombie Dice" in shown(app)
        await pilot.press("d")
        await pilot.pause()
        await pilot.press("y")
        await pilot.pause()
        assert [one.id for one in store.matches()] == [2, 1]

    driven(store, drive)
