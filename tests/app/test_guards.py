"""What must not happen at the table: secrets that leak, keys that nobody meant, screens twice."""

from __future__ import annotations

import pytest
from textual import events

from gamenight.app.screens.dialogs import TextDialog
from gamenight.app.screens.ending import EndingPage
from gamenight.app.screens.replays import ReplaysPage
from gamenight.app.screens.rules import RulesPage
from gamenight.core.record import Seat
from gamenight.core.registry import game
from gamenight.match.match import Match
from gamenight.match.sqlite import SqliteStore
from tests.app.screens import new_app, screen_text
from tests.app.tables import asked, at_table, press, question, run, say, table, until
from tests.match.matches import new_match
from tests.toys.nim import NIM


def test_undo_from_behind_the_curtain_shows_nobody_elses_hand() -> None:
    async def drive() -> None:
        match = new_match("thief", people=3, target=10000)
        async with table(match, (120, 40)) as (app, pilot):
            for _ in range(60):
                found = await asked(app, pilot)
                if found.hidden and match.plies and match.plies[-1].actor is not None:
                    break
                await pilot.press(
                    "e" if "e" in {c.key for c in found.selection.scene.choices} else "enter"
                )
            plies = len(match.plies)
            await pilot.press("f4")
            await until(pilot, lambda: len(match.plies) < plies and question(app))
            await pilot.pause()
            assert (await asked(app, pilot)).hidden
            assert "secret" not in screen_text(app)

    run(drive)


def told_to_ann(text: str) -> bool:
    """Whether a sentence of the log says which card Ann got."""
    return "Ann gets " in text and "Ann gets a card." not in text


def test_a_seat_that_is_handed_over_takes_the_log_of_one_person_away() -> None:
    async def drive() -> None:
        seats = [Seat("Ann"), Seat("Bot", "easy")]
        match = Match.new(SqliteStore(), game("circuit"), seats, {"board": 24}, seed=7)
        async with table(match, (120, 40)) as (app, pilot):
            await asked(app, pilot)
            play = at_table(app).play
            assert any(map(told_to_ann, play.chronicle.lines))
            await say(pilot, "seat 2 Ben")
            await until(pilot, lambda: question(app))
            assert not any(map(told_to_ann, play.chronicle.lines))
            assert not any(area.secret for area in play.frame.areas)

    run(drive)


@pytest.mark.parametrize("words", ["resign", "seat 1 bot:easy"])
def test_somebody_left_alone_at_a_shared_screen_says_ready_first(words: str) -> None:
    async def drive() -> None:
        seats = [Seat("Ann"), Seat("Ben"), Seat("Bot", "easy")]
        match = Match.new(SqliteStore(), game("circuit"), seats, {"board": 24}, seed=7)
        async with table(match, (120, 40)) as (app, pilot):
            await asked(app, pilot)
            await pilot.press("enter")
            await until(pilot, lambda: "Your hand" in screen_text(app))
            await say(pilot, words)
            if words == "resign":
                await pilot.press("y")
            await until(pilot, lambda: (found := question(app)) and found.seat == 1)
            await pilot.pause()
            assert (await asked(app, pilot)).hidden
            assert "Ben, ready?" in screen_text(app)
            assert "Your hand" not in screen_text(app)
            assert not any(area.secret for area in at_table(app).play.frame.areas)
            await pilot.press("enter")
            await until(pilot, lambda: "Your hand" in screen_text(app))

    run(drive)


def test_a_window_that_is_too_small_takes_no_keys_but_says_which_leaves() -> None:
    async def drive() -> None:
        match = new_match("oware", people=2)
        async with table(match, (59, 19)) as (app, pilot):
            await asked(app, pilot)
            await press(pilot, ["1", "2"])
            assert not match.plies
            assert "60 columns and 20 lines" in screen_text(app)
            assert "press q to leave" in " ".join(screen_text(app).split())
            await pilot.resize_terminal(60, 20)
            await pilot.pause()
            await pilot.press("1")
            await until(pilot, lambda: len(match.plies) == 1)
            await pilot.resize_terminal(30, 10)
            await pilot.press("q")
            await until(pilot, lambda: not app.is_running)

    run(drive)


def test_a_key_that_is_typed_twice_at_once_opens_one_page() -> None:
    async def drive() -> None:
        async with table(new_match("oware", people=2)) as (app, pilot):
            await asked(app, pilot)
            for _ in range(3):
                app.post_message(events.Key("question_mark", "?"))
            await pilot.pause(0.1)
            assert sum(isinstance(screen, RulesPage) for screen in app.screen_stack) == 1

    run(drive)


def test_the_result_waits_for_what_lies_over_the_table() -> None:
    async def drive() -> None:
        match = new_match("oware", people=2)
        async with table(match) as (app, pilot):
            await asked(app, pilot)
            screen = at_table(app)
            await pilot.press("f1")
            await screen.play.change(screen.table.resign(0))
            await until(pilot, lambda: screen.play.question is None)
            await pilot.pause()
            assert isinstance(app.screen, TextDialog)
            await pilot.press("escape")
            await until(pilot, lambda: screen not in app.screen_stack)

    run(drive)


def test_the_end_is_taken_back_at_the_last_board() -> None:
    async def drive() -> None:
        match = new_match(NIM, people=2)
        async with table(match) as (app, pilot):
            while match.result is None:
                await asked(app, pilot)
                plies = len(match.plies)
                await say(pilot, "take 1")
                await until(pilot, lambda: len(match.plies) > plies)  # noqa: B023
            assert (await asked(app, pilot)).any_key
            plies = len(match.plies)
            await pilot.press("f4")
            await until(pilot, lambda: match.result is None and question(app))
            assert len(match.plies) == plies - 1
            await pilot.pause()
            assert "Took back 1 move." in screen_text(app)
            await say(pilot, "take 1")
            assert (await asked(app, pilot)).any_key
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(app.screen, EndingPage))

    run(drive)


def test_a_notice_with_brackets_and_an_unknown_home_folder_are_shown() -> None:
    async def drive() -> None:
        app = new_app(lambda app: ReplaysPage(), notices=("the store /x/[b]y[/c] cannot be used",))
        async with app.run_test(size=(120, 40), notifications=True) as pilot:
            await pilot.pause()
            assert "[b]y[/c]" in screen_text(app)
            await press(pilot, ["o", *"~nobody-of-that-name/x.json", "enter"])
            await pilot.pause()
            assert "cannot be read" in screen_text(app)

    run(drive)
