"""Pixels: two in a cell, round shapes, text on top, big letters and large dice."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gamenight.core.scene import Token
from gamenight.draw.canvas import HALF, Picture
from gamenight.draw.context import Context
from gamenight.draw.ink import Ink
from gamenight.draw.palette import Look
from gamenight.draw.parts.dice import LARGE, PIPS, block
from gamenight.draw.parts.letters import FONT, HEIGHT, draw_letters
from gamenight.draw.pixels import Pixels, Pixmap, paint, rounded, shape

WHITE, BLACK = "#ffffff", "#000000"


def seen(pixels: Pixels) -> list[str]:
    """`#` where a pixel is mostly of the shape, `.` where it is mostly ground."""
    return ["".join("#" if pixel > "#800000" else "." for pixel in row) for row in pixels]


def test_a_disc_is_round() -> None:
    assert seen(rounded(9, 9, WHITE, BLACK, 4.5)) == [
        "....#....",
        "..#####..",
        ".#######.",
        ".#######.",
        "#########",
        ".#######.",
        ".#######.",
        "..#####..",
        "....#....",
        ".........",
    ]


def test_edges_are_smooth() -> None:
    disc = rounded(9, 9, WHITE, BLACK, 4.5)
    assert len({pixel for row in disc for pixel in row}) > 4
    assert all(row == row[::-1] for row in disc)


def test_two_pixels_are_one_cell() -> None:
    picture = Picture(3, 2)
    paint(picture, 1, 0, ((WHITE, BLACK), (BLACK, BLACK)))
    assert picture.rows[0][1] == (HALF, Ink(WHITE, BLACK))
    assert picture.rows[0][2] == (" ", Ink(bg=BLACK))
    assert picture.rows[1] == [(" ", Ink())] * 3


@pytest.mark.parametrize("at", [(-1, 0), (2, 0), (0, -1), (0, 1), (9, 9)])
def test_what_is_outside_is_cut_off(at: tuple[int, int]) -> None:
    picture = Picture(3, 1)
    paint(picture, *at, ((WHITE,) * 2,) * 4)
    assert [len(row) for row in picture.rows] == [3]


@pytest.mark.parametrize("text", ["x", "é"])
def test_text_lies_on_the_mean_of_two_pixels(text: str) -> None:
    picture = Picture(1, 1)
    paint(picture, 0, 0, ((WHITE,), (BLACK,)))
    picture.put(0, 0, text, Ink("#ff0000"))
    assert picture.rows[0][0] == (text, Ink("#ff0000", "#808080"))
    pasted = Picture(1, 1)
    paint(pasted, 0, 0, ((WHITE,), (BLACK,)))
    pasted.paste(Picture(1, 1, [[(text, Ink("#ff0000"))]]), 0, 0)
    assert pasted.rows == picture.rows


@pytest.mark.parametrize("face", list(PIPS))
def test_a_large_die_has_its_pips(face: str) -> None:
    """The dark pixels are as many groups as the face says."""
    die = block(Token("die", face), Context(Look()), LARGE, BLACK)
    dark = {
        (x, 2 * y + half)
        for y, row in enumerate(die.rows)
        for x, (text, ink) in enumerate(row)
        for half, color in enumerate((ink.fg if text == HALF else ink.bg, ink.bg))
        if "#101010" < color < "#404040" and 1 < x < die.width - 2
    }
    groups = 0
    while dark:
        groups += 1
        reached = {dark.pop()}
        while reached:
            x, y = reached.pop()
            near = {(x + a, y + b) for a in (-1, 0, 1) for b in (-1, 0, 1)} & dark
            dark -= near
            reached |= near
    assert groups == int(face)


def test_a_word_in_big_letters() -> None:
    picture = draw_letters("Hi", WHITE, Context(Look()), 20, 3)
    assert picture is not None
    halves = [
        "".join("#" if color == WHITE else "." for color in row)
        for cells in picture.rows
        for row in (
            [ink.fg if text == HALF else ink.bg for text, ink in cells],
            [ink.bg for _, ink in cells],
        )
    ]
    assert halves == ["#.#.###", "#.#..#.", "###..#.", "#.#..#.", "#.#.###", "......."]


def test_letters_grow_with_the_room_and_give_up_without() -> None:
    context = Context(Look())
    sizes = [draw_letters("Ama", WHITE, context, width, 20) for width in (12, 13, 26, 39, 99)]
    assert [each and (each.width, each.height) for each in sizes] == [
        None,
        (13, 3),
        (26, 5),
        (39, 8),
        (39, 8),
    ]
    assert draw_letters("Ama", WHITE, context, 99, 2) is None
    assert draw_letters("日本", WHITE, context, 99, 20) is not None, "as question marks"


def test_letters_are_as_large_without_grounds_and_of_signs_in_ascii() -> None:
    context = Context(Look())
    halves = draw_letters("Ama", WHITE, replace(context, look=Look(fill=False)), 25, 3)
    assert halves is not None
    assert halves.lines() == ["▄▀▄ █▄ ▄█ ▄▀▄", "█▀█ █ ▀ █ █▀█", "▀ ▀ ▀   ▀ ▀ ▀"]
    for look in (Look(ascii=True), Look(fill=False, ascii=True)):
        signs = draw_letters("Ama", WHITE, replace(context, look=look), 25, 5)
        assert signs is not None
        assert signs.lines() == [
            " #  #   #  #",
            "# # ## ## # #",
            "### # # # ###",
            "# # #   # # #",
            "# # #   # # #",
        ]
        assert draw_letters("Ama", WHITE, replace(context, look=look), 25, 4) is None


def test_letters_are_told_apart() -> None:
    assert len(set(FONT.values())) == len(FONT)
    assert all(len(rows) == HEIGHT and int(rows, 32) < 32**HEIGHT for rows in FONT.values())


@pytest.mark.parametrize(("share", "light"), [(1.0, WHITE), (0.5, "#808080")])
@pytest.mark.parametrize(
    ("x", "row"), [(-9, "....."), (-4, "....."), (-2, "##..."), (3, "...##"), (7, ".....")]
)
def test_what_of_a_shape_is_outside_is_cut_off(x: int, row: str, share: float, light: str) -> None:
    pixels = Pixmap(5, 2, BLACK)
    pixels.lay(x, 0, shape(4, 2, 0.0), WHITE, share)
    colors = {".": BLACK, "#": light}
    assert pixels.rows == [[colors[sign] for sign in row]] * 2


def test_pixels_over_half_a_wide_character_leave_no_other_half() -> None:
    picture = Picture(4, 1)
    picture.put(0, 0, "長い")
    paint(picture, 1, 0, [[WHITE] * 2] * 2)
    assert [character for character, _ in picture.rows[0]] == [" "] * 4
