"""Text that is wrapped again, and left out whole where it has no room."""

from __future__ import annotations

import asyncio

import pytest

from gamenight.app.screens.dialogs import TextDialog
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


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)], ids=str)
@pytest.mark.parametrize("count", [10, 32, 60])
def test_a_window_to_read_has_no_blank_lines_below_its_keys(
    size: tuple[int, int], count: int
) -> None:
    async def drive() -> None:
        app = new_app()
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            app.push_screen(TextDialog("Keys", [f"line {number}" for number in range(count)]))
            await until(pilot, lambda: "Esc close" in screen_text(app))
            await pilot.pause()
            rows = screen_text(app).splitlines()
            keys = max(at for at, row in enumerate(rows) if "│" in row and "Esc close" in row)
            assert "╰" in rows[keys + 1]

    asyncio.run(drive())
