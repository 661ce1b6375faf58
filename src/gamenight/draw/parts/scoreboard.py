"""Scoreboard: one row per player in the widths there are; every row can be touched."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import zip_longest

from gamenight.core.scene import Scene, ScoreRow
from gamenight.core.text import unit_after
from gamenight.draw.canvas import Picture
from gamenight.draw.context import Context
from gamenight.draw.ink import BOLD, HELD, LIVE, MUTED, TOUCHABLE, Ink, bold, filled, seat_ink
from gamenight.draw.line import Line, flow, joined, line, spaces
from gamenight.draw.writing import block, write

MOST_PIPS = 15
BARS = (24, 16, 10)
GAP, CLOSE = 2, 1
NARROWEST_COLUMN = 12
CARD_INDENT = 6
FLOWING_BAR, FACT_INDENT = 20, 4
STAKE = 3  # the column of it
SHORTEST_NAME = 12
FIRST_FACTS = 3  # a name is shortened before these go, but not for the others


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """The parts of a player's row."""

    key: str
    name: Line
    value: Line
    stake: Line
    facts: tuple[Line, ...]


def scoreboards(scene: Scene, context: Context, width: int) -> Iterator[Picture]:
    """The rows of all players above a board, from the most telling form to the smallest."""
    if not scene.scores:
        return
    whole = score_table(scene, context, width)
    if whole is not None:
        yield whole
    yield from _columns(scene, context, width)


def score_table(scene: Scene, context: Context, width: int) -> Picture | None:
    """One line per player with the longest gauge that fits; if there is no room even without
    one, the unit goes first, then what is between the columns and the last facts; names are
    shortened before the first facts go; None if there is still no room."""
    rows = [player_row(scene, row, context) for row in scene.scores]
    if not rows:
        return None
    most = max(len(row.facts) for row in rows)
    bare = [_bare_row(scene, row, context) for row in scene.scores]
    forms = [(rows, bar, most, GAP) for bar in (*BARS, 0)]
    for facts in range(most, min(most, FIRST_FACTS) - 1, -1):
        forms += [(bare, 0, facts, gap) for gap in (GAP, CLOSE)]
    for facts in range(most, 0, -1):
        forms += [(bare, 0, facts, gap) for gap in (GAP, CLOSE)]
        forms.append((_shortened(scene, bare, facts, context, width), 0, facts, CLOSE))
    for told, bar, facts, gap in forms:
        shown = [replace(row, facts=row.facts[:facts]) for row in told]
        gauges = [gauge(row, context, bar) if bar else Line() for row in scene.scores]
        edges = _edges(shown, gauges)
        if _width(edges, gap) <= width:
            return _table(shown, gauges, edges, context, gap)
    return None


def _shortened(
    scene: Scene, rows: list[PlayerRow], facts: int, context: Context, width: int
) -> list[PlayerRow]:
    """Rows with names as long as these facts leave room for, down to the shortest."""
    shown = [replace(row, facts=row.facts[:facts]) for row in rows]
    edges = _edges(shown, [Line()])
    before = edges[0] - max(context.text(row.name).width for row in scene.scores)
    cells = max(edges[0] + width - _width(edges, CLOSE), before + SHORTEST_NAME)
    return [replace(row, name=context.clip(row.name, cells)) for row in rows]


def _bare_row(scene: Scene, row: ScoreRow, context: Context) -> PlayerRow:
    """A row without the unit; where its facts say what the value counts, without that too: a bare
    number would say nothing."""
    bare = player_row(replace(scene, unit=""), row, context)
    return replace(bare, value=Line()) if scene.facts_suffice and row.facts else bare


def score_list(scene: Scene, context: Context, width: int) -> Picture:
    """Everything about every player: in a table where it has room, the gauge going first; else
    with the facts of each below."""
    rows = [player_row(scene, row, context) for row in scene.scores]
    for bar in (FLOWING_BAR, 0):
        gauges = [gauge(row, context, bar) if bar else Line() for row in scene.scores]
        if rows and _width(_edges(rows, gauges)) <= width:
            return _table(rows, gauges, _edges(rows, gauges), context)
    edges = [max((part.width for part in column), default=0) for column in _heads(rows)]
    lines: list[Line] = []
    for row, (name, value, stake) in zip(rows, zip(*_heads(rows), strict=True), strict=True):
        head = joined([name.pad(edges[0]), value.pad(edges[1], "right"), stake], " " * GAP)
        lines += [head] if head.width <= width else head.wrap(width, indent=FACT_INDENT)
        lines += [spaces(FACT_INDENT) + part for part in flow(row.facts, width - FACT_INDENT, GAP)]
    return block([text.stripped() for text in lines], context.look)


