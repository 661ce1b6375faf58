"""Tables of the full-screen app in tests: short matches, played on a screen with keys."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from gamenight.app.app import Gamenight
from gamenight.app.question import Question
from gamenight.app.screens.ending import EndingPage
from gamenight.app.screens.table import TablePage
from gamenight.core.prompts import FIRST_ROLL, PASS, READY
from gamenight.core.record import Record
from gamenight.match.local import LocalTable
from gamenight.match.match import Match
from gamenight.match.waiting import beside
from tests.app.screens import new_app

PATIENCE = 3000  # looks at the screen until a test gives up; nothing is measured with it


@asynccontextmanager
async def table(
    match: Match, size: tuple[int, int] = (80, 24), window: float = 0.0, **changes: Any
) -> AsyncIterator[tuple[Gamenight, Pilot[None]]]:
    """An app at the table of a match. window: seconds before the ply of a bot in
    which several people might say that they act out of turn."""
    app = new_app(lambda app: TablePage(LocalTable(match, beside)), match.store, **changes)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("gamenight.app.play.WINDOW", window)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            yield app, pilot


async def until(pilot: Pilot[None], reached: Callable[[], object]) -> None:
    """Let the app run until something is true."""
    for _ in range(PATIENCE):
        if reached():
            return
        await pilot.pause(0.02)
    raise AssertionError("it never came true")


def question(app: Gamenight) -> Question | None:
    """What is asked at the table now."""
    return app.screen.play.question if isinstance(app.screen, TablePage) else None


async def asked(app: Gamenight, pilot: Pilot[None]) -> Question:
    """The next question."""
    await until(pilot, lambda: question(app) is not None)
    found = question(app)
    assert found is not None
    return found


async def press(pilot: Pilot[None], keys: Sequence[str]) -> None:
    for key in keys:
        await pilot.press(key)


def at_table(app: Gamenight) -> TablePage:
    assert isinstance(app.screen, TablePage)
    return app.screen


async def say(pilot: Pilot[None], words: str) -> None:
    """Type a line of words."""
    await pilot.press("colon")
    await pilot.pause()
    pilot.app.screen.query_one(Input).value = words
    await pilot.press("enter")
    await pilot.pause()


async def answer_all(match: Match, answers: Sequence[str]) -> Record:
    """The record of a match that is played on the screen with these answers: the texts of
    choices, and "" to pass. Whoever is to be ready is, and what is to be read is read."""
    left = list(answers)
    async with table(match) as (app, pilot):
        while True:
            await until(pilot, lambda: question(app) or isinstance(app.screen, EndingPage))
            found = question(app)
            if found is None:
                break
            ready = found.selection.scene.choices in ((READY,), (FIRST_ROLL,))
            if found.any_key or ready or at_table(app).table.turn().kind == "roll":
                await pilot.press("enter")
            elif text := left.pop(0):
                await say(pilot, text)
            else:
                await pilot.press(PASS.key)
            await until(pilot, lambda: question(app) is not found)  # noqa: B023
    assert not left, f"nobody asked for {left}"
    return match.record


def run(test: Callable[[], Awaitable[None]]) -> None:
    """A test with a Pilot, in a loop of its own."""

    async def whole() -> None:
        await test()

    asyncio.run(whole())
