"""How a page opens: painted once, not held up by a look for rubbish, and reading no more than it
shows."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest
from textual._compositor import Compositor
from textual.screen import Screen

from gamenight.app import app as app_module
from gamenight.app import routes
from gamenight.app.app import Gamenight
from gamenight.core import registry
from gamenight.match.matches import Summary
from gamenight.match.sqlite import SqliteStore
from tests.app.screens import new_app, screen_text, settled

PAGES: dict[str, tuple[Callable[[], Screen[None]], str]] = {
    "rules": (lambda: routes.rules(registry.game(registry.games()[0])), "Rules:"),
    "matches": (routes.replays, "Matches"),
    "settings": (routes.settings, "Characters"),
    "statistics": (routes.statistics, "Statistics"),
}


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_painted_whole_once(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    page, word = PAGES[name]
    paint, painted = Compositor.render_full_update, list[Compositor]()

    def counted(compositor: Compositor, *args: Any, **kwargs: Any) -> Any:
        painted.append(compositor)
        return paint(compositor, *args, **kwargs)

    async def drive() -> None:
        app = new_app()
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.pause()
            monkeypatch.setattr(Compositor, "render_full_update", counted)
            await app.push_screen(page())
            await pilot.pause()
            await pilot.pause()
            assert [one for one in painted if one is app.screen._compositor] == painted
            assert len(painted) == 1
            assert word in screen_text(app)

    asyncio.run(drive())


@pytest.mark.parametrize("headless", [False, True])
def test_what_was_loaded_is_never_looked_through_again(
    headless: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    monkeypatch.setattr(routes, "load_all", lambda: done.append("loaded"))
    monkeypatch.setattr(app_module, "tidy_seldom", lambda: done.append("tidied"))
    Gamenight.load_pages(cast(Gamenight, SimpleNamespace(is_headless=headless)))
    assert done == (["loaded"] if headless else ["loaded", "tidied"])


def test_no_more_matches_are_read_than_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    store, asked = SqliteStore(), []
    matches = store.matches

    def spied(finished: bool | None, most: int | None = None, game: str = "") -> list[Summary]:
        asked.append((finished, most))
        return matches(finished, most, game)

    monkeypatch.setattr(store, "matches", spied)

    async def steps() -> None:
        app = new_app(store=store)
        async with app.run_test(size=(120, 40)) as pilot:
            await settled(app, pilot)
            await pilot.press("down", "down", "up", "tab")
            await settled(app, pilot)
            first = len(asked)
            await pilot.press("up", "up", "down", "tab")
            await settled(app, pilot)
            assert len(asked) == first, "and no key reads it again"
            assert set(asked) == {(False, None), (True, 3), (True, 1)}

    asyncio.run(steps())