def _heads(rows: list[PlayerRow]) -> list[list[Line]]:
    return [[row.name for row in rows], [row.value for row in rows], [row.stake for row in rows]]


def score_cards(scene: Scene, context: Context, width: int) -> Iterator[Picture]:
    """The players in a sidebar, from the most telling form to the smallest."""
    if not scene.scores:
        return
    yield _cards(scene, context, width, 1)
    yield _cards(scene, context, width, 0)
    yield from scoreboards(scene, context, width)


def _edges(rows: list[PlayerRow], gauges: list[Line]) -> list[int]:
    """The widths of the columns."""
    return [
        max(row.name.width for row in rows),
        max(gauge.width for gauge in gauges),
        max(row.value.width for row in rows),
        max(row.stake.width for row in rows),
        *(max(part.width for part in column) for column in _columns_of_facts(rows)),
    ]


def _width(edges: list[int], gap: int = GAP) -> int:
    """Of the table; the stake belongs to the value before it."""
    columns = sum(edge > 0 for edge in edges)
    return sum(edges) + gap * (columns - 1) - (gap - 1) * (edges[STAKE] > 0)


def _table(
    rows: list[PlayerRow],
    gauges: list[Line],
    edges: list[int],
    context: Context,
    between: int = GAP,
) -> Picture:
    """One line per player, its parts in columns with this much between them."""
    picture = Picture(_width(edges, between), len(rows))
    for y, (row, gauge) in enumerate(zip(rows, gauges, strict=True)):
        parts = [row.name, gauge, row.value.pad(edges[2], "right"), row.stake, *row.facts]
        x = 0
        for column, (part, edge) in enumerate(zip(parts, edges, strict=False)):
            write(picture, x, y, part, context.look)
            gap = 1 if column == STAKE - 1 and edges[STAKE] else between
            x += edge + gap if edge else 0
        picture.mark(row.key, 0, y, picture.width)
    return picture


def _columns_of_facts(rows: list[PlayerRow]) -> list[tuple[Line, ...]]:
    return list(zip_longest(*(row.facts for row in rows), fillvalue=Line()))


