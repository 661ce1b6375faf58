"""What is said about a key goes away with the next key, and with its page."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from textual.screen import Screen

import gamenight
from gamenight.app import routes
from gamenight.app.screens.home import HomePage
from tests.app.screens import new_app, notices
from tests.app.tables import press, run, until

OWARE = gamenight.game("oware")
PAGES: dict[str, tuple[Callable[[], Screen[None]], str, str, str]] = {
    "home": (routes.home, "9", "There is no game 9", "down"),
    "a lesson": (lambda: routes.lesson(OWARE), "n end pagedown", "That was the last page", "left"),
    "a new game": (lambda: routes.new_game(OWARE), "f4", "F4 does nothing here", "down"),
}


@pytest.mark.parametrize("left", [False, True], ids=["the next key", "the way back"])
@pytest.mark.parametrize("page", PAGES)
def test_what_is_said_about_a_key_lasts_until(page: str, left: bool) -> None:
    opened, keys, said, following = PAGES[page]

    async def drive() -> None:
        app = new_app(first=lambda _: opened())
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            app.notify("Saved.")
            await press(pilot, keys.split())
            await until(pilot, lambda: len(notices(app)) == 2)
            assert notices(app)[1].startswith(said)
            if left:
                app.pop_screen()
                assert isinstance(app.screen, HomePage)
            else:
                await press(pilot, [following])
            assert notices(app) == ["Saved."]

    run(drive)
