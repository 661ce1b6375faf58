"""Statistics as tables of plain text."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from gamenight.match.columns import COLUMNS
from gamenight.match.statistics import PlayerStatistics
from gamenight.plain.alignment import GAP

SQUEEZED = "There is no room for: {}. Use a wider terminal, or --csv FILE."


def table(rows: Sequence[PlayerStatistics], width: int | None = None) -> list[str]:
    """One line per player below the headings; where a width is too small, the last columns are
    dropped, and a line says which."""
    columns = [[column.heading, *map(column.cell, rows)] for column in COLUMNS]
    edges = [max(map(cell_len, texts)) for texts in columns]
    room = len(COLUMNS)
    while width is not None and room > 3 and sum(edges[:room]) + len(GAP) * (room - 1) > width:
        room -= 1
    lines = [
        GAP.join(
            _padded(text, edge, column.words)
            for text, edge, column in zip(texts, edges, COLUMNS[:room], strict=False)
        ).rstrip()
        for texts in zip(*columns[:room], strict=True)
    ]
    missing = [column.heading for column in COLUMNS[room:]]
    return [*lines, SQUEEZED.format(", ".join(missing))] if missing else lines


def meanings() -> list[str]:
    """What the numbers of a table count, where the heading does not say it."""
    return [f"{column.heading}: {column.about}." for column in COLUMNS if not column.clear]


def _padded(text: str, edge: int, words: bool) -> str:
    blank = " " * (edge - cell_len(text))
    return text + blank if words else blank + text
