"""Blocks under each other: who gets the lines that are left."""

from __future__ import annotations

from dataclasses import replace

from gamenight.core.scene import Glyph
from gamenight.draw.canvas import Picture
from gamenight.draw.layouts.ring_middle import LEGEND, find_middle
from gamenight.draw.layouts.stack import Block, Stack, stack
from gamenight.draw.parts.ring import rings
from gamenight.draw.parts.tiles import forms_for
from tests.draw.pictures import context
from tests.draw.test_ring import track


def block(key: str, *forms: tuple[str, ...]) -> Block:
    """Says this in the first form that fits."""

    def draw(width: int, height: int) -> Picture | None:
        form = next((form for form in forms if len(form) <= height), None)
        if form is None:
            return None
        picture = Picture(width, len(form))
        for y, text in enumerate(form):
            picture.put(0, y, text)
        return picture

    return Block(key, draw)


DICE = block("dice", ("Roll", "#####", "#####", "#####"), ("Roll", "5"), ("5",))
CARDS = block("cards", ("Redo", "plays the last", "card again"), ("Redo",))


def test_words_come_before_size() -> None:
    found = stack([DICE, CARDS], 20, 6)
    assert found is not None
    assert dict(found.heights) == {"dice": 2, "cards": 3}


def test_what_words_leave_makes_the_first_larger() -> None:
    found = stack([DICE, CARDS], 20, 8)
    assert found is not None
    assert dict(found.heights) == {"dice": 4, "cards": 3}


def in_the_hole(*inner: Block) -> Stack:
    """What stands in a ring of twelve lines inside, with a legend of one."""
    area = track(24)
    glyphs = {"moon": Glyph("🌙", "(", "moon", "shines at night")}
    known = replace(context(area), glyphs=glyphs)
    ring = next(ring for ring in rings(24, forms_for(area, known), 80, 18) if ring.hole[1] == 12)
    found = find_middle(area, known, inner, ring)
    assert found is not None
    return found.stack


def told(lines: int) -> Block:
    """So many lines, or else one."""
    words = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    return block("story", words[:lines], ("one",))


def test_the_legend_is_there_where_nothing_is_left_unsaid_for_it() -> None:
    assert LEGEND in dict(in_the_hole(CARDS).heights)
    assert LEGEND in dict(in_the_hole(CARDS, told(8)).heights)
    assert LEGEND not in dict(in_the_hole(CARDS, told(9)).heights)


def test_blank_lines_are_given_up_for_words() -> None:
    airy, tight = in_the_hole(CARDS, told(8)), in_the_hole(CARDS, told(9))
    assert [dict(found.heights)["story"] for found in (airy, tight)] == [8, 9]
    assert in_the_hole(CARDS, told(7)).gap == 0, "with the legend"
    assert in_the_hole(CARDS, told(6)).gap == 1
