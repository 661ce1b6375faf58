"""Where the signs of more above and below lead."""

from __future__ import annotations

import pytest

from gamenight.app.paging import pages

EVERY_OTHER = [(line, str(line)) for line in range(0, 40, 2)]
FAR_APART = [(0, "first"), (17, "seen"), (30, "last")]


@pytest.mark.parametrize(
    ("keyed", "top", "room", "leads"),
    [
        (EVERY_OTHER, 20, 10, ("to 10", "to 38")),
        (EVERY_OTHER, 12, 7, ("to 6", "to 24")),
        (EVERY_OTHER, 4, 10, ("to 0", "to 22")),
        (FAR_APART, 15, 5, ("to first", "to last")),
    ],
)
def test_a_page_up_and_a_page_down(
    keyed: list[tuple[int, str]], top: int, room: int, leads: tuple[str, str]
) -> None:
    assert pages(keyed, top, room) == leads
