"""Whose is what on a board with two sides."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gamenight.core.scene import Scene
from gamenight.core.sides import seen_from
from gamenight.draw.canvas import Picture
from gamenight.draw.layouts.fit import draw
from gamenight.draw.palette import Look
from tests.draw.pictures import ASCII, FILLED, LINES
from tests.draw.scenes import OWARE

SIZES = ((60, 20), (80, 24), (120, 40), (200, 50))
BOARD = replace(OWARE, areas=tuple(replace(area, below=0) for area in OWARE.areas))


def line_of_name(picture: Picture, store: str, name: str) -> int:
    place = picture.place(store)
    assert place is not None
    columns = slice(place.x, place.x + place.width)
    texts = ["".join(sign for sign, _ in row[columns]) for row in picture.rows]
    return next(y for y in range(place.y, place.y + place.height) if name in texts[y])


def middle_of(picture: Picture, key: str) -> float:
    place = picture.place(key)
    assert place is not None
    return place.y + (place.height - 1) / 2


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("look", [FILLED, LINES, ASCII], ids=["filled", "lines", "ascii"])
@pytest.mark.parametrize("scene", [BOARD, seen_from(BOARD, 1)], ids=["first below", "turned"])
def test_a_name_stands_beside_its_owners_row(
    scene: Scene, look: Look, size: tuple[int, int]
) -> None:
    picture = draw(scene, {}, look, size)
    for store, name, own, other in (("south", "Ama", "s3", "n3"), ("north", "Kofi", "n3", "s3")):
        at = line_of_name(picture, store, name)
        assert abs(at - middle_of(picture, own)) < abs(at - middle_of(picture, other)), name
