"""What the table offers is true: leaving, taking back, going on to my turn; and what it says about
a key covers nothing."""

from __future__ import annotations

import asyncio

import pytest

from gamenight.app.settings import Settings
from tests.app.screens import screen_text
from tests.app.tables import asked, at_table, question, run, table, until
from tests.match.matches import new_match


def test_the_menu_says_whether_the_match_is_kept_and_what_can_be_undone() -> None:
    async def drive() -> None:
        match = new_match("oware", people=2)
        async with table(match) as (app, pilot):
            await asked(app, pilot)
            assert "F4 undo" not in screen_text(app)
            await pilot.press("escape")
            assert "no person has played yet, so it is not kept" in screen_text(app)
            assert "Undo" not in screen_text(app)
            await pilot.press("escape", "3")
            await until(pilot, lambda: match.plies and question(app))
            await pilot.pause()
            assert "F4 undo" in screen_text(app)
            await pilot.press("escape")
            assert "the match is kept" in screen_text(app)
            assert "Undo" in screen_text(app)

    run(drive)


def test_a_match_that_is_only_watched_is_not_kept() -> None:
    async def drive() -> None:
        match = new_match("oware", people=0)
        async with table(match, animate=True, settings=Settings(speed="slow")) as (app, pilot):
            await pilot.press("escape")
            assert "it is only watched, so it is not kept" in screen_text(app)

    run(drive)


def test_tab_passes_pages_up_to_the_next_real_question() -> None:
    async def drive() -> None:
        match = new_match("zombie", seed=4, brains_to_win=13)
        async with table(match, animate=True, settings=Settings(speed="fast")) as (app, pilot):
            pages = 0
            for _ in range(6):
                found = await asked(app, pilot)
                pages += found.any_key
                if found.any_key:
                    assert "Tab to my turn" in screen_text(app)
                    await pilot.press("tab")
                    await until(pilot, lambda: question(app) is not found)  # noqa: B023
                    assert not (await asked(app, pilot)).any_key
                else:
                    before = screen_text(app)
                    await pilot.press("tab")
                    assert screen_text(app) == before, "at a question it does nothing"
                    await pilot.press("r" if match.plies else "enter")
                    await until(pilot, lambda: question(app) is not found)  # noqa: B023
            assert pages

    run(drive)


@pytest.mark.usefixtures("_slow_fingers")
def test_a_held_key_is_named_without_covering_what_happened() -> None:
    async def drive() -> None:
        match = new_match("oware", people=2, ply_limit=1)
        async with table(match) as (app, pilot):
            await asked(app, pilot)
            await pilot.pause(0.3)
            await pilot.press("3")
            await until(pilot, lambda: (found := question(app)) and found.any_key)
            found = question(app)
            assert found is not None
            for _ in range(8):
                app.simulate_key("3")
                await asyncio.sleep(0.05)
            await pilot.pause()
            assert "Let go of 3, then any key goes on." in screen_text(app)
            assert found.selection.scene.message[:20] in screen_text(app)
            assert not at_table(app).play.note.text

    run(drive)


def test_what_is_typed_is_drawn_once() -> None:
    async def drive() -> None:
        match = new_match("oware", people=2)
        async with table(match) as (app, pilot):
            await asked(app, pilot)
            await pilot.press("h")
            assert screen_text(app).count("h_ ") == 1

    run(drive)
