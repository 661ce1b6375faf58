"""SVG: a picture of cells as a file to send, the same in every viewer.

Grounds and half blocks are rectangles, so that no font can pull them apart; what is written keeps
to its cells, also where a viewer draws several blanks as one. Width and height are given: without
them a page may show it in no size at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from itertools import groupby

from rich.cells import cell_len

from gamenight.draw.canvas import HALF, Cell, Picture
from gamenight.draw.charts import BRAILLE, DOTS
from gamenight.draw.ink import Ink
from gamenight.draw.palette import Palette

ACROSS, DOWN = 10, 20  # units of a cell
DOT = 1.7  # the radius of a dot of braille
SIZE, BASE = 16.6, 15  # of the letters, and where they stand in a cell
FONT = "'DejaVu Sans Mono', Menlo, Consolas, monospace"
WORDS = re.compile(r"\S+(?: \S+)*")  # with single blanks between them

Box = tuple[int, int, int, int, str]  # x, y, width, height, colour


def as_svg(picture: Picture, palette: Palette, title: str) -> str:
    """The picture as one SVG file."""
    width, height = picture.width * ACROSS, picture.height * DOWN
    boxes = [box for y, row in enumerate(picture.rows) for box in _boxes(row, y)]
    texts = [text for y, row in enumerate(picture.rows) for text in _texts(row, y, palette)]
    dots = [dot for y, row in enumerate(picture.rows) for dot in _dots(row, y)]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" role="img">',
            f"<title>{escape(title)}</title>",
            f'<rect width="{width}" height="{height}" fill="{palette.ground}"/>',
            '<g shape-rendering="crispEdges">',
            *(
                f'<rect x="{x}" y="{y}" width="{wide}" height="{high}" fill="{color}"/>'
                for x, y, wide, high, color in boxes
                if color != palette.ground
            ),
            "</g>",
            *dots,
            f'<g font-family="{FONT}" font-size="{SIZE}">',
            *texts,
            "</g>",
            "</svg>",
            "",
        ]
    )


def _boxes(row: list[Cell], y: int) -> Iterator[Box]:
    """The grounds of a row, and the upper pixels on them, each run of one colour at once."""
    grounds = [ink.bg for _, ink in row]
    pixels = [ink.fg if character == HALF else "" for character, ink in row]
    for colors, height in ((grounds, DOWN), (pixels, DOWN // 2)):
        x = 0
        for color, cells in groupby(colors):
            width = len(list(cells))
            if color:
                yield x * ACROSS, y * DOWN, width * ACROSS, height, color
            x += width


def _texts(row: list[Cell], y: int, palette: Palette) -> Iterator[str]:
    """What is written, run by run of one ink; a wide character is a run of its own, and so is what
    comes after more than one blank."""
    for (ink, written, _), run in groupby(enumerate(row), _run):
        cells = list(run)
        text = "".join(character for _, (character, _) in cells)
        for part in WORDS.finditer(text) if written else ():
            start = cells[0][0] + cell_len(text[: part.start()])
            yield _text(part[0], start, y, ink, palette)


def _dots(row: list[Cell], y: int) -> Iterator[str]:
    """The dots of braille cells, which fonts draw in any width."""
    for x, (character, ink) in enumerate(row):
        bits = ord(character) - BRAILLE if len(character) == 1 else 0
        for column, places in enumerate(DOTS if 0 < bits < 256 else ()):
            for down, bit in enumerate(places):
                if bits & bit:
                    at = f'cx="{x * ACROSS + 2.5 + 5 * column}" cy="{y * DOWN + 2.5 + 5 * down}"'
                    yield f'<circle {at} r="{DOT}" fill="{ink.fg}"/>'


def _run(cell: tuple[int, Cell]) -> tuple[Ink, bool, int]:
    """What belongs together: cells of one ink, pixels apart from letters."""
    x, (character, ink) = cell
    alone = x if cell_len(character) != 1 else -1
    dots = len(character) == 1 and BRAILLE <= ord(character) < BRAILLE + 256
    return ink, character not in (HALF, "") and not dots, alone


def _text(text: str, x: int, y: int, ink: Ink, palette: Palette) -> str:
    fill = ink.fg or (palette.strong if ink.bold else palette.text)
    looks = (' font-weight="bold"' if ink.bold else "") + (
        ' text-decoration="underline"' if ink.underline else ""
    )
    return (
        f'<text x="{x * ACROSS}" y="{y * DOWN + BASE}" fill="{fill}"{looks} '
        f'textLength="{cell_len(text) * ACROSS}">{escape(text)}</text>'
    )
