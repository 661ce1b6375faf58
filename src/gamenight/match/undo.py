"""Undo: how far a match can be taken back, and what stays of it then."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from gamenight.core.errors import GamenightError
from gamenight.core.play import Ply
from gamenight.core.record import Change, Result, Seat
from gamenight.core.rules import Rules


class Played(Protocol):
    """What has to be known of a match to tell who did what."""

    @property
    def plies(self) -> Sequence[Ply]: ...

    @property
    def seats(self) -> tuple[Seat, ...]: ...

    @property
    def absent(self) -> tuple[int, ...]: ...

    def seated(self, ply: int) -> tuple[Seat, ...]: ...


class Undoable(Played, Protocol):
    """What has to be known of a match to take it back."""

    @property
    def rules(self) -> Rules[Any, Any]: ...

    @property
    def result(self) -> Result | None: ...

    @property
    def people(self) -> tuple[int, ...]: ...

    @property
    def changes(self) -> Sequence[Change]: ...

    @property
    def passes_kept(self) -> frozenset[tuple[int, int]]: ...

    def state_at(self, ply: int) -> Any: ...


class Cut(NamedTuple):
    """How much an undo leaves. plies: how many are left; passed: what it takes back is a pass after
    them."""

    plies: int
    passed: bool = False


class CannotUndo(GamenightError):
    code = "cannot_undo"


def undo_start(match: Undoable, secret: bool = False) -> Cut:
    """What an undo leaves; raises CannotUndo. To pass is a decision like any other. An undo crosses
    a chance outcome only when all other seats are bots; the same choice then brings the same
    outcome again. secret: nobody may learn who has passed, so passes make no difference."""
    plies, result = match.plies, match.result
    if result is not None and result.resigned is not None:
        return Cut(len(plies))
    acted = _last_of_person(match)
    people = [seat for seat, who in enumerate(match.seats) if not who.bot and not secret]
    passed = max((ply for ply, seat in match.passes_kept if seat in people), default=-1)
    cut = Cut(max(acted, passed), passed > acted)
    if cut.plies < 0:
        raise CannotUndo("there is no move to undo")
    if len(match.people) > 1 and any(ply.actor is None for ply in plies[cut.plies :]):
        raise CannotUndo("with other people at the table, undo cannot take back a roll or a draw")
    return cut


def check_own(match: Undoable, seat: int) -> None:
    """Whether the last thing that a person did was done by this seat, and may be taken back among
    people: no dice have fallen since, nothing hidden was shown, and it is not over. Raises
    CannotUndo."""
    cut, rules = undo_start(match, secret=True), match.rules
    if match.result is not None:
        raise CannotUndo("the match is over")
    undone = match.plies[cut.plies :]
    if not undone or undone[0].actor != seat:
        raise CannotUndo("you can only take back your own last move")
    viewers = (*range(rules.players), None)
    if len(match.people) > 1 and any(
        rules.seen(p.before, p.action, v) != p.action for p in undone for v in viewers
    ):
        raise CannotUndo("what was hidden from somebody cannot be taken back")


def may_be_own(match: Played, own: Sequence[int]) -> bool:
    """What a screen elsewhere can know of `check_own`: the last thing that a person did was done by
    one of `own`, and no dice have fallen since where others play too."""
    last = _last_of_person(match)
    if last < 0 or match.plies[last].actor not in own:
        return False
    gone = match.absent
    people = [n for n, seat in enumerate(match.seats) if not seat.bot and n not in gone]
    return len(people) == 1 or all(ply.actor is not None for ply in match.plies[last:])


def _last_of_person(match: Played) -> int:
    """The number of the last ply that a person did, whoever sits there now; -1 if there is none."""
    return next((n for n in reversed(range(len(match.plies))) if _by_person(match, n)), -1)


def _by_person(match: Played, ply: int) -> bool:
    actor = match.plies[ply].actor
    return actor is not None and not match.seated(ply)[actor].bot


def changes_left(match: Undoable, start: int) -> list[Change]:
    """Who took over which seat, if only this many plies are left. Whoever sat down at an empty seat
    to join, and has not joined now, was never there."""
    moved = (change._replace(ply=min(change.ply, start)) for change in match.changes)
    return [change for change in moved if not _is_empty(match, change.seat, change.ply, start)]


def _is_empty(match: Undoable, seat: int, first: int, last: int) -> bool:
    """Whether nobody played a seat in any state from `first` plies on to `last`."""
    return all(seat in match.rules.absent(match.state_at(n)) for n in range(first, last + 1))
