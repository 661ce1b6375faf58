"""What is in the middle of a ring where lines flow, what is outside, and in which order."""

from __future__ import annotations

import pytest

from gamenight.core.scene import Area, Glyph, Scene, ScoreRow, Spot
from gamenight.draw.layouts.flow import render
from gamenight.draw.style import Style
from tests.draw.pictures import drawing

SCORES = (ScoreRow("p", 0, "Ann", 3), ScoreRow("q", 1, "Bob", 3))
SIGNS = {"moon": Glyph("(", "(", "Moonwalk", "one back")}


def track(tiles: int, face: str = "") -> Area:
    spots = (Spot(f"t{n}", str(n), face=face if n == 1 else "") for n in range(1, tiles + 1))
    return Area("track", "", "ring", tuple(spots), "tile", 0)


def names(title: str, rank: int, count: int = 3) -> Area:
    spots = tuple(Spot(f"{title}{n}", name=f"{title} {n}") for n in range(count))
    return Area(title, title, "list", spots, rank=rank)


def drawn(tiles: int, face: str = "", width: int = 80) -> list[str]:
    areas = (names("Last", 2), track(tiles, face), names("First", 1))
    return render(Scene("", scores=SCORES, areas=areas), SIGNS, Style(width=width))


def test_areas_outside_are_in_the_order_of_their_ranks() -> None:
    assert drawn(18) == drawing("""
           ·    ·    ·    ·    ·    ·    ·    ·
           1    2    3    4    5    6    7    8
           ·      Ann  3                      ·
           18     Bob  3                      9
           ·    ·    ·    ·    ·    ·    ·    ·
           17   16   15   14   13   12   11   10

          First      Last
          First 0    Last 0
          First 1    Last 1
          First 2    Last 2
    """)


def test_areas_inside_are_in_the_order_of_their_ranks() -> None:
    assert drawn(24) == drawing("""
           ·    ·    ·    ·    ·    ·    ·    ·    ·
           1    2    3    4    5    6    7    8    9
           ·      Ann  3                           ·
           24     Bob  3                           10
           ·    First                              ·
           23   First 0                            11
           ·    First 1                            ·
           22   First 2                            12
           ·    ·    ·    ·    ·    ·    ·    ·    ·
           21   20   19   18   17   16   15   14   13

          Last
          Last 0
          Last 1
          Last 2
    """)


def test_without_a_ring_areas_stay_in_their_own_order() -> None:
    scene = Scene("", areas=(names("Last", 2, 1), names("First", 1, 1)))
    assert render(scene, {}, Style()) == ["  Last      First", "  Last 0    First 0"]


@pytest.mark.parametrize(
    ("tiles", "face", "inside", "lines"),
    [
        (16, "", [], 14),
        (18, "", ["Ann"], 11),
        (22, "", ["Ann", "First"], 15),
        (22, "moon", ["Ann", "First"], 15),
        (26, "", ["Ann", "First", "Last"], 14),
        (40, "moon", ["Ann", "First", "Last"], 14),
    ],
)
def test_as_much_as_saves_lines_is_inside(
    tiles: int, face: str, inside: list[str], lines: int
) -> None:
    found = drawn(tiles, face)
    beside = "".join(text for text in found if "·" in text)
    assert [word for word in ("Ann", "First", "Last") if word in beside] == inside
    assert len(found) == lines


def test_the_legend_is_in_the_middle_where_nothing_else_is() -> None:
    scene = Scene("", areas=(track(20, "moon"),))
    assert render(scene, SIGNS, Style()) == drawing("""
           (    ·    ·    ·    ·    ·    ·    ·    ·
           1    2    3    4    5    6    7    8    9
           ·    (  Moonwalk  one back              ·
           20                                      10
           ·    ·    ·    ·    ·    ·    ·    ·    ·
           19   18   17   16   15   14   13   12   11
    """)


def test_lines_to_spare_are_between_what_is_inside() -> None:
    scene = Scene("", scores=SCORES[:1], areas=(track(20), names("Hand", 1, 1)))
    assert render(scene, {}, Style()) == drawing("""
           ·    ·    ·    ·    ·    ·    ·    ·
           1    2    3    4    5    6    7    8
           ·      Ann  3                      ·
           20                                 9
           ·    Hand                          ·
           19   Hand 0                        10
           ·    ·    ·    ·    ·    ·    ·    ·
           18   17   16   15   14   13   12   11
    """)


@pytest.mark.parametrize(("players", "spots", "height"), [(2, 0, 8), (3, 1, 10)])
def test_a_blank_line_that_is_saved_counts(players: int, spots: int, height: int) -> None:
    """A taller ring with everything inside takes as many lines as a lower one, a blank line and
    what is left outside."""
    rows = tuple(ScoreRow(f"p{n}", n, f"{n}nn", 3) for n in range(players))
    scene = Scene("", scores=rows, areas=(track(26), names("Hand", 1, spots)))
    found = render(scene, {}, Style())
    assert len(found) == height
    assert "" not in found
