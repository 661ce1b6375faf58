"""Areas as pictures: every shape and look, in four densities, with what can be touched."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from gamenight.core.scene import Area, Spot, Token
from gamenight.draw.canvas import Picture
from gamenight.draw.context import Context
from gamenight.draw.ink import Ink
from gamenight.draw.palette import DARK, LIGHT, Look
from gamenight.draw.parts.shapes import draw_area, tray_edge
from tests.draw.pictures import (
    ASCII,
    FILLED,
    LINES,
    LOOKS,
    areas,
    context,
    drawing,
    grids,
    overlaps,
)
from tests.effort import times

DIE = Token("die", "3")


def house(key: str, seeds: int, at: tuple[int, int], owner: int) -> Spot:
    tokens = (Token("seed", count=seeds),) if seeds else ()
    return Spot(key, key[1], tokens=tokens, owner=owner, at=at)


PITS = Area(
    "board",
    "Board",
    "grid",
    (
        Spot(
            "w", "", "Ann", (Token("seed", count=5),), note="store", owner=0, at=(0, 0), span=(2, 1)
        ),
        house("n1", 2, (0, 1), 1),
        house("n2", 0, (0, 2), 1),
        house("s1", 9, (1, 1), 0),
        house("s2", 30, (1, 2), 0),
    ),
    look="pit",
    rank=0,
)
RIVER = Area(
    "river",
    "River",
    "grid",
    (
        Spot("boat", "1", "the boat", (Token("pawn", owner=1),), "boat", at=(0, 0), span=(2, 1)),
        Spot("a2", "2", face="~", tone="muted", at=(0, 1)),
        Spot("a3", "3", tokens=(Token("pawn", owner=0),), at=(0, 2)),
        Spot("b2", tokens=(Token("pawn", owner=2),), at=(1, 1)),
        Spot("b3", face="~", tone="muted", at=(1, 2)),
    ),
    look="lane",
    rank=0,
)
ROLL = Area(
    "roll",
    "This roll",
    "row",
    (
        Spot("a", "a", "two threes", (DIE, DIE), note="300"),
        Spot("x", tokens=(replace(DIE, face="6", tone="muted"),), tone="muted"),
        Spot("b", "b", "a five", (replace(DIE, face="5"),), note="50"),
        Spot("later"),
    ),
    rank=0,
)
BRAINS = Area(
    "brains",
    "Brains",
    "pile",
    (Spot("aside", "", "eaten", tuple(Token("die", color=c) for c in ("red", "green", "red"))),),
    look="tray",
    sign="brain",
)
HAND = Area(
    "hand",
    "Your hand",
    "list",
    (
        Spot("h1", "a", "Overload", note="a player's rolls -2"),
        Spot("h2", "b", "Cancellation", note="removes a card in play"),
        Spot("h3"),
    ),
    secret=True,
)


def picture_of(area: Area, with_brush: Context, width: int, height: int) -> Picture:
    drawn = draw_area(area, with_brush, width, height)
    assert drawn is not None
    assert drawn.width <= width
    assert drawn.height <= height
    return drawn


def ink_at(picture: Picture, key: str) -> Ink:
    target = picture.place(key)
    assert target is not None
    return picture.rows[target.y + target.height // 2][target.x][1]


def test_pits_show_numbers_and_seeds() -> None:
    drawn = picture_of(PITS, context(PITS, ("s1", "s2"), ASCII), 60, 11)
    assert drawn.lines() == drawing(
        """
                    1       2
        +-------+-------+-------+
        |       |   2   |   -   |
        |       |  oo   |       |
        |       |       |       |
        | ooooo +-------+-------+
        | store |   9   |  30   |
        |   5   | ooooo |ooooooo|
        |  Ann  | oooo  |oooooo+|
        +-------+-------+-------+
                   [1]     [2]
        """
    )


def test_low_pits_show_numbers_only() -> None:
    drawn = picture_of(PITS, context(PITS, ("s1", "s2"), ASCII), 60, 4)
    assert drawn.lines() == drawing(
        """
             1   2
         5   2   -
        Ann  9  30
            [1] [2]
        """
    )


def test_lanes_have_pawns_as_initials_and_labels_above() -> None:
    drawn = picture_of(RIVER, context(RIVER, ("a3", "b2"), ASCII), 40, 6)
    assert drawn.lines() == drawing(
        """
          1    2   [3]
        +----+----+----+
        |    | ~  | A  |
        |boat+----+----+
        | B  |[C] | ~  |
        +----+----+----+
        """
    )


def test_dice_of_one_unit_are_in_one_frame() -> None:
    drawn = picture_of(ROLL, context(ROLL, ("a", "b"), ASCII, marks=("a",)), 60, 6)
    assert drawn.lines() == drawing(
        """
        This roll
        +-----[a]*------+ +-------+ +--[b]--+
        | o     | o     | | o   o | | o   o |
        |   o   |   o   | | o   o | |   o   |
        |     o |     o | | o   o | | o   o |
        +------300------+ +-------+ +--50---+
        """
    )


def test_filled_dice_have_pips_on_ivory() -> None:
    drawn = picture_of(ROLL, context(ROLL, ("a", "b")), 60, 6)
    assert drawn.lines() == drawing(
        """
        This roll
                a                       b
          ●       ●         ●   ●     ●   ●
            ●       ●       ●   ●       ●
              ●       ●     ●   ●     ●   ●
               300                     50
        """
    )
    assert drawn.rows[2][1][1].bg == "#f1efe6"


def test_coloured_dice_are_tinted_and_lettered() -> None:
    rolling = Area("r", "", "row", (Spot("d", tokens=(Token("die", "brain", "green"),)),), rank=0)
    drawn = picture_of(rolling, context(rolling), 40, 5)
    assert drawn.lines() == ["", "", "   🧠", "      G", ""]
    assert drawn.rows[2][1][1].bg == DARK.material("green")


def test_a_tray_is_one_line_or_blocks() -> None:
    assert picture_of(BRAINS, context(BRAINS, look=ASCII), 60, 3).lines() == ["Brains  R G R (3)"]
    assert picture_of(BRAINS, context(BRAINS), 60, 2).lines() == ["🧠 Brains   R   G   R  (3)"]
    blocks = picture_of(BRAINS, context(BRAINS), 60, 3)
    assert blocks.lines()[1:] == [
        "🧠 Brains  (3)",
        "                    R       G       R",
    ]


def test_trays_under_each_other_line_up() -> None:
    held = replace(BRAINS, key="held", title="Held aside", sign="")
    with_brush = context(BRAINS, look=ASCII)
    edge = tray_edge((BRAINS, held), with_brush)
    drawn = draw_area(BRAINS, with_brush, 60, 1, edge)
    assert drawn is not None
    assert drawn.lines() == ["Brains      R G R (3)"]


def test_a_tray_that_is_narrow_counts_what_is_alike() -> None:
    assert picture_of(BRAINS, context(BRAINS, look=ASCII), 17, 1).lines() == ["Brains  R G R (3)"]
    assert picture_of(BRAINS, context(BRAINS, look=ASCII), 16, 1).lines() == ["Brains R G R (3)"]
    many = replace(BRAINS, spots=(Spot("aside", tokens=BRAINS.spots[0].tokens * 4),))
    assert picture_of(many, context(many, look=ASCII), 20, 1).lines() == ["Brains  Rx8 Gx4 (12)"]


def test_a_list_tells_label_name_and_note() -> None:
    drawn = picture_of(HAND, context(HAND, ("h1",), ASCII), 60, 9)
    assert drawn.lines() == drawing(
        """
        Your hand (secret)
        [a]  Overload      a player's rolls -2
         b   Cancellation  removes a card in play
        """
    )


def test_a_narrow_list_has_its_notes_below() -> None:
    drawn = picture_of(HAND, context(HAND, ("h1",), ASCII), 24, 9)
    assert drawn.lines() == drawing(
        """
        Your hand (secret)
        [a]  Overload
             a player's rolls -2
         b   Cancellation
             removes a card in
             play
        """
    )


def test_a_low_list_runs_on() -> None:
    drawn = picture_of(HAND, context(HAND, ("h1",), ASCII), 40, 1)
    assert drawn.lines() == ["[a]  Overload   b   Cancellation"]


def test_what_has_no_room_at_all_is_none() -> None:
    assert draw_area(PITS, context(PITS), 5, 3) is None
    assert draw_area(HAND, context(HAND), 3, 1) is None
    assert draw_area(ROLL, context(ROLL, ("a",)), 40, 0) is None


def test_an_empty_list_says_so_on_the_line_of_its_title() -> None:
    empty = replace(HAND, spots=(Spot("h1"),), secret=False)
    assert picture_of(empty, context(empty), 40, 5).lines() == ["Your hand -"]


@pytest.mark.parametrize("look", [FILLED, LINES, ASCII, replace(FILLED, palette=LIGHT)])
@pytest.mark.parametrize("area", [PITS, RIVER, ROLL, BRAINS, HAND], ids=lambda area: area.key)
def test_every_spot_is_one_target_in_every_density(area: Area, look: Look) -> None:
    shown = {spot.key for spot in area.spots if spot != Spot(spot.key)}
    sizes = set()
    for height in range(1, 16):
        drawn = draw_area(area, context(area, look=look), 72, height)
        if drawn is not None:
            sizes.add((drawn.width, drawn.height))
            assert sorted(target.key for target in drawn.targets) == sorted(shown)
            assert not overlaps(drawn)
    assert len(sizes) >= (1 if area is BRAINS else 3)


def test_pits_are_round_where_there_is_room_and_a_line_at_last() -> None:
    def heights(look: Look) -> list[int]:
        drawn = [draw_area(PITS, context(PITS, look=look), 110, height) for height in range(24)]
        return sorted({each.height for each in drawn if each is not None})

    assert heights(FILLED) == [1, 4, 7, 9, 13, 16, 18, 21, 23], "round: 16 or more"
    assert heights(replace(FILLED, ascii=True))[:5] == [1, 4, 7, 9, 13]


def test_named_colours_of_a_terminal_can_be_drawn_with() -> None:
    named = replace(FILLED, palette=replace(DARK, cell="black", wood="black", seats=("red",)))
    for area in (PITS, RIVER, ROLL, HAND):
        assert picture_of(area, context(area, look=named), 72, 15).targets


def test_a_label_outside_belongs_to_the_target_of_its_spot() -> None:
    drawn = picture_of(PITS, context(PITS), 60, 9)
    row = drawn.lines()[0]
    assert drawn.at(row.index("1"), 0) == "n1"
    assert drawn.at(drawn.lines()[-1].index("2"), drawn.height - 1) == "s2"


def test_grounds_tell_live_cursor_marked_and_last() -> None:
    marking = context(PITS, ("s1", "s2", "n2"), cursor="s2", last=frozenset(["n1"]), marks=("n2",))
    drawn = picture_of(PITS, marking, 60, 9)
    assert ink_at(drawn, "s1").bg != DARK.live, "it has the colour of its owner"
    assert ink_at(drawn, "s2").bg == DARK.accent
    assert ink_at(drawn, "n1").bg == DARK.last
    grounds = {ink_at(drawn, key).bg for key in ("w", "n1", "n2", "s1", "s2")}
    assert len(grounds) == 5


def test_without_grounds_the_cursor_is_between_arrows() -> None:
    drawn = picture_of(PITS, context(PITS, ("s1", "s2"), LINES, cursor="s1"), 60, 11)
    assert ">1<" in drawn.lines()[-1]
    assert "[2]" in drawn.lines()[-1]
    assert any(">" in line and "<" in line for line in drawn.lines()[:-1])


def test_a_board_that_is_no_lattice_is_a_list() -> None:
    twice = Area(
        "b", "", "grid", (Spot("x", name="one", at=(0, 0)), Spot("y", name="two", at=(0, 0)))
    )
    assert picture_of(twice, context(twice), 20, 5).lines() == ["one", "two"]


def test_a_heap_in_a_short_tray_is_counted_once() -> None:
    heaps = (DIE, Token("seed", "boat", count=48), Token("seed", "boat", owner=0, count=48))
    tray = Area("tray", "", "pile", (Spot("a", tokens=(DIE,) * 9), Spot("b", tokens=heaps)))
    for live in ((), ("a", "b")):
        (row,) = [x for x in picture_of(tray, context(tray, live), 20, 3).lines() if "48" in x]
        assert row.count("×48") == 2, "two heaps, and none of 48 times 48"


@settings(max_examples=times(30), deadline=None)
@given(areas() | grids(), st.integers(20, 90), st.integers(4, 20))
def test_neither_cursor_nor_marks_move_anything(area: Area, width: int, height: int) -> None:
    assume(area.shape != "ring" and area.look != "tile")  # a folded track follows the cursor
    keys = tuple(spot.key for spot in area.spots)
    still = draw_area(area, context(area, keys), width, height)
    marked = draw_area(area, context(area, keys[:1], cursor="k2", marks=keys[1:]), width, height)
    assert (still.targets if still else None) == (marked.targets if marked else None)


@settings(max_examples=times(40), deadline=None)
@given(areas() | grids(), LOOKS, st.integers(0, 90), st.integers(0, 30), st.data())
def test_any_area_fits_or_is_none(
    area: Area, look: Look, width: int, height: int, data: st.DataObject
) -> None:
    keys = [spot.key for spot in area.spots if spot != Spot(spot.key)]
    live = tuple(data.draw(st.lists(st.sampled_from(keys), unique=True))) if keys else ()
    cursor = data.draw(st.sampled_from(("", *keys)))
    marks = data.draw(st.sampled_from((None, live[:2])))
    drawn = draw_area(
        area, context(area, live, look, cursor, frozenset(keys[:3]), marks), width, height
    )
    if drawn is None:
        return
    assert drawn.width <= width
    assert drawn.height <= height
    assert all(len(row) == drawn.width for row in drawn.rows)
    text = "\n".join(drawn.lines())
    assert text.isascii() or not look.ascii
    labels = {spot.key: spot.label for spot in area.spots}
    assert [key for key in live if labels[key] not in text] == []
    touched = [target.key for target in drawn.targets]
    assert len(touched) == len(set(touched))
    assert set(live) <= set(touched)
    if area.shape != "ring" and area.look != "tile":
        assert set(keys) <= set(touched)
    for target in drawn.targets:
        assert target.width > 0
        assert target.height > 0
        assert 0 <= target.x <= drawn.width - target.width
        assert 0 <= target.y <= drawn.height - target.height
    assert not overlaps(drawn)
