"""Who plays the next round, as people change it on the page of the result."""

from __future__ import annotations

from functools import partial

from textual.widgets import Input

from gamenight.app.app import Gamenight
from gamenight.app.arrivals import next_players
from gamenight.app.screens.dialogs import LineDialog
from gamenight.app.screens.ending import EndingPage
from gamenight.app.screens.new_game import NewGamePage
from gamenight.app.screens.table import TablePage
from gamenight.core.record import Seat
from gamenight.core.registry import game
from gamenight.core.rules import Decision
from gamenight.match.changes import changed_seats
from gamenight.match.local import LocalTable
from gamenight.match.match import Match
from gamenight.match.seats import for_people
from gamenight.match.sqlite import SqliteStore
from tests.app.screens import notices, screen_text
from tests.app.tables import run, until
from tests.app.test_ending import at_the_end, played, resigned, type_name
from tests.match.test_arrivals import won_by_a_roll

THIEF = game("thief")


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


def test_who_plays_is_picked_with_the_arrow_keys_or_the_mouse_too() -> None:
    async def drive() -> None:
        app = at_the_end(resigned())
        async with app.run_test(size=(60, 20)) as pilot:
            await pilot.press("c")
            await until(pilot, lambda: isinstance(app.screen, LineDialog))
            assert "done: these play the next round" in screen_text(app)
            await pilot.press("down", "down", "enter")
            await until(pilot, partial(is_shown, app, "At the table: 1 Ann."))
            await pilot.press("down", "down", "enter")
            await until(pilot, partial(is_shown, app, "At the table: 1 Ann, 2 Ben."))
            await pilot.press("up", "enter")
            await until(pilot, lambda: isinstance(app.screen, EndingPage))

    run(drive)


def test_who_left_comes_back_by_number_as_in_a_match() -> None:
    async def drive() -> None:
        app = at_the_end(resigned())
        async with app.run_test(size=(60, 20)) as pilot:
            await type_name(pilot, "leave 2", key="c")
            await until(pilot, partial(is_shown, app, "At the table: 1 Ann."))
            await pilot.press(*"join 2", "enter")
            await until(pilot, partial(is_shown, app, "At the table: 1 Ann, 2 Ben."))

    run(drive)


def test_too_few_for_another_round_are_told_how_to_change_that() -> None:
    async def drive() -> None:
        seats = [Seat(name) for name in ("Ann", "Ben", "Cem")]
        match = Match.new(SqliteStore(), THIEF, seats, for_people(THIEF, {}, seats), seed=2)
        while not isinstance(match.node, Decision):
            match.chance()
        match.play("leave 2", 1, match.at)
        match.play("leave 3", 2, match.at)
        app = at_the_end(match)
        async with app.run_test() as pilot:
            await pilot.press("n")
            await until(pilot, lambda: notices(app))
            told = "Thief is for 3 to 6 players, not 1: c changes who plays the next round"
            assert notices(app)[-1].startswith(told)
            assert isinstance(app.screen, EndingPage)
            await type_name(pilot, "join 2", key="c")
            await pilot.press("escape", "n")
            await until(pilot, lambda: "not 2: c changes" in notices(app)[-1])

    run(drive)


def test_no_number_is_offered_that_does_nothing_or_could_mean_two() -> None:
    table = LocalTable(resigned())
    rows = next_players(table, table.seats[1:])
    assert [row.text for row in rows[:3]] == [
        "done: these play the next round",
        "Ben leaves",
        "Ann comes back",
    ]
    assert not any(row.head for row in rows)
    for row in rows[1:]:
        assert changed_seats(table, table.seats[1:], row.key) is not None


def test_who_wanted_to_leave_or_join_before_the_last_roll_is_told_who_plays() -> None:
    page = EndingPage(won_by_a_roll())
    assert page.shown.following == "At the table: 1 Ann, 2 Ben, 3 Dora."
