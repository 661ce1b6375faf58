"""Replays in the app: the list and its filters, stepping, jumping, watching, playing on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

import gamenight
from gamenight.app.app import Gamenight
from gamenight.app.screens import replays
from gamenight.app.screens.replay import SPEEDS, ReplayPage
from gamenight.app.screens.replays import ReplaysPage
from gamenight.app.screens.table import TablePage
from gamenight.app.settings import Settings
from gamenight.app.widgets.items import ItemList
from gamenight.app.widgets.key_bar import KeyBar
from gamenight.app.widgets.prompt import Prompt
from gamenight.core.record import Seat
from gamenight.draw.layouts.sidebar import LOG
from gamenight.match.files import write_record
from gamenight.match.match import Match
from gamenight.match.sqlite import SqliteStore
from tests.app.screens import SIZES, new_app, notices, screen_text
from tests.app.tables import until
from tests.match.courses import drive as drive_match
from tests.match.courses import played, rewrite

OWARE, ZOMBIE = (gamenight.game(id) for id in ("oware", "zombie"))
STYLES: dict[str, dict[str, bool]] = {
    "ascii": {"ascii": True},
    "dark": {},
    "16 colours": {"plain_colors": True},
}
LOOKS = [*zip(SIZES, STYLES, strict=True)]
Size = tuple[int, int]
Drive = Callable[[Pilot[None], Gamenight], Coroutine[Any, Any, None]]


@pytest.fixture
def store() -> SqliteStore:
    """Three matches, the oldest first: Ann won one, one is unfinished, one is of another game."""
    store = SqliteStore()
    for names, texts in (("Ann Ben", "C c D d"), ("Cleo Hanna", "A")):
        match = played(store, OWARE, names, *texts.split())
        if names == "Ann Ben":
            match.resign(1)
    Match.new(store, ZOMBIE, [Seat("Ben"), Seat("Dora")], seed=1)
    return store


def driven(store: SqliteStore, drive: Drive, size: Size = (80, 24), **changes: Any) -> None:
    """Open the list and let a test press keys."""

    async def run() -> None:
        app = new_app(first=lambda _: ReplaysPage(), store=store, **changes)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await drive(pilot, app)

    asyncio.run(run())


def shown(app: Gamenight) -> str:
    return " ".join(screen_text(app).split())


def replay(app: Gamenight) -> ReplayPage:
    assert isinstance(app.screen, ReplayPage), screen_text(app)
    return app.screen


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


@pytest.mark.parametrize(("size", "style"), LOOKS, ids=str)
def test_stepping_and_jumping_at_every_size(store: SqliteStore, size: Size, style: str) -> None:
    async def drive(pilot: Pilot[None], app: Gamenight) -> None:
        await pilot.press("1", "enter")
        page = replay(app)
        assert "match 1, move 0 of 4" in shown(app)
        for key, ply in (("right", 1), ("n", 2), ("left", 1), ("p", 0), ("p", 0), ("down", 1)):
            await pilot.press(key)
            assert page.at == ply
        assert "Ann sows 4 seeds from house 3." in shown(app)
        assert ("1. Ann sows" in shown(app)) == (size == (120, 40)), "the log needs room"
        await pilot.press("end")
        assert page.at == 4
        assert "Ann won. Ben resigned." in shown(app)
        assert style != "ascii" or shown(app).isascii()
        await pilot.press("home")
        assert page.at == 0
        await pilot.press("g", "3", "enter")
        assert page.at == 3
        await pilot.press("2", "enter")
        assert page.at == 2
        await pilot.press("pageup")
        assert page.at == 0
        await pilot.press("escape")
        assert isinstance(app.screen, ReplaysPage)

    driven(store, drive, size, **STYLES[style])


def test_a_jump_to_nowhere_is_refused(store: SqliteStore) -> None:
    async def drive(pilot: Pilot[None], app: Gamenight) -> None:
        await pilot.press("1", "enter", "9", "enter")
        above, typed = (text.strip() for text in screen_text(app).splitlines()[-3:-1])
        assert (above, typed) == ("There is no move '9' (possible: 0 to 4)", "9")
        for keys in (["backspace"], ["9", "enter", "escape"]):
            await pilot.press(*keys)
            assert "There is no move" not in screen_text(app)
        assert (replay(app).at, replay(app).query_one(Prompt).display) == (0, False)
        await pilot.press("n")
        assert replay(app).at == 1

    driven(store, drive)


def test_the_log_and_the_timeline_can_be_clicked(store: SqliteStore) -> None:
    async def drive(pilot: Pilot[None], app: Gamenight) -> None:
        await pilot.press("1", "enter", "n")
        page = replay(app)
        for view, ply in (("#board", 2), ("#timeline", 4), ("#timeline", 0), ("#board", 1)):
            picture = page.query_one(view)
            target = picture.picture.place(f"{LOG}{ply}")  # type: ignore[attr-defined]
            await pilot.click(view, offset=(target.x, target.y))
            assert page.at == ply

    driven(store, drive, (120, 40))


def test_the_bar_of_keys_can_be_clicked(store: SqliteStore) -> None:
    async def drive(pilot: Pilot[None], app: Gamenight) -> None:
        await pilot.press("1")
        await click_key(pilot, app, "Enter")
        page = replay(app)
        for key, ply in (("n", 1), ("n", 2), ("p", 1)):
            await click_key(pilot, app, key)
            assert page.at == ply
        await click_key(pilot, app, "+")
        assert "0.5 s per move" in shown(app)
        await click_key(pilot, app, "Esc")
        assert isinstance(app.screen, ReplaysPage)

    driven(store, drive, ascii=True)


async def click_key(pilot: Pilot[None], app: Gamenight, key: str) -> None:
    target = app.screen.query_one(KeyBar).picture.place(key)
    assert target is not None
    await pilot.click(KeyBar, offset=(target.x, 0))
    await pilot.pause()


def test_auto_play_with_speed(store: SqliteStore) -> None:
    async def drive(pilot: Pilot[None], app: Gamenight) -> None:
        await pilot.press("1", "enter", "minus")
        page = replay(app)
        assert "2 s per move" in shown(app)
        await pilot.press("space")
        assert "playing, 2 s per move" in shown(app)
        assert "Space stop" in shown(app)
        await pilot.press(*["plus"] * len(SPEEDS))
        assert "0.1 s per move" in shown(app)
        for _ in range(50):
            await pilot.pause(0.1)
            if page.at == 4 and "Space play" in shown(app):
                break
        assert page.at == 4
        assert "Space play" in shown(app)
        await pilot.press(*["minus"] * len(SPEEDS), "space")
        assert page.at == 0, "from the end it starts again"
        await pilot.press("space")
        assert "playing" not in shown(app)

    driven(store, drive)


def test_movement_and_any_key_ends_it(store: SqliteStore) -> None:
    async def drive(pilot: Pilot[None], app: Gamenight) -> None:
        await pilot.press("1", "enter", "n")
        page = replay(app)
        assert page._moving
        moving = shown(app)
        await pilot.press("x")
        assert page.at == 1
        assert not page._moving
        assert shown(app) != moving
        await pilot.press("n", "n")
        assert page.at == 3, "a step ends the movement before it"

    driven(store, drive, animate=True, settings=Settings(speed="slow"))


def test_playing_on_from_here(store: SqliteStore) -> None:
    async def drive(pilot: Pilot[None], app: Gamenight) -> None:
        await pilot.press("1", "enter", "n", "n", "b")
        await pilot.pause()
        assert isinstance(app.screen, TablePage)
        assert app.screen.table.id == "4"
        assert "Match 1 stays as it was. This is a new match, number 4." in shown(app)
        assert app.screen.table.record().actions == ("C", "c")
        assert app.screen.table.result is None
        assert len(store.load(1).record.actions) == 4

    driven(store, drive)


def test_the_end_of_a_game_cannot_be_played_on() -> None:
    store = SqliteStore()
    match = Match.new(store, OWARE, [Seat("One", "random"), Seat("Two", "random")], seed=1)
    drive_match(match)

    async def drive(pilot: Pilot[None], app: Gamenight) -> None:
        await pilot.press("enter", "end", "b")
        assert notices(app) == ["The game is over here: go back a few moves to play on."]
        assert isinstance(app.screen, ReplayPage)
        await pilot.press("b", "left", "b")
        assert isinstance(app.screen, TablePage)

    driven(store, drive)


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


def test_below_the_smallest_size_it_waits(store: SqliteStore) -> None:
    async def drive(pilot: Pilot[None], app: Gamenight) -> None:
        await pilot.press("1", "enter", "n")
        await pilot.resize_terminal(50, 15)
        await until(pilot, lambda: "needs 60 columns" in shown(app))
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: "move 1 of 4" in shown(app))

    driven(store, drive)


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
