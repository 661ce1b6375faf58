"""Counting: the time that each ply of a match took, where a clock was agreed on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from gamenight.core.play import Ply, mover
from gamenight.core.rules import Rules


class Counted(NamedTuple):
    """What a seat has spent on the question that it was asked, in milliseconds. Whoever counts says
    so before something is changed; the next ply of that seat takes it."""

    seat: int
    spent: int


def times_of(
    rules: Rules[Any, Any], plies: Sequence[Ply], counted: Counted | None
) -> list[int | None]:
    """What each of these plies took: the first one of the seat, or its roll, all that it spent. An
    action out of turn takes no time of whoever is asked."""
    found: list[int | None] = [None] * len(plies)
    movers = [] if counted is None else [mover(rules, ply) for ply in plies]
    if counted is not None and counted.seat in movers:
        found[movers.index(counted.seat)] = counted.spent
    return found


def whole_times(times: Sequence[int | None], plies: int) -> list[int | None]:
    """A time for each ply, of a record that may have none."""
    return [*times] if times else [None] * plies


def shown_times(times: Sequence[int | None]) -> tuple[int | None, ...]:
    """The same for a record: nothing where none was counted."""
    return () if all(time is None for time in times) else tuple(times)
