"""What a game says of its looks: colours that are colours, grounds that there are."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from gamenight.core.laws import check
from gamenight.core.scene import Glyph
from gamenight.core.theme import Theme
from tests.core.laws.suspects import verdict
from tests.toys.heist import GLYPHS, HEIST

LAVA: Any = "lava"
RED = Glyph("🏦", "#", "vault", tint="red")
BAD: dict[str, tuple[dict[str, Any], str]] = {
    "a theme of text": ({"theme": "wood"}, "'wood', not a Theme"),
    "no such ground": ({"theme": Theme(ground=LAVA)}, "'lava', not one of 'wood', 'felt'"),
    "no colour": ({"theme": Theme("gold")}, "the accent of the theme is 'gold', not a colour"),
    "no light colour": ({"theme": Theme(accent_light="#12345")}, "the light accent"),
    "signs without a glyph": ({"faces": lambda _: ["moon"]}, "faces() gives 'moon'"),
    "signs that a legend would leave out": ({"faces": lambda _: []}, "is not among faces()"),
    "no tint": ({"glyphs": {**GLYPHS, "vault": RED}}, "the tint of the glyph 'vault' is 'red'"),
}


@pytest.mark.parametrize("name", BAD)
def test_looks_that_no_front_end_could_draw(name: str) -> None:
    changed, words = BAD[name]
    found = verdict(replace(HEIST, **changed))
    assert found.law == "scenes"
    assert words in str(found)


def test_looks_of_its_own() -> None:
    theme = Theme("#123abc", "#000000", "paper")
    tinted = {**GLYPHS, "vault": replace(RED, tint="#ffffff")}
    check(replace(HEIST, theme=theme, glyphs=tinted), games=1)
