"""Quick presses keep their number and order wherever something scrolls, on a busy machine too."""

from __future__ import annotations

import asyncio
from time import monotonic

import pytest
from textual import events
from textual.app import App
from textual.pilot import Pilot
from textual.screen import Screen

from gamenight.app.app import Gamenight
from gamenight.app.screens.dialogs import PickDialog, TextDialog
from gamenight.app.screens.rules import RulesPage
from gamenight.app.screens.settings import SettingsPage
from gamenight.app.widgets.items import Item, ItemList
from gamenight.core import registry
from tests.app.screens import new_app

LINES = [f"line {number}" for number in range(200)]
ITEMS = [Item(f"item {number}", str(number), "one of many") for number in range(200)]


async def burst(pilot: Pilot[None], *keys: str) -> None:
    """Keys that all come before the first of them has been dealt with."""
    for key in keys:
        event = events.Key(key, None)
        event.time = monotonic()
        pilot.app.post_message(event)
    for _ in range(2 * len(keys)):
        await pilot.pause()


def scrolled(app: App[None]) -> float:
    """How far the text is scrolled, or will be in a moment."""
    return app.screen.query_one("#manual, #lines").scroll_offset.y


BURSTS = [
    (("down",) * 10, 10),
    (("down",) * 10 + ("up",) * 4, 6),
    (("end", "home", "down", "down"), 2),
    (("down", "down", "end", "home"), 0),
]


@pytest.mark.parametrize(("keys", "lines"), BURSTS)
@pytest.mark.parametrize("text", ["rules", "window"])
def test_a_text_scrolls_by_every_key(text: str, keys: tuple[str, ...], lines: int) -> None:
    def page(app: Gamenight) -> Screen[None]:
        return RulesPage(registry.game("oware"))

    async def steps() -> None:
        app = new_app(page)
        async with app.run_test(size=(60, 20)) as pilot:
            await pilot.pause()
            if text == "window":
                app.push_screen(TextDialog("Many lines", LINES))
                await pilot.pause()
                await pilot.pause()
            await burst(pilot, *keys)
            assert scrolled(app) == lines

    asyncio.run(steps())


def test_two_pages_are_two_pages() -> None:
    async def steps() -> None:
        app = new_app(lambda _: RulesPage(registry.game("oware")))
        async with app.run_test(size=(60, 20)) as pilot:
            await pilot.pause()
            height = app.screen.query_one("#manual").scrollable_content_region.height
            await burst(pilot, "pagedown", "pagedown", "down")
            assert scrolled(app) == 2 * height + 1
            await burst(pilot, "space", "pageup", "j", "k", "up")
            assert scrolled(app) == 2 * height

    asyncio.run(steps())


def test_a_list_and_a_form_move_by_every_key() -> None:
    async def steps() -> None:
        app = new_app(lambda _: SettingsPage())
        async with app.run_test(size=(60, 20)) as pilot:
            await pilot.pause()
            first = app.focused
            await burst(pilot, *["down"] * 3, *["up"] * 3)
            assert app.focused is first
            app.push_screen(PickDialog("Which?", ITEMS))
            await pilot.pause()
            await burst(pilot, *["down"] * 10)
            assert app.screen.query_one(ItemList).current == "item 10"

    asyncio.run(steps())
