"""Alignment: rows of text with their columns below each other."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

GAP = "  "


def entry(key: object, text: str, width: int = 1) -> str:
    """A line of a menu: what to type, in this many columns, and what it does."""
    return f"  {key!s:>{width}}  {text}"


def numbered_lines(texts: Sequence[str], sign: str = " ") -> list[str]:
    """One line per text, with its number and this sign after it, as a menu or a list."""
    width = len(str(len(texts)))
    return [f"  {number:>{width}}{sign} {text}" for number, text in enumerate(texts, 1)]


def aligned(table: Sequence[Sequence[str]], words: int = 1) -> list[str]:
    """The rows as lines; the first columns hold words, aligned left, the others numbers."""
    edges = [max(map(cell_len, column)) for column in zip(*table, strict=True)]
    return [
        GAP.join(
            text + " " * (edge - cell_len(text))
            if n < words
            else " " * (edge - cell_len(text)) + text
            for n, (text, edge) in enumerate(zip(row, edges, strict=True))
        ).rstrip()
        for row in table
    ]
