"""Keys at the table do what they say: stray ones, words, held ones, wrong ones, and the menu."""

from __future__ import annotations

import asyncio
from pathlib import Path
from time import monotonic

import pytest
from textual import events
from textual.widgets import Input

from gamenight.app import keystrokes
from gamenight.app.app import Gamenight
from gamenight.app.controls import Moment, controls
from gamenight.app.screens.dialogs import LineDialog, PickDialog, TextDialog
from gamenight.app.screens.ending import EndingPage
from gamenight.app.screens.home import HomePage
from gamenight.app.screens.table import TablePage
from gamenight.app.settings import Settings
from gamenight.app.widgets.picture_view import PictureView
from gamenight.match.files import read_records
from tests.app.screens import screen_text
from tests.app.tables import asked, at_table, press, question, run, say, table, until
from tests.match.matches import new_match


def burst(app: Gamenight, keys: str) -> None:
    """Keys that arrive in one go, as from a fast typist on a slow line."""
    for key in keys:
        app.post_message(events.Key("enter" if key == "!" else key, None if key == "!" else key))


@pytest.mark.parametrize("stray", ["h", "house 9", "ho", "x"])
def test_a_stray_key_freezes_nothing(stray: str) -> None:
    async def drive() -> None:
        match = new_match("oware", people=2)
        async with table(match) as (app, pilot):
            await asked(app, pilot)
            await press(pilot, [*stray.replace(" ", ""), "3"])
            await until(pilot, lambda: match.record.actions == ("C",))

    run(drive)


def test_what_is_typed_is_seen_and_enter_takes_it_or_says_why_not() -> None:
    async def drive() -> None:
        match = new_match("oware", people=2)
        async with table(match) as (app, pilot):
            await asked(app, pilot)
            await press(pilot, ["h", "o"])
            assert "ho_" in screen_text(app)
            await pilot.press("enter")
            assert "ho does nothing here (possible: 1, 2, 3, 4, 5, 6" in screen_text(app)
            assert match.plies == []

    run(drive)


def test_a_house_that_cannot_be_sown_is_answered_with_the_reason() -> None:
    async def drive() -> None:
        match = new_match("oware", people=2)
        async with table(match) as (app, pilot):
            await asked(app, pilot)
            for house in ("3", "1"):
                await pilot.press(house)
                await until(pilot, lambda: question(app) is not None)
            await pilot.press("3")
            assert "3: this house is empty." in screen_text(app)
            await pilot.press("2")
            await until(pilot, lambda: len(match.plies) == 3)

    run(drive)


@pytest.mark.usefixtures("_slow_fingers")
def test_a_word_acts_once_and_its_letters_do_not_answer_the_next_question() -> None:
    async def drive() -> None:
        match = new_match("zombie", people=2, seed=3)
        async with table(match) as (app, pilot):
            await asked(app, pilot)
            assert "Ann, ready?" in screen_text(app)
            await pilot.pause(0.3)
            burst(app, "yes!r!rh")
            await pilot.pause(1.0)
            rolls = [text for text in match.record.actions if text in ("roll", "hold")]
            assert rolls == [], "only ready was answered"
            assert question(app) is not None

    run(drive)


def test_a_letter_that_begins_a_command_plays_only_after_a_moment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def drive() -> None:
        match = new_match("zombie", people=2, seed=3)
        async with table(match) as (app, pilot):
            while (await asked(app, pilot)).seat is None or len(match.plies) < 2:
                await pilot.press("enter")
            plies = len(match.plies)
            monkeypatch.setattr(keystrokes, "WHOLE", 60.0)
            for word in ("rules", "help"):
                await press(pilot, [*word])
                assert f"{word}_" in screen_text(app)
                await pilot.press("enter")
                await until(pilot, lambda: not isinstance(app.screen, TablePage))
                await pilot.press("escape")
            await press(pilot, [*"redo", "enter"])
            assert "redo does nothing here (possible: r, h;" in screen_text(app)
            await press(pilot, ["h", "escape", "r", "backspace"])
            assert len(match.plies) == plies
            await pilot.press("h")
            assert "h_ (Enter takes it" in screen_text(app)
            assert "Enter  Hold" in screen_text(app), "the choice that the letter is drawn for"
            monkeypatch.setattr(keystrokes, "WHOLE", 0.01)
            await press(pilot, ["backspace", "h"])
            await until(pilot, lambda: match.record.actions[plies:][:1] == ("hold",))

    run(drive)


