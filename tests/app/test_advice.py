"""What people can ask for at the table: the keys, the odds, a hint; or why there is none."""

from __future__ import annotations

import asyncio
import time

import pytest

from gamenight.app.app import Gamenight
from gamenight.app.question import Note
from gamenight.app.screens.dialogs import PickDialog, TextDialog
from gamenight.app.settings import Settings
from gamenight.draw.context import Focus
from gamenight.games.preys.odds import odds
from gamenight.match.hints import Hint
from tests.app.screens import screen_text
from tests.app.tables import asked, at_table, press, question, run, table, until
from tests.games.preys.states import CHOOSE
from tests.match.matches import new_match


@pytest.mark.usefixtures("every_lab")
def test_help_odds_and_hint_lie_over_the_table() -> None:
    async def drive() -> None:
        match = new_match("zombie", seed=3, brains_to_win=13)
        async with table(match) as (app, pilot):
            while (await asked(app, pilot)).any_key or not match.plies:
                await pilot.press("enter")
            await pilot.press("f2")
            await until(pilot, lambda: "of two. F2 again gives the numbers." in screen_text(app))
            for key, words in (
                ("f2", "Each choice, as the bot Best sees it"),
                ("f1", "what the best bot would do"),
                ("f3", "The odds right now"),
            ):  # the key of each leads there from the one before
                await pilot.press(key)
                await until(pilot, lambda: words in screen_text(app))  # noqa: B023
            assert "exact fractions" in screen_text(app)
            await pilot.press("f3")
            await until(pilot, lambda: "exact fractions" not in screen_text(app))
            await until(pilot, lambda: isinstance(app.screen, TextDialog))
            await pilot.press("f3")
            await until(pilot, lambda: not isinstance(app.screen, TextDialog))

    run(drive)


@pytest.mark.usefixtures("every_lab")
def test_a_hint_glows_until_something_else_is_done() -> None:
    async def drive() -> None:
        match = new_match("zombie", seed=3, brains_to_win=13)
        async with table(match) as (app, pilot):
            while (await asked(app, pilot)).any_key or not match.plies:
                await pilot.press("enter")
            page = at_table(app)
            await pilot.press("f2")
            await until(pilot, lambda: page.advice.pointed(Focus()).hint)
            assert page.advice.pointed(Focus()).hint in ("=roll", "=hold")
            found = question(app)
            assert found is not None
            assert found.selection.cursor == page.advice.pointed(Focus()).hint
            await pilot.press("right")
            assert not page.advice.pointed(Focus()).hint

    run(drive)


def test_f3_again_shows_the_odds_as_fractions() -> None:
    async def drive() -> None:
        match = new_match("preys", seed=4)
        async with table(match) as (app, pilot):
            await asked(app, pilot)
            await pilot.press("f3")
            await until(pilot, lambda: "F3 exact fractions" in screen_text(app))
            assert "the fish win:" in screen_text(app)
            await pilot.press("f3")
            await until(pilot, lambda: "rolls (mean):" in screen_text(app))
            assert "F3 exact" not in screen_text(app)
            await pilot.press("escape", ":", *"odds", "space", *"fractions", "enter")
            await until(pilot, lambda: "rolls (mean):" in screen_text(app))

    run(drive)


def test_the_odds_do_not_tell_what_is_still_being_rolled() -> None:
    async def drive() -> None:
        match = new_match("preys", seed=4)
        async with table(match, animate=True, settings=Settings(speed="slow")) as (app, pilot):
            await asked(app, pilot)
            await pilot.press("enter")  # the first board has been seen
            await until(pilot, lambda: len(match.plies) > 1)
            seen = at_table(app).play.seen
            assert seen < len(match.plies)
            await pilot.press("f3")
            await until(pilot, lambda: "the fish win:" in screen_text(app))
            assert odds(CHOOSE, match.state_at(seen))[1].strip() in screen_text(app)

    run(drive)


def test_f2_and_f3_say_why_not() -> None:
    async def drive() -> None:
        match = new_match("oware", people=1, seed=3, ply_limit=9)
        async with table(match) as (app, pilot):
            await asked(app, pilot)
            await pilot.press("f3")
            words = "Nobody can work this out here: it takes gamenight[lab], six houses"
            await until(pilot, lambda: words in screen_text(app))
        watched = new_match("oware", people=0)
        async with table(watched, animate=True, settings=Settings(speed="slow")) as (app, pilot):
            await pilot.press("f2")
            assert "A hint is for people who play; here bots do." in screen_text(app)

    run(drive)


