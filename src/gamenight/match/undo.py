"""Undo: how far a match can be taken back, and what stays of it then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamenight.core.errors import GamenightError
from gamenight.core.record import Change

if TYPE_CHECKING:
    from gamenight.match.match import Match


class CannotUndo(GamenightError):
    code = "cannot_undo"


def undo_start(match: Match) -> int:
    """How many plies an undo leaves; raises CannotUndo. It crosses a chance outcome only when all
    other seats are bots; the same choice then brings the same outcome again."""
    plies, result = match.plies, match.result
    if result is not None and result.resigned is not None:
        return len(plies)
    start = next((n for n in reversed(range(len(plies))) if _by_person(match, n)), None)
    if start is None:
        raise CannotUndo("there is no move to undo")
    if len(match.people) > 1 and any(ply.actor is None for ply in plies[start:]):
        raise CannotUndo("with other people at the table, undo cannot take back a roll or a draw")
    return start


def _by_person(match: Match, ply: int) -> bool:
    actor = match.plies[ply].actor
    return actor is not None and not match.seated(ply)[actor].bot


def changes_left(match: Match, start: int) -> list[Change]:
    """Who took over which seat, if only this many plies are left. Whoever sat down at an empty seat
    to join, and has not joined now, was never there."""
    moved = (change._replace(ply=min(change.ply, start)) for change in match.changes)
    return [change for change in moved if not _is_empty(match, change.seat, change.ply, start)]


def _is_empty(match: Match, seat: int, first: int, last: int) -> bool:
    """Whether nobody played a seat in any state from `first` plies on to `last`."""
    return all(seat in match.rules.absent(match.state_at(n)) for n in range(first, last + 1))
