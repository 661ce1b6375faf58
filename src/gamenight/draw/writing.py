"""Writing: the lines that plain mode writes, put on a picture in the colours of its palette."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby

from gamenight.core.text import visible
from gamenight.draw.canvas import Ink, Picture
from gamenight.draw.cells import Line, joined, line
from gamenight.draw.palette import Look, Palette
from gamenight.draw.pen import Pen
from gamenight.draw.style import BOLD, LIVE, MUTED, SEATS, TONES

# Inks beside those of plain mode: on a filled ground of the colour itself, on the ground of a
# button or of what can be touched, underlined.
FILLED, BUTTON, TOUCHABLE, UNDERLINED = "7", "100", "104", "4"
ACCENT = LIVE.split(";")[-1]


@lru_cache(maxsize=1024)
def ink_of(codes: str, look: Look) -> Ink:
    """What the ink of a line looks like on a picture."""
    found = codes.split(";")
    palette = look.palette
    color = next((_color(code, palette) for code in found if _color(code, palette)), "")
    bold, underline = BOLD in found, UNDERLINED in found
    if FILLED in found and look.fill:
        return look.ink(palette.on_accent, color or palette.accent, True, underline)
    grounds = {BUTTON: palette.cell, TOUCHABLE: palette.live}
    ground = next((grounds[code] for code in found if code in grounds), "")
    return look.ink(color or (palette.strong if bold else ""), ground, bold, underline)


def _color(code: str, palette: Palette) -> str:
    if code in SEATS:
        return palette.seat(SEATS.index(code))
    tones = {ink: palette.tone(tone) for tone, ink in TONES.items()}
    return palette.accent if code == ACCENT else tones.get(code, "")


def write(picture: Picture, x: int, y: int, text: Line, look: Look) -> int:
    """A line from here on; returns where it ends."""
    for codes, cells in groupby(text.cells, key=lambda cell: cell[1]):
        x = picture.put(x, y, "".join(character for character, _ in cells), ink_of(codes, look))
    return x


def block(lines: Sequence[Line], look: Look, width: int | None = None) -> Picture:
    """Lines under each other, as wide as the longest or as asked."""
    wide = max((text.width for text in lines), default=0) if width is None else width
    picture = Picture(wide, len(lines))
    for y, text in enumerate(lines):
        write(picture, 0, y, text, look)
    return picture


def fact(text: str, pen: Pen) -> Line:
    """A short fact: what counts in it is bright."""
    return _bright_numbers(pen.spell(visible(text)))


@lru_cache(maxsize=1024)
def _bright_numbers(text: str) -> Line:
    words = text.split(" ")
    counts = any(_has_digit(word) for word in words)
    return joined([line(word, MUTED if counts and not _has_digit(word) else "") for word in words])


def _has_digit(word: str) -> bool:
    return any(character.isdigit() for character in word)
