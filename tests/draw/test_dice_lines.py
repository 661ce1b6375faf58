"""Dice drawn with lines."""

from __future__ import annotations

from gamenight.core.scene import Area, Scene, Spot, Token
from gamenight.draw.layouts.fit import draw
from gamenight.draw.palette import Look


def test_the_sign_of_a_die_that_counts_has_no_bar_beside_it() -> None:
    die = Spot("d", "", "", (Token("die", "1"),), note="100", tone="good")
    scene = Scene("Dice", areas=(Area("dice", "Dice", "row", (die,), rank=0),))
    lines = draw(scene, {}, Look(fill=False), (80, 24)).lines()
    signed = [text for text in lines if "+" in text]
    assert signed
    assert all(text.count("│") == 2 for text in signed)
