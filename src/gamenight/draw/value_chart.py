"""Value chart: what a match was worth to each seat, ply by ply, as lines with a cursor."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import floor, log10

from rich.cells import cell_len

from gamenight.core.text import visible
from gamenight.draw.canvas import Picture
from gamenight.draw.charts import apart, draw_dots, line_dots
from gamenight.draw.colors import mixed
from gamenight.draw.context import Context, naming
from gamenight.draw.line import line
from gamenight.draw.palette import Look
from gamenight.draw.pixels import paint

PLY = "ply:"
SIGNS, ASCII_SIGNS = "●■◆★○□◇☆", "*o#x@%&="
FEWEST_ROWS, FEWEST_COLUMNS = 3, 8
EVERY, APART = 15, 4  # cells from one sign of a line to its next, and to the next seat's
BELOW, ABOVE, FAINT, GLOW = 0.30, 0.16, 0.25, 0.6  # how strong colours are in two halves
STEPS = (1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0)


@dataclass(frozen=True, slots=True)
class Course:
    """names: of the seats; values: by ply, each by seat; share: whether they are parts of one,
    shown in percent; cursor: a ply; marks: signs of plies that stand out, with their tones; gone:
    seats that are not shown; moves: how many moves there were by each ply, if not each is one."""

    names: Sequence[str]
    values: Sequence[Sequence[float]]
    share: bool = True
    cursor: int | None = None
    marks: Mapping[int, tuple[str, str]] = field(default_factory=dict)
    gone: Sequence[int] = ()
    moves: Sequence[int] = ()

    @property
    def last(self) -> int:
        return len(self.values) - 1

    def move(self, ply: int) -> int:
        return self.moves[ply] if self.moves else ply

    def bounds(self) -> tuple[float, float]:
        """From nothing to all, or as far below zero as above it."""
        if self.share:
            return 0.0, 1.0
        most = rounded_up(max((abs(value) for row in self.values for value in row), default=0))
        return -most, most

    def number(self, value: float) -> str:
        if self.share:
            return f"{100 * value:.0f}%"
        places = max(0, 2 - floor(log10(self.bounds()[1])))
        text = f"{value:+.{places}f}"
        text = text.rstrip("0").rstrip(".") if places else text
        return text if float(text) else "0"


def seat_sign(seat: int, look: Look) -> str:
    """What stands for a seat where colours may be missing."""
    signs = ASCII_SIGNS if look.ascii else SIGNS
    return signs[seat % len(signs)]


def rounded_up(most: float) -> float:
    """The next round number; 1 for nothing."""
    if most <= 0:
        return 1.0
    power = 10.0 ** floor(log10(most))
    return next((step * power for step in STEPS if step * power >= most), 10 * power)


def course_chart(course: Course, look: Look, width: int, height: int) -> Picture:
    """Lines with their signs, the values at the left, the names where lines end, and below the
    marks, the plies and the cursor. Every column can be touched as its ply."""
    picture = Picture(width, height)
    ends = [_name(course, seat, look) for seat in range(len(course.names))]
    low, high = course.bounds()
    labels = [course.number(value) for value in (high, (low + high) / 2, low)]
    left = max(map(len, labels)) + 1
    right = min(max(map(cell_len, ends), default=0), max(width // 3, 8)) + 1
    across, down = width - left - right, height - 2
    if course.last < 1 or across < FEWEST_COLUMNS or down < FEWEST_ROWS:
        return picture
    muted = look.ink(look.palette.muted)
    for label, y in zip(labels, (0, (down - 1) // 2, down - 1), strict=True):
        picture.put(left - 1 - len(label), y, label, muted)
    columns = [_column(ply, course.last, across) for ply in range(course.last + 1)]
    _draw_axes(picture, course, look, left, columns, (across, down))
    lines = [[row[seat] for row in course.values] for seat in range(len(course.names))]
    present = [seat for seat in range(len(lines)) if seat not in course.gone]
    if len(lines) == len(present) == 2 and look.fill and not look.ascii:
        shares = [(value - low) / (high - low) for value in lines[0]]
        _draw_halves(picture, shares, course.cursor, look, left, (across, down))
    else:
        _draw_lines(picture, lines, present, look, left, (across, down), (low, high))
    ending = [lines[seat][-1] for seat in present]
    rows = [round((1 - (value - low) / (high - low)) * (down - 1)) for value in ending]
    context = naming(look, course.names)
    # Beside the axis there is room for two more.
    for place, y in apart(rows, down if len(rows) <= down else height):
        seat = present[place]
        text = context.clip(line(ends[seat]), right - 1).plain
        color = look.palette.seat(seat)
        picture.put(left + across + 1, y, text, look.ink(color, bold=True))
    for x in range(across):
        ply = round(x * course.last / (across - 1))
        picture.mark(f"{PLY}{ply}", left + x, 0, 1, height)
    return picture


def _name(course: Course, seat: int, look: Look) -> str:
    """The sign of a line, whose it is, and where it ends."""
    name = Context(look).spell(visible(course.names[seat]))
    return f"{seat_sign(seat, look)} {name} {course.number(course.values[-1][seat])}"


def _column(ply: int, last: int, across: int) -> int:
    return round(ply * (across - 1) / max(last, 1))


def _draw_axes(
    picture: Picture,
    course: Course,
    look: Look,
    left: int,
    columns: Sequence[int],
    plot: tuple[int, int],
) -> None:
    """The frame, a line in the middle, the column of the cursor, the marks and the plies."""
    across, down = plot
    muted, accent = look.ink(look.palette.muted), look.ink(look.palette.accent, bold=True)
    cross = look.signs.crossings
    middle, upright = (".", ":") if look.ascii else ("┈", "┊")
    faint = look.ink(look.palette.live if look.fill else look.palette.muted)
    picture.put(left, (down - 1) // 2, middle * across, faint)
    for y in range(down):
        picture.put(left - 1, y, cross[5], muted)
    picture.put(left - 1, down, cross[3] + cross[10] * across, muted)
    for ply, (sign, tone) in course.marks.items():
        ink = look.ink(look.palette.tone(tone) or look.palette.accent, bold=True)
        picture.put(left + columns[ply], down, sign, ink)
    if course.cursor is not None:
        x = left + columns[course.cursor]
        picture.fill(x, 0, 1, down, look.ink(bg=look.palette.live))
        for y in range(down):
            picture.put(x, y, upright, accent)
    _draw_plies(picture, course, look, left, columns, down + 1)


def _draw_plies(
    picture: Picture, course: Course, look: Look, left: int, columns: Sequence[int], y: int
) -> None:
    """The first ply, the last one, and that of the cursor, which needs its room."""
    first, last = "0", str(course.move(course.last))
    edges = {left: first, left + columns[-1] + 1 - len(last): last}
    start, end = picture.width, -1
    if course.cursor is not None:
        move = course.move(course.cursor)
        text = f"move {move}" if move else "the start"
        middle = left + columns[course.cursor] - len(text) // 2
        start = min(max(middle, left), left + columns[-1] + 1 - len(text))
        end = picture.put(start, y, text, look.ink(look.palette.accent, bold=True))
    for x, number in edges.items():
        if x + len(number) < start or x > end:
            picture.put(x, y, number, look.ink(look.palette.muted))


def _draw_halves(
    picture: Picture,
    shares: Sequence[float],
    cursor: int | None,
    look: Look,
    left: int,
    plot: tuple[int, int],
) -> None:
    """The course of two as one line of pixels: what lies below it is the first one's, what lies
    above it the other's; a line in the middle, and the column of the cursor."""
    across, down = plot
    palette, height, last = look.palette, 2 * down, len(shares) - 1
    first, other = palette.seat(0), palette.seat(1)
    below, above = mixed(palette.ground, first, BELOW), mixed(palette.ground, other, ABOVE)
    at = None if cursor is None else _column(cursor, last, across)
    columns = []
    for x in range(across):
        edge = round((1 - shares[round(x * last / (across - 1))]) * (height - 1))
        column = [above] * edge + [first] + [below] * (height - 1 - edge)
        if x % 2 == 0 and edge != down:
            column[down] = mixed(column[down], palette.text, FAINT)
        columns.append([mixed(c, palette.accent, GLOW) for c in column] if x == at else column)
    paint(picture, left, 0, tuple(zip(*columns, strict=True)))


def _draw_lines(
    picture: Picture,
    lines: Sequence[Sequence[float]],
    seats: Sequence[int],
    look: Look,
    left: int,
    plot: tuple[int, int],
    bounds: tuple[float, float],
) -> None:
    """The lines; then, where they are not made of them, the sign of each every few cells, so that
    lines which lie on each other can be told apart."""
    inks = [look.ink(look.palette.seat(seat), bold=True) for seat in range(len(lines))]
    rows: dict[int, dict[int, int]] = {}
    for seat in seats:
        values = lines[seat]
        dots = line_dots(values, len(values), *bounds, plot, 1 if look.ascii else 2)
        draw_dots(picture, dots, left, look, inks[seat], seat_sign(seat, look))
        rows[seat] = {x // 2: y // 4 for x, y in dots}
    for seat, own in rows.items() if not look.ascii else ():
        for x in range(2 + APART * seat % EVERY, plot[0], EVERY):
            picture.put(left + x, own[x], seat_sign(seat, look), inks[seat])
