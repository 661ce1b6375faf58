"""Scoreboard: a row a player in the widths there are; every row can be touched."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import zip_longest

from gamenight.core.scene import Scene, ScoreRow
from gamenight.draw.brush import Brush
from gamenight.draw.canvas import Picture
from gamenight.draw.cells import Line, flow, joined, line, spaces
from gamenight.draw.style import BOLD, LIVE, MUTED, TONES, seat_ink
from gamenight.draw.writing import ACCENT, FILLED, TOUCHABLE, UNDERLINED, fact, write

MOST_PIPS = 15
BARS = (24, 16, 10)
GAP = 2
NARROWEST_COLUMN = 12
CARD_INDENT = 6


@dataclass(frozen=True, slots=True)
class Row:
    """The parts of a player's row."""

    key: str
    name: Line
    value: Line
    stake: Line
    facts: tuple[Line, ...]


def scoreboards(scene: Scene, brush: Brush, width: int) -> Iterator[Picture]:
    """The rows of all players above a board, from the most telling form to the smallest."""
    if not scene.scores:
        return
    whole = score_table(scene, brush, width)
    if whole is not None:
        yield whole
    yield from _columns(scene, brush, width)


def score_table(scene: Scene, brush: Brush, width: int) -> Picture | None:
    """A line a player with the longest gauge that fits; where there is no room even without one,
    the last facts go first; None if the first fact of each has none."""
    rows = [_row(scene, row, brush) for row in scene.scores]
    if not rows:
        return None
    most = max(len(row.facts) for row in rows)
    forms = [(bar, most) for bar in (*BARS, 0)] + [(0, facts) for facts in range(most - 1, 0, -1)]
    for bar, facts in forms:
        shown = [replace(row, facts=row.facts[:facts]) for row in rows]
        gauges = [_gauge(row, brush, bar) if bar else Line() for row in scene.scores]
        edges = _edges(shown, gauges)
        if sum(edges) + GAP * (sum(edge > 0 for edge in edges) - 1) <= width:
            return _table(shown, gauges, edges, brush)
    return None


def score_cards(scene: Scene, brush: Brush, width: int) -> Iterator[Picture]:
    """The players in a sidebar, from the most telling form to the smallest."""
    if not scene.scores:
        return
    yield _cards(scene, brush, width, 1)
    yield _cards(scene, brush, width, 0)
    yield from scoreboards(scene, brush, width)


def _edges(rows: list[Row], gauges: list[Line]) -> list[int]:
    """The widths of the columns."""
    return [
        max(row.name.width for row in rows),
        max(gauge.width for gauge in gauges),
        max(row.value.width for row in rows),
        max(row.stake.width for row in rows),
        *(max(part.width for part in column) for column in _columns_of_facts(rows)),
    ]


def _table(rows: list[Row], gauges: list[Line], edges: list[int], brush: Brush) -> Picture:
    """A line a player, its parts in columns."""
    picture = Picture(sum(edges) + GAP * (sum(edge > 0 for edge in edges) - 1), len(rows))
    for y, (row, gauge) in enumerate(zip(rows, gauges, strict=True)):
        parts = [row.name, gauge, row.value.pad(edges[2], "right"), row.stake, *row.facts]
        x = 0
        for part, edge in zip(parts, edges, strict=False):
            write(picture, x, y, part, brush.look)
            x += edge + GAP if edge else 0
        picture.mark(row.key, 0, y, picture.width)
    return picture


def _columns_of_facts(rows: list[Row]) -> list[tuple[Line, ...]]:
    return list(zip_longest(*(row.facts for row in rows), fillvalue=Line()))


