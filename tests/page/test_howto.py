"""How to play, from a table: what is told is about this match."""

from __future__ import annotations

from typing import Any

import pytest

from gamenight.core import registry
from tests.page.stage import People

SIGNS = (
    """() => [...document.querySelectorAll("dialog .legend dt b")].map((one) => one.textContent)"""
)


@pytest.mark.parametrize(
    ("game", "options"),
    [("thief", {}), ("thief", {"cards": True}), ("circuit", {"edition": 2}), ("zombie", {})],
)
def test_the_signs_are_those_that_can_appear(
    people: People, game: str, options: dict[str, Any]
) -> None:
    """As the terminal lists them."""
    (host,) = people.seat(game, ("mouse",), options=options, places=3, machines=["random"] * 2)
    host.page.click(".tool-book")
    host.wait_for("dialog .legend")
    possible = registry.game(game).legend(**options).values()
    assert host.page.evaluate(SIGNS) == [glyph.name for glyph in possible if glyph.help]
