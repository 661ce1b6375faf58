"""ANSI: lines as text for a terminal, with the codes that switch its colours."""

from __future__ import annotations

from itertools import groupby

from gamenight.core.border import Codes, inert
from gamenight.draw.canvas import Picture
from gamenight.draw.ink import Ink
from gamenight.draw.line import Line
from gamenight.draw.palette import flowing
from gamenight.draw.style import Style

NAMES = ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white")
CODES = {name: 30 + place for place, name in enumerate(NAMES)} | {
    f"bright_{name}": 90 + place for place, name in enumerate(NAMES)
}


def painted(text: Line, style: Style) -> str:
    """A line as the terminal can show it."""
    look = flowing(style)
    return _joined([(part, look.shown(ink)) for part, ink in text.parts], style.color)


def painted_lines(picture: Picture, style: Style) -> list[str]:
    """The rows of a picture, without spaces at their ends."""
    return [_joined(row, style.color) for row in picture.rows]


def _joined(cells: list[tuple[str, Ink]], color: bool) -> str:
    runs = [(ink, "".join(t for t, _ in some)) for ink, some in groupby(cells, lambda c: c[1])]
    while runs and not runs[-1][1].rstrip(" "):
        runs.pop()
    if runs:
        runs[-1] = (runs[-1][0], runs[-1][1].rstrip(" "))
    if not color:
        return "".join(text for _, text in runs)
    return Codes("".join(_coded(inert(text), ink) for ink, text in runs))


def _coded(text: str, ink: Ink) -> str:
    switches = [(ink.bold, 1), (ink.underline, 4), (ink.fg in CODES, CODES.get(ink.fg, 0))]
    codes = ";".join(str(code) for on, code in switches if on)
    return f"\x1b[{codes}m{text}\x1b[0m" if codes and text.strip(" ") else text
