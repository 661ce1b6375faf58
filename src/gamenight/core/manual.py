"""Manual: the rules for people, a game's Markdown file, in blocks."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gamenight.core.game import Game
from gamenight.core.limits import read_file

ITEM = re.compile(r"\s*(?:[-*]|\d+\.) ")
FENCE = "```"
LARGEST = 1024 * 1024
FOR_DEVELOPERS = "<!-- for developers -->"

Block = list[str]
"""The lines of one heading, paragraph, item, table or picture (with its fences)."""


def blocks(game: Game) -> Iterator[Block]:
    """The rules of a game; what follows the mark for developers is left out."""
    if game.manual is None:
        yield from ([f"# {game.title}"], [""], [game.summary])
        return
    text = read_file(game.manual, LARGEST).decode("utf-8", "replace")
    block: Block = []
    for line in text.partition(FOR_DEVELOPERS)[0].rstrip().splitlines():
        if block and not _continues(block, line):
            yield block
            block = []
        block.append(line)
    if block:
        yield block


def joined(block: Block) -> str:
    """The words of a block that are not a picture or a table, in one line."""
    return " ".join(line.strip() for line in block)


def table(block: Block) -> list[list[str]]:
    """The cells of a table, row by row, without the line below its head."""
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in block]
    return [row for row in rows if not all(set(cell) <= set("-:") and cell for cell in row)]


def _continues(block: Block, line: str) -> bool:
    first = block[0]
    if first == FENCE:
        return len(block) == 1 or block[-1] != FENCE
    if line.startswith("|") or first.startswith("|"):
        return line.startswith("|") and first.startswith("|")
    begins = not line.strip() or line.startswith(("#", FENCE)) or ITEM.match(line)
    return not begins and bool(first.strip()) and not first.startswith("#")
