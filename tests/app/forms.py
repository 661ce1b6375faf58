"""The form of a new game in tests: opened, filled in, and started."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from random import Random
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from gamenight.app import routes
from gamenight.app.app import Gamenight
from gamenight.app.screens.new_game import NewGamePage
from gamenight.app.screens.page import Page
from gamenight.app.widgets.fields import FormRow
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


def words(app: Gamenight) -> str:
    """What is on the screen, however it is wrapped."""
    return " ".join(screen_text(app).split())


async def focused(pilot: Pilot[None], row: FormRow) -> None:
    row.fields[0].focus()
    await pilot.pause()


async def typed(pilot: Pilot[None], text: str) -> None:
    """Another text in the field that has the focus; its last letter as a key."""
    field = pilot.app.focused
    assert isinstance(field, Input)
    field.value = text[:-1]
    field.cursor_position = len(text)
    await pilot.press(text[-1])
    await pilot.pause()