def _columns(scene: Scene, brush: Brush, width: int) -> Iterator[Picture]:
    """Names and values only, in more and more columns; the names are shortened in the last."""
    rows = [_row(replace(scene, unit=""), row, brush) for row in scene.scores]
    ends = [row.value + row.stake for row in rows]
    needed = max(row.name.width + 1 + end.width for row, end in zip(rows, ends, strict=True))
    fitting = max((width + GAP) // (needed + GAP), 1)
    most = max((width + GAP) // (NARROWEST_COLUMN + GAP), 1)
    for count in dict.fromkeys((min(2, fitting), min(3, fitting), fitting, most)):
        edge = min(needed, (width + GAP) // count - GAP)
        lines = -(-len(rows) // count)
        picture = Picture(min(count, len(rows)) * (edge + GAP) - GAP, lines)
        for index, (row, end) in enumerate(zip(rows, ends, strict=True)):
            x, y = index // lines * (edge + GAP), index % lines
            end = brush.pen.clip(end, max(edge - 5, 1))
            name = brush.pen.clip(row.name, edge - end.width - 1)
            write(picture, x, y, name, brush.look)
            write(picture, x + edge - end.width, y, end, brush.look)
            picture.mark(row.key, x, y, edge)
        yield picture


def _cards(scene: Scene, brush: Brush, width: int, gap: int) -> Picture:
    """A player on two or three lines: name and value, the gauge, the facts."""
    pen, room = brush.pen, width - CARD_INDENT
    rows = [_row(scene, row, brush, chips=True) for row in scene.scores]
    told = max(joined(row.facts, " " * GAP).width for row in rows)
    bar = room - told - GAP if told and room - told - GAP >= BARS[-1] else room
    lines: list[Line] = []
    marks: list[tuple[str, int, int]] = []
    for row, parts in zip(scene.scores, rows, strict=True):
        start = len(lines)
        end = joined([parts.value, parts.stake])
        name = pen.clip(parts.name, max(width - end.width - 1, 8))
        lines.append(name.pad(width - end.width) + end)
        below = flow([_gauge(row, brush, min(bar, BARS[0])), *parts.facts], room, GAP)
        lines += [spaces(CARD_INDENT) + text for text in below if text]
        marks.append((row.key, start, len(lines) - start))
        lines += [Line()] * gap
    picture = Picture(width, len(lines) - gap)
    for y, text in enumerate(lines[: picture.height]):
        write(picture, 0, y, text, brush.look)
    for key, y, height in marks:
        picture.mark(key, 0, y, width, height)
    return picture


def _row(scene: Scene, row: ScoreRow, brush: Brush, chips: bool = False) -> Row:
    pen = brush.pen
    color = seat_ink(row.seat)
    turn = line("> ", LIVE) if row.current else spaces(2)
    chip = _chip(scene, row, brush) if chips or _are_chips_needed(scene) else Line()
    name = pen.text(row.name, ";".join([BOLD, *_state(row.key, brush), color]))
    unit = line(" ") + pen.text(scene.unit, MUTED) if scene.unit else Line()
    stake = line(f"+ [{row.stake}]", f"{BOLD};{TONES['held']}") if row.stake is not None else Line()
    return Row(
        row.key,
        turn + joined([chip, name]),
        line(str(row.value), BOLD) + unit,
        stake,
        tuple(fact(text, pen) for text in row.facts),
    )


def _state(key: str, brush: Brush) -> list[str]:
    """How a name shows that it is under the cursor or can be touched."""
    if key == brush.focus.cursor:
        return [FILLED, ACCENT]
    return [UNDERLINED] if key in brush.live else []


def _chip(scene: Scene, row: ScoreRow, brush: Brush) -> Line:
    """The sign of a player: the number where it is typed, else the initial, as on the pawns."""
    typed = row.key in _touched(scene)
    sign = str(row.seat + 1) if typed else brush.pen.initials.get(row.seat, str(row.seat + 1))
    sign = brush.pen.spell(sign)
    touched = row.key in brush.focus.path or row.key in brush.pen.marks
    if row.key == brush.focus.cursor:
        before, after, ink = ">", "<", f"{FILLED};{LIVE}"
    elif touched:
        before, after, ink = " ", brush.pen.signs.mark, f"{FILLED};{LIVE}"
    elif row.key in brush.live:
        before, after, ink = "[", "]", f"{TOUCHABLE};{LIVE}"
    else:
        before, after, ink = " ", " ", f"{FILLED};{BOLD};{seat_ink(row.seat)}"
    if brush.look.fill and not touched:
        before, after = " ", " "
    return line(before + sign + after, ink)


def _touched(scene: Scene) -> set[str]:
    return {key for choice in scene.choices for key in choice.on}


def _are_chips_needed(scene: Scene) -> bool:
    """Whether rows are typed, or pawns that have only the initials of their players move."""
    keys = _touched(scene)
    return any(row.key in keys for row in scene.scores) or any(
        token.kind == "pawn" and not token.face and token.owner is not None
        for area in scene.areas
        for spot in area.spots
        for token in spot.tokens
    )


def _gauge(row: ScoreRow, brush: Brush, bar: int) -> Line:
    """How near the goal is: a pip a point for small goals, else a bar of so many cells."""
    if row.goal is None or row.goal <= 0:
        return Line()
    signs = brush.pen.signs
    if row.goal <= MOST_PIPS:
        cells, full, part, empty = row.goal, signs.full, signs.part, signs.empty
    else:
        cells, (full, part, empty) = bar, signs.bar
    reached = _share(row.value, row.goal, cells)
    staked = max(_share(row.value + (row.stake or 0), row.goal, cells) - reached, 0)
    return (
        line(full * reached, seat_ink(row.seat))
        + line(part * staked, TONES["held"])
        + line(empty * (cells - reached - staked), MUTED)
    )


def _share(value: int, goal: int, cells: int) -> int:
    """How many cells a value fills: one at least for a point, all only at the goal."""
    return max(1 if value > 0 else 0, min(cells, value * cells // goal))
