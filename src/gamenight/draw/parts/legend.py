"""Legend: what the signs of a game mean."""

from __future__ import annotations

from collections.abc import Sequence

from gamenight.draw.context import Context
from gamenight.draw.ink import BOLD, MUTED
from gamenight.draw.line import Line, line, table


def legend_lines(faces: Sequence[str], context: Context, width: int) -> list[Line]:
    """One line per face: its sign, its name, and what it does."""
    rows = []
    for face in faces:
        glyph = context.glyphs[face]
        sign, name = line(context.face(face)), context.text(glyph.name, BOLD)
        same = sign.plain == name.plain
        rows.append((Line() if same else sign, name, context.text(glyph.help, MUTED)))
    return table(rows, width)
