"""Words typed in the menu of a table: whole, with a wrong letter, and with the Enter that ends
them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from time import monotonic

import pytest
from textual.pilot import Pilot

from gamenight.app import keystrokes
from gamenight.app.app import Gamenight
from gamenight.app.screens.dialogs import LineDialog, PickDialog, TextDialog
from gamenight.app.screens.home import HomePage
from gamenight.app.screens.settings import SettingsPage
from gamenight.app.screens.table import TablePage
from gamenight.app.widgets.items import Item, ItemList
from gamenight.match.match import Match
from tests.app.screens import notices, screen_text
from tests.app.tables import asked, run, table, until
from tests.app.test_left_over import slowly
from tests.match.matches import new_match

pytestmark = pytest.mark.usefixtures("_slow_fingers")
ROWS = [Item("s", "s  Stay", "here"), Item("f", "f  Ending", "the last page")]


@asynccontextmanager
async def in_menu(
    key: str = "escape", game: str = "oware"
) -> AsyncIterator[tuple[Gamenight, Pilot[None], Match]]:
    match = new_match(game, people=2)
    async with table(match) as (app, pilot):
        await asked(app, pilot)
        await pilot.press(key)
        await until(pilot, lambda: isinstance(app.screen, PickDialog))
        await pilot.pause()
        yield app, pilot, match


@pytest.mark.parametrize("apart", [0.05, 0.2, 0.35])
@pytest.mark.parametrize(
    ("word", "opened"),
    [
        ("save", LineDialog),
        ("settings", SettingsPage),
        ("resign", PickDialog),
        ("help", TextDialog),
    ],
)
def test_the_enter_that_ends_a_word_answers_nothing_else(
    word: str, opened: type, apart: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # where a file would be saved

    async def drive() -> None:
        async with in_menu() as (app, pilot, _):
            menu = app.screen
            slowly(app, f"{word}!", monotonic() + 5.0, apart)
            await until(pilot, lambda: isinstance(app.screen, opened) and app.screen is not menu)
            await pilot.pause(0.1)
            assert isinstance(app.screen, opened)
            assert app.screen is not menu
            assert not notices(app)

    run(drive)


@pytest.mark.parametrize("apart", [0.05, 0.2, 0.4])
@pytest.mark.parametrize("word", ["savx", "savxq", "saqk", "xyz", "y", "xq", "xqq", "o1", "1"])
def test_a_wrong_word_in_the_menu_does_nothing_and_neither_does_its_enter(
    word: str, apart: float
) -> None:
    async def drive() -> None:
        async with in_menu("q") as (app, pilot, _):
            menu = app.screen
            slowly(app, f"{word}!", monotonic() + 5.0, apart)
            await until(pilot, lambda: notices(app))
            await pilot.pause(0.2)
            assert app.screen is menu
            assert app.screen.query_one(ItemList).current == "q"

    run(drive)


@pytest.mark.parametrize("apart", [0.05, 0.2, 0.4, 0.6])
@pytest.mark.parametrize("game", ["oware", "thief"])
def test_what_comes_in_the_rhythm_of_a_wrong_word_does_nothing(game: str, apart: float) -> None:
    async def drive() -> None:
        async with in_menu("q", game) as (app, pilot, _):
            menu = app.screen
            slowly(app, "xq!", monotonic() + 5.0, apart)
            await until(pilot, lambda: notices(app))
            await pilot.pause(0.2)
            assert app.screen is menu

    run(drive)


@pytest.mark.parametrize("apart", [0.05, 0.2, 0.4, 0.6, 0.8])
def test_the_enter_after_the_letter_that_leaves_chooses_nothing_on_home(apart: float) -> None:
    async def drive() -> None:
        async with in_menu() as (app, pilot, _):
            slowly(app, "q!", monotonic() + 5.0, apart)
            await until(pilot, lambda: isinstance(app.screen, HomePage))
            await pilot.pause(0.2)
            assert isinstance(app.screen, HomePage)

    run(drive)


def test_the_enter_of_a_word_of_which_a_letter_has_acted_changes_no_setting() -> None:
    """At 0.6 seconds a key, the first letter opens the settings before the second one comes."""

    async def drive() -> None:
        async with in_menu() as (app, pilot, _):
            begun, theme = monotonic() + 5.0, app.settings.theme
            slowly(app, "s", begun - 0.6, 0.6)
            await until(pilot, lambda: isinstance(app.screen, SettingsPage))
            slowly(app, "ave!", begun, 0.6)
            await until(pilot, lambda: app.keystrokes._pressed > begun + 2.3)
            await pilot.pause(0.1)
            assert app.settings.theme == theme
            slowly(app, "!", begun + 10.0, 0.6)
            await until(pilot, lambda: app.settings.theme != theme)

    run(drive)


def test_the_enter_in_a_field_is_for_the_field(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    async def drive() -> None:
        async with in_menu() as (app, pilot, _):
            begun = monotonic() + 5.0
            slowly(app, "f", begun, 0.1)
            await until(pilot, lambda: isinstance(app.screen, LineDialog))
            slowly(app, "abc!", begun + 0.1, 0.1)
            await until(pilot, lambda: not isinstance(app.screen, LineDialog))

    run(drive)


def test_a_word_may_begin_like_the_name_of_a_key() -> None:
    async def drive() -> None:
        async with in_menu() as (app, pilot, _):
            found: list[str | None] = []
            app.push_screen(PickDialog("What?", ROWS), found.append)
            await pilot.pause()
            slowly(app, "ending", monotonic() + 5.0, 0.1)
            await until(pilot, lambda: found == ["f"])
            assert not notices(app)

    run(drive)


def test_letters_that_move_the_cursor_are_no_word() -> None:
    async def drive() -> None:
        async with in_menu() as (app, pilot, _):
            slowly(app, "jjjk", monotonic() + 5.0, 0.1)
            await until(pilot, lambda: app.screen.query_one(ItemList)._at == 2)
            assert not notices(app)

    run(drive)


def test_a_letter_in_doubt_acts_before_an_arrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keystrokes, "WHOLE", 60.0)

    async def drive() -> None:
        async with in_menu() as (app, pilot, _):
            await pilot.press("s", "down")
            await until(pilot, lambda: isinstance(app.screen, SettingsPage))

    run(drive)


def test_a_word_of_the_table_does_in_its_menu_what_it_says() -> None:
    async def drive() -> None:
        async with in_menu() as (app, pilot, _):
            slowly(app, "board!", monotonic() + 5.0, 0.1)
            await until(pilot, lambda: isinstance(app.screen, TablePage))
            await until(pilot, lambda: "The board is in front of you." in screen_text(app))

    run(drive)
