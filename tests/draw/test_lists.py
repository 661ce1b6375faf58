"""Lists in ever less room: notes beside, notes below, names alone, a running text."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gamenight.core.scene import Area, Spot, Token
from gamenight.draw.parts.shapes import draw_area
from tests.draw.pictures import ASCII, FILLED, LINES, context, drawing

HAND = Area(
    "hand",
    "",
    "list",
    (
        Spot("a", "a", "Overload", note="a player's rolls go down"),
        Spot("b", "bb", "Go"),
        Spot("c", "c", "Cancellation", note="gone"),
    ),
)
ON_ONE_LINE = """
         a    Overload      a player's rolls go down
         bb   Go
         c    Cancellation  gone
    """
WRAPPED = """
         a    Overload      a player's rolls
                            go down
         bb   Go
         c    Cancellation  gone
    """
BELOW = """
         a    Overload
              a player's rolls go down
         bb   Go
         c    Cancellation
              gone
    """
SHORTENED = """
         a    Overload
         bb   Go
         c    Cancellation  gone
    """
NAMES = """
         a    Overload
         bb   Go
         c    Cancellation
    """


@pytest.mark.parametrize(
    ("width", "height", "wide", "shown"),
    [
        (60, 9, 44, ON_ONE_LINE),
        (44, 3, 44, ON_ONE_LINE),
        (37, 4, 37, WRAPPED),
        (36, 4, 36, WRAPPED),
        (35, 5, 30, BELOW),
        (30, 5, 30, BELOW),
        (30, 4, 30, SHORTENED),
        (18, 3, 18, NAMES),
    ],
)
def test_the_roomiest_form_with_room(width: int, height: int, wide: int, shown: str) -> None:
    drawn = draw_area(HAND, context(HAND, look=LINES), width, height)
    assert drawn is not None
    assert drawn.lines() == drawing(shown)
    assert drawn.width == wide
    assert {target.width for target in drawn.targets} == {wide}


def test_names_without_room_are_cut_and_run_on() -> None:
    drawn = draw_area(HAND, context(HAND, look=LINES), 14, 3)
    assert drawn is not None
    assert drawn.lines() == [" a   Overload", " bb   Go", " c   Cancella…"]
    assert draw_area(HAND, context(HAND, look=LINES), 20, 1) is None
    low = draw_area(HAND, context(HAND, look=LINES), 44, 2)
    assert low is not None
    assert low.lines() == [" a   Overload   bb   Go   c   Cancellation"]


def test_a_list_without_notes_is_as_wide_as_its_names() -> None:
    bare = replace(HAND, spots=tuple(replace(spot, note="") for spot in HAND.spots))
    for width in (18, 40):
        drawn = draw_area(bare, context(bare, look=LINES), width, 3)
        assert drawn is not None
        assert (drawn.width, drawn.lines()) == (18, drawing(NAMES))


def test_a_short_note_needs_no_column_of_its_own_width() -> None:
    """A note of four letters is beside the names where there is room for these four."""
    short = replace(HAND, spots=HAND.spots[1:])
    for width, lines in ((24, 2), (23, 3)):
        drawn = draw_area(short, context(short, look=LINES), width, 9)
        assert drawn is not None
        assert drawn.height == lines


def test_lines_without_labels_begin_at_the_edge() -> None:
    spots = (Spot("a", name="Ann", note="leads"), Spot("b", tokens=(Token("seed", count=3),)))
    part = Area("list", "", "list", spots)
    drawn = draw_area(part, context(part, look=ASCII), 40, 9)
    assert drawn is not None
    assert drawn.lines() == ["Ann    leads", "3 ooo"]
    pointed = draw_area(part, context(part, look=ASCII, cursor="a"), 40, 9)
    assert pointed is not None
    assert pointed.lines()[0][:1] == ">"


def test_only_what_stands_out_has_a_ground() -> None:
    palette = FILLED.palette
    drawn = draw_area(HAND, context(HAND, ("a", "b"), cursor="b", last=frozenset("c")), 50, 9)
    assert drawn is not None
    assert [row[-1][1].bg for row in drawn.rows] == ["", palette.accent, palette.last]


@pytest.mark.parametrize(("width", "height", "keys"), [(37, 4, "aabc"), (30, 5, "aabcc")])
def test_a_click_on_any_line_of_a_card_is_one_on_the_card(
    width: int, height: int, keys: str
) -> None:
    drawn = draw_area(HAND, context(HAND), width, height)
    assert drawn is not None
    assert [drawn.at(5, y) for y in range(drawn.height)] == list(keys)


IN_PLAY = Area(
    "in play",
    "In play",
    "list",
    (
        Spot("c1", "c1", "Slow", (Token("card", "moon"),), note="on Bob, by Ann", owner=1),
        Spot("c2", "c2", "Swift", (Token("card", "boat"),), note="on all, by Cleo"),
    ),
)


@pytest.mark.parametrize(
    ("width", "height", "shown"),
    [
        (40, 3, ["In play", " c1  🌙 Slow   on Bob, by Ann", " c2  🚣 Swift  on all, by Cleo"]),
        (40, 2, ["In play", " c1  🌙 Slow B   c2  🚣 Swift"]),
        (40, 1, ["In play   c1  🌙 Slow B   c2  🚣 Swift"]),
        (30, 1, ["In play   c1  🌙 B   c2  🚣"]),
        (20, 2, ["In play   c1  🌙 B", " c2  🚣"]),
    ],
)
def test_a_heading_and_whose_it_is_stay_in_little_room(
    width: int, height: int, shown: list[str]
) -> None:
    drawn = draw_area(IN_PLAY, context(IN_PLAY), width, height)
    assert drawn is not None
    assert [text.rstrip() for text in drawn.lines()] == shown


def test_without_colours_an_owner_is_in_brackets() -> None:
    drawn = draw_area(IN_PLAY, context(IN_PLAY, look=ASCII), 60, 1)
    assert drawn is not None
    assert "Slow (B)" in drawn.lines()[0]


def test_cards_that_say_whose_they_are_have_one_form() -> None:
    """One note has room beside its name, the other has not."""
    slow, swift = IN_PLAY.spots
    long = replace(slow, note="on Bob, by somebody with a long name")
    area = replace(IN_PLAY, spots=(long, swift))
    drawn = draw_area(area, context(area), 34, 3)
    assert drawn is not None
    assert [text.rstrip() for text in drawn.lines()] == [
        "In play",
        " c1  🌙 Slow B",
        " c2  🚣 Swift",
    ]
