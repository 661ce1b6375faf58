"""The rules for people: a game's Markdown file as lines for a terminal."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator

from rich.cells import cell_len

from gamenight.core.game import Game
from gamenight.core.limits import read_file
from gamenight.draw.style import Style

ITEM = re.compile(r"\s*(?:[-*]|\d+\.) ")
FENCE = "```"
LARGEST = 1024 * 1024
FOR_DEVELOPERS = "<!-- for developers -->"


def manual(game: Game, style: Style) -> list[str]:
    """The rules of a game, wrapped to the width; pictures keep their lines, and what follows the
    mark for developers is left out."""
    if game.manual is None:
        return [game.title, "", game.summary]
    text = read_file(game.manual, LARGEST).decode("utf-8", "replace")
    text = text.partition(FOR_DEVELOPERS)[0].rstrip()
    return [line for block in _blocks(text.splitlines()) for line in _drawn(block, style.width)]


def _blocks(lines: list[str]) -> Iterator[list[str]]:
    """Pictures between fences, tables, and each heading, item or paragraph with what follows it."""
    block: list[str] = []
    for line in lines:
        if block and not _continues(block, line):
            yield block
            block = []
        block.append(line)
    if block:
        yield block


def _continues(block: list[str], line: str) -> bool:
    first = block[0]
    if first == FENCE:
        return len(block) == 1 or block[-1] != FENCE
    if line.startswith("|") or first.startswith("|"):
        return line.startswith("|") and first.startswith("|")
    begins = not line.strip() or line.startswith(("#", FENCE)) or ITEM.match(line)
    return not begins and bool(first.strip()) and not first.startswith("#")


def _drawn(block: list[str], width: int) -> list[str]:
    first = block[0]
    if first == FENCE:
        return block[1:-1]
    if first.startswith("|"):
        return _table([_cells(line) for line in block], width)
    text = " ".join(line.strip() for line in block)
    if first.startswith("#"):
        title = _plain(text.lstrip("# "))
        return [title, ("=" if first.startswith("# ") else "-") * cell_len(title)]
    item = ITEM.match(first)
    start = " " * (len(first) - len(first.lstrip()))
    hanging = " " * len(item[0]) if item else start
    return textwrap.wrap(
        start + _plain(text), width, subsequent_indent=hanging, break_on_hyphens=False
    ) or [""]


def _cells(line: str) -> list[str]:
    return [_plain(cell.strip()) for cell in line.strip().strip("|").split("|")]


def _table(rows: list[list[str]], width: int) -> list[str]:
    """The columns under each other, the last one wrapped; on narrow screens one line per cell."""
    rows = [row for row in rows if not all(set(cell) <= set("-:") and cell for cell in row)]
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
