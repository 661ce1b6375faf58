"""The full-screen app in tests: an app without a terminal, and its screen as text."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from textual.pilot import Pilot
from textual.screen import Screen
from textual.worker import WorkerCancelled

from gamenight.app.app import Gamenight
from gamenight.app.settings import Settings
from gamenight.match.matches import Matches
from gamenight.match.sqlite import SqliteStore
from gamenight.match.store import Store
from tests.app import headless

headless.quicken()

SIZES = ((60, 20), (80, 24), (120, 40))


def new_app(
    first: Callable[[Gamenight], Screen[None]] | None = None,
    store: Store | None = None,
    settings: Settings | None = None,
    folder: Path | None = None,
    **changes: Any,
) -> Gamenight:
    """An app in which nothing moves; `first` is the screen it begins with, else home."""
    given = settings or Settings(greeted=True, path=folder / "settings.json" if folder else None)
    matches = Matches(store or SqliteStore())
    return Gamenight(matches, given, first=first, **{"animate": False, **changes})


def screen_lines(app: Gamenight) -> list[str]:
    """What is on the screen, line by line; Textual has no public way to ask for it."""
    width, height = app.size
    strips = app.screen._compositor.render_strips()
    return [strip.text[:width].rstrip() for strip in strips[:height]]


def screen_text(app: Gamenight) -> str:
    return "\n".join(screen_lines(app))


def notices(app: Gamenight) -> list[str]:
    """What the app has notified people of; Textual has no public list of it."""
    return [notice.message for notice in app._notifications]


async def settled(app: Gamenight, pilot: Pilot[None]) -> None:
    """Until all pictures are drawn."""
    await pilot.pause()
    with suppress(WorkerCancelled):
        await app.workers.wait_for_complete()
    await pilot.pause()
