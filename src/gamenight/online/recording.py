"""Recording: a match on a server as a record, of what was seen here or of everything."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from gamenight.core.errors import GamenightError
from gamenight.core.play import Ply, replay
from gamenight.core.record import Marks, Record
from gamenight.match.table import Table
from gamenight.online.mirror import Mirror


def whole_record(table: Table, mirror: Mirror, fetch: Callable[[], str]) -> Record | None:
    """What the server has of a match that is over; None if nobody answers, or if it is not what
    was seen here: another round may have begun."""
    try:
        record = Record.loads(fetch())
        same = record.result is not None and record.result == table.result
        seen = seen_record(table, mirror).actions
        return record if same and record.seen_by(table.viewer).actions == seen else None
    except (OSError, GamenightError):
        return None


def seen_record(table: Table, mirror: Mirror) -> Record:
    """What the only one here saw, else a spectator; whole if that is everything."""
    rules, viewer = table.rules, table.viewer
    plies = mirror.views.plies(viewer)
    drafts = ((seat, table.draft(seat)) for seat in table.here if table.result is None)
    record = Record(
        game=table.game.id,
        version=table.game.version,
        seats=mirror.seats,
        options=table.options,
        actions=tuple(rules.format(ply.action) for ply in plies),
        changes=tuple(mirror.changes),
        series=mirror.series,
        result=table.result,
        marks=tuple(Marks(seat, keys) for seat, keys in drafts if keys is not None),
        taken_back=mirror.cuts,
        clock=mirror.clock,
    )
    if _is_whole(table, mirror, plies):
        return record
    own = tuple(marks for marks in record.marks if marks.seat == viewer)
    return replace(record, partial=True, viewer=viewer, marks=own)


def _is_whole(table: Table, mirror: Mirror, plies: Sequence[Ply]) -> bool:
    """Whether nothing in the match was hidden from whoever saw these plies."""
    rules = table.rules
    texts = (rules.format(ply.action) for ply in plies)
    try:
        whole = [rules.initial(), *(ply.after for ply in replay(rules, texts))]
    except GamenightError:
        return False
    seen = [mirror.views.start(table.viewer), *(ply.after for ply in plies)]
    return whole == seen
