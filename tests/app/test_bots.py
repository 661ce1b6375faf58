"""Bots at the table on the screen: they think in the background, can be stopped and watched."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest

from gamenight.app.app import Gamenight
from gamenight.app.screens.home import HomePage
from gamenight.app.screens.table import TablePage
from gamenight.app.settings import Settings
from gamenight.core.bot import BotInfo, Limit
from gamenight.core.game import Game
from gamenight.core.registry import game
from tests.app.screens import notices, screen_text
from tests.app.tables import PATIENCE, asked, at_table, press, run, say, table, until
from tests.match.matches import new_match
from tests.toys.nim import NIM


@dataclass(frozen=True)
class Ponderer:
    """Draws random numbers for ever, until it is stopped."""

    def choose(self, rules: Any, view: Any, seat: int, rng: Random, limit: Limit) -> Any:
        while True:
            rng.random()


@dataclass(frozen=True)
class Broken:
    def choose(self, rules: Any, view: Any, seat: int, rng: Random, limit: Limit) -> Any:
        raise KeyError("nothing here")


def with_bot(bot: Any, **changes: Any) -> Game:
    return replace(NIM, bots={"test": BotInfo("Test", "Tests.", bot, **changes)})


@pytest.mark.parametrize("key", ["escape", "f4"])
def test_a_bot_that_thinks_blocks_nothing_and_can_be_interrupted(key: str) -> None:
    async def drive() -> None:
        match = new_match(with_bot(Ponderer()), bot="test")
        async with table(match) as (app, pilot):
            await asked(app, pilot)
            await press(pilot, ["right", "right"])
            play = at_table(app).play
            await quick(app, "enter", lambda: play.busy)
            await until_quick(lambda: "Ben is thinking ..." in screen_text(app))
            await quick(app, "f1", lambda: "this list" in screen_text(app))
            await quick(app, "escape", lambda: isinstance(app.screen, TablePage))
            if key == "escape":
                await quick(app, key, lambda: "Play on" in screen_text(app))
                await quick(app, "q", lambda: isinstance(app.screen, HomePage))
                assert len(match.plies) == 1
            else:
                await quick(app, key, lambda: play.question is not None)
                assert match.plies == []

    run(drive)


async def quick(app: Gamenight, key: str, reached: Callable[[], object]) -> None:
    """Press a key while a thread is busy: a Pilot would wait for it to be idle."""
    app.simulate_key(key)
    await until_quick(reached)


async def until_quick(reached: Callable[[], object]) -> None:
    for _ in range(PATIENCE * 10):
        if reached():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("that was never so")


def test_a_broken_bot_breaks_no_screen() -> None:
    async def drive() -> None:
        match = new_match(with_bot(Broken()), bot="test")
        async with table(match) as (app, pilot):
            await asked(app, pilot)
            await say(pilot, "take 2")
            await until(pilot, lambda: isinstance(app.screen, HomePage))
            assert any("bot test failed" in told for told in notices(app))

    run(drive)


def test_what_a_bot_prepares_is_announced() -> None:
    told: list[str] = []

    def prepare(rules: Any) -> Any:
        told.append("begun")
        yield "Building a table ..."
        told.append("done")

    async def drive() -> None:
        uniform = replace(game("oware").bots["easy"], prepare=prepare)
        match = new_match(replace(game("oware"), bots={"easy": uniform}), bot="easy")
        async with table(match) as (app, pilot):
            await asked(app, pilot)
            await pilot.press("3")
            await until(pilot, lambda: len(match.plies) == 2)
            assert told == ["begun", "done"]

    run(drive)


def test_bots_are_watched_with_a_pause() -> None:
    async def drive() -> None:
        match = new_match("oware", people=0, ply_limit=0)
        app_settings = Settings(speed="fast")
        async with table(match, animate=True, settings=app_settings) as (app, pilot):
            await pilot.press("space")
            await until(pilot, lambda: "(paused)" in screen_text(app))
            await pilot.press("x")
            await pilot.pause(0.1)
            plies = len(match.plies)
            await pilot.pause(0.1)
            assert len(match.plies) == plies
            await press(pilot, ["enter", "x"])
            await until(pilot, lambda: len(match.plies) > plies)
            await press(pilot, ["plus", "minus", "q", "enter"])
            assert isinstance(app.screen, HomePage)
        assert match.store.count() == 0, "nobody has played it"

    run(drive)