@pytest.mark.usefixtures("_slow_fingers")
@pytest.mark.parametrize("per_second", [8, 30])
def test_enter_held_through_an_ending_starts_nothing(per_second: int) -> None:
    async def drive() -> None:
        match = new_match("oware", people=2, ply_limit=1)
        settings = Settings(speed="fast")
        async with table(match, animate=True, settings=settings) as (app, pilot):
            await asked(app, pilot)
            await pilot.pause(0.3)
            await pilot.press("3")
            start = monotonic()
            for number in range(3 * per_second):
                event = events.Key("enter", None)
                event.time = start + number / per_second  # however busy the machine is
                app.post_message(event)
                await asyncio.sleep(1 / per_second)
            assert match.result is not None
            assert isinstance(app.screen, TablePage), "the last board is still there to be seen"
            assert "Let go of Enter" in screen_text(app)
            await pilot.pause(0.7)
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(app.screen, EndingPage))

    run(drive)


@pytest.mark.usefixtures("_slow_fingers")
@pytest.mark.parametrize(("repeats", "plies"), [(12, 1), (1, 2)])
def test_a_key_that_comes_again_late_answers_unless_it_is_held(repeats: int, plies: int) -> None:
    """A keyboard may wait 0.66 s before it repeats a held key; once is a press."""

    async def drive() -> None:
        match = new_match("oware", people=2)
        async with table(match) as (app, pilot):
            await asked(app, pilot)
            await pilot.pause(0.3)
            start = monotonic()
            await pilot.press("3")
            await until(pilot, lambda: len(match.plies) == 1 and question(app) is not None)
            await pilot.pause(0.66 - (monotonic() - start))
            for number in range(repeats):
                event = events.Key("3", "3")
                event.time = start + 0.66 + number / 30
                app.post_message(event)
            await pilot.pause(0.5)
            assert len(match.plies) == plies

    run(drive)


@pytest.mark.usefixtures("_slow_fingers")
def test_a_word_typed_while_something_moves_is_not_taken_and_the_table_says_so() -> None:
    async def drive() -> None:
        match = new_match("oware", people=2)
        settings = Settings(speed="slow")
        async with table(match, animate=True, settings=settings) as (app, pilot):
            await asked(app, pilot)
            await pilot.pause(0.3)
            await pilot.press("6")
            await until(pilot, lambda: match.plies and question(app) is None)
            burst(app, "12")
            await until(pilot, lambda: question(app) is not None)
            await pilot.pause(0.2)
            assert 'Too early: type it again ("12" was not taken).' in screen_text(app)
            assert len(match.plies) == 1
            await pilot.press("down")
            assert "Too early" not in screen_text(app)

    run(drive)


@pytest.mark.usefixtures("_slow_fingers")
@pytest.mark.parametrize("key", ["enter", "space"])
@pytest.mark.parametrize(("game", "plies"), [("zombie", 2), ("oware", 0)])
def test_a_key_pressed_to_go_on_gambles_nothing(game: str, plies: int, key: str) -> None:
    """Space skips and turns pages, and Enter takes no risk before there was time to look."""

    async def drive() -> None:
        match = new_match(game, people=2, seed=2)
        async with table(match) as (app, pilot):
            await asked(app, pilot)
            before, start = len(match.plies), monotonic()
            for number in range(16):
                event = events.Key(key, " " if key == "space" else None)
                event.time = start + 0.6 * (number + 1)
                app.post_message(event)
                await pilot.pause(0.2)
            assert len(match.plies) - before == (plies if key == "enter" else 0)

    run(drive)


def test_one_key_goes_on_to_my_next_question() -> None:
    async def drive() -> None:
        match = new_match("zombie", seed=4, brains_to_win=13)
        settings = Settings(speed="fast")
        async with table(match, animate=True, settings=settings) as (app, pilot):
            while (found := await asked(app, pilot)).seat is None or len(match.plies) < 3:
                await pilot.press("r" if match.plies else "enter")
            assert found.seat == 0
            settings.speed = "slow"
            await pilot.press("h")
            await until(pilot, lambda: question(app) is None)
            assert "Tab to my turn" in screen_text(app)
            await pilot.press("tab")
            await until(pilot, lambda: question(app) is not None)

    run(drive)


def test_esc_opens_a_menu_and_nobody_leaves_by_one_key() -> None:
    async def drive() -> None:
        match = new_match("oware", people=2)
        async with table(match) as (app, pilot):
            await asked(app, pilot)
            for key in ("escape", "q"):
                await pilot.press(key)
                assert isinstance(app.screen, PickDialog)
                await pilot.press("escape")
                assert isinstance(app.screen, TablePage)
            await press(pilot, ["3", "escape", "u"])
            await until(pilot, lambda: match.plies == [])
            await press(pilot, ["q", "enter"])
            await until(pilot, lambda: isinstance(app.screen, HomePage))

    run(drive)


def test_the_menu_saves_to_a_file(tmp_path: Path) -> None:
    async def drive() -> None:
        match = new_match("oware", people=2)
        async with table(match) as (app, pilot):
            await asked(app, pilot)
            await press(pilot, ["3", "escape", "f"])
            assert isinstance(app.screen, LineDialog)
            app.screen.query_one(Input).value = str(tmp_path / "ours")
            await pilot.press("enter")
            (record,) = read_records(tmp_path / "ours.json")
            assert record.actions == ("C",)

    run(drive)


