"""Pictures cell by cell: what is written, filled and pasted, and what lies on top."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from gamenight.draw.canvas import HALF, Picture, Target, stacked
from gamenight.draw.colors import mixed
from gamenight.draw.ink import Ink
from tests.effort import times

RED, BLUE = Ink("white", "#800000"), Ink("white", "#000080")
BARE = Ink("white")


def written(*rows: str) -> Picture:
    """A picture with these rows, as wide as the first."""
    picture = Picture(cell_len(rows[0]), len(rows))
    for y, row in enumerate(rows):
        picture.put(0, y, row)
    return picture


def grounds(picture: Picture, y: int = 0) -> list[str]:
    return [ink.bg for _, ink in picture.rows[y]]


@pytest.mark.parametrize(
    ("before", "x", "text", "after", "end"),
    [
        ("......", 1, "ab", ".ab...", 3),
        ("......", 4, "abc", "....ab", 7),
        ("......", 6, "a", "......", 7),
        ("......", -1, "abc", "bc....", 2),
        ("......", 5, "長", "......", 7),
        ("......", 4, "長", "....長", 6),
        ("......", -1, "長a", ".a....", 2),
        ("長..長", 1, "a", " a..長", 2),
        ("長..長", 0, "a", "a ..長", 1),
        ("長..長", 3, "ab", "長.ab ", 5),
        ("長..長", 3, "éa", "長.éa ", 5),
        ("長..長", 5, "é", "長.. é", 6),
        (".長名.", 0, "い", "い 名.", 2),
        (".長名.", 2, "い", ". い .", 4),
        (".長名.", 1, "abcd", ".abcd.", 5),
    ],
)
def test_what_is_written_over_something(
    before: str, x: int, text: str, after: str, end: int
) -> None:
    picture = written(before)
    assert picture.put(x, 0, text) == end
    assert picture.lines() == [after.rstrip()]


@pytest.mark.parametrize("y", [-1, 1])
@pytest.mark.parametrize("text", ["a", "é", "長", "e\u0301"])
def test_lines_that_are_not_there_take_nothing(text: str, y: int) -> None:
    picture = written("..")
    picture.put(0, y, text)
    assert picture.lines() == [".."]


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("e\u0301x", ["e\u0301", "x"]),
        ("xe\u0301", ["x", "e\u0301"]),
        ("か\u3099x", ["か\u3099", "", "x"]),
        ("\u0301x", ["x"]),
    ],
)
def test_a_mark_belongs_to_the_character_before_it(text: str, cells: list[str]) -> None:
    picture = Picture(len(cells), 1)
    picture.put(0, 0, text)
    assert [character for character, _ in picture.rows[0]] == cells


@pytest.mark.parametrize("text", ["ab", "éb", "長"])
def test_an_ink_without_ground_keeps_the_one_that_is_there(text: str) -> None:
    picture = Picture(4, 1)
    picture.fill(1, 0, 2, 1, RED)
    picture.put(1, 0, text, BARE)
    assert grounds(picture) == ["", RED.bg, RED.bg, ""]
    picture.put(1, 0, text, BLUE)
    assert grounds(picture) == ["", BLUE.bg, BLUE.bg, ""]


@pytest.mark.parametrize("text", ["a", "é"])
def test_the_ground_of_two_pixels_is_their_mean(text: str) -> None:
    picture = Picture(1, 1)
    picture.put(0, 0, HALF, Ink("#800000", "#000080"))
    picture.put(0, 0, text, BARE)
    assert grounds(picture) == [mixed("#800000", "#000080", 0.5)]


@pytest.mark.parametrize(
    ("x", "y", "width", "height", "filled"),
    [
        (1, 1, 2, 1, ["....", ".##.", "...."]),
        (-1, -1, 2, 2, ["#...", "....", "...."]),
        (3, 2, 9, 9, ["....", "....", "...#"]),
        (0, -3, 4, 2, ["....", "....", "...."]),
        (4, 0, 1, 3, ["....", "....", "...."]),
        (-2, 0, 2, 3, ["....", "....", "...."]),
        (0, 0, 4, 3, ["####"] * 3),
    ],
)
def test_what_is_filled(x: int, y: int, width: int, height: int, filled: list[str]) -> None:
    picture = written("....", "....", "....")
    picture.fill(x, y, width, height, RED)
    shown = ["".join("#" if ink == RED else c for c, ink in row) for row in picture.rows]
    assert shown == filled


@pytest.mark.parametrize(
    ("x", "width", "after"),
    [(0, 1, "  い名"), (1, 1, "  い名"), (1, 2, "    名"), (2, 2, "長  名"), (3, 2, "長")],
)
def test_half_a_wide_character_does_not_stay_behind_a_ground(
    x: int, width: int, after: str
) -> None:
    picture = written("長い名")
    picture.fill(x, 0, width, 1, RED)
    assert picture.lines() == [after]
    assert [ink == RED for _, ink in picture.rows[0]] == [x <= n < x + width for n in range(6)]


@pytest.mark.parametrize(
    ("x", "y", "after"),
    [
        (1, 1, ["......", ".abc..", ".def.."]),
        (-1, 0, ["bc....", "ef....", "......"]),
        (-2, -1, ["f.....", "......", "......"]),
        (5, 2, ["......", "......", ".....a"]),
        (-3, 0, ["......"] * 3),
        (6, 0, ["......"] * 3),
        (0, -2, ["......"] * 3),
        (0, 3, ["......"] * 3),
    ],
)
def test_what_is_pasted_is_cut_at_the_edges(x: int, y: int, after: list[str]) -> None:
    picture = written("......", "......", "......")
    picture.paste(written("abc", "def"), x, y)
    assert picture.lines() == after


@pytest.mark.parametrize(
    ("before", "pasted", "x", "after"),
    [
        ("長い名", "a", 0, "a い名"),
        ("長い名", "a", 1, " aい名"),
        ("長い名", "ab", 1, " ab 名"),
        ("長い名", "ab", 3, "長 ab"),
        ("長い名", "a", 5, "長い a"),
        ("......", "長い", 1, ".長い."),
        ("......", "長い", -1, " い..."),
        ("......", "長い", 3, "...長"),
        (".長い.", "名", 2, ". 名 ."),
    ],
)
def test_half_a_wide_character_is_never_left_by_a_paste(
    before: str, pasted: str, x: int, after: str
) -> None:
    picture = written(before)
    picture.paste(written(pasted), x, 0)
    assert picture.lines() == [after]
    assert cell_len("".join(character for character, _ in picture.rows[0])) == picture.width


@pytest.mark.parametrize(
    ("before", "laid", "x", "after"),
    [
        ("......", "ab", 2, "..ab.."),
        ("......", "ab", 4, "....ab"),
        ("長い名", "ab", 1, " ab 名"),
        ("長い名", "名", 2, "長名名"),
    ],
)
def test_an_overlay_takes_the_place_of_what_is_there(
    before: str, laid: str, x: int, after: str
) -> None:
    picture = written(before)
    picture.overlay(written(laid), x, 0)
    assert picture.lines() == [after]


def test_an_overlay_keeps_its_own_ground() -> None:
    picture = Picture(4, 1)
    picture.fill(0, 0, 4, 1, RED)
    picture.overlay(written("ab"), 1, 0)
    assert grounds(picture) == [RED.bg, "", "", RED.bg]


@pytest.mark.parametrize("x", [0, 1, -1])
def test_cells_without_ground_get_the_ground_that_is_below_them(x: int) -> None:
    picture = Picture(4, 1)
    picture.fill(0, 0, 1, 1, RED)
    picture.fill(1, 0, 1, 1, BLUE)
    other = Picture(3, 1)
    other.put(0, 0, "abc", BARE)
    own = Ink("white", "#008000")
    other.put(2, 0, "c", own)
    picture.paste(other, x, 0)
    below = [RED.bg, BLUE.bg, "", ""]
    below[x + 2] = own.bg
    assert grounds(picture) == below
    assert picture.rows[0][x + 1] == ("b", BARE.on([RED.bg, BLUE.bg, ""][x + 1]))
    assert grounds(other) == ["", "", own.bg], "what is pasted stays as it was"


def test_a_pasted_target_moves_along() -> None:
    picture, other = Picture(9, 9), Picture(4, 4)
    other.mark("key", 1, 2, 3, 2)
    picture.paste(other, 4, 3)
    assert picture.targets == [Target("key", 5, 5, 3, 2)]


def test_what_was_drawn_last_lies_on_top() -> None:
    picture = Picture(6, 2)
    picture.mark("below", 0, 0, 4, 2)
    picture.mark("above", 2, 1, 4)
    keys = ["".join((picture.at(x, y) or ".")[0] for x in range(-1, 7)) for y in range(-1, 3)]
    assert keys == ["........", ".bbbb...", ".bbaaaa.", "........"]


def test_a_key_is_at_the_first_place_that_it_has() -> None:
    picture = Picture(6, 2)
    picture.mark("other", 0, 0, 1)
    picture.mark("key", 1, 0, 2, 2)
    picture.mark("key", 4, 1, 2)
    place = picture.place("key")
    assert place == Target("key", 1, 0, 2, 2)
    assert place.centre == (2, 1)
    assert picture.place("nobody") is None


def test_a_copy_can_be_changed_alone() -> None:
    picture = written("..", "..")
    picture.copy().put(0, 1, "x")
    picture.copy().mark("key", 0, 0, 1)
    assert (picture.lines(), picture.targets) == (["..", ".."], [])


@pytest.mark.parametrize(
    ("gap", "lines"), [(0, ["  ab", "abcde", "  x"]), (1, ["  ab", "", "abcde", "", "  x"])]
)
def test_pictures_under_each_other_are_in_the_middle(gap: int, lines: list[str]) -> None:
    parts = [written("ab"), written("abcde"), written("x")]
    assert stacked(parts, 6, gap).lines() == lines
    assert stacked([], 6, gap).lines() == []
    assert stacked(parts, 3, gap).lines()[1 + gap] == "abc"


texts = st.text(alphabet="a長é\u0301い", max_size=5)
strokes = st.tuples(st.sampled_from(("put", "fill", "paste")), st.integers(-3, 8), texts)


@settings(max_examples=times(20))
@given(st.lists(strokes, max_size=8))
def test_a_line_is_always_as_wide_as_its_picture(strokes: list[tuple[str, int, str]]) -> None:
    picture = Picture(7, 1)
    for stroke, x, text in strokes:
        if stroke == "put":
            picture.put(x, 0, text)
        elif stroke == "fill":
            picture.fill(x, 0, len(text), 1, RED)
        else:
            other = Picture(len(text), 1)
            other.put(0, 0, text)
            picture.paste(other, x, 0)
    assert cell_len("".join(character for character, _ in picture.rows[0])) == 7
