"""Who plays the next round, as people change it on the page of the result."""

from __future__ import annotations

from functools import partial

from textual.widgets import Input

from gamenight.app.app import Gamenight
from gamenight.app.screens.dialogs import LineDialog
from gamenight.app.screens.ending import EndingPage
from gamenight.app.screens.new_game import NewGamePage
from gamenight.app.screens.table import TablePage
from tests.app.screens import notices, screen_text
from tests.app.tables import run, until
from tests.app.test_ending import at_the_end, played, resigned, type_name


def test_others_play_the_next_round() -> None:
    async def drive() -> None:
        app = at_the_end(resigned())
        async with app.run_test() as pilot:
            for words, why in (("fly", "not 'fly'"), ("leave Cem", "'Cem' is not at the table")):
                await type_name(pilot, words, key="c")
                assert why in screen_text(app)
                await pilot.press("escape")
            await type_name(pilot, "leave ben", key="c")
            await pilot.press("escape", "n")
            await until(pilot, lambda: "for 2 players, not 1" in notices(app)[-1])
            assert isinstance(app.screen, EndingPage)
            await type_name(pilot, "join bot:easy", key="c")
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(app.screen, EndingPage))
            assert "At the table: 1 Ann, 2 Easy." in screen_text(app)
            await pilot.press("n")
            await until(pilot, lambda: isinstance(app.screen, TablePage))
            assert isinstance(app.screen, TablePage)
            assert sorted(app.screen.table.names) == ["Ann", "Easy"]

    run(drive)


def is_shown(app: Gamenight, words: str) -> bool:
    return words in screen_text(app)


def test_who_plays_is_changed_line_after_line_until_an_empty_one() -> None:
    async def drive() -> None:
        app = at_the_end(resigned())
        async with app.run_test(size=(60, 20)) as pilot:
            assert "c players" in screen_text(app)
            await pilot.press("c")
            await until(pilot, lambda: isinstance(app.screen, LineDialog))
            for words, told in (
                ("leave ben", "At the table: 1 Ann."),
                ("leave ben", "'ben' is not at the table"),
                ("join Eve", "At the table: 1 Ann, 2 Eve."),
            ):
                app.screen.query_one(Input).value = ""
                await pilot.press(*words, "enter")
                await until(pilot, partial(is_shown, app, told))
                assert isinstance(app.screen, LineDialog)
            assert "is not at the table" not in screen_text(app)
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(app.screen, EndingPage))

    run(drive)


def test_where_a_seat_is_nobodys_the_form_offers_the_ways_to_play() -> None:
    async def drive() -> None:
        app = at_the_end(played("preys"))
        async with app.run_test() as pilot:
            await pilot.press("c")
            await until(pilot, lambda: isinstance(app.screen, NewGamePage))
            assert "Play the fish" in screen_text(app)
            await pilot.press("escape")
            await until(pilot, lambda: isinstance(app.screen, EndingPage))

    run(drive)
