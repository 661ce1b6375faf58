"""Taking back how a match ended: at the ending, and only if somebody says so."""

from __future__ import annotations

import pytest

from gamenight.app.screens.dialogs import PickDialog
from gamenight.app.screens.ending import EndingPage
from gamenight.app.screens.table import TablePage
from tests.app.screens import notices, screen_text
from tests.app.tables import run, until
from tests.app.test_ending import at_the_end, played, resigned


def test_undo_goes_back_to_the_table() -> None:
    async def drive() -> None:
        match = resigned()
        app = at_the_end(match)
        async with app.run_test() as pilot:
            await pilot.press("u", "y")
            await until(pilot, lambda: isinstance(app.screen, TablePage))
            assert match.result is None
            assert len(match.plies) == 3
            await pilot.pause()
            assert "Took back the resignation." in screen_text(app)
        bots = at_the_end(played())
        async with bots.run_test() as pilot:
            await pilot.press("f4")
            assert isinstance(bots.screen, EndingPage)
            assert notices(bots) == ["There is no move to undo."]

    run(drive)


@pytest.mark.parametrize("key", ["u", "f4"])
def test_a_match_that_is_over_goes_on_only_if_somebody_says_so(key: str) -> None:
    async def drive() -> None:
        match = resigned()
        app = at_the_end(match)
        async with app.run_test() as pilot:
            for no in ("enter", "n", "escape"):
                await pilot.press(key)
                await until(pilot, lambda: isinstance(app.screen, PickDialog))
                assert "Take back the last move and play on?" in screen_text(app)
                await pilot.press(no)
                await until(pilot, lambda: isinstance(app.screen, EndingPage))
            await pilot.pause()
            assert match.result is not None

    run(drive)
