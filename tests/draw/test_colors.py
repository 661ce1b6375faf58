"""Colours: how they are mixed, and which letters can be read on them."""

from __future__ import annotations

import pytest

from gamenight.draw.charts import line_dots
from gamenight.draw.colors import DARK_TEXT, LIGHT_TEXT, mixed, readable


@pytest.mark.parametrize(
    ("first", "second", "share", "found"),
    [
        ("#000000", "#ff8040", 0.0, "#000000"),
        ("#000000", "#ff8040", 0.25, "#402010"),
        ("#000000", "#ff8040", 1.0, "#ff8040"),
        ("red", "#ff8040", 0.5, "red"),
        ("", "red", 0.5, "red"),
    ],
)
def test_mixed(first: str, second: str, share: float, found: str) -> None:
    assert mixed(first, second, share) == found


@pytest.mark.parametrize(
    ("ground", "letters"),
    [
        ("#ffffff", DARK_TEXT),
        ("#000000", LIGHT_TEXT),
        ("#00ff00", DARK_TEXT),
        ("#0000ff", LIGHT_TEXT),
    ],
)
def test_letters_that_can_be_read(ground: str, letters: str) -> None:
    assert readable(ground) == letters


def test_a_steep_line_has_no_gaps() -> None:
    dots = line_dots([0, 4], 2, 0, 4, (2, 5), 1)
    assert [y for _, y in dots] == [4, 3, 2, 1, 0]
