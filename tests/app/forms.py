"""The form of a new game in tests: opened, filled in, and started."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from random import Random
from typing import Any

import pytest
from textual.pilot import Pilot

from gamenight.app import routes
from gamenight.app.app import Gamenight
from gamenight.app.screens.new_game import NewGamePage
from gamenight.app.screens.page import Page
from gamenight.core import registry
from gamenight.core.game import Game
from gamenight.match.table import Table
from tests.app.screens import new_app, screen_text

Script = Callable[[Gamenight, Pilot[None]], Coroutine[Any, Any, None]]


class StandIn(Page):
    """Stands for the table, which is tested elsewhere."""

    def __init__(self, table: Table):
        super().__init__()
        self.table = table


def drive(
    game: Game | str, script: Script, size: tuple[int, int] = (80, 24), **changes: Any
) -> Gamenight:
    """Open the form of a game and do something with it."""
    found = registry.game(game) if isinstance(game, str) else game
    app = new_app(lambda _: NewGamePage(found, rng=Random(1)), **changes)

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await script(app, pilot)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(routes, "table", StandIn)
        asyncio.run(run())
    return app


async def started(app: Gamenight, pilot: Pilot[None]) -> Table:
    await pilot.pause()
    assert isinstance(app.screen, StandIn), screen_text(app)
    return app.screen.table


def form_of(app: Gamenight) -> NewGamePage:
    assert isinstance(app.screen, NewGamePage), screen_text(app)
    return app.screen


def words(app: Gamenight) -> str:
    """What is on the screen, however it is wrapped."""
    return " ".join(screen_text(app).split())


async def at(pilot: Pilot[None], app: Gamenight, cursor: str) -> None:
    """Move the cursor there with the arrow keys, unfolding the rules for one of them."""
    form = form_of(app)
    await pilot.press("home")
    if cursor.startswith("rule ") and not form.unfolded:
        await at(pilot, app, "rules")
        await pilot.press("enter", "home")
    for _ in range(60):
        if form.cursor == cursor:
            return
        await pilot.press("down")
    raise AssertionError(f"no key leads to {cursor}:\n{screen_text(app)}")


async def typed(pilot: Pilot[None], text: str) -> None:
    """One key after the other."""
    await pilot.press(*text)
    await pilot.pause()
