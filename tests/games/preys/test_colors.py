"""Colours: the characters stay as they are, and every cell has the colours of what it shows."""

from __future__ import annotations

import pytest

from tests.games.preys.frames import CODE, HEIGHT, preys

BACKGROUNDS, INKS = {"40", "41", "46"}, {"33", "34", "37"}

# One letter a cell: r boat, y fisherman, b river, w fish in it, k banner, a blank for no colour.
PAINTS = {
    ("41", "37"): "r",
    ("41", "33"): "y",
    ("46", "34"): "b",
    ("46", "37"): "w",
    ("40", "33"): "k",
    (None, None): ".",
}

PICTURES = [
    (
        "the start",
        ["--view", "default"],
        0,
        """
bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
bbrrrrrybbbbbbbbbbbbbbbbbbbbbbbwbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
bbrrrrrrbbbbbbbbbbbbbbbbbbbbbbbwbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
bbrrrrrrbbbbbbbbbbbbbbbbbbbbbbbwbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
bbrrrrrybbbbbbbbbbbbbbbbbbbbbbbwbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
""",
    ),
    (
        "fish in the boat, in the river and in the sea",
        ["--view", "default", "5", "3 3 3 3 3 3", "2", "1 1 1 1 1 1"],
        14,
        """
bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
bbrrrrrybbbwbbbbbbbbbbbbbbbbbbbbbbbbbb
bbrrrrrrbbbbbbbbbbbbbbbbbbbbbbbbbwbbbb
bbrrrrrrbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
bbrrrrrybbbwbbbbbbbbbbbbbbbbbbbbbbbbbb
bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
""",
    ),
    (
        "the boat in the fixed view",
        ["--view", "fixed", "1 1"],
        2,
        """
bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
bbbbbbbbbbrrrrrybbbbbbbbbbbbbbbwbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
bbbbbbbbbbrrrrrrbbbbbbbbbbbbbbbwbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
bbbbbbbbbbrrrrrrbbbbbbbbbbbbbbbwbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
bbbbbbbbbbrrrrrybbbbbbbbbbbbbbbwbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
""",
    ),
    (
        "a banner that is wider than the board",
        ["2 2 2 2 2", "1 1 1 1 1 1 1 1 1 1", "x"],
        16,
        """
.......bbbbbbbbbbbbbbbbbbbbbb.......
kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk
kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk
kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk
kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk
.......bbbbbbbbbbbbbbbbbbbbbb.......
""",
    ),
]

GAMES = [
    [],
    ["1 2 3 x 4 5 6"],
    ["1 1 1 1 1 1 1"],
    ["2 2 2 2 2 2 3 3 3 3 3 3 y 4 4 4 4 4 4 1 1 1 1"],
]


def painted(line: str) -> str:
    """What a terminal makes of one line: a letter for the colours of each character."""
    ground: str | None = None
    ink: str | None = None
    cells = ""
    texts = CODE.split(line)
    for text, codes in zip(texts[::2], [*texts[1::2], "0"], strict=True):
        cells += PAINTS[ground, ink] * len(text) if text else ""
        assert codes in BACKGROUNDS | INKS | {"0"}
        if codes == "0":
            ground = ink = None
        else:
            assert codes not in (ground, ink), "a code is written only for a change"
            ground, ink = (codes, ink) if codes in BACKGROUNDS else (ground, codes)
    return cells


@pytest.mark.parametrize(("what", "words", "index", "cells"), PICTURES, ids=lambda v: str(v)[:30])
def test_the_colours_of_each_cell(what: str, words: list[str], index: int, cells: str) -> None:
    lines = preys("--color", *words).frames[index].split("\n")
    assert [painted(line) for line in lines] == cells.strip("\n").split("\n")


@pytest.mark.parametrize("view", ["default", "fixed"])
@pytest.mark.parametrize("inputs", GAMES)
def test_colours_change_no_character(inputs: list[str], view: str) -> None:
    plain = preys("--view", view, *inputs)
    colored = preys("--view", view, "--color", *inputs)
    assert CODE.sub("", colored.out) == plain.out
    assert colored.out != plain.out


@pytest.mark.parametrize("view", ["default", "fixed"])
@pytest.mark.parametrize("inputs", GAMES)
def test_every_frame_is_painted_by_what_it_shows(inputs: list[str], view: str) -> None:
    frames = preys("--view", view, "--color", *inputs).frames
    assert len(frames) > 1
    for frame in frames:
        lines = frame.split("\n")
        cells = [painted(line) for line in lines]
        assert len(cells) == HEIGHT
        assert all("\x1b" not in line.rpartition("\x1b[0m")[2] for line in lines)
        assert set(cells[0]) | set(cells[-1]) <= {".", "b"}
        if "k" in cells[1]:
            assert all(set(row) == {"k"} for row in cells[1:-1])
            continue
        plain = [CODE.sub("", line) for line in lines]
        for text, row in zip(plain, cells, strict=True):
            assert all(
                cell in "rwy" for sign, cell in zip(text, row, strict=True) if sign.isdigit()
            )
            assert all(cell == "b" for sign, cell in zip(text, row, strict=True) if sign in "▓║")
        assert [row.count("r") + row.count("y") for row in cells] == [0, 6, 6, 6, 6, 0]
        assert [row.count("y") for row in cells] == [0, 1, 0, 0, 1, 0]


def test_every_code_is_a_sequence_of_its_own_with_the_background_first() -> None:
    first, second, *_ = preys("--color").out.split("\n")
    assert first.startswith("\x1b[46m\x1b[34m╔")
    assert first.endswith("╗\x1b[0m")
    assert second.startswith("\x1b[46m\x1b[34m║ \x1b[41m\x1b[37m ┌──┐\x1b[33m1\x1b[46m\x1b[34m │")
    assert "│ \x1b[37m2\x1b[34m │" in second
