"""The rules for people: a game's Markdown file as lines for a terminal."""

from __future__ import annotations

import textwrap

from gamenight.core.game import Game
from gamenight.terminal.style import Style


def manual(game: Game, style: Style) -> list[str]:
    """The rules of a game, wrapped to the width; tables, lists and code keep their lines."""
    if game.manual is None:
        return [game.title, "", game.summary]
    lines: list[str] = []
    verbatim = False
    for paragraph in _paragraphs(game.manual.read_text(encoding="utf-8")):
        for line in paragraph:
            if line.startswith("```"):
                verbatim = not verbatim
            elif verbatim or line.startswith("|"):
                lines.append(line)
            else:
                lines.extend(_wrapped(line, style.width))
    return lines


def _paragraphs(text: str) -> list[list[str]]:
    """The blocks between empty lines, each of its sentences joined unless it is laid out."""
    blocks: list[list[str]] = []
    verbatim = False
    for line in text.splitlines():
        laid_out = verbatim or not line.strip() or line[:1] in "#|`" or _is_item(line)
        if line.startswith("```"):
            verbatim = not verbatim
        continues = not laid_out and blocks and blocks[-1][-1].strip()
        if continues and blocks[-1][-1][:1] not in "#|`":
            blocks[-1][-1] += " " + line.strip()
        else:
            blocks.append([line])
    return blocks


def _is_item(line: str) -> bool:
    start = line.lstrip()
    return start.startswith(("- ", "* ")) or start.split(".")[0].isdigit()


def _wrapped(line: str, width: int) -> list[str]:
    if line.startswith("#"):
        title = line.lstrip("# ")
        return [title, ("=" if line.startswith("# ") else "-") * len(title)]
    indent = len(line) - len(line.lstrip()) + (2 if _is_item(line) else 0)
    return textwrap.wrap(line.replace("`", ""), width, subsequent_indent=" " * indent) or [""]
