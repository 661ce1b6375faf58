"""Scores: the scoreboard, a line a player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from gamenight.core.scene import Scene, ScoreRow
from gamenight.draw.cells import Line, joined, line, spaces
from gamenight.draw.pen import Pen
from gamenight.draw.style import BOLD, LIVE, MUTED, TONES, seat_ink

MOST_PIPS = 15
BAR = 20
GAP = "  "


@dataclass(frozen=True, slots=True)
class Row:
    """The parts of a player's line."""

    name: Line
    gauge: Line
    value: Line
    stake: Line
    facts: Line


def draw_scores(scene: Scene, pen: Pen, width: int) -> list[Line]:
    """A line a player: whose turn it is, name, gauge, value, stake, facts.

    The gauge only repeats the value, so it goes first when there is no room; then facts wrap.
    """
    numbered = _numbered(scene, pen)
    edges = _fact_edges(scene.scores, pen)
    rows = [_parts(row, numbered, scene.unit, edges, pen) for row in scene.scores]
    if not rows:
        return []
    name, gauge, value, stake, facts = (
        max(getattr(row, part).width for row in rows)
        for part in ("name", "gauge", "value", "stake", "facts")
    )
    name = min(name, max(width - value - stake - len(GAP), width // 3))
    if sum(edge + len(GAP) for edge in (name, gauge, value, stake, facts) if edge) - 2 > width:
        gauge = 0
    lines: list[Line] = []
    for row in rows:
        columns = [pen.fit(row.name, name, "left")]
        columns += [row.gauge.pad(gauge)] if gauge else []
        columns += [row.value.pad(value, "right") + row.stake.pad(stake)]
        head = columns[0]
        for column in columns[1:]:
            head = head + line(GAP) + column
        lines.extend(_with_facts(head, row.facts, width))
    return [text.stripped() for text in lines]


def _with_facts(head: Line, facts: Line, width: int) -> list[Line]:
    if not facts:
        return head.stripped().wrap(width) if head.stripped().width > width else [head]
    if head.width + len(GAP) + facts.width <= width:
        return [head + line(GAP) + facts]
    below = [spaces(4) + text for text in facts.wrap(width - 4)]
    return [*_with_facts(head, Line(), width), *below]


def _parts(row: ScoreRow, numbered: bool, unit: str, edges: list[int], pen: Pen) -> Row:
    color = f"{BOLD};{seat_ink(row.seat)}"
    turn = line("> ", LIVE) if row.current else spaces(2)
    number = _number(row, pen) if numbered else Line()
    stake = line(f" + [{row.stake}]", TONES["held"]) if row.stake is not None else Line()
    return Row(
        turn + number + pen.text(row.name, color),
        _gauge(row, pen),
        line(str(row.value), color) + (line(" ") + pen.text(unit) if unit else Line()),
        stake,
        _facts(row, edges, pen),
    )


def _facts(row: ScoreRow, edges: list[int], pen: Pen) -> Line:
    facts = [pen.text(fact).pad(edge) for fact, edge in zip(row.facts, edges, strict=False)]
    return joined(facts, GAP).stripped()


def _fact_edges(rows: Sequence[ScoreRow], pen: Pen) -> list[int]:
    """The widths of the columns that facts of the same kind stand in."""
    columns = zip_longest(*(row.facts for row in rows), fillvalue="")
    return [max(pen.text(fact).width for fact in column) for column in columns]


def _number(row: ScoreRow, pen: Pen) -> Line:
    """What is typed for a player, in brackets where that can be done now."""
    if row.key in pen.live:
        return line(f"[{row.seat + 1}] ", LIVE)
    return line(f"{row.seat + 1} ", seat_ink(row.seat))


def _numbered(scene: Scene, pen: Pen) -> bool:
    """Whether players' numbers are needed: to be typed, or to tell pawns apart."""
    rows = {row.key for row in scene.scores}
    if any(key in rows for choice in scene.choices for key in choice.on):
        return True
    faceless = any(
        token.kind == "pawn" and not token.face and token.owner is not None
        for area in scene.areas
        for spot in area.spots
        for token in spot.tokens
    )
    return faceless and any(letter.isdigit() for letter in pen.initials.values())


def _gauge(row: ScoreRow, pen: Pen) -> Line:
    """How near the goal is: a pip a point for small goals, else a bar."""
    if row.goal is None or row.goal <= 0:
        return Line()
    signs = pen.signs
    if row.goal <= MOST_PIPS:
        cells, full, part, empty = row.goal, signs.full, signs.part, signs.empty
    else:
        cells, (full, part, empty) = BAR, signs.bar
    reached = _share(row.value, row.goal, cells)
    staked = _share(row.value + (row.stake or 0), row.goal, cells) - reached
    return (
        line(full * reached, seat_ink(row.seat))
        + line(part * staked, TONES["held"])
        + line(empty * (cells - reached - max(staked, 0)), MUTED)
    )


def _share(value: int, goal: int, cells: int) -> int:
    """How many cells a value fills: one at least for a point, all only at the goal."""
    return max(1 if value > 0 else 0, min(cells, value * cells // goal))
