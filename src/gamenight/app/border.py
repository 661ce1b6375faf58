"""The border of the full screen: no widget shows a character that has power over the terminal."""

from __future__ import annotations

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from gamenight.core.border import POWERFUL


class Inert(LineFilter):
    """Every line that Textual writes, after it was rendered. Pictures are inert already; what a
    form or a notice shows may not be."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        if all(text.isprintable() for text, _, _ in segments):
            return segments
        return [
            segment if segment.control else Segment(_blanked(segment.text), segment.style)
            for segment in segments
        ]


def _blanked(text: str) -> str:
    """The text in as many cells as before: there is no room to write anything out."""
    return POWERFUL.sub(lambda found: " " * cell_len(found[0]), text.replace("\n", ""))
