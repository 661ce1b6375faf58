"""The table on the screen: keys, clicks, movement, thinking bots, curtains, words, the log."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from textual import events

from gamenight.app.screens.dialogs import PickDialog, TextDialog
from gamenight.app.screens.home import HomePage
from gamenight.app.screens.table import TablePage
from gamenight.app.settings import Settings
from gamenight.app.widgets.key_bar import KeyBar
from gamenight.match.match import Match
from gamenight.match.sqlite import SqliteStore
from tests.app.screens import notices, screen_text
from tests.app.tables import asked, at_table, press, question, run, table, until
from tests.match.matches import new_match


def test_a_click_on_a_spot_plays_it() -> None:
    async def drive() -> None:
        match = new_match("oware")
        async with table(match) as (app, pilot):
            await asked(app, pilot)
            place = at_table(app).view.picture.place("C")
            assert place is not None
            await pilot.click("#table", offset=(place.x + 1, place.y))
            await until(pilot, lambda: len(match.plies) == 2)
            assert match.record.actions[0] == "C"

    run(drive)


def test_letters_play_and_wrong_keys_do_nothing() -> None:
    async def drive() -> None:
        match = new_match("oware")
        async with table(match) as (app, pilot):
            await asked(app, pilot)
            await press(pilot, ["x", "0", "9", "backspace", "tab", "insert", "f12", "home"])
            assert match.plies == []
            await pilot.press("3")
            await until(pilot, lambda: len(match.plies) == 2)
            assert match.record.actions[0] == "C"

    run(drive)


def test_the_last_move_is_described_and_tinted() -> None:
    async def drive() -> None:
        match = new_match("oware", people=2)
        async with table(match) as (app, pilot):
            await asked(app, pilot)
            await pilot.press("3")
            await until(pilot, lambda: len(match.plies) == 1 and question(app) is not None)
            await pilot.pause()
            assert "Ann sows 4 seeds" in screen_text(app)
            assert at_table(app).play.trace.last == {"C", "D", "E", "F", "a"}

    run(drive)


def test_marks_are_kept_beside_the_match() -> None:
    async def drive() -> None:
        match = new_match("thief", cards=False, target=10_000, seed=11)
        async with table(match) as (app, pilot):
            while (found := await asked(app, pilot)).selection.scene.marks in (None, ()):
                await pilot.press("enter")
                await pilot.pause()
            first = found.selection.scene.marks
            assert first
            label = found.selection.scene.label(first[0])
            await pilot.press(label)
            assert match.draft(0) == first[1:]
        again = Match.load(match.store, match.id)
        async with table(again) as (app, pilot):
            assert (await asked(app, pilot)).selection.scene.marks == first[1:]

    run(drive)


def test_a_match_that_was_left_resumes_where_it_was() -> None:
    async def drive() -> None:
        match = new_match("oware", people=2)
        async with table(match) as (app, pilot):
            await asked(app, pilot)
            await press(pilot, ["3", "2", "q", "enter"])
            await until(pilot, lambda: isinstance(app.screen, HomePage))
            assert "match" in app.farewell
        again = Match.load(match.store, match.id)
        assert again.record == match.record
        assert len(again.plies) == 2
        async with table(again, (120, 40)) as (app, pilot):
            await asked(app, pilot)
            assert "Ann, which house" in screen_text(app)
            assert "Ben sows 4 seeds" in screen_text(app)

    run(drive)


def test_undo_takes_back_and_says_what_it_cannot() -> None:
    async def drive() -> None:
        match = new_match("oware")
        async with table(match) as (app, pilot):
            await asked(app, pilot)
            await pilot.press("f4")
            assert match.plies == []
            await pilot.press("3")
            await until(pilot, lambda: len(match.plies) == 2 and question(app) is not None)
            await pilot.press("f4")
            await until(pilot, lambda: question(app) is not None)
            await pilot.pause()
            assert match.plies == []
            assert "Took back 2 moves." in screen_text(app)
            assert at_table(app).play.trace.last == frozenset(), "what was taken back is not tinted"

    run(drive)


def test_the_log_shows_the_board_after_a_move() -> None:
    async def drive() -> None:
        match = new_match("oware", people=2)
        async with table(match, (120, 40)) as (app, pilot):
            await asked(app, pilot)
            await press(pilot, ["3", "2", "f8"])
            assert "Move 1 of 2" in screen_text(app), "the board after the second is in sight"
            await pilot.press("f9")
            assert "Move 2 of 2" in screen_text(app)
            await pilot.press("f9")
            assert "Ann, which house" in screen_text(app)
            await pilot.press("f9")
            assert isinstance(app.screen, PickDialog)
            await press(pilot, ["home", "enter"])
            await pilot.pause()
            assert "Before the first move" in screen_text(app)
            await pilot.press("escape")
            assert "Ann, which house" in screen_text(app)
            assert len(match.plies) == 2

    run(drive)


def test_looking_back_has_its_keys_explained() -> None:
    async def drive() -> None:
        async with table(new_match("oware", people=2), (120, 40)) as (app, pilot):
            await asked(app, pilot)
            await press(pilot, ["3", "2", "f8"])
            assert dict(at_table(app).keys())["F1"] == "keys"
            await pilot.press("f1")
            await until(pilot, lambda: "one move back" in screen_text(app))
            await pilot.press("escape")
            await until(pilot, lambda: "Move 1 of 2" in screen_text(app))

    run(drive)


def test_a_curtain_hides_the_hand_until_the_player_is_ready() -> None:
    async def drive() -> None:
        match = new_match("circuit", people=2, board=24, laps=2)
        async with table(match, (120, 40)) as (app, pilot):
            for name in ("Ann", "Ben", "Ann"):
                hidden = await asked(app, pilot)
                await pilot.pause()
                assert hidden.hidden
                assert f"{name}, ready?" in screen_text(app)
                assert "Your hand" not in screen_text(app)
                await press(pilot, ["f2", "f3", "f8", "f9"])
                assert app.screen is at_table(app)
                assert "LOG" not in screen_text(app)
                await pilot.press("enter")
                assert "Your hand" in screen_text(app)
                await pilot.press("r")
                await until(pilot, lambda: question(app) is not None)

    run(drive)


def test_one_person_needs_no_curtain() -> None:
    async def drive() -> None:
        match = new_match("circuit", people=1)
        async with table(match, (120, 40)) as (app, pilot):
            assert not (await asked(app, pilot)).hidden
            await pilot.pause()
            assert "Your hand" in screen_text(app)

    run(drive)


# Movement.


def moving(match: Match) -> Any:
    """The table of a match in which things move, slowly."""
    return table(match, animate=True, settings=Settings(speed="slow"))


def test_a_film_continues_after_a_resize_and_a_key_skips_it() -> None:
    async def drive() -> None:
        match = new_match("oware", people=2)
        async with moving(match) as (app, pilot):
            await asked(app, pilot)
            await pilot.press("3")
            await until(pilot, lambda: question(app) is None)
            await pilot.pause()
            assert len(match.plies) == 1
            assert "Ben, which house" not in screen_text(app)
            await pilot.resize_terminal(60, 20)
            await pilot.pause()
            assert "Oware" in screen_text(app)
            await pilot.press("x")
            await until(pilot, lambda: question(app) is not None)
            await pilot.pause()
            assert "Ben, which house" in screen_text(app)

    run(drive)


def test_undo_in_the_middle_of_a_film() -> None:
    async def drive() -> None:
        match = new_match("oware", people=2)
        async with moving(match) as (app, pilot):
            await asked(app, pilot)
            await pilot.press("3")
            await until(pilot, lambda: question(app) is None)
            await pilot.press("f4")
            await until(pilot, lambda: question(app) is not None)
            await pilot.pause()
            assert match.plies == []
            assert at_table(app).play.frame == replace(at_table(app).play.frame, choices=())
            assert "Ann, which house" in screen_text(app)

    run(drive)


# Pages and offers.


def test_what_is_to_be_read_stays_until_any_key() -> None:
    async def drive() -> None:
        match = new_match("zombie")
        async with table(match) as (app, pilot):
            await asked(app, pilot)
            assert "Ann, it is your turn." in screen_text(app), "nobody else shares the screen"
            await pilot.press("x")
            assert "x does nothing here (possible: Enter, r;" in screen_text(app)
            await pilot.press("r")
            await until(pilot, lambda: (found := question(app)) and found.any_key)
            await pilot.press("x")
            found = await asked(app, pilot)
            assert not found.any_key
            assert found.seat == 0

    run(drive)


@pytest.mark.parametrize("keys", ["pass", "p"])
def test_who_is_asked_out_of_turn_may_pass_by_its_key_and_not_by_enter(keys: str) -> None:
    async def drive() -> None:
        match = new_match("circuit", board=24, laps=2, seed=2)
        async with table(match) as (app, pilot):
            while not (await asked(app, pilot)).may_pass:
                await pilot.press("enter")
            await pilot.pause()
            assert "pass" in screen_text(app)
            await pilot.press("f3")
            await until(pilot, lambda: "The odds right now: Ann may act" in screen_text(app))
            await pilot.press("escape")
            await until(pilot, lambda: isinstance(app.screen, TablePage))
            plies = len(match.plies)
            await pilot.press("escape")
            await until(pilot, lambda: isinstance(app.screen, PickDialog))  # the menu, as ever
            await pilot.press("escape")
            await until(pilot, lambda: isinstance(app.screen, TablePage))
            for skipping in ("space", "enter"):
                await pilot.press(skipping)
                assert (await asked(app, pilot)).may_pass
            assert len(match.plies) == plies, "whoever skips films has not decided"
            await press(pilot, keys)
            await until(pilot, lambda: len(match.plies) > plies)
            assert match.plies[plies].actor == 1
            assert isinstance(app.screen, TablePage)

    run(drive)


# Trouble.


def test_a_match_that_another_program_continued_is_reported() -> None:
    async def drive() -> None:
        store = SqliteStore()
        match = new_match("oware", people=2, store=store)
        async with table(match) as (app, pilot):
            await asked(app, pilot)
            Match.load(store, match.id).play("A", 0, match.at)
            await pilot.press("3")
            await until(pilot, lambda: isinstance(app.screen, HomePage))
            assert notices(app)

    run(drive)


def test_a_click_on_the_bar_of_keys_is_the_key() -> None:
    async def drive() -> None:
        match = new_match("oware")
        async with table(match) as (app, pilot):
            await asked(app, pilot)
            place = app.screen.query_one(KeyBar).picture.place("F1")
            assert place is not None
            await pilot.click(KeyBar, offset=(place.x, 0))
            await pilot.pause()
            assert [type(screen) for screen in app.screen_stack[-2:]] == [TablePage, TextDialog]

    run(drive)


def test_key_events_that_carry_no_character_are_harmless() -> None:
    async def drive() -> None:
        match = new_match("oware")
        async with table(match) as (app, pilot):
            await asked(app, pilot)
            at_table(app).post_message(events.Key("ctrl+at", None))
            await pilot.pause()
            assert match.plies == []

    run(drive)


def test_somebody_leaves_and_joins_by_the_menu() -> None:
    async def drive() -> None:
        match = new_match("thief", people=3, open_table=True, cards=False, target=10_000)
        async with table(match) as (app, pilot):
            while not (found := await asked(app, pilot)).selection.scene.marks:
                await pilot.press("enter")
            assert found.seat is not None
            await pilot.press("escape", "o")
            await until(pilot, lambda: "Who leaves?" in screen_text(app))
            await pilot.press("3")
            really = "Cem, do you really want to leave the table?"
            await until(pilot, lambda: really in screen_text(app))
            await pilot.press("enter")
            assert match.record.actions[-1] != "leave 3", "Enter is no"
            await pilot.press("escape", "o")
            await until(pilot, lambda: "Who leaves?" in screen_text(app))
            await pilot.press("3")
            await until(pilot, lambda: really in screen_text(app))
            await pilot.press("y")
            await until(pilot, lambda: match.record.actions[-1] == "leave 3")
            await asked(app, pilot)
            await pilot.press("escape", "i")
            await until(pilot, lambda: "Cem comes back" in screen_text(app))
            await pilot.press("3")
            await until(pilot, lambda: match.record.actions[-1] == "join 3")

    run(drive)
