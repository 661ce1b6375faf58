"""Lists and the windows with them: a key that is shown acts at once."""

from __future__ import annotations

import pytest

from gamenight.app.screens.dialogs import PickDialog
from gamenight.app.widgets.items import Item
from tests.app.screens import new_app, notices
from tests.app.tables import press, run, until

LINK = "http://127.0.0.1:1/m/table"
NUMBERS = [Item(str(number), f"{number}  entry", "") for number in range(1, 13)]
MENU = [
    *(Item(letter, f"{letter}  letter", "") for letter in "pufrsgoeq"),
    Item("2", "2  A machine for Ben", ""),
]


@pytest.mark.parametrize(
    ("items", "typed", "chosen"),
    [
        ([Item("h", "h  Host", ""), Item(LINK, "1  Back", "")], "1", LINK),
        (MENU, "2", "2"),
        (MENU, "e", "e"),
        (NUMBERS, "5", "5"),
        (NUMBERS, "12", "12"),
        (NUMBERS, "1", None),
    ],
)
def test_a_key_that_is_shown_acts_at_once(
    items: list[Item], typed: str, chosen: str | None
) -> None:
    """A number waits only while another begins alike."""

    async def drive() -> None:
        app, found = new_app(), list[str | None]()
        async with app.run_test() as pilot:
            await pilot.pause()
            app.push_screen(PickDialog("Which?", items), found.append)
            await until(pilot, lambda: isinstance(app.screen, PickDialog))
            await pilot.pause()
            await press(pilot, typed)
            await pilot.pause()
            assert found == ([] if chosen is None else [chosen])

    run(drive)


@pytest.mark.parametrize(("key", "shown"), [("7", "7"), ("f3", "F3"), ("?", "?")])
def test_a_key_that_does_nothing_in_a_list_is_answered(key: str, shown: str) -> None:
    async def drive() -> None:
        app = new_app()
        async with app.run_test() as pilot:
            await pilot.pause()
            app.push_screen(PickDialog("Which?", MENU), lambda key: None)
            await until(pilot, lambda: isinstance(app.screen, PickDialog))
            await pilot.pause()
            await press(pilot, [key])
            assert isinstance(app.screen, PickDialog)
            assert f"{shown} does nothing here" in notices(app)[-1]

    run(drive)


def test_a_word_that_does_nothing_leaves_one_notice_and_nothing_else_is_taken_away() -> None:
    async def drive() -> None:
        app = new_app()
        async with app.run_test() as pilot:
            await pilot.pause()
            app.push_screen(PickDialog("Which?", MENU), lambda key: None)
            await until(pilot, lambda: isinstance(app.screen, PickDialog))
            await pilot.pause()
            app.notify("Saved.")
            await press(pilot, [*"789", "f3"])
            saved, told = notices(app)
            assert saved == "Saved."
            assert told.startswith("F3 does nothing here")

    run(drive)
