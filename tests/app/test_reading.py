"""Text that is wrapped again, and left out whole where it has no room."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from gamenight.app.screens.dialogs import Dialog, PickDialog, TextDialog
from gamenight.app.widgets.items import Item
from gamenight.draw.reading import paragraphs, whole_blocks
from tests.app.screens import new_app, screen_text
from tests.app.tables import until

TEXT = ["Welcome!", "", "The dice:", "  6 green", "  3 red", "Eat brains.", "", "Good luck."]


@pytest.mark.parametrize(
    ("room", "shown"),
    [
        (0, []),
        (2, ["Welcome!"]),
        (3, ["Welcome!"]),
        (5, TEXT[:5]),
        (7, [*TEXT[:5], "", "Eat brains."]),
        (9, [*TEXT[:5], "", "Eat brains.", "", "Good luck."]),
    ],
)
def test_text_ends_where_a_paragraph_does(room: int, shown: list[str]) -> None:
    assert [line.plain for line in whole_blocks(paragraphs(TEXT, 40), room)] == shown


def to_read(count: int) -> tuple[Dialog[str], str]:
    return TextDialog("Keys", [f"line {number}" for number in range(count)]), "Esc close"


def to_pick(count: int) -> tuple[Dialog[str | None], str]:
    items = [Item(str(number), "", f"line {number}") for number in range(count)]
    return PickDialog("The match so far", items), "Esc cancel"


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40), (200, 50)], ids=str)
@pytest.mark.parametrize("count", [10, 32, 60])
@pytest.mark.parametrize("window", [to_read, to_pick])
def test_a_window_has_no_blank_lines_below_its_keys(
    size: tuple[int, int], count: int, window: Callable[[int], tuple[Dialog[Any], str]]
) -> None:
    async def drive() -> None:
        app = new_app()
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            dialog, closing = window(count)
            app.push_screen(dialog)
            await until(pilot, lambda: closing in screen_text(app))
            await pilot.pause()
            rows = screen_text(app).splitlines()
            keys = max(at for at, row in enumerate(rows) if "│" in row and closing in row)
            assert "╰" in rows[keys + 1]

    asyncio.run(drive())


@pytest.mark.parametrize("more", [0, 40], ids=["whole", "to scroll"])
def test_an_indented_line_that_wraps_goes_on_farther_in(more: int) -> None:
    async def drive() -> None:
        app = new_app()
        async with app.run_test(size=(60, 20)) as pilot:
            await pilot.pause()
            width = 60 * 94 // 100 - 4
            told = ["x" * (width - 2 - len(sign)) + f"{sign} next" for sign in (" ab", " a")]
            app.push_screen(TextDialog("The odds", [*(f"  {one}" for one in told), *["."] * more]))
            await until(pilot, lambda: "Esc close" in screen_text(app))
            rows = [row.split("│")[1] for row in screen_text(app).splitlines() if "│" in row]
            first = next(at for at, row in enumerate(rows) if "xx" in row)
            edges = [len(row) - len(row.lstrip()) for row in rows[first : first + 4]]
            assert [edge - edges[0] for edge in edges] == [0, 2] * 2

    asyncio.run(drive())
