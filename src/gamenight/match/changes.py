"""Changes: who takes over a seat, leaves the table or joins it, as people type it."""

from __future__ import annotations

from collections.abc import Sequence

from gamenight.core.errors import GamenightError, InvalidPlayers
from gamenight.core.record import Seat
from gamenight.core.text import listed, quoted, whole_number
from gamenight.match.seats import read_seat
from gamenight.match.table import Table


def read_change(table: Table, words: str) -> tuple[int, Seat]:
    """The seat and who takes it over, from `2 bot:NAME` or `2 Ann`; raises a GamenightError."""
    number, _, who = words.strip().partition(" ")
    possible, typed = range(len(table.seats)), whole_number(number)
    if typed is None or typed - 1 not in possible:
        raise InvalidPlayers(
            f"there is no seat {quoted(number)} (possible: 1 to {len(possible)}, then a name or "
            f"bot:NAME)"
        )
    seat = typed - 1
    if seat in table.game.unasked(**table.options):
        raise InvalidPlayers(f"seat {number} never decides: nobody can sit there")
    others = [other for n, other in enumerate(table.seats) if n != seat]
    return seat, read_seat(table.game, who.strip(), others)


def changed_seats(table: Table, seats: Sequence[Seat], words: str) -> list[Seat] | None:
    """Who plays after `leave NAME`, `join NAME` or `join bot:NAME`; None for other words."""
    word, _, who = words.partition(" ")
    if word.casefold() == "join":
        return [*seats, read_seat(table.game, who, seats)]
    if word.casefold() != "leave":
        return None
    left = [seat for seat in seats if seat.name.casefold() != who.strip().casefold()]
    if len(left) == len(seats):
        names = listed(seat.name.casefold() for seat in seats)
        raise GamenightError(f"{quoted(who)} is not at the table (possible: {names})")
    return left
