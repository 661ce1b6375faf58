"""Tracks as pictures: rings around what there is to tell, lines of tiles, and folded ones."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamenight.core.scene import Area, AreaShape, Glyph, Spot, Token
from gamenight.draw.canvas import Picture
from gamenight.draw.palette import DARK, Look
from gamenight.draw.parts.ring import FEWEST, draw_ring, plans
from gamenight.draw.parts.shapes import draw_area
from gamenight.draw.parts.tiles import FORMS, Form, draw_tile
from tests.draw.pictures import ASCII, FILLED, LINES, LOOKS, context, drawing, overlaps
from tests.effort import times

PAWNS = {2: (0,), 7: (1, 2)}


def tile(number: int, pawns: tuple[int, ...] = ()) -> Spot:
    tokens = tuple(Token("pawn", owner=seat, key=f"pawn {seat}") for seat in pawns)
    face, note = ("moon", "4") if number % 5 == 0 else ("", "")
    return Spot(f"t{number}", str(number), f"tile {number}", tokens, face, note)


def track(tiles: int, shape: AreaShape = "ring") -> Area:
    spots = tuple(tile(number, PAWNS.get(number, ())) for number in range(1, tiles + 1))
    return Area("track", "", shape, spots, look="tile", rank=0)


def written(*lines: str) -> Picture:
    picture = Picture(max(map(len, lines)), len(lines))
    for row, text in enumerate(lines):
        picture.put(0, row, text)
    return picture


def only_if_it_fits(content: Picture, width: int, height: int) -> Picture | None:
    return content if content.width <= width and content.height <= height else None


def test_a_ring_holds_what_is_told_in_its_hole() -> None:
    content = written("Ann 1", "Bob 2")
    area = track(16)
    drawn = draw_ring(
        area, context(area, look=ASCII), 40, 8, lambda w, h: only_if_it_fits(content, w, h)
    )
    assert drawn is not None
    assert drawn.lines() == drawing(
        """
         -    -    -    -    (4   -
         1   2 A   3    4    5    6
         -                        -
         16         Ann 1        7 BC
         (4         Bob 2         -
         15                       8
         -    -    -    -    (4   -
         14   13   12   11   10   9
        """
    )


def test_tiles_are_roomy_where_there_is_room() -> None:
    area = track(12)
    drawn = draw_area(area, context(area), 44, 9)
    assert drawn is not None
    assert drawn.lines() == drawing(
        """
         1        2        3        4        5   🌙
                  A                          moon 4
        ▀▀▀▀▀▀▀▀ ▀▀▀▀▀▀▀▀ ▀▀▀▀▀▀▀▀ ▀▀▀▀▀▀▀▀ ▀▀▀▀▀▀▀▀
         12                                  6

        ▀▀▀▀▀▀▀▀                            ▀▀▀▀▀▀▀▀
         11       10  🌙   9        8        7
                  moon 4                     BC
        ▀▀▀▀▀▀▀▀ ▀▀▀▀▀▀▀▀ ▀▀▀▀▀▀▀▀ ▀▀▀▀▀▀▀▀ ▀▀▀▀▀▀▀▀
        """
    )
    large = draw_area(area, context(area), 80, 30)
    assert large is not None
    assert large.width > 70


def test_two_words_stand_below_each_other_where_nobody_stands() -> None:
    glyphs = {"clock": Glyph("⏰", "@", "Time machine", short="Time")}
    for pawns, told in (((), ["Time", "machine"]), ((0,), ["", "A   Time"])):
        spot = replace(tile(1, pawns), face="clock")
        area = Area("track", "", "ring", (spot, *(tile(n) for n in range(2, 13))), look="tile")
        picture = Picture(10, 4)
        known = replace(context(area), glyphs=glyphs)
        draw_tile(picture, spot, known, Form(10, 4, (1, 0), raised=True), 0, 0, False)
        assert [text.strip() for text in picture.lines()[1:3]] == told


@pytest.mark.parametrize("look", [FILLED, LINES, ASCII])
def test_a_ring_keeps_its_shape_at_every_size(look: Look) -> None:
    """24 tiles are 8 along the top and 6 along a side, the larger the more room there is."""
    area, widths = track(24), []
    for size in ((60, 14), (80, 18), (120, 33), (200, 43)):
        drawn = draw_area(area, context(area, look=look), *size)
        assert drawn is not None
        assert len({target.y for target in drawn.targets}) == 6
        assert len({target.x for target in drawn.targets}) == 8
        widths.append(drawn.targets[0].width)
    assert widths == sorted(set(widths))


@pytest.mark.parametrize(("tiles", "size"), [(24, (76, 18)), (40, (76, 18)), (60, (79, 17))])
@pytest.mark.parametrize("look", [FILLED, LINES, ASCII])
def test_every_tile_of_a_ring_is_a_target(tiles: int, size: tuple[int, int], look: Look) -> None:
    area = track(tiles)
    content = written("what is told", "of the players")
    drawn = draw_ring(
        area, context(area, look=look), *size, lambda w, h: only_if_it_fits(content, w, h)
    )
    assert drawn is not None
    assert [target.key for target in drawn.targets] == [spot.key for spot in area.spots]
    assert not overlaps(drawn)
    assert drawn.width <= size[0]
    assert drawn.height <= size[1]
    assert any("of the players" in line for line in drawn.lines()[3:-3])


def test_tiles_go_clockwise_side_by_side() -> None:
    for plan in plans(40, FORMS[2], 200, 200):
        wide, tall = plan.form.pitch
        places = [plan.place(index) for index in range(40)]
        assert places[0] == (0, 0)
        for (x, y), (right, below) in zip(places, [*places[1:], places[0]], strict=True):
            assert abs(x - right) // wide + abs(y - below) // tall == 1


def test_too_few_tiles_are_a_line() -> None:
    area = track(FEWEST - 1)
    drawn = draw_area(area, context(area, look=ASCII), 60, 2)
    assert drawn is not None
    assert drawn.lines() == drawing(
        """
          -      -      -      -      (4     -      -
          1     2 A     3      4      5      6     7 BC
        """
    )


def test_what_was_for_the_hole_is_below_tiles_in_lines() -> None:
    area = track(90)
    drawn = draw_ring(
        area, context(area), 60, 12, lambda w, h: only_if_it_fits(written("Ann", "Bob"), w, h)
    )
    assert drawn is not None
    assert [line.strip() for line in drawn.lines()[-3:]] == ["", "Ann", "Bob"]
    assert drawn.height <= 12


def test_a_long_track_folds_around_pawns_and_live_tiles() -> None:
    area = track(90)
    drawn = draw_area(area, context(area, ("t50",), ASCII), 44, 2)
    assert drawn is not None
    assert drawn.lines() == drawing(
        """
        ...   -   ...   -   ...   (4  ...
             2 A       7 BC      [50]
        """
    )


def test_a_hole_that_takes_nothing_leaves_no_ring() -> None:
    area = track(40)
    assert draw_ring(area, context(area), 80, 20, lambda _width, _height: None) is None


def test_pawns_are_letters_on_their_owners_colour() -> None:
    area = track(24)
    drawn = draw_area(area, context(area), 80, 20)
    assert drawn is not None
    inks = {text: ink for row in drawn.rows for text, ink in row if text in ("A", "B", "C")}
    assert {text: ink.bg for text, ink in inks.items()} == {
        letter: DARK.seats[seat] for seat, letter in enumerate("ABC")
    }


def test_pawns_never_hide_the_label_of_a_live_tile() -> None:
    area = track(60)
    drawn = draw_area(area, context(area, ("t7",)), 79, 17)
    assert drawn is not None
    target = drawn.place("t7")
    assert target is not None
    shown = ["".join(c for c, _ in row[target.x : target.x + target.width]) for row in drawn.rows]
    assert "7" in "".join(shown[target.y : target.y + target.height])
    assert "BC" in "".join(shown[target.y : target.y + target.height])


def test_the_tile_under_the_cursor_stands_out() -> None:
    area = track(24)
    filled = draw_area(area, context(area, ("t9",), cursor="t9"), 80, 20)
    lines = draw_area(area, context(area, ("t9",), LINES, cursor="t9"), 80, 12)
    assert filled is not None
    assert lines is not None
    target = filled.place("t9")
    assert target is not None
    assert filled.rows[target.y][target.x][1].bg == DARK.accent
    assert any(">9<" in line for line in lines.lines())


def test_the_tile_under_the_cursor_is_one_target() -> None:
    area = track(24)
    for look in (FILLED, LINES, ASCII):
        drawn = draw_area(area, context(area, cursor=area.spots[3].key, look=look), 100, 30)
        assert drawn is not None
        assert sorted(t.key for t in drawn.targets) == sorted(spot.key for spot in area.spots)


def test_a_track_as_a_row_is_in_lines() -> None:
    area = replace(track(20, "row"), title="Track")
    drawn = draw_area(area, context(area), 40, 12)
    assert drawn is not None
    assert drawn.lines()[0] == "Track"
    assert len({target.y for target in drawn.targets}) > 1
    assert len(drawn.targets) == 20


@settings(max_examples=times(25), deadline=None)
@given(
    st.integers(1, 130),
    st.integers(1, 120),
    st.integers(1, 40),
    st.tuples(st.integers(0, 50), st.integers(0, 12)),
    LOOKS,
    st.data(),
)
def test_any_ring_fits_with_its_hole(
    tiles: int, width: int, height: int, hole: tuple[int, int], look: Look, data: st.DataObject
) -> None:
    area = track(tiles)
    live = tuple(
        data.draw(st.lists(st.sampled_from([s.key for s in area.spots]), max_size=4, unique=True))
    )
    content = Picture(*hole)
    content.mark("inside", 0, 0, max(hole[0], 1), max(hole[1], 1))
    drawn = draw_ring(
        area,
        context(area, live, look),
        width,
        height,
        lambda w, h: only_if_it_fits(content, w, h),
    )
    if drawn is None:
        return
    assert drawn.width <= width
    assert drawn.height <= height
    assert "\n".join(drawn.lines()).isascii() or not look.ascii
    keys = [target.key for target in drawn.targets]
    assert keys.count("inside") == 1
    assert {*live} <= {*keys}
    for key in live:
        target = drawn.place(key)
        assert target is not None
        rows = drawn.rows[target.y : target.y + target.height]
        text = "".join(c for row in rows for c, _ in row[target.x : target.x + target.width])
        assert key[1:] in text
    if all(hole):
        assert not overlaps(drawn)
