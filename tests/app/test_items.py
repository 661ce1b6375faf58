"""Lists and the windows with them: a key that is shown acts at once."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from gamenight.app import keystrokes
from gamenight.app.app import Gamenight
from gamenight.app.screens.dialogs import LineDialog, PickDialog
from gamenight.app.widgets.items import Item, ItemList
from tests.app.screens import new_app, notices, screen_lines
from tests.app.tables import press, run, until
from tests.conftest import FINGERS

LINK = "http://127.0.0.1:1/m/table"
NUMBERS = [Item(str(number), f"{number}  entry", "") for number in range(1, 13)]
MENU = [
    *(Item(letter, f"{letter}  letter", "") for letter in "pufrsgoeq"),
    Item("2", "2  A machine for Ben", ""),
]


@asynccontextmanager
async def picking(
    items: list[Item], answer: Callable[[str | None], None]
) -> AsyncIterator[tuple[Gamenight, Pilot[None]]]:
    """A list on the screen; `answer` hears what is picked."""
    app = new_app()
    async with app.run_test() as pilot:
        await pilot.pause()
        app.push_screen(PickDialog("Which?", items), answer)
        await until(pilot, lambda: isinstance(app.screen, PickDialog))
        await pilot.pause()
        yield app, pilot


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
        found = list[str | None]()
        async with picking(items, found.append) as (_, pilot):
            await press(pilot, typed)
            await pilot.pause()
            assert found == ([] if chosen is None else [chosen])

    run(drive)


@pytest.mark.parametrize(
    ("items", "keys", "chosen"),
    [
        ([Item("easy", "easy", "Easy"), Item("good", "good", "Good")], "good", ["good"]),
        ([Item("", "", "done"), Item("y", "y", "yes")], ["f1", "left"], []),
        ([Item("n", "n", "no"), Item("y", "y", "yes, leave")], "yes", ["y"]),
        ([Item("p", "p  Play on", "to the table")], "play", ["p"]),
    ],
)
def test_a_word_picks_what_it_says_and_a_key_without_a_sign_picks_nothing(
    items: list[Item], keys: list[str], chosen: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def drive() -> None:
        found = list[str | None]()
        async with picking(items, found.append) as (app, pilot):
            monkeypatch.setattr(keystrokes, "BURST", 60.0)
            await press(pilot, keys)
            await pilot.pause()
            assert found == chosen
            assert not app.keystrokes.left_over, "the word was what it is called"

    run(drive)


@pytest.mark.parametrize(
    ("typed", "chosen"),
    [
        ("save", ["f"]),  # and not "Settings"
        ("say", ["say"]),  # what the page has a word for
        ("sav!", ["f"]),
        ("s", ["s"]),
        ("ss", ["s"]),
        ("s!", ["s"]),
        ("resign", ["g"]),  # and not "Rules"
        ("odds", ["odds"]),  # and not "Somebody leaves"
        ("undo", ["u"]),
        ("join", ["i"]),  # though its first letter moves the cursor
        ("savx", []),  # a wrong letter: no part of it acts
        ("sx", []),
        ("hits", []),
        ("ju", []),
    ],
)
@pytest.mark.usefixtures("_slow_fingers")
def test_a_word_in_a_menu_does_what_it_says_or_nothing(typed: str, chosen: list[str]) -> None:
    rows = {"p": "Play on", "u": "Undo", "f": "Save to a file", "r": "Rules", "s": "Settings"}
    rows |= {"i": "Somebody joins", "o": "Somebody leaves", "g": "Give up"}
    items = [Item(key, f"{key}  {name}", "") for key, name in rows.items()]
    words = {"save": "f", "say": "say", "odds": "odds", "hint": "hint", "undo": "u", "rules": "r"}
    words |= {"resign": "g", "join": "i", "leave": "o"}

    async def drive() -> None:
        found = list[str | None]()
        app = new_app()
        async with app.run_test() as pilot:
            await pilot.pause()
            app.push_screen(PickDialog("Which?", items, words=words), found.append)
            await until(pilot, lambda: isinstance(app.screen, PickDialog))
            await pilot.pause(FINGERS["UNREAD"])
            await press(pilot, ["enter" if key == "!" else key for key in typed])
            await pilot.pause(FINGERS["WHOLE"] + 0.1)
            assert found == chosen
            assert isinstance(app.screen, PickDialog) == (not chosen)

    run(drive)


@pytest.mark.parametrize(
    ("head", "typed", "left"),
    [
        ("j  Join", "join", ""),
        ("j  Join", "jo", ""),
        ("j  Join", "jZoe", "Zoe"),
        ("f  Save to a file", "file", ""),
        ("f  Save to a file", "ffriday", "friday"),
    ],
)
def test_the_rest_of_a_word_that_opens_a_field_does_not_stand_in_it(
    head: str, typed: str, left: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def drive() -> None:
        app = new_app()

        def ask(key: str | None) -> None:
            app.push_screen(LineDialog("Where?", [], ""))

        async with app.run_test() as pilot:
            await pilot.pause()
            app.push_screen(PickDialog("Which?", [Item(head[0], head, "")]), ask)
            await until(pilot, lambda: isinstance(app.screen, PickDialog))
            await pilot.pause()
            monkeypatch.setattr(keystrokes, "BURST", 60.0)
            await press(pilot, typed)
            await until(pilot, lambda: isinstance(app.screen, LineDialog))
            await pilot.pause()
            assert app.screen.query_one(Input).value == left

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


def test_the_sign_of_more_items_turns_the_page() -> None:
    """It lies on an item, which is not chosen."""
    items = [Item(str(number), f"{number}  entry", "") for number in range(1, 60)]

    async def drive() -> None:
        app, found = new_app(), list[str | None]()
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            app.push_screen(PickDialog("Which?", items), found.append)
            await until(pilot, lambda: isinstance(app.screen, PickDialog))
            await pilot.pause()
            for sign, first in (("↓", False), ("↑", True)):
                lines = screen_lines(app)
                y = next(y for y, line in enumerate(lines) if sign in line and "entry" in line)
                corner = app.screen.query_one(ItemList).region
                await pilot.click(ItemList, offset=(lines[y].index(sign) - corner.x, y - corner.y))
                await pilot.pause()
                assert found == []
                shown = next(line for line in screen_lines(app) if "entry" in line)
                assert ("1" in shown.split()) is first, shown

    run(drive)
