"""News: what became of somebody since they last decided, which stays to be read until they decide
again, however quickly the others played."""

from __future__ import annotations

from gamenight.core.play import mover
from gamenight.core.scene import ScoreRow, Step
from gamenight.match.table import Table

FARTHEST = 60  # plies to look back
GAP = "..."  # here others played: what follows does not come of what stands before


def news(table: Table, seat: int, viewer: int | None, shown: int) -> list[str]:
    """The sentences of what was done to this player, or chance did in their last roll, up to the
    ply before the last one that is shown: the log says that one anyway. A GAP stands for every
    stretch of plies that told something else."""
    first = _decided(table, seat, shown)
    before, found, gap = _row(table, seat, viewer, first), list[str](), False
    for ply in range(first + 1, shown):
        after = _row(table, seat, viewer, ply)
        own = mover(table.rules, table.plies[ply - 1]) == seat
        steps = table.story(ply, viewer)
        if before != after or (own and any(step.tone for step in steps)):
            found += [GAP, *_heart(steps)] if found and gap else _heart(steps)
            gap = False
        elif any(step.text for step in steps):
            gap = True
        before = after
    return [*found, GAP] if found and gap else found


def _decided(table: Table, seat: int, shown: int) -> int:
    """The plies played when this player had last decided; what they rolled by that comes after."""
    for ply in range(shown, max(shown - FARTHEST, 0), -1):
        if mover(table.rules, table.plies[ply - 1]) == seat:
            return ply if table.plies[ply - 1].actor == seat else ply - 1
    return shown


def _row(table: Table, seat: int, viewer: int | None, ply: int) -> tuple[int, int | None] | None:
    """What the scoreboard says of this player after this many plies: points and stake."""
    rows: tuple[ScoreRow, ...] = table.scene(viewer, ply).scores
    return next(((row.value, row.stake) for row in rows if row.seat == seat), None)


def _heart(steps: tuple[Step, ...]) -> list[str]:
    """The sentences of a ply that matter most: those with a tone, or else its last."""
    told = [step for step in steps if step.text]
    return [step.text for step in told if step.tone] or [step.text for step in told[-1:]]
