"""Chart: the scores of a match by move as lines, and statistics as bars."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from rich.cells import cell_len

from gamenight.core.text import visible
from gamenight.draw.canvas import Picture
from gamenight.draw.context import Context, calling, naming
from gamenight.draw.ink import Ink
from gamenight.draw.line import line
from gamenight.draw.palette import Look

# The dots of a braille cell, by column and row, as bits of its code point.
BRAILLE = 0x2800
DOTS = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))
MARKERS = "*o+x#@%&"
FULL, EIGHTHS = "█", " ▏▎▍▌▋▊▉"
FEWEST_ROWS = 3


def score_chart(
    series: Mapping[str, Sequence[float]],
    look: Look,
    width: int,
    height: int,
    seats: Sequence[str] = (),
) -> Picture:
    """One line per player over the moves: values at the left, moves below, names where lines end.

    `seats` are the colours of the series, by default those of the palette.
    """
    colors = seats or look.palette.seats
    inks = [look.ink(colors[index % len(colors)], bold=True) for index in range(len(series))]
    names = [
        _name(name, values, MARKERS[index % len(MARKERS)], look)
        for index, (name, values) in enumerate(series.items())
    ]
    picture = Picture(width, height)
    points = [list(values) for values in series.values()]
    longest = max((len(values) for values in points), default=0)
    if not longest or height < FEWEST_ROWS + 2:
        return picture
    low, high = _bounds(points)
    labels = [_number(high), _number((low + high) / 2), _number(low)]
    left = max(map(len, labels)) + 1
    right = min(max(map(cell_len, names)), max(width // 3, 8)) + 1
    plot = width - left - right, height - 2
    if plot[0] < 4:
        return picture
    for label, y in zip(labels, (0, (plot[1] - 1) // 2, plot[1] - 1), strict=True):
        picture.put(left - 1 - len(label), y, label, look.ink(look.palette.muted))
    _draw_axis(picture, look, left, plot, longest)
    ends = []
    for index, values in enumerate(points):
        drawn = line_dots(values, longest, low, high, plot, 1 if look.ascii else 2)
        draw_dots(picture, drawn, left, look, inks[index], MARKERS[index % len(MARKERS)])
        last = values[-1] if values else low
        ends.append(round((1 - (last - low) / (high - low)) * (plot[1] - 1)))
    context = naming(look, series)
    for index, y in apart(ends, plot[1]):
        text = context.clip(line(names[index]), right - 1).plain
        picture.put(left + plot[0] + 1, y, text, inks[index])
    return picture


def bar_chart(rows: Sequence[tuple[str, float]], look: Look, width: int) -> Picture:
    """A bar a row, the longest as long as there is room: name, bar, value."""
    context = calling(look, (name for name, _ in rows))
    names = [context.clip(context.text(name), max(width // 2, 4)) for name, _ in rows]
    values = [_number(value) for _, value in rows]
    left = max((name.width for name in names), default=0) + 1
    right = max(map(len, values), default=0) + 1
    room = max(width - left - right, 1)
    most = max((abs(value) for _, value in rows), default=0) or 1
    picture = Picture(width, len(rows))
    for y, (name, text) in enumerate(zip(names, values, strict=True)):
        value = rows[y][1]
        tone = look.palette.danger if value < 0 else look.palette.accent
        picture.put(0, y, name.plain, look.ink(bold=True))
        bar = _bar(abs(value) / most * room, look)
        end = picture.put(left, y, bar, look.ink(tone))
        picture.put(max(end + 1, left), y, text, look.ink())
    return picture


def _name(name: str, values: Sequence[float], marker: str, look: Look) -> str:
    """A name with its last value; where there is only ASCII, with the marker of its line."""
    sign = f"{marker} " if look.ascii else ""
    shown = Context(look).spell(visible(name))
    return f"{sign}{shown} {_number(values[-1])}" if values else sign + shown


def _number(value: float) -> str:
    return str(round(value)) if value == round(value) else f"{value:.1f}"


def _bounds(points: Sequence[Sequence[float]]) -> tuple[float, float]:
    """From zero or below to the highest value, or the next whose middle is as whole as the values
    are; never empty."""
    values = [value for series in points for value in series]
    low, high = min(0.0, *values, 0.0), max(0.0, *values, 0.0)
    if high == low:
        return low, low + 2
    whole = (low + high) % 1 == 0
    return low, high + (low + high) % 2 if whole else high


def _draw_axis(picture: Picture, look: Look, left: int, plot: tuple[int, int], moves: int) -> None:
    """A line below with the first move and the last one."""
    muted = look.ink(look.palette.muted)
    cross = look.signs.crossings
    for y in range(plot[1]):
        picture.put(left - 1, y, cross[5], muted)
    picture.put(left - 1, plot[1], cross[3] + cross[10] * plot[0], muted)
    first, last = "0", str(moves - 1)
    picture.put(left, plot[1] + 1, first, muted)
    if plot[0] > len(last) + 2 and moves > 1:
        picture.put(left + plot[0] - len(last), plot[1] + 1, last, muted)
    middle = left + (plot[0] - len("moves")) // 2
    if plot[0] > len("moves") + 2 * len(last) + 4:
        picture.put(middle, plot[1] + 1, "moves", muted)


def line_dots(
    values: Sequence[float],
    longest: int,
    low: float,
    high: float,
    plot: tuple[int, int],
    across: int,
) -> list[tuple[int, int]]:
    """The dots of a line; a cell has two by four of them, or one where there is only ASCII."""
    down = 4 if across == 2 else 1
    width, height = plot[0] * across - 1, plot[1] * down - 1
    places = [
        (
            round(turn * width / max(longest - 1, 1)),
            round((1 - (value - low) / (high - low)) * height),
        )
        for turn, value in enumerate(values)
    ]
    dots = list(places[:1])
    for (x0, y0), (x1, y1) in pairwise(places):
        steps = max(abs(x1 - x0), abs(y1 - y0), 1)
        dots += [
            (x0 + round((x1 - x0) * step / steps), y0 + round((y1 - y0) * step / steps))
            for step in range(1, steps + 1)
        ]
    return dots


def draw_dots(
    picture: Picture, dots: Sequence[tuple[int, int]], left: int, look: Look, ink: Ink, marker: str
) -> None:
    if look.ascii:
        for x, y in dots:
            picture.put(left + x, y, marker, ink)
        return
    cells: dict[tuple[int, int], int] = {}
    for x, y in dots:
        place = left + x // 2, y // 4
        cells[place] = cells.get(place, 0) | DOTS[x % 2][y % 4]
    for (x, y), bits in cells.items():
        before = picture.rows[y][x][0]
        under = ord(before) - BRAILLE if BRAILLE <= ord(before) < BRAILLE + 256 else 0
        picture.put(x, y, chr(BRAILLE + (bits | under)), ink)


def apart(ends: Sequence[int], height: int) -> list[tuple[int, int]]:
    """Rows for the names near the ends of their lines, one a row; (series, row)."""
    order = sorted(range(len(ends)), key=lambda index: (ends[index], index))
    rows: list[int] = []
    for position, index in enumerate(order):
        least = rows[-1] + 1 if rows else 0
        most = height - (len(order) - position)
        rows.append(max(least, min(ends[index], most)))
    return [(index, row) for index, row in zip(order, rows, strict=True) if row < height]


def _bar(length: float, look: Look) -> str:
    """A bar of this many cells, to an eighth where there are characters for that."""
    if look.ascii:
        return "=" * round(length)
    eighths = round(length * 8)
    return (FULL * (eighths // 8) + EIGHTHS[eighths % 8]).rstrip()
