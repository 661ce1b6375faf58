"""A picture as an SVG file: well formed, in its size, with every pixel and letter in its cell."""

from __future__ import annotations

from xml.etree import ElementTree

from gamenight.draw.canvas import HALF, Picture
from gamenight.draw.ink import Ink
from gamenight.draw.palette import DARK
from gamenight.draw.svg import as_svg

NAME = "{http://www.w3.org/2000/svg}"


def parts(picture: Picture, kind: str) -> list[ElementTree.Element]:
    root = ElementTree.fromstring(as_svg(picture, DARK, "A & <b>"))
    return list(root.iter(f"{NAME}{kind}"))


def test_it_has_a_size_and_a_title() -> None:
    root = ElementTree.fromstring(as_svg(Picture(6, 2), DARK, "A & <b>"))
    assert (root.get("width"), root.get("height")) == ("60", "40")
    title = root.find(f"{NAME}title")
    assert title is not None
    assert title.text == "A & <b>"


def test_text_stands_in_its_cells() -> None:
    picture = Picture(12, 2)
    picture.put(2, 1, "a <b", Ink("#ff0000", bold=True))
    picture.put(7, 1, "🧠x", Ink("#00ff00"))
    found = [(part.text, part.get("x"), part.get("textLength")) for part in parts(picture, "text")]
    assert found == [("a <b", "20", "40"), ("🧠", "70", "20"), ("x", "90", "10")]
    first = parts(picture, "text")[0]
    assert (first.get("fill"), first.get("font-weight")) == ("#ff0000", "bold")


def test_several_blanks_are_no_text() -> None:
    """Browsers draw them as one, and would stretch what stands around them."""
    picture = Picture(24, 1)
    picture.put(1, 0, "time    luck  and skill", Ink("#ff0000"))
    found = [(part.text, part.get("x"), part.get("textLength")) for part in parts(picture, "text")]
    assert found == [("time", "10", "40"), ("luck", "90", "40"), ("and skill", "150", "90")]


def test_a_letter_of_two_characters_takes_one_cell() -> None:
    picture = Picture(12, 1)
    picture.put(0, 0, "q\u0307  end", Ink("#ff0000"))
    assert [part.get("x") for part in parts(picture, "text")] == ["0", "30"]


def test_half_blocks_are_two_boxes() -> None:
    picture = Picture(4, 1)
    picture.put(1, 0, HALF * 2, Ink("#111111", "#222222"))
    boxes = [
        tuple(part.get(name) for name in ("x", "y", "width", "height", "fill"))
        for part in parts(picture, "rect")[1:]
    ]
    assert boxes == [("10", "0", "20", "20", "#222222"), ("10", "0", "20", "10", "#111111")]
    assert parts(picture, "text") == []
