"""The command line of the table: the words of plain mode on the full screen."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Input, Static

from gamenight.app import commands
from gamenight.app.commands import Commands
from gamenight.app.question import Question
from gamenight.app.screens.dialogs import LineDialog, PickDialog, TextDialog
from gamenight.core.record import Record
from gamenight.core.scene import ScoreRow
from gamenight.match.match import Match
from tests.app.screens import screen_text
from tests.app.tables import asked, at_table, question, run, say, table, until
from tests.match.matches import new_match


def test_words_hand_a_seat_over_refuse_and_resign() -> None:
    async def drive() -> None:
        match = new_match("oware", people=2)
        async with table(match) as (app, pilot):
            await asked(app, pilot)
            await say(pilot, "fly away")
            assert "'fly away' is not possible here" in screen_text(app)
            await pilot.press("colon")
            await until(pilot, lambda: "hands over a seat: 1 Ann, 2 Ben." in screen_text(app))
            await pilot.press("escape")
            await say(pilot, "seat 2 bot:easy")
            assert match.seats[1].bot == "easy"
            await say(pilot, "C")
            await until(pilot, lambda: len(match.plies) == 2 and question(app) is not None)
            await say(pilot, "resign")
            assert isinstance(app.screen, PickDialog)
            await pilot.press("n")
            assert match.result is None
            await say(pilot, "resign")
            await pilot.press("y")
            await until(pilot, lambda: match.result is not None)
            assert match.result is not None
            assert match.result.resigned == 0
            chronicle = at_table(app).play.chronicle
            await until(pilot, lambda: question(app) and chronicle.lines[-1] == "Ann resigned.")
            await pilot.press("f4")
            await until(pilot, lambda: match.result is None and question(app))
            assert "Ann resigned." not in chronicle.lines

    run(drive)


def test_what_follows_a_word_is_not_ignored() -> None:
    async def drive() -> None:
        match = new_match("oware", people=2)
        async with table(match, (120, 40)) as (app, pilot):
            await asked(app, pilot)
            for line in ("undo 3", "quit foo", "resign now"):
                await say(pilot, line)
                told = str(app.screen.query_one(".reason", Static).render())
                assert "is not possible: nothing comes after it" in told, line
                await pilot.press("escape")
            assert match.result is None

    run(drive)


def test_a_word_that_needs_more_asks_for_it_and_is_typed_on() -> None:
    async def drive() -> None:
        async with table(new_match("oware", people=2), (120, 40)) as (app, pilot):
            await asked(app, pilot)
            await say(pilot, "seat")
            await until(
                pilot, lambda: "Which seat, and for whom? Type seat 2 NAME" in screen_text(app)
            )
            assert isinstance(app.screen, LineDialog)
            await pilot.press("2")
            assert app.screen.query_one(Input).value == "seat 2"

    run(drive)


def test_a_word_that_stands_there_already_may_be_typed_again() -> None:
    async def drive() -> None:
        match = new_match("oware", people=2)
        async with table(match, (120, 40)) as (app, pilot):
            await asked(app, pilot)
            await say(pilot, "seat")
            await until(pilot, lambda: "Which seat, and for whom?" in screen_text(app))
            await pilot.press(*"seat 2 Cleo", "enter")
            await until(pilot, lambda: match.seats[1].name == "Cleo")

    run(drive)


@pytest.mark.parametrize("word", ["join", "leave", "seat"])
def test_each_word_that_needs_more_says_what_follows_it(
    word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def drive() -> None:
        async with table(new_match("oware", people=2)) as (app, pilot):
            await asked(app, pilot)
            given = Commands(at_table(app).play, lambda seat: None, {})
            monkeypatch.setattr(commands, "words_at", lambda _: {word: ""})
            assert f"Type {word} " in given.needs_more(word.upper())
            assert not given.needs_more(f"{word} Ann")
            monkeypatch.setattr(commands, "words_at", lambda _: {})
            assert not given.needs_more(word), "not a word at this table"

    run(drive)


def test_the_box_promises_only_what_is_done() -> None:
    async def drive() -> None:
        for match, told in (
            (new_match("oware", people=2), "even for"),
            (new_match("circuit", people=2), "; for somebody else"),
        ):
            async with table(match, (120, 40)) as (app, pilot):
                await asked(app, pilot)
                await pilot.press("colon")
                await until(pilot, lambda told=told: told in screen_text(app))  # type: ignore[misc]

    run(drive)


def test_a_refused_line_is_told_every_word_that_is_possible() -> None:
    async def refused(match: Match) -> str:
        async with table(match, (120, 40)) as (app, pilot):
            await asked(app, pilot)
            await say(pilot, "fly away")
            told = str(app.screen.query_one(".reason", Static).render())
            return told.partition("(possible: an action, ")[2].partition(")")[0]

    async def drive() -> None:
        usual = "undo, save, seat, resign"
        oware = new_match("oware", people=2)
        assert await refused(oware) == f"help, board, rules, hint, odds, {usual}, quit"
        thief = new_match("thief", people=3, open_table=True, cards=False)
        assert await refused(thief) == f"help, board, rules, hint, odds, {usual}, leave, join, quit"

    run(drive)


def test_the_words_of_plain_mode_help_and_save_a_file(tmp_path: Path) -> None:
    async def drive() -> None:
        async with table(new_match("oware", people=2)) as (app, pilot):
            await asked(app, pilot)
            await say(pilot, "help")
            assert "the rules of the game" in screen_text(app)
            await pilot.press("escape")
            await say(pilot, f"save {tmp_path / 'kept.json'}")
            assert Record.loads((tmp_path / "kept.json").read_text()).game == "oware"

    run(drive)


def test_what_was_noted_hides_nothing_that_the_dice_bring() -> None:
    async def drive() -> None:
        match = new_match("thief", people=3, open_table=True, cards=False)
        async with table(match) as (app, pilot):
            await asked(app, pilot)
            await say(pilot, "leave 1")
            await until(pilot, lambda: "leave 1" in match.record.actions)
            await until(pilot, lambda: "Ben, ready?" in screen_text(app))
            assert "Noted" not in screen_text(app), "it is done"
            assert not at_table(app).play.note.text

    run(drive)


def test_a_person_leaves_and_joins_by_words() -> None:
    async def drive() -> None:
        match = new_match("thief", people=3, open_table=True, cards=False)
        async with table(match) as (app, pilot):
            await asked(app, pilot)
            assert "Ann, ready?" in screen_text(app)
            await say(pilot, "leave 3")
            assert "Noted: Cem leaves after the roll." in screen_text(app)
            await pilot.press("enter")
            await until(pilot, lambda: "Roll 5 dice" in screen_text(app))
            await asked(app, pilot)
            await pilot.press("enter")
            await until(pilot, lambda: "leave 3" in match.record.actions)
            await until(pilot, lambda: (found := question(app)) and found.selection.scene.marks)
            found, play = question(app), at_table(app).play
            assert found is not None
            await pilot.press(found.selection.scene.label((found.selection.scene.marks or ())[0]))
            chosen, seen = question(app), play.frame
            assert chosen is not None
            assert chosen.selection.scene.marks != found.selection.scene.marks
            assert (seen.marks, seen.scores) == standing(chosen), "also while nobody is asked"
            await say(pilot, "join 3")
            await until(pilot, lambda: "join 3" in match.record.actions)
            await until(pilot, lambda: (now := question(app)) and now.at != chosen.at)
            after = question(app)
            assert after is not None
            assert after.selection.scene.marks == chosen.selection.scene.marks
            assert (play.frame.marks, play.frame.scores) == standing(after)

    run(drive)


def standing(asked: Question) -> tuple[tuple[str, ...] | None, tuple[ScoreRow, ...]]:
    """What is marked, and what the pot would be."""
    return asked.selection.scene.marks, asked.selection.scene.scores


# Secrets.


def test_a_command_typed_at_the_table_is_one_answer() -> None:
    async def drive() -> None:
        match = new_match("oware", people=2)
        async with table(match) as (app, pilot):
            await asked(app, pilot)
            for key in "save":
                await pilot.press(key)
            assert "save_ (Enter takes it" in screen_text(app)
            await pilot.press("enter")
            await until(pilot, lambda: "played in memory" in screen_text(app))
            assert not match.plies, "no letter of it has sown a house"
            await pilot.press("3")
            await until(pilot, lambda: len(match.plies) == 1 and question(app) is not None)
            await pilot.press(*"help", "enter")
            await until(pilot, lambda: isinstance(app.screen, TextDialog))
            await pilot.press("escape")
            await pilot.press(*"undo", "enter")
            await until(pilot, lambda: not match.plies)

    run(drive)


@pytest.mark.usefixtures("_slow_fingers")
def test_the_rest_of_quit_chooses_nothing_in_the_menu_that_its_first_letter_opens() -> None:
    async def drive() -> None:
        match = new_match("oware", people=2)
        async with table(match) as (app, pilot):
            await asked(app, pilot)
            await pilot.pause(0.2)
            await pilot.press("q")
            await until(pilot, lambda: isinstance(app.screen, PickDialog))
            await pilot.press(*"uit")
            await pilot.pause()
            assert isinstance(app.screen, PickDialog), "u is not the key of undo here"

    run(drive)


def test_a_file_name_that_no_file_can_have_keeps_the_box_open() -> None:
    async def drive() -> None:
        long = "x" * 300
        async with table(new_match("oware", people=2)) as (app, pilot):
            await asked(app, pilot)
            for line in (f"save {long}", "save no/such/x.json", "save /dev/null"):
                await say(pilot, line)
                told = str(app.screen.query_one(".reason", Static).render())
                assert "cannot be written" in told, line
                assert "Errno" not in told
                assert not told.startswith("No/"), "a path stays as it was typed"
                await pilot.press("escape")
            await pilot.press("escape", "f")
            await until(pilot, lambda: isinstance(app.screen, LineDialog))
            app.screen.query_one(Input).value = long
            await pilot.press("enter")
            await until(pilot, lambda: "its name is too long" in screen_text(app))
            assert isinstance(app.screen, LineDialog)

    run(drive)
