"""Race: two players above a board, each from an edge of the screen to the middle, where the goal
is."""

from __future__ import annotations

from gamenight.core.scene import Scene, ScoreRow
from gamenight.draw.canvas import Picture
from gamenight.draw.context import Context
from gamenight.draw.ink import MUTED
from gamenight.draw.line import Line, joined, line
from gamenight.draw.parts.scoreboard import PlayerRow, gauge, player_row
from gamenight.draw.writing import write

NARROWEST = 70
GAP = 2


def draw_race(scene: Scene, context: Context, width: int) -> Picture | None:
    """Both players on two lines; None where there are others, no common goal, or no room."""
    goals = {row.goal for row in scene.scores}
    goal = next(iter(goals), None)
    if len(scene.scores) != 2 or len(goals) != 1 or not goal or goal < 0 or width < NARROWEST:
        return None
    left, right = _in_order(scene)
    first, second = (player_row(scene, row, context, chips=True) for row in (left, right))
    start, end = _told(first), _told(second, mirrored=True)
    if start.width + GAP + end.width > width:
        return None
    picture = Picture(width, 2)
    write(picture, 0, 0, start, context.look)
    write(picture, width - end.width, 0, end, context.look)
    middle = line(f" {goal} wins ", MUTED)
    half = (width - middle.width) // 2
    for x, row, mirrored in ((0, left, False), (half + middle.width, right, True)):
        bar = gauge(row, context, half)
        shown = Line(tuple(reversed(bar.parts))) if mirrored else bar
        free = half - shown.width if mirrored else 0
        write(picture, x + free, 1, shown, context.look)
    write(picture, half, 1, middle, context.look)
    picture.mark(left.key, 0, 0, half, 2)
    picture.mark(right.key, half, 0, width - half, 2)
    return picture


def _in_order(scene: Scene) -> tuple[ScoreRow, ScoreRow]:
    """As their places are on the board, if they have some; else as they sit."""
    names = [spot.name for area in scene.areas for spot in area.spots if spot.owner is not None]
    first, second = scene.scores
    if first.name in names and second.name in names:
        first, second = sorted((first, second), key=lambda row: names.index(row.name))
    return first, second


def _told(row: PlayerRow, mirrored: bool = False) -> Line:
    """Name, value, stake and facts, from the edge of the screen on."""
    parts = [row.name, joined([row.value, row.stake]), *row.facts]
    return joined(reversed(parts) if mirrored else parts, " " * GAP)