def test_odds_and_log_speak_of_what_is_shown_not_of_what_is_stored() -> None:
    async def drive() -> None:
        match = new_match("preys", people=1, seed=4, escort="choose")
        async with table(match, animate=True, settings=Settings(speed="slow")) as (app, pilot):
            play = at_table(app).play
            await asked(app, pilot)
            await pilot.press("enter")  # the first board has been seen
            await until(pilot, lambda: play.chronicle.entries and match.plies)
            stored = len(match.plies)
            assert play.seen < stored - 1, "many are stored, and the first is being shown"
            told: list[int | None] = []
            odds = play.table.odds

            async def asked_for(seat: int | None, fractions: bool, at: int | None) -> list[str]:
                told.append(at)
                return await odds(seat, fractions, at)

            play.table.odds = asked_for  # type: ignore[method-assign,assignment]
            await pilot.press("f3")
            await until(pilot, lambda: "the fish win:" in screen_text(app))
            assert told[0] is not None
            assert told[0] < stored - 1
            await pilot.press("escape", "f8")
            assert "Esc returns to the present" in screen_text(app)
            assert f"of {stored}." not in screen_text(app)

    run(drive)


def test_why_there_is_no_hint_goes_away_with_the_moment() -> None:
    async def drive() -> None:
        match = new_match("oware", seed=3)
        async with table(match, animate=True, settings=Settings(speed="slow")) as (app, pilot):
            await asked(app, pilot)
            await pilot.press("3")
            await until(pilot, lambda: question(app) is None and match.plies)
            await pilot.press("f2")
            at_table(app).play.note = Note()  # the next ply is shown
            at_table(app)._changed()
            await pilot.pause()
            assert "Nobody is asked right now: F2 gives a hint when you are." in screen_text(app)
            await pilot.press("tab")
            await asked(app, pilot)
            await pilot.pause()
            assert "Nobody is asked right now" not in screen_text(app)

    run(drive)


def held_back(app: Gamenight) -> asyncio.Event:
    """Hints at this table come when the event is set."""
    page, come = at_table(app), asyncio.Event()
    hint = page.table.hint

    async def hint_later(seat: int) -> Hint:
        await come.wait()
        return await hint(seat)

    page.table.hint = hint_later  # type: ignore[method-assign]
    return come


@pytest.mark.usefixtures("every_lab")
@pytest.mark.parametrize("asked_for", [True, False])
def test_a_hint_that_arrives_leaves_a_word_that_is_being_typed(asked_for: bool) -> None:
    async def drive() -> None:
        match = new_match("oware", people=2, ply_limit=9)
        async with table(match) as (app, pilot):
            await asked(app, pilot)
            page, come = at_table(app), held_back(app)
            page.advice.hint(asked_for)
            await press(pilot, ["h", "o", "u"])
            come.set()
            await until(pilot, lambda: page.advice.pointed(Focus()).hint)
            assert "hou_" in screen_text(app)
            await press(pilot, ["s", "e", "space", "4", "enter"])
            await until(pilot, lambda: match.record.actions == ("D",))

    run(drive)


@pytest.mark.usefixtures("every_lab")
def test_what_was_begun_by_a_cursor_stays_and_a_dropped_word_shows_the_hint() -> None:
    async def drive() -> None:
        match = new_match("oware", people=2, ply_limit=9)
        async with table(match) as (app, pilot):
            await asked(app, pilot)
            page, come = at_table(app), held_back(app)
            await pilot.press("f2", "right", "right")
            pointed_at = page.play.question.selection.cursor  # type: ignore[union-attr]
            come.set()
            await until(pilot, lambda: page.advice.pointed(Focus()).hint)
            assert page.play.question.selection.cursor == pointed_at  # type: ignore[union-attr]
            await pilot.press("h", "o")
            assert "F2 again" not in screen_text(app)
            await pilot.press("escape")
            assert "F2 again gives the numbers." in screen_text(app)

    run(drive)


