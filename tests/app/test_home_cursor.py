"""Where the cursor of home goes, and what stays where it was."""

from __future__ import annotations

import asyncio

import pytest

from gamenight.app.app import Gamenight
from gamenight.app.screens.home import HomePage
from gamenight.core import registry
from gamenight.match.sqlite import SqliteStore
from tests.app.screens import new_app, screen_lines, settled
from tests.app.tables import press
from tests.app.test_home import line_under_cursor, played
from tests.toys.heist import HEIST
from tests.toys.nim import NIM


def test_matches_keep_their_order_while_a_page_is_read() -> None:
    async def steps() -> None:
        store = SqliteStore()
        for id, plies in (("oware", 3), ("zombie", 4)):
            played(store, id, plies)
        app = new_app(store=store)
        async with app.run_test(size=(80, 24)) as pilot:
            await press(pilot, ["down"])
            before = screen_lines(app)
            assert "Oware  Ann against Bob" in line_under_cursor(app)
            await press(pilot, ["t", "escape"])
            await pilot.pause()
            assert screen_lines(app) == before

    asyncio.run(steps())


def test_the_signs_of_more_turn_the_page_and_choose_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """More games than there is room for."""
    games = {game.id: game for game in (*map(registry.game, registry.games()), NIM, HEIST)}
    monkeypatch.setattr(Gamenight, "_usable_games", lambda self: games)

    async def steps() -> None:
        store = SqliteStore()
        played(store, "oware", 3)
        app = new_app(store=store)
        async with app.run_test(size=(60, 20)) as pilot:
            await pilot.pause()
            before = line_under_cursor(app)
            for sign, shown in (("▼", "Play online"), ("▲", before)):
                lines = screen_lines(app)
                y = next(y for y, text in enumerate(lines) if text.endswith(f" {sign}"))
                await pilot.click(offset=(len(lines[y]) - 1, y))
                await pilot.pause()
                assert isinstance(app.screen, HomePage)
                assert shown in line_under_cursor(app)

    asyncio.run(steps())


@pytest.mark.parametrize(
    ("keys", "words", "page"),
    [
        ("2 escape", "Enter play", "NewGamePage"),
        ("home", "Enter go on", "TablePage"),
        ("2 escape", "l learn", "LessonPage"),
        ("2 escape", "u puzzles", "PuzzlePage"),
    ],
)
def test_what_stands_below_the_picture_of_a_game_can_be_clicked(
    keys: str, words: str, page: str
) -> None:
    """It says of Enter what the bar of keys says."""

    async def steps() -> None:
        store = SqliteStore()
        played(store, "oware", 3)
        app = new_app(store=store)
        async with app.run_test(size=(120, 40)) as pilot:
            await press(pilot, keys.split())
            await settled(app, pilot)
            *panel, bar = screen_lines(app)
            assert words in bar
            y = next(y for y, line in enumerate(panel) if "l learn" in line)
            await pilot.click(offset=(panel[y].index(words) + len(words) - 1, y))
            await pilot.pause()
            assert type(app.screen).__name__ == page

    asyncio.run(steps())
