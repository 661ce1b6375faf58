"""Few colours: a terminal with 256 of them gets those that are nearest to what was meant."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from rich.color import Color as Shade
from rich.color import ColorType
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

Channels = tuple[int, int, int]

STEPS = (0, 95, 135, 175, 215, 255)  # of red, green and blue in the cube of 216 colours
CUBE = {16 + n: (STEPS[n // 36], STEPS[n // 6 % 6], STEPS[n % 6]) for n in range(216)}
GREYS = {232 + n: (8 + 10 * n,) * 3 for n in range(24)}
# The first 16 look different in every terminal.
FIXED: dict[int, Channels] = CUBE | GREYS


class FewColors(LineFilter):
    """Every line that Textual writes, where there are 256 colours. Rich would look for one that is
    as colourful: its dark blue-grey is navy, and its brown is olive."""

    def __init__(self, applies: Callable[[], bool]):
        super().__init__()
        self._applies = applies

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        if not self._applies():
            return segments
        return [
            segment if segment.style is None else Segment(segment.text, _fewer(segment.style))
            for segment in segments
        ]


@lru_cache(maxsize=4096)
def _fewer(style: Style) -> Style:
    return style + Style.from_color(_shade(style.color), _shade(style.bgcolor))


def _shade(shade: Shade | None) -> Shade | None:
    if shade is None or shade.type is not ColorType.TRUECOLOR or shade.triplet is None:
        return None
    return Shade.from_ansi(nearest(shade.triplet))


@lru_cache(maxsize=4096)
def nearest(color: Channels) -> int:
    """The number of the fixed colour that looks most like this one."""
    return min(FIXED, key=lambda number: _apart(color, FIXED[number]))


def _apart(one: Channels, other: Channels) -> float:
    """How different two colours look: eyes see green best, and red in what is red already."""
    red, green, blue = (a - b for a, b in zip(one, other, strict=True))
    redness = (one[0] + other[0]) / 512
    return (2 + redness) * red**2 + 4 * green**2 + (3 - redness) * blue**2
