"""Reading: lines of text that were wrapped for another width, wrapped again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gamenight.draw.line import Line, line, spaces


def paragraphs(lines: Iterable[str], width: int) -> list[Line]:
    """Lines that follow each other are one paragraph; an indented line stays one of its own."""
    found: list[Line] = []
    text = ""
    for given in [*lines, ""]:
        indent = len(given) - len(given.lstrip())
        if given.strip() and not indent:
            text = f"{text} {given}".strip()
            continue
        found += line(text).wrap(width)
        text = ""
        if given.strip():
            own = line(given.strip()).wrap(max(width - indent - 2, 8))
            found += [spaces(indent + 2 * (number > 0)) + part for number, part in enumerate(own)]
        elif found:
            found.append(Line())
    while found and not found[-1]:
        found.pop()
    return found


def whole_blocks(lines: Sequence[Line], room: int) -> list[Line]:
    """The first paragraphs, as many as fit into this many lines, none of them cut or left out
    between two. An indented table belongs to the paragraph right before it."""
    blocks: list[list[Line]] = [[]]
    for before, text in zip([Line(), *lines], lines, strict=False):
        if text and blocks[-1] and (not before or (_indented(before) and not _indented(text))):
            blocks.append([])
        blocks[-1] += [text] if text else []
    shown: list[Line] = []
    for block in blocks:
        longer = [*shown, Line(), *block] if shown else block
        if len(longer) > room:
            break
        shown = longer
    return shown


def _indented(text: Line) -> bool:
    return text.plain.startswith(" ")