def test_a_refused_command_stays_with_the_reason() -> None:
    async def drive() -> None:
        match = new_match("circuit", people=2, board=24, laps=2)
        async with table(match) as (app, pilot):
            assert (await asked(app, pilot)).hidden
            for line, reason in (
                ("fly away", "'fly away' is not possible here"),
                ("hint", "Say that you are ready first"),
                ("odds", "Say that you are ready first"),
            ):
                await say(pilot, line)
                await until(pilot, lambda: isinstance(app.screen, LineDialog))
                await pilot.pause()
                assert reason in screen_text(app)
                assert app.screen.query_one(Input).value == line
                await pilot.press("escape")

    run(drive)


def test_a_command_typed_in_one_go_is_whole() -> None:
    async def drive() -> None:
        match = new_match("oware", people=2)
        async with table(match) as (app, pilot):
            await asked(app, pilot)
            await pilot.press("3")
            await until(pilot, lambda: question(app) is not None)
            burst(app, ":undo!")
            await until(pilot, lambda: match.plies == [])

    run(drive)


def test_f1_lists_each_key_once() -> None:
    async def drive() -> None:
        match = new_match("oware", people=2)
        async with table(match, (120, 40)) as (app, pilot):
            await asked(app, pilot)
            now = Moment(at_table(app).play, in_the_log=False, sought=False, explained=True)
            keys = [control.key for control in controls(now)]
            assert len(keys) == len(set(keys))
            await pilot.press("f1")
            await until(pilot, lambda: isinstance(app.screen, TextDialog))
            await pilot.pause()
            assert screen_text(app).count("what the best bot would do") == 1

    run(drive)


def test_the_log_tells_a_roll_when_the_dice_have_stopped() -> None:
    async def drive() -> None:
        match = new_match("zombie", people=1, seed=3)
        settings = Settings(speed="slow")
        async with table(match, (120, 40), animate=True, settings=settings) as (app, pilot):
            await asked(app, pilot)
            await pilot.press("enter")
            await until(pilot, lambda: "Ann rolls ..." in screen_text(app))
            play = at_table(app).play
            roll = [step.text for step in play.table.story(match.at.plies, 0) if step.text]
            assert roll
            assert set(roll).isdisjoint(play.chronicle.lines)
            await pilot.press("x")
            await until(pilot, lambda: roll[0] in play.chronicle.lines)

    run(drive)


def test_the_mouse_shows_what_it_is_over() -> None:
    async def drive() -> None:
        match = new_match("oware", people=2)
        async with table(match) as (app, pilot):
            await asked(app, pilot)
            view = at_table(app).view
            lines = [view.render_line(y) for y in range(view.size.height)]
            for key, lit in (("C", True), ("c", False)):
                place = view.picture.place(key)
                assert place is not None
                await pilot.hover("#table", offset=(place.x + 2, place.y + 1))
                changed = view.render_line(place.y + 1) != lines[place.y + 1]
                assert changed == lit, "only what can be touched"

    run(drive)


@pytest.mark.parametrize("bell", ["off", "on"])
def test_a_bell_tells_whose_turn_it_is_if_wanted(bell: str) -> None:
    rung: list[bool] = []

    async def drive() -> None:
        match = new_match("oware")
        async with table(match, settings=Settings(bell=bell)) as (app, pilot):
            app.bell = lambda: rung.append(True)  # type: ignore[method-assign]
            await asked(app, pilot)
            await pilot.press("3")
            await until(pilot, lambda: len(match.plies) == 2 and question(app) is not None)

    run(drive)
    assert rung == [True] * (bell == "on")


@pytest.mark.usefixtures("_slow_fingers")
def test_a_double_click_answers_one_question() -> None:
    async def drive() -> None:
        match = new_match("oware", people=2)
        async with table(match) as (app, pilot):
            await asked(app, pilot)
            view = at_table(app).view
            await pilot.pause(0.3)
            for key in ("C", "c"):
                view.post_message(PictureView.Touched(view, key))
            await pilot.pause(0.7)
            assert match.record.actions == ("C",)
            view.post_message(PictureView.Touched(view, "c"))
            await until(pilot, lambda: match.record.actions == ("C", "c"))

    run(drive)


@pytest.mark.usefixtures("_slow_fingers")
def test_letters_are_doubled_in_a_box_whatever_happens_below_it() -> None:
    async def drive() -> None:
        async with table(new_match("oware", people=2)) as (app, pilot):
            await asked(app, pilot)
            await pilot.pause(0.3)
            await pilot.press("colon")
            await until(pilot, lambda: app.screen.query(Input))
            burst(app, "join An")
            app.keystrokes.ask(monotonic() + 0.05)
            await pilot.pause(0.06)
            burst(app, "n")
            await until(pilot, lambda: app.screen.query_one(Input).value == "join Ann")

    run(drive)
