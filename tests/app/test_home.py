"""The first screen of the app, and the rules of a game."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Input

from gamenight.app import routes
from gamenight.app.app import Gamenight
from gamenight.app.screens.home import HomePage
from gamenight.app.screens.new_game import NewGamePage
from gamenight.app.screens.page import Page
from gamenight.app.settings import load_settings
from gamenight.core import registry
from gamenight.core.game import Game
from gamenight.core.record import Seat
from gamenight.match.files import write_record
from gamenight.match.match import Match
from gamenight.match.matches import Matches
from gamenight.match.sqlite import SqliteStore
from gamenight.match.table import Table
from tests.app.screens import SIZES, new_app, notices, screen_lines, screen_text, settled
from tests.app.tables import press
from tests.match.courses import drive, rewrite
from tests.toys.heist import HEIST
from tests.toys.nim import NIM

WAYS = ("l learn", "? rules", "p matches")


class Elsewhere(Page):
    """Stands for the screen that a route leads to."""

    def __init__(self, route: str, table: Table | None = None, message: str = ""):
        super().__init__()
        self.route, self.table, self.message = route, table, message


@pytest.fixture(autouse=True)
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """The screens that home leads to, without what is on them."""
    for route in ("table", "lessons", "lesson", "replays", "statistics"):
        monkeypatch.setattr(routes, route, partial(Elsewhere, route))


def route_of(app: Gamenight) -> str:
    """The route that led to the screen."""
    if isinstance(app.screen, Elsewhere):
        return app.screen.route
    name = f"{type(app.screen).__module__.rpartition('.')[2]}.{type(app.screen).__name__}"
    return next(route for route, home in routes.SCREENS.items() if home == name)


def played(store: SqliteStore, id: str, plies: int) -> Match:
    """A match that is not over."""
    seats = [Seat("Ann"), Seat("Bob", "easy")]
    match = Match.new(store, registry.game(id), seats, order="given", seed=5)
    drive(match, lambda match: len(match.plies) >= plies)
    return match


def test_a_match_is_loaded_from_a_file_and_the_table_opens(tmp_path: Path) -> None:
    store, path = SqliteStore(), tmp_path / "match.json"
    write_record(played(SqliteStore(), "oware", 3).record, path)

    async def test() -> None:
        app = new_app(store=store)
        async with app.run_test(size=(80, 24)) as pilot:
            await settled(app, pilot)
            await pilot.press("o", *"nowhere", "enter")
            await settled(app, pilot)
            assert "cannot be read" in screen_text(app)
            app.screen.notify("a notice of the page before")
            await pilot.press("x")
            assert app.screen.query_one(Input).value == "x", "typing replaces what was refused"
            assert not app.screen.query(".reason")
            app.screen.query_one(Input).value = str(path)
            await pilot.press("enter")
            await settled(app, pilot)
            assert isinstance(app.screen, Elsewhere)
            told = f"Loaded {path}: Bob's turn."
            assert (route_of(app), app.screen.message, notices(app)) == ("table", told, [])
            assert app.screen.table is not None
            assert len(app.screen.table.record().actions) == 3
            assert len(Matches(store).unfinished()) == 1

    asyncio.run(test())


@pytest.mark.parametrize(
    ("size", "changes"),
    [
        *((size, {"ascii": True}) for size in SIZES),
        ((80, 24), {"plain_colors": True}),
    ],
)
def test_everything_is_on_the_first_screen(size: tuple[int, int], changes: dict[str, Any]) -> None:
    async def steps() -> None:
        app = new_app(**changes)
        async with app.run_test(size=size) as pilot:
            await settled(app, pilot)
            text = screen_text(app)
            assert all(game.title in text for game in app.games.values())
            summaries = " ".join(text.split())
            if size[0] < 110:
                ends = [game.summary.split()[-1] for game in app.games.values()]
                assert all(end in summaries for end in ends), "no sentence is cut off"
            assert all(way in text for way in WAYS)
            assert "Enter play" in text
            if changes.get("ascii"):
                assert "\n".join(screen_lines(app)[:-1]).isascii()

    asyncio.run(steps())


def test_the_first_screen_needs_no_more_than_it_shows() -> None:
    code = (
        "import sys, gamenight.app.screens.home; from gamenight.app.app import Gamenight;"
        "from gamenight.match.matches import unkept_matches;"
        "from gamenight.app.settings import Settings;"
        "Gamenight(unkept_matches(), Settings()); print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = [name for name in done.stdout.split() if name.startswith("gamenight.")]
    rooms = ("gamenight.app.screens.", "gamenight.app.pictures.")
    found = {name.removeprefix("gamenight.app.") for name in loaded if name.startswith(rooms)}
    assert found == {"screens.home", "screens.page", "pictures.home"}
    assert "gamenight.match.match" not in loaded


def test_the_keys_lead_everywhere() -> None:
    async def steps() -> None:
        app = new_app()
        async with app.run_test(size=(80, 24)) as pilot:
            for key, name in (
                ("l", "lesson"),
                ("p", "replays"),
                ("s", "statistics"),
                ("t", "settings"),
                ("2", "new_game"),
                ("question_mark", "rules"),
            ):
                await pilot.press(key)
                await pilot.pause()
                assert route_of(app) == name
                app.pop_screen()
                await pilot.pause()
            await pilot.press("q")
        assert app.return_code == 0

    asyncio.run(steps())


def test_arrow_keys_and_enter_reach_all_games() -> None:
    async def steps() -> None:
        app = new_app()
        async with app.run_test(size=(60, 20)) as pilot:
            for number, game in list(enumerate(app.games.values()))[1::3]:
                await pilot.press("home", *["down"] * number, "enter")
                await pilot.pause()
                assert isinstance(app.screen, NewGamePage)
                assert app.screen.game is game
                await pilot.press("escape")
                await pilot.pause()

    asyncio.run(steps())


def test_the_mouse_chooses() -> None:
    async def steps() -> None:
        app = new_app()
        async with app.run_test(size=(80, 24)) as pilot:
            line = next(n for n, text in enumerate(screen_lines(app)) if "Thief" in text)
            await pilot.click(offset=(12, line))
            await pilot.pause()
            assert isinstance(app.screen, NewGamePage)
            assert app.screen.game.title == "Thief"

    asyncio.run(steps())


def test_unfinished_matches_resume_the_latest_first() -> None:
    async def steps() -> None:
        store = SqliteStore()
        old, new = played(store, "oware", 3), played(store, "zombie", 4)
        app = new_app(store=store)
        async with app.run_test(size=(80, 24)) as pilot:
            lines = [line for line in screen_lines(app) if "Ann against Bob" in line]
            assert ["Zombie Dice" in line for line in lines] == [True, False]
            await pilot.press("g")
            await pilot.pause()
            assert app.screen.table.id == str(new.id)  # type: ignore[attr-defined]
            app.pop_screen()
            await pilot.press("down", "enter")
            await pilot.pause()
            assert app.screen.table.id == str(old.id)  # type: ignore[attr-defined]

    asyncio.run(steps())


def test_without_a_match_there_is_nothing_to_resume() -> None:
    async def steps() -> None:
        app = new_app()
        async with app.run_test(size=(80, 24)) as pilot:
            assert "go on" not in screen_text(app)
            await pilot.press("g")
            await pilot.pause()
            assert isinstance(app.screen, HomePage)

    asyncio.run(steps())


@pytest.mark.parametrize(
    ("way", "here"),
    [
        ([], "Oware  Ann against Bob"),
        (["down", "down"], "2 🌰 Oware"),
        (["2", "escape"], "2 🌰 Oware"),
    ],
)
def test_the_cursor_stays_where_it_was_whatever_another_program_plays(
    way: list[str], here: str
) -> None:
    async def steps() -> None:
        store = SqliteStore()
        old = played(store, "oware", 3)
        app = new_app(store=store)
        async with app.run_test(size=(80, 24)) as pilot:
            await press(pilot, [*way, "t"])
            await pilot.pause()
            latest = [played(store, "zombie", 4) for _ in range(3)][-1]  # there is room for two
            await pilot.press("escape")
            await pilot.pause()
            assert here in line_under_cursor(app)
            await pilot.press("g")
            await pilot.pause()
            opened = latest if way else old
            assert app.screen.table.id == str(opened.id)  # type: ignore[attr-defined]

    asyncio.run(steps())


def line_under_cursor(app: Gamenight) -> str:
    return next(line for line in screen_lines(app) if line.lstrip().startswith("▌"))


def test_what_each_game_tells_and_the_last_evenings() -> None:
    async def steps() -> None:
        store = SqliteStore()
        drive(played(store, "zombie", 1), lambda match: match.result is not None)
        app = new_app(store=store)
        async with app.run_test(size=(80, 40)) as pilot:
            await pilot.pause()
            text = screen_text(app)
            assert "players" in text
            assert "7 min" in text
            assert "luck  skill" in text
            assert "1 or watch" in text, "nobody decides, unless they want to"
            assert "LATEST RESULTS" in text
            assert re.search(r"just now +🧟 (Ann|Bob) \d+, (Ann|Bob) \d+", text)

    asyncio.run(steps())


def test_a_match_of_another_version_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    async def steps() -> None:
        store = SqliteStore()
        played(store, "oware", 2)
        rewrite(store, "version = 99")
        app = new_app(store=store)
        told: list[str] = []
        monkeypatch.setattr(HomePage, "notify", lambda self, text, **_: told.append(text))
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.press("g")
            await settled(app, pilot)
            assert isinstance(app.screen, HomePage)
            assert "version 99" in told[0]

    asyncio.run(steps())


def test_a_wide_screen_shows_a_picture_of_what_is_under_the_cursor() -> None:
    async def steps() -> None:
        store = SqliteStore()
        played(store, "oware", 3)
        app = new_app(store=store)
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.press("2")
            await pilot.press("escape")
            await settled(app, pilot)
            assert "Ben" in screen_text(app), "the board of the game"
            await pilot.press("g")
            app.pop_screen()
            await settled(app, pilot)
            assert "Bob" in screen_text(app)
            assert re.search(r"3 moves(?!,)", screen_text(app)), "the last screen of the match"
            await pilot.resize_terminal(80, 24)
            await settled(app, pilot)
            assert not re.search(r"3 moves(?!,)", screen_text(app))

    asyncio.run(steps())


@pytest.mark.parametrize("game", registry.games())
def test_what_a_game_offers_fits_beside_the_list(game: str) -> None:
    from gamenight.app.pictures.preview import about_picture

    for width in (42, 46):  # on a screen of 110 and of 120 columns
        keys = (("Enter", "go on"), ("l", "learn"), ("u", "puzzles"))
        picture = about_picture(registry.game(game), "", keys, new_app().look, (width, 9))
        assert "…" not in "\n".join(picture.lines())


def test_pictures_hide_what_several_people_at_one_keyboard_hide() -> None:
    from gamenight.app.pictures.preview import match_picture

    store = SqliteStore()
    match = Match.new(store, HEIST, [Seat("Ann"), Seat("Ben")], seed=1)
    match.chance()
    app = new_app()
    picture = match_picture(match.record, HEIST, app.look, (70, 30))
    assert not any(card in "\n".join(picture.lines()) for card in ("trap", "dodge", "alarm"))


def test_a_game_of_a_plug_in_appears_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    games: dict[str, Game] = {"nim": NIM, "heist": HEIST}
    monkeypatch.setattr(Gamenight, "_usable_games", lambda self: games)
    monkeypatch.setattr("gamenight.match.example.scene_of", broken)

    async def steps() -> None:
        app = new_app()
        async with app.run_test(size=(120, 30)) as pilot:
            await settled(app, pilot)
            assert "1 N  Nim" in screen_text(app), "without an emblem its letter"
            assert "2" in screen_text(app)
            await pilot.press("1")
            await pilot.pause()
            assert "New game: Nim" in screen_text(app)

    asyncio.run(steps())


def test_broken_folders_are_notices_and_it_plays_on(tmp_path: Path) -> None:
    async def steps() -> None:
        (tmp_path / "settings.json").write_text("{")
        settings = load_settings(tmp_path)
        app = new_app(settings=settings, notices=("playing on in memory, nothing is kept.",))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            told = " ".join(notices(app))
            assert "using the default settings" in told
            assert "playing on in memory" in told
            await pilot.press("1", "enter")
            await pilot.pause()
            assert route_of(app) == "table"
            assert app.matches.count() == 1

    asyncio.run(steps())


def test_a_store_that_breaks_is_reported() -> None:
    async def steps() -> None:
        app = new_app()
        async with app.run_test(size=(80, 24)) as pilot:
            app.matches.close()
            await pilot.press("t", "escape")
            await pilot.pause()
            assert isinstance(app.screen, HomePage)
            assert any("cannot be used" in told for told in notices(app))

    asyncio.run(steps())
