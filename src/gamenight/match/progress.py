"""Progress: how far a match has got, in a few words."""

from __future__ import annotations

from collections.abc import Sequence

from gamenight.core.parts import people_first
from gamenight.core.scene import ScoreRow
from gamenight.core.text import enumerated
from gamenight.match.moves import moves_by_ply
from gamenight.match.table import Table
from gamenight.match.verdict import told_moves

FEW = 2  # leaders that are named


def progress(table: Table) -> str:
    """How many moves there were, and the scores that everybody sees: `24 moves, 9 : 7`, in the
    order of `people_first`, or who of several leads."""
    moves = moves_by_ply(table)[-1]
    if not moves:
        return "no move yet"
    listed, present = people_first(table.seats), table.present
    scores = {row.seat: row for row in table.scene(None).scores if row.seat in present}
    standing = _standing([scores[seat] for seat in listed if seat in scores])
    return f"{told_moves(moves)}{standing and f', {standing}'}"


def _standing(rows: Sequence[ScoreRow]) -> str:
    if len(rows) <= 2:
        return " : ".join(str(row.value) for row in rows)
    best = max(row.value for row in rows)
    first = [row.name for row in rows if row.value == best]
    if len(first) == len(rows):
        return f"all have {best}"
    leaders = enumerated(first) if len(first) <= FEW else str(len(first))
    return f"{leaders} {'leads' if len(first) == 1 else 'lead'} with {best}"
