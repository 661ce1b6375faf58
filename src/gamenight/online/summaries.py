"""Summaries: what everybody may know of a table without coming in. A game that fails, as somebody
else's may, costs what only it can tell: the table is listed all the same."""

from __future__ import annotations

from collections.abc import Callable
from time import time
from typing import Any, TypeVar

from gamenight.core.clock import SECOND
from gamenight.online.journal import trouble
from gamenight.online.room import Room
from gamenight.online.seating import Seating

T = TypeVar("T")


def summary(seating: Seating, room: Room | None, over: bool = False) -> dict[str, Any]:
    """One of a list. room: where the table is in memory; over: whether its match is, as it is
    stored."""
    playing = room.playing if room is not None else None
    if playing is not None and playing.is_settled:
        over = playing.result is not None
    told: dict[str, Any] = {
        "id": seating.id,
        "game": seating.game,
        "places": [_place(seating, number) for number in range(len(seating.places))],
        "state": "open" if seating.match is None else "over" if over else "playing",
    }
    turn = _tried(room.whose_turn, None) if room is not None else None
    if turn is not None:
        told["turn"] = turn
    again = room.offers.again if room is not None else seating.again
    if again is not None:
        told["again"] = {"yes": again.yes, "asked": again.asked}
    deadline = seating.deadline
    if playing is not None and not playing.is_resting:  # it may not be stored yet
        deadline = playing.timing.kept()[1] or deadline
    if deadline is not None and told["state"] == "playing":
        told["left"] = max(round((deadline - time()) * SECOND), 0)
    return told


def whole_summary(room: Room) -> dict[str, Any]:
    """The same, with how the match stands."""
    nothing: dict[str, Any] = {}
    return summary(room.seating, room) | _tried(room.standing, nothing)


def _place(seating: Seating, number: int) -> dict[str, Any]:
    """seat: that in the match, in which the order is another one."""
    place, seat = seating.places[number], seating.seat_of(number)
    told: dict[str, Any] = {"name": place.name, "bot": place.bot}
    return told if seat is None else told | {"seat": seat}


def _tried(told: Callable[[], T], usual: T) -> T:
    """What a game is asked for; the usual if that fails."""
    try:
        return told()
    except Exception as error:  # of a plug-in
        trouble("summary", type(error).__name__)
        return usual
