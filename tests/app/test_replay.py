"""One replay in the app: stepping, jumping, watching, playing on."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from gamenight.app.app import Gamenight
from gamenight.app.screens.replay import SPEEDS, ReplayPage
from gamenight.app.screens.replays import ReplaysPage
from gamenight.app.screens.table import TablePage
from gamenight.app.settings import Settings
from gamenight.app.widgets.key_bar import KeyBar
from gamenight.app.widgets.prompt import Prompt
from gamenight.core.record import Seat
from gamenight.draw.layouts.sidebar import LOG
from gamenight.match.match import Match
from gamenight.match.sqlite import SqliteStore
from tests.app.replays import (
    LOOKS,
    OWARE,
    STYLES,
    Size,
    driven,
    replay,
    shown,
    three_matches,
)
from tests.app.screens import notices, screen_text
from tests.app.tables import until
from tests.match.courses import drive as drive_match


@pytest.fixture
def store() -> SqliteStore:
    return three_matches()


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

    driven(store, drive, (100, 30), ascii=True)


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
        assert page._moving
        await pilot.press("left")
        assert page.at == 2, "so does a step back"
        await pilot.press("n", "space")
        assert page._playing, "a key skips, and does what it says too"

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


def test_the_last_move_tells_the_reason_once_though_moves_were_taken_back() -> None:
    store = SqliteStore()
    match = Match.new(store, OWARE, [Seat("Ann"), Seat("Two", "random")], order="given", seed=1)
    match.play("C", 0, match.at)
    match.undo()
    drive_match(match)
    assert match.result is not None
    reason = match.result.reason

    async def drive(pilot: Pilot[None], app: Gamenight) -> None:
        await pilot.press("enter", "end")
        scene = replay(app)._scene()
        assert f"{scene.message} {scene.ask}".count(reason) == 1
        assert "taken back" in scene.ask

    driven(store, drive)


def test_below_the_smallest_size_it_waits(store: SqliteStore) -> None:
    async def drive(pilot: Pilot[None], app: Gamenight) -> None:
        await pilot.press("1", "enter", "n")
        await pilot.resize_terminal(50, 15)
        await until(pilot, lambda: "needs 60 columns" in shown(app))
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: "move 1 of 4" in shown(app))

    driven(store, drive)