def _columns(scene: Scene, context: Context, width: int) -> Iterator[Picture]:
    """Names and values only, or the first fact where facts suffice, in more and more columns; the
    names are shortened in the last."""
    rows = [_bare_row(scene, row, context) for row in scene.scores]
    ends = [joined([row.value, row.stake], "") or joined(row.facts[:1]) for row in rows]
    needed = max(row.name.width + 1 + end.width for row, end in zip(rows, ends, strict=True))
    fitting = max((width + GAP) // (needed + GAP), 1)
    most = max((width + GAP) // (NARROWEST_COLUMN + GAP), 1)
    for count in dict.fromkeys((min(2, fitting), min(3, fitting), fitting, most)):
        edge = min(needed, (width + GAP) // count - GAP)
        lines = -(-len(rows) // count)
        picture = Picture(min(count, len(rows)) * (edge + GAP) - GAP, lines)
        for index, (row, end) in enumerate(zip(rows, ends, strict=True)):
            x, y = index // lines * (edge + GAP), index % lines
            end = context.clip(end, max(edge - 5, 1))
            name = context.clip(row.name, edge - end.width - 1)
            write(picture, x, y, name, context.look)
            write(picture, x + edge - end.width, y, end, context.look)
            picture.mark(row.key, x, y, edge)
        yield picture


def _cards(scene: Scene, context: Context, width: int, gap: int) -> Picture:
    """A player on two or three lines: name and value, the gauge, the facts."""
    room = width - CARD_INDENT
    rows = [player_row(scene, row, context, chips=True) for row in scene.scores]
    told = max(joined(row.facts, " " * GAP).width for row in rows)
    bar = room - told - GAP if told and room - told - GAP >= BARS[-1] else room
    lines: list[Line] = []
    marks: list[tuple[str, int, int]] = []
    for row, parts in zip(scene.scores, rows, strict=True):
        start = len(lines)
        end = joined([parts.value, parts.stake])
        name = context.clip(parts.name, max(width - end.width - 1, 8))
        lines.append(name.pad(width - end.width) + end)
        below = flow([gauge(row, context, min(bar, BARS[0])), *parts.facts], room, GAP)
        lines += [spaces(CARD_INDENT) + text for text in below if text]
        marks.append((row.key, start, len(lines) - start))
        lines += [Line()] * gap
    picture = Picture(width, len(lines) - gap)
    for y, text in enumerate(lines[: picture.height]):
        write(picture, 0, y, text, context.look)
    for key, y, height in marks:
        picture.mark(key, 0, y, width, height)
    return picture


def player_row(scene: Scene, row: ScoreRow, context: Context, chips: bool = False) -> PlayerRow:
    turn = line("> ", LIVE) if row.current else spaces(2)
    chip = _chip(scene, row, context) if chips or _are_chips_needed(scene, context) else Line()
    name = context.text(row.name, _name_ink(row, context))
    unit = spaces(1) + context.text(unit_after(row.value, scene.unit), MUTED)
    unit = unit.pad(1 + context.text(scene.unit).width) if scene.unit else Line()
    stake = line(f"+ [{row.stake}]", bold(HELD)) if row.stake is not None else Line()
    return PlayerRow(
        row.key,
        turn + joined([chip, name]),
        line(str(row.value), BOLD) + unit,
        stake,
        tuple(context.fact(text) for text in row.facts),
    )


def _name_ink(row: ScoreRow, context: Context) -> Ink:
    """How a name shows that it is under the cursor or can be touched."""
    if row.key == context.focus.cursor:
        return filled()
    return Ink(seat_ink(row.seat).fg, bold=True, underline=row.key in context.live)


def _chip(scene: Scene, row: ScoreRow, context: Context) -> Line:
    """The sign of a player: the initial, as on the pawns, and the number where that is typed."""
    number, initial = str(row.seat + 1), context.initials.get(row.seat, "")
    sign = number if row.key in _touched(scene) or not initial else initial
    if sign != initial and initial and _has_pawns(scene) and not context.look.flows:
        sign = f"{number} {initial}"
    sign = context.spell(sign)
    touched = row.key in context.focus.path or row.key in context.marks
    if row.key == context.focus.cursor:
        before, after, ink = ">", "<", filled()
    elif touched:
        before, after, ink = " ", context.signs.mark, filled()
    elif row.key in context.live:
        before, after, ink = "[", "]", TOUCHABLE
    else:
        before, after, ink = " ", " ", filled(seat_ink(row.seat))
    if context.look.fill and not touched:
        before, after = " ", " "
    if context.look.flows:
        before, after = before.strip(), after.strip()
    return line(before + sign + after, ink)


def _touched(scene: Scene) -> set[str]:
    return {key for choice in scene.choices for key in choice.on}


def _are_chips_needed(scene: Scene, context: Context) -> bool:
    """Whether rows are typed, or pawns that have only the initials of their players move; where
    the first letters of the names are on these pawns, names alone do where everything flows."""
    keys = _touched(scene)
    if any(row.key in keys for row in scene.scores):
        return True
    numbered = any(sign.isdigit() for sign in context.initials.values())
    return (numbered or not context.look.flows) and _has_pawns(scene)


def _has_pawns(scene: Scene) -> bool:
    """Whether there are pawns with only the initials of their players."""
    return any(
        token.kind == "pawn" and not token.face and token.owner is not None
        for area in scene.areas
        for spot in area.spots
        for token in spot.tokens
    )


def gauge(row: ScoreRow, context: Context, bar: int) -> Line:
    """How near the goal is: one pip per point for small goals, those beyond it too, else a bar of
    this many cells."""
    if row.goal is None or row.goal <= 0:
        return Line()
    signs = context.signs
    if row.goal <= MOST_PIPS:
        cells, full, part, empty = row.goal, signs.full, signs.part, signs.empty
        beyond = max(min(row.value, MOST_PIPS) - row.goal, 0)
    else:
        cells, (full, part, empty), beyond = bar, signs.bar, 0
    reached = _share(row.value, row.goal, cells)
    staked = max(_share(row.value + (row.stake or 0), row.goal, cells) - reached, 0)
    return (
        line(full * (reached + beyond), seat_ink(row.seat))
        + line(part * staked, HELD)
        + line(empty * (cells - reached - staked), MUTED)
    )


def _share(value: int, goal: int, cells: int) -> int:
    """How many cells a value fills: one at least for a point, all only at the goal."""
    return max(1 if value > 0 else 0, min(cells, value * cells // goal))
