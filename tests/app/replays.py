"""Stored matches and their replays: what the tests of the list and of one replay share."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from textual.pilot import Pilot

import gamenight
from gamenight.app.app import Gamenight
from gamenight.app.screens.replay import ReplayPage
from gamenight.app.screens.replays import ReplaysPage
from gamenight.core.record import Seat
from gamenight.match.match import Match
from gamenight.match.sqlite import SqliteStore
from tests.app.screens import SIZES, new_app, screen_text
from tests.match.courses import played

OWARE, ZOMBIE = (gamenight.game(id) for id in ("oware", "zombie"))
STYLES: dict[str, dict[str, bool]] = {
    "ascii": {"ascii": True},
    "dark": {},
    "16 colours": {"plain_colors": True},
}
LOOKS = [*zip(SIZES, STYLES, strict=True)]
Size = tuple[int, int]
Drive = Callable[[Pilot[None], Gamenight], Coroutine[Any, Any, None]]


def three_matches() -> SqliteStore:
    """Three matches, the oldest first: Ann won one, one is unfinished, one is of another game."""
    store = SqliteStore()
    for names, texts in (("Ann Ben", "C c D d"), ("Cleo Hanna", "A")):
        match = played(store, OWARE, names, *texts.split())
        if names == "Ann Ben":
            match.resign(1)
    Match.new(store, ZOMBIE, [Seat("Ben"), Seat("Dora")], seed=1)
    return store


def driven(store: SqliteStore, drive: Drive, size: Size = (80, 24), **changes: Any) -> None:
    """Open the list and let a test press keys."""

    async def run() -> None:
        app = new_app(first=lambda _: ReplaysPage(), store=store, **changes)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await drive(pilot, app)

    asyncio.run(run())


def shown(app: Gamenight) -> str:
    return " ".join(screen_text(app).split())


def replay(app: Gamenight) -> ReplayPage:
    assert isinstance(app.screen, ReplayPage), screen_text(app)
    return app.screen