@pytest.mark.usefixtures("every_lab")
def test_enter_takes_no_hint_that_nobody_asked_for() -> None:
    async def drive() -> None:
        match = new_match("oware", people=2, ply_limit=9)
        async with table(match) as (app, pilot):
            await asked(app, pilot)
            page = at_table(app)
            page.advice.hint(asked_for=False)
            await until(pilot, lambda: page.advice.pointed(Focus()).hint)
            await pilot.press("enter")
            assert "Enter chooses nothing by itself here" in screen_text(app)
            assert match.plies == []

    run(drive)


@pytest.mark.parametrize("asked_for", [True, False])
def test_esc_stops_a_hint_that_was_asked_for_and_else_opens_the_menu(asked_for: bool) -> None:
    async def drive() -> None:
        match = new_match("oware", people=2, ply_limit=9)
        async with table(match) as (app, pilot):
            await asked(app, pilot)
            held_back(app)
            at_table(app).advice.hint(asked_for=asked_for)
            await pilot.pause()
            await pilot.press("escape")
            await pilot.pause()
            assert isinstance(app.screen, PickDialog) != asked_for

    run(drive)


def test_odds_that_are_asked_for_do_not_end_a_hint_that_is_looked_for() -> None:
    async def drive() -> None:
        match = new_match("oware", people=2)
        async with table(match) as (app, pilot):
            await asked(app, pilot)
            at, found = at_table(app).table, asyncio.Event()

            async def slow_hint(seat: int) -> Hint:
                await found.wait()
                return Hint("A", "house 1", "perfect", "Try house 1: best of six.", ())

            async def some_odds(*given: object) -> list[str]:
                return ["The odds are even."]

            at.hint, at.odds = slow_hint, some_odds  # type: ignore[assignment,method-assign]
            await pilot.press("f2")
            await pilot.press("f2")
            await until(pilot, lambda: "A hint is on its way." in screen_text(app))
            await pilot.press("f3")
            await until(pilot, lambda: "The odds are even." in screen_text(app))
            await pilot.press("escape")
            found.set()
            await until(pilot, lambda: "Try house 1: best of six." in screen_text(app))

    run(drive)


def test_what_takes_long_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gamenight.app.pauses.LONG", 0.3)

    async def drive() -> None:
        match = new_match("oware", people=2)
        async with table(match) as (app, pilot):
            await asked(app, pilot)
            at = at_table(app).table

            async def slow_odds(*given: object) -> list[str]:
                def wait() -> list[str]:
                    time.sleep(1.2)
                    return []

                return await at._course.think("Working out the odds ...", wait)  # type: ignore

            at.odds = slow_odds  # type: ignore[assignment,method-assign]
            await pilot.press("f3")
            await until(pilot, lambda: "Working out the odds ... 1 s" in screen_text(app))

    run(drive)


def test_esc_opens_the_menu_while_a_hint_that_nobody_asked_for_is_on_its_way() -> None:
    async def drive() -> None:
        match = new_match("oware", people=2)
        async with table(match) as (app, pilot):
            await asked(app, pilot)
            page, come = at_table(app), asyncio.Event()

            async def slow_hint(seat: int) -> Hint:
                await come.wait()
                return Hint("A", "house 1", "perfect", "Try house 1: best of six.", ())

            page.table.hint = slow_hint  # type: ignore[method-assign]
            page.advice.hint(asked_for=False)
            await pilot.pause()
            assert "Esc menu" in screen_text(app)
            await pilot.press("escape")
            await until(pilot, lambda: "back to the table" in screen_text(app))
            await pilot.press("escape")
            come.set()
            await until(pilot, lambda: "Try house 1: best of six." in screen_text(app))

    run(drive)


@pytest.mark.parametrize("key", ["f2", "f3"])
def test_the_bar_of_keys_says_that_esc_stops_what_was_asked_for(key: str) -> None:
    async def drive() -> None:
        match = new_match("oware", people=2)
        async with table(match) as (app, pilot):
            await asked(app, pilot)
            at = at_table(app).table

            async def endless(*given: object) -> list[str]:
                await asyncio.Event().wait()
                return []

            at.hint, at.odds = endless, endless  # type: ignore[assignment,method-assign]
            await pilot.press(key)
            await until(pilot, lambda: "Esc stop" in screen_text(app))
            await pilot.press("escape")
            await until(pilot, lambda: "Esc menu" in screen_text(app))
            assert not at_table(app).advice.is_working
            await pilot.press("escape")
            await until(pilot, lambda: "back to the table" in screen_text(app))

    run(drive)
