"""Text that is wrapped again, and left out whole where it has no room."""

from __future__ import annotations

import pytest

from gamenight.app.pictures.reading import paragraphs, whole_blocks

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
