"""A name that is refused: one that is too short can be continued, any other is replaced, and nobody
is told before it is complete."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from gamenight.app.app import Gamenight
from gamenight.app.screens.dialogs import LineDialog
from tests.app.forms import at, drive, form_of, typed, words
from tests.app.screens import new_app, screen_lines
from tests.app.tables import asked, table, until
from tests.match.matches import new_match


def is_shown(app: Gamenight, text: str) -> bool:
    return text in words(app)


def test_a_refused_name_is_continued_and_any_other_replaced() -> None:
    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        await at(pilot, app, "seat 0")
        await typed(pilot, "Jo")
        await pilot.press("f5")
        assert "not 2: 'Jo'" in words(app)
        await typed(pilot, "an")
        assert form_of(app).party.places[0].name == "Joan"
        assert "visible characters" not in words(app)
        await at(pilot, app, "seat 0")
        await typed(pilot, "Ann")
        assert form_of(app).party.places[0].name == "Ann"

    drive("thief", script)


def test_a_name_that_is_taken_is_replaced() -> None:
    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        await typed(pilot, "2Ann, Ben, Ann")
        await pilot.press("enter")
        assert "choose another name" in words(app)
        await at(pilot, app, "seat 2")
        await typed(pilot, "Bea")
        assert form_of(app).party.places[2].name == "Bea"

    drive("thief", script)


def test_a_name_is_not_scolded_while_more_letters_can_mend_it() -> None:
    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        await at(pilot, app, "seat 0")
        for letter in "Jo":
            await typed(pilot, letter)
            assert "visible characters" not in words(app)
        await pilot.press("down")
        assert "not 2: 'Jo'" in words(app), "as soon as somebody leaves it"
        await at(pilot, app, "seat 0")
        await typed(pilot, "an is far too long")
        assert "visible characters, not 20" in words(app), "no letter can mend that"

    drive("thief", script)


def test_a_way_to_play_ends_a_name_that_is_being_typed() -> None:
    """It is refused at the start, and that is said."""

    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        await at(pilot, app, "seat 0")
        await typed(pilot, "Jo")
        place = form_of(app).view.picture.place("way 0")
        assert place is not None
        await pilot.click(form_of(app).view, offset=(place.x + 1, place.y + 1))
        await pilot.press("f5")
        assert "not 2: 'Jo'" in words(app)

    drive("thief", script)


def test_a_refused_name_in_a_dialog_is_continued() -> None:
    async def run() -> None:
        app = new_app()
        async with app.run_test(size=(80, 24)) as pilot:
            length = "A name has 3 to 15 characters."
            for offered, reason, expected in (
                ("Jo", length, "Joan"),
                ("Jo", "", "an"),
                ("Joe", "Joe is at the table already: choose another name.", "an"),
            ):
                asking = LineDialog("What is the name?", [], offered, reason, shortest=3)
                app.push_screen(asking)
                await pilot.pause()
                await typed(pilot, "an")
                assert app.screen.query_one(Input).value == expected
                await pilot.press("escape")
                await pilot.pause()

    asyncio.run(run())


def test_how_long_a_name_is_stands_once_below_one_that_is_refused() -> None:
    async def run() -> None:
        match = new_match("thief", people=3, open_table=True, cards=False)
        async with table(match) as (app, pilot):
            while not (await asked(app, pilot)).selection.scene.marks:
                await pilot.press("enter")
            steps = (("escape", "Menu"), ("i", "Who joins?"), ("n", "What is the name?"))
            for key, shown in steps:
                await pilot.press(key)
                await until(pilot, partial(is_shown, app, shown))
            assert "A name has 3 to 15 characters." in words(app)
            await typed(pilot, "Jo")
            await pilot.press("enter")
            await pilot.pause()
            assert words(app).count("3 to 15") == 1
            assert "not 2: 'Jo'" in words(app)
            await typed(pilot, "an")
            assert app.screen.query_one(Input).value == "Joan"

    asyncio.run(run())


def test_a_name_that_is_as_long_as_it_may_be_cannot_be_mended_by_more_letters() -> None:
    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        form, name = form_of(app), "Bartholomew Kin"
        assert len(name) == form.game.setup.longest
        await at(pilot, app, "seat 0")
        await typed(pilot, name)
        await at(pilot, app, "seat 1")
        await typed(pilot, name[:-1])
        assert not form.party.told
        await typed(pilot, name[-1])
        assert name in form.party.told

    drive("thief", script)


@pytest.mark.parametrize("id", ["circuit", "oware"])
def test_a_name_that_is_being_typed_leaves_no_gap_beside_start(id: str) -> None:
    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        await typed(pilot, "2Ann, Ben")
        await pilot.press("up", *["backspace"] * 4)
        start = next(line for line in screen_lines(app) if "Start" in line and "Ben" in line)
        assert ", Ben" not in start
        assert start.split("Start")[1].split()[0] in ("Ben", "Ben;")

    drive(id, script)


def test_whoever_types_a_name_at_who_joins_need_not_say_that_it_is_new() -> None:
    async def run() -> None:
        match = new_match("thief", people=3, open_table=True, cards=False)
        async with table(match) as (app, pilot):
            await asked(app, pilot)
            await pilot.press("escape")
            await until(pilot, partial(is_shown, app, "Menu"))
            await pilot.press("i")
            await until(pilot, partial(is_shown, app, "Who joins?"))
            await pilot.press(*"Cleo")
            await until(pilot, lambda: bool(app.screen.query(Input)))
            await pilot.pause()
            assert app.screen.query_one(Input).value == "Cleo"

    asyncio.run(run())
