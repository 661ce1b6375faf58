"""What moves between the pages of a lesson: it is short, and a key ends it."""

from __future__ import annotations

from textual.pilot import Pilot

from gamenight.app.screens.lesson import LessonPage
from gamenight.app.settings import Settings
from tests.app.screens import screen_text
from tests.app.test_lessons import OWARE, learning, shown


def test_movement_is_shown_and_any_key_ends_it() -> None:
    async def drive(pilot: Pilot[None], page: LessonPage) -> None:
        await pilot.press("2")
        assert not page._moving
        await pilot.press("pagedown")
        assert page.at == 3
        assert page._moving
        before = screen_text(page.gamenight)
        await pilot.press("x")
        assert page.at == 3
        assert not page._moving
        assert screen_text(page.gamenight) != before

    learning(OWARE, drive, animate=True, settings=Settings(speed="slow"))


def test_a_long_movement_is_over_soon_and_the_bar_says_how_to_skip_it() -> None:
    async def drive(pilot: Pilot[None], page: LessonPage) -> None:
        await pilot.press("3", "pagedown")
        assert page.at == 4
        assert sum(frame.beats for frame in page._moving) * page._beat <= 3.001
        assert "Enter skip" in shown(page)
        await pilot.press("enter")
        assert not page._moving
        assert page.at == 4
        assert "Enter answer" in shown(page)
        await pilot.press("end")
        assert "Enter play" in shown(page)

    learning(OWARE, drive, animate=True, settings=Settings(speed="slow"))
