"""Sidebar: the players, areas that are not the board, and the log, on a wide screen."""

from __future__ import annotations

from collections.abc import Sequence

from gamenight.draw.canvas import Picture
from gamenight.draw.context import Context
from gamenight.draw.ink import BOLD, LIVE, MUTED, PLAIN, bold, filled
from gamenight.draw.line import Line, line
from gamenight.draw.writing import block, write

FROM_COLUMNS = 110
NARROWEST, WIDEST = 36, 52
MARGIN = 2
LOG = "#"


def sidebar_width(columns: int) -> int:
    """None below 110 columns, then a bit less than a quarter of them."""
    if columns < FROM_COLUMNS:
        return 0
    return min(max(columns * 23 // 100, NARROWEST), WIDEST)


def log_key(index: int) -> str:
    """The key of the target that stands for a line of the log."""
    return f"{LOG}{index}"


def draw_sidebar(
    parts: Sequence[Picture],
    log: Sequence[str],
    context: Context,
    size: tuple[int, int],
    log_cursor: int | None = None,
) -> Picture:
    """The parts under each other, and in what is left below them the end of the log."""
    look, (width, height) = context.look, size
    picture = Picture(width, height)
    picture.fill(0, 0, width, height, look.ink(bg=look.palette.panel))
    if not look.fill:
        for y in range(height):
            write(picture, 0, y, line(context.signs.crossings[5], MUTED), look)
    y = 1
    for part in parts:
        picture.paste(part, MARGIN, y)
        y += part.height + 1
    if log and height - y >= 2:
        write(picture, MARGIN, y, heading("LOG", context), look)
        shown = _log(log, context, width - 2 * MARGIN, height - y - 1, log_cursor)
        picture.paste(shown, MARGIN, y + 1)
    return picture


def draw_log(
    log: Sequence[str], context: Context, size: tuple[int, int], log_cursor: int | None
) -> Picture:
    """The end of the log below everything else, its heading first."""
    look, (width, height) = context.look, size
    picture = Picture(width, height)
    picture.fill(0, 0, width, height, look.ink(bg=look.palette.ground))
    if log and height >= 2:
        name = "LAST MOVES" if log_cursor is None else "MOVES"  # also those to come
        write(picture, MARGIN, 0, heading(name, context), look)
        shown = _log(log, context, width - 2 * MARGIN, height - 1, log_cursor)
        picture.paste(shown, MARGIN, 1)
    return picture


def heading(text: str, context: Context) -> Line:
    return line(text, bold(MUTED) if context.look.fill else BOLD)


def titled(title: str, body: Picture, context: Context) -> Picture:
    whole = Picture(body.width, body.height + 1)
    write(whole, 0, 0, heading(title, context), context.look)
    whole.paste(body, 0, 1)
    return whole


def _log(
    log: Sequence[str], context: Context, width: int, height: int, cursor: int | None
) -> Picture:
    """The lines up to the newest, or around the one under the cursor, as many as fit."""
    for last in range(_last_shown(log, height, cursor), -1, -1):
        taken = _taken(log, context, width, height, last, cursor)
        if cursor is None or cursor in dict(taken):
            break
    picture = block([text for _, lines in taken for text in lines], context.look, width)
    y = 0
    for index, lines in taken:
        picture.mark(log_key(index), 0, y, width, len(lines))
        y += len(lines)
    return picture


def _last_shown(log: Sequence[str], height: int, cursor: int | None) -> int:
    return len(log) - 1 if cursor is None else min(cursor + height // 2, len(log) - 1)


def _taken(
    log: Sequence[str], context: Context, width: int, height: int, last: int, cursor: int | None
) -> list[tuple[int, list[Line]]]:
    """The lines that fit, each with its number, this one at the bottom."""
    taken: list[tuple[int, list[Line]]] = []
    for index in range(last, -1, -1):
        lit = index == cursor
        ink = filled() if lit else PLAIN if index == len(log) - 1 else MUTED
        text = context.text(log[index], ink) if lit else context.prose(log[index], ink)
        if lit and not context.look.fill:
            text = line("> ", LIVE) + text
        lines = text.wrap(width, indent=2)
        if len(lines) > height and taken:
            break
        taken.insert(0, (index, lines[:height]))
        height -= len(lines)
    return taken
