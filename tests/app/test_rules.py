"""The rules of a game, to read and to search."""

from __future__ import annotations

import asyncio

import pytest
from textual.widgets import Input

from gamenight.app.screens.rules import RulesPage
from gamenight.core import registry
from tests.app.screens import SIZES, new_app, notices, screen_text
from tests.toys.nim import NIM


@pytest.mark.parametrize("size", SIZES)
def test_the_rules_are_read_and_searched(size: tuple[int, int]) -> None:
    async def steps() -> None:
        app = new_app(lambda _: RulesPage(registry.game("oware")))
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            top = screen_text(app)
            assert "Rules: Oware" in top
            assert "Two players, South and North" in top
            await pilot.press("pagedown")
            await pilot.pause()
            assert screen_text(app) != top
            await pilot.press("slash", *"slam", "enter")
            await pilot.pause()
            assert "grand slam" in screen_text(app).casefold()
            assert "n find again" in screen_text(app)
            await pilot.press("slash", *"zz", "enter", "n")
            await pilot.pause()
            assert any("'zz' is not in the rules" in told for told in notices(app))

    asyncio.run(steps())


def test_whoever_went_back_to_the_text_while_finding_comes_to_the_same_field() -> None:
    async def steps() -> None:
        app = new_app(lambda _: RulesPage(registry.game("oware")))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await pilot.press("slash", *"sl", "tab", "slash", *"am")
            assert app.screen.query_one(Input).value == "slam"
            await pilot.press("enter")
            await pilot.pause()
            assert "grand slam" in screen_text(app).casefold()

    asyncio.run(steps())


def test_rules_without_a_manual_in_ascii() -> None:
    async def steps() -> None:
        app = new_app(lambda _: RulesPage(NIM), ascii=True)
        async with app.run_test(size=(60, 20)) as pilot:
            await pilot.pause()
            assert NIM.summary in screen_text(app)
            await pilot.press("slash", "escape", "j", "k", "space", "n")
            assert isinstance(app.screen, RulesPage)

    asyncio.run(steps())


@pytest.mark.parametrize("id", registry.games())
def test_the_figure_of_the_rules_is_whole_on_a_narrow_screen(id: str) -> None:
    async def steps() -> None:
        game = registry.game(id)
        assert game.manual is not None
        figure = game.manual.read_text(encoding="utf-8").split("```")[1].strip("\n").splitlines()
        app = new_app(lambda _: RulesPage(game))
        async with app.run_test(size=(60, 20)) as pilot:
            await pilot.pause()
            seen = screen_text(app)
            await pilot.press("pagedown")
            await pilot.pause()
            seen += screen_text(app)
            assert [text for text in figure if text.strip() not in seen] == []

    asyncio.run(steps())
