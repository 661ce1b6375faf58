"""The rules for people: a game's manual as lines for a terminal."""

from __future__ import annotations

import re
import textwrap

from rich.cells import cell_len

from gamenight.core.game import Game
from gamenight.core.manual import FENCE, ITEM, Block, blocks, joined, table
from gamenight.draw.style import Style


def manual(game: Game, style: Style) -> list[str]:
    """The rules of a game, wrapped to the width; pictures keep their lines."""
    if game.manual is None:
        return [game.title, "", game.summary]
    return [line for block in blocks(game) for line in _drawn(block, style.width)]


def _drawn(block: Block, width: int) -> list[str]:
    first = block[0]
    if first == FENCE:
        return block[1:-1]
    if first.startswith("|"):
        return _table([[_plain(cell) for cell in row] for row in table(block)], width)
    text = joined(block)
    if first.startswith("#"):
        title = _plain(text.lstrip("# "))
        return [title, ("=" if first.startswith("# ") else "-") * cell_len(title)]
    item = ITEM.match(first)
    start = " " * (len(first) - len(first.lstrip()))
    hanging = " " * len(item[0]) if item else start
    return textwrap.wrap(
        start + _plain(text), width, subsequent_indent=hanging, break_on_hyphens=False
    ) or [""]


def _table(rows: list[list[str]], width: int) -> list[str]:
    """The columns under each other, the last one wrapped; on narrow screens one line per cell."""
    sizes = [max(cell_len(row[at]) for row in rows) for at in range(len(rows[0]) - 1)]
    edge = sum(sizes) + 2 * len(sizes)
    lines: list[str] = []
    for row in rows:
        start = "".join(
            cell + " " * (size - cell_len(cell) + 2)
            for cell, size in zip(row[:-1], sizes, strict=True)
        )
        if edge <= width // 2:
            indent = " " * edge
        else:
            lines += textwrap.wrap(start, width)
            start = indent = "    "
        lines += textwrap.wrap(start + row[-1], width, subsequent_indent=indent) or [start]
    return lines


def _plain(text: str) -> str:
    """Without the signs of Markdown, which mean nothing in a terminal."""
    return re.sub(r"[`]|\*\*", "", text)
