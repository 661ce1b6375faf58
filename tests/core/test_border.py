"""What has power over a terminal, and how it is taken away."""

from __future__ import annotations

import sys
from unicodedata import bidirectional, category

import pytest

from gamenight.core.border import POWERFUL, Codes, inert, inert_line
from gamenight.draw.ansi import painted
from gamenight.draw.canvas import Picture
from gamenight.draw.ink import Ink
from gamenight.draw.line import line
from gamenight.draw.style import Style

TURNING = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}


def test_control_characters_are_those_of_unicode() -> None:
    found = {chr(code) for code in range(sys.maxunicode + 1) if POWERFUL.match(chr(code))}
    everything = map(chr, range(sys.maxunicode + 1))
    wanted = {c for c in everything if category(c) in ("Cc", "Cs", "Zl", "Zp")}
    turning = {c for c in map(chr, range(0x3000)) if bidirectional(c) in TURNING}
    assert found == (wanted | turning | set("\u061c\u200e\u200f")) - set("\n\t")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ann", "Ann"),
        ("José 🎲 👨‍👩‍👧 ✂️", "José 🎲 👨‍👩‍👧 ✂️"),
        ("a\x1b[2Jb", "a\\x1b[2Jb"),
        ("\x9b31m\u202e\x07", "\\x9b31m\\u202e\\x07"),
        ("\udc80", "\\udc80"),
        ("one\n\ttwo", "one\n\ttwo"),
    ],
)
def test_inert(text: str, shown: str) -> None:
    assert inert(text) == shown
    assert inert_line(text) == shown.replace("\n", " ").replace("\t", " ")


def test_codes_of_our_own_pass_and_anything_added_to_them_does_not() -> None:
    clear = Codes("\x1b[K")
    assert inert(clear) == "\x1b[K"
    assert inert(clear + "x") == inert(f"{clear}x") == "\\x1b[Kx"


def test_text_is_inert_before_it_is_painted() -> None:
    told = painted(line("a\x1b[8mb", Ink("red")), Style(color=True))
    assert told == "\x1b[31ma\\x1b[8mb\x1b[0m"
    assert isinstance(told, Codes)
    assert not isinstance(painted(line("a"), Style()), Codes)


def test_cells_are_inert() -> None:
    picture = Picture(20, 1)
    picture.put(0, 0, "a\x1b\n\u202e\u00e9")
    assert picture.lines() == ["a\\x1b \\u202eé"]
