"""Reading: lines of text that were wrapped for another width, wrapped again."""

from __future__ import annotations

from collections.abc import Iterable

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
