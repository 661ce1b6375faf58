"""The tiles where the next roll can end: in words, and with a gold edge."""

from __future__ import annotations

from typing import Any

import pytest

from gamenight.core.scene import named
from gamenight.draw.canvas import HALF, Picture
from gamenight.draw.layouts.fit import draw
from gamenight.draw.palette import DARK, Look
from gamenight.games.circuit.scene import GLYPHS, scene
from tests.games.circuit.states import circuit, table


@pytest.mark.parametrize(
    ("options", "position", "reached", "hint"),
    [
        ({"dice": "2d6"}, 3, [6, 7, 8, 9, 10, 1, 2, 3, 4, 5], ""),
        ({"dice": "1d6"}, 3, [5, 6, 7, 8, 9, 10], "lands on tiles 5 to 10"),
        ({"dice": "1d6"}, 8, [10, 1, 2, 3, 4, 5], "lands on tiles 10 or 1 to 5"),
        ({"dice": "1d6"}, 27, [9, 10], "lands on tiles 9 or 10; a total of 3 or more wins"),
        ({"dice": "1d6"}, 28, [10], "lands on tile 10; a total of 2 or more wins"),
        ({"dice": "1d6"}, 29, [], "any roll wins"),
        (
            {"dice": "1d6", "edition": 1},
            6,
            [8, 9, 10],
            "lands on tiles 8 to 10; a total of 3 or more wins",
        ),
    ],
)
def test_where_a_roll_can_end(
    options: dict[str, Any], position: int, reached: list[int], hint: str
) -> None:
    rules = circuit(**options)
    state = table(rules, (position, 0), thrown=None)
    roll = scene(rules, state, 0).choices[0]
    assert roll.reach == tuple(f"tile {number}" for number in reached)
    assert roll.hint == hint


def edge(picture: Picture, number: int) -> str:
    """The colour at the foot of a tile."""
    place = picture.place(f"tile {number}")
    assert place is not None
    text, ink = picture.rows[place.y + place.height - 1][place.x]
    assert text == HALF
    return ink.fg


def test_tiles_in_reach_have_an_edge_of_their_own() -> None:
    rules = circuit(dice="1d6", tiles=",".join(["empty"] * 24))
    asked = named(scene(rules, table(rules, (3, 0)), 0), ("Ann", "Ben"))
    picture = draw(asked, GLYPHS, Look(DARK), (80, 24))
    reached = {edge(picture, number) for number in range(5, 11)}
    others = {edge(picture, number) for number in (*range(1, 5), *range(11, 25))}
    assert not reached & others
    waiting = named(scene(rules, table(rules, (3, 0)), 1), ("Ann", "Ben"))
    picture = draw(waiting, GLYPHS, Look(DARK), (80, 24))
    assert {edge(picture, number) for number in range(1, 25)} == others
