"""The course of a match as a chart: lines, scales, marks, and the cursor."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamenight.draw.canvas import Picture
from gamenight.draw.colors import mixed
from gamenight.draw.palette import DARK, LIGHT, Look
from gamenight.draw.value_chart import (
    PLY,
    SIGNS,
    Course,
    course_chart,
    rounded_up,
    seat_sign,
)
from tests.draw.pictures import drawing

PLAIN = Look(ascii=True)
MATCH = Course(("Ama", "Kofi"), [(0.5, 0.5), (0.75, 0.25), (0.25, 0.75), (1.0, 0.0)])


def inks(picture: Picture, text: str) -> set[str]:
    """The colours of the cells with these characters."""
    return {ink.fg for row in picture.rows for character, ink in row if character in text}


def test_lines_in_ascii_with_shares_plies_and_names() -> None:
    assert course_chart(MATCH, PLAIN, 37, 7).lines() == drawing("""
        100%|                   ** * Ama 100%
            |    *****   ooo  **
         50%|oooo.....ooo...oo....
            |    ooooo   ***  oo
          0%|                   oo o Kofi 0%
            +---------------------
             0                   3
        """)


def test_lines_of_dots_with_a_sign_every_few_cells() -> None:
    assert course_chart(MATCH, Look(fill=False), 37, 7).lines() == drawing("""
        100%│                   ⡠⠊ ● Ama 100%
            │    ⣀⠤⠔⠢⢄   ⡠⠔⢄  ●⠊
         50%│⠤⣒●⠉┈┈┈┈┈⣉⠶⣉┈┈┈⡱⢎┈┈┈┈
            │   ⠉⠑⠒■⠔⠊   ⠑⠢⠊  ⠑⢄
          0%│                   ⠑⢄ ■ Kofi 0%
            ╰─────────────────────
             0                   3
        """)


def test_two_players_share_the_room_in_pixels() -> None:
    """What lies below the line is the first one's; the column of the cursor glows."""
    drawn = course_chart(Course(MATCH.names, MATCH.values, True, 3), Look(), 37, 7)
    seats = [mixed(DARK.ground, DARK.seat(seat), share) for seat, share in ((0, 0.30), (1, 0.16))]
    column = [drawn.rows[y][12][1] for y in range(5)]
    assert column[0].bg == seats[1]
    assert column[-1].bg == seats[0]
    assert DARK.seat(0) in {color for ink in column for color in (ink.fg, ink.bg)}
    last = {color for y in range(5) for color in (drawn.rows[y][25][1].bg,)}
    assert not last & set(seats)
    assert drawn.lines()[0].endswith("● Ama 100%")


def test_a_line_that_lies_on_another_has_its_own_signs() -> None:
    both = Course(("Ama", "Kofi"), [(0.5, 0.5)] * 9)
    rows = course_chart(both, Look(fill=False), 60, 7).lines()
    assert [rows[2][6:40].count(sign) for sign in SIGNS[:2]] == [3, 2]


def test_other_units_have_as_much_below_nought_as_above_it() -> None:
    course = Course(("Ama", "Kofi"), [(0, 0), (3, -3), (12, -12)], share=False)
    drawn = course_chart(course, PLAIN, 40, 9).lines()
    assert [row.split("|")[0].strip() for row in drawn[:7:3]] == ["+15", "0", "-15"]
    assert drawn[1].endswith("* Ama +12")
    assert drawn[5].endswith("o Kofi -12")


@pytest.mark.parametrize(
    ("most", "bound"), [(0, 1), (0.03, 0.03), (0.7, 0.8), (1, 1), (12, 15), (28, 30), (91, 100)]
)
def test_a_scale_ends_at_a_round_number(most: float, bound: float) -> None:
    assert rounded_up(most) == pytest.approx(bound)


def test_marks_stand_on_the_axis_and_the_cursor_where_it_is() -> None:
    marks = {1: ("?", "danger"), 2: ("+", "good")}
    course = Course(MATCH.names, MATCH.values, True, 1, marks)
    drawn = course_chart(course, PLAIN, 37, 7)
    assert drawn.lines()[5:] == drawing("""
            +-------?-----+-------
             0   move 1          3
        """)
    assert [row[12][0] for row in drawn.rows[:5]] == [":", "*", ":", "o", ":"]
    assert {row[12][1].bg for row in drawn.rows[:5]} == {DARK.live}
    assert inks(drawn, "?") == {DARK.danger}


@pytest.mark.parametrize(("cursor", "below"), [(0, "the start           3"), (3, "0  move 3")])
def test_the_ply_of_the_cursor_has_its_room(cursor: int, below: str) -> None:
    course = Course(MATCH.names, MATCH.values, True, cursor)
    shown = course_chart(course, PLAIN, 37, 7).lines()[-1].split()
    assert shown == below.split()


def test_lines_have_the_colours_of_the_seats() -> None:
    drawn = course_chart(MATCH, Look(palette=LIGHT), 40, 9)
    for seat in (0, 1):
        assert inks(drawn, seat_sign(seat, Look())) == {LIGHT.seats[seat]}


def test_every_column_can_be_touched_as_its_ply() -> None:
    drawn = course_chart(MATCH, Look(), 37, 7)
    touched = [drawn.at(x, 3) for x in range(5, 26)]
    assert touched[0] == f"{PLY}0"
    assert touched[-1] == f"{PLY}3"
    assert list(dict.fromkeys(touched)) == [f"{PLY}{ply}" for ply in range(4)]
    assert drawn.at(2, 3) is None


@pytest.mark.parametrize(
    "course",
    [Course((), []), Course(("Ama",), [(1.0,)])],
    ids=["nobody", "no ply"],
)
def test_without_plies_the_chart_is_blank(course: Course) -> None:
    assert set(course_chart(course, Look(), 40, 7).lines()) == {""}


@given(st.data(), st.integers(1, 9), st.integers(1, 40), st.booleans(), st.booleans())
def test_a_chart_has_the_size_asked_for(
    data: st.DataObject, seats: int, plies: int, ascii: bool, share: bool
) -> None:
    numbers = st.floats(0, 1) if share else st.floats(-1e6, 1e6)
    row = st.tuples(*[numbers] * seats)
    values = data.draw(st.lists(row, min_size=plies, max_size=plies))
    names = data.draw(st.lists(st.text(max_size=20), min_size=seats, max_size=seats))
    cursor = data.draw(st.none() | st.integers(0, plies - 1))
    width, height = data.draw(st.integers(8, 120)), data.draw(st.integers(1, 30))
    course = Course(names, values, share, cursor, {plies - 1: ("?", "danger")})
    drawn = course_chart(course, Look(ascii=ascii), width, height)
    assert (len(drawn.rows), {len(row) for row in drawn.rows}) == (height, {width})
    if ascii:
        assert "".join(drawn.lines()).isascii()


def test_every_name_has_room_in_a_low_chart() -> None:
    names = ("Ann", "Ben", "Cleo", "Dan")
    course = Course(names, [(0.25,) * 4, (0.1, 0.2, 0.3, 0.4)])
    text = "\n".join(course_chart(course, Look(), 40, 5).lines())
    assert all(name in text for name in names)
