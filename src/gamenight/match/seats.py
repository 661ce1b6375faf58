"""Seats: who can sit at a table, and in which order."""

from __future__ import annotations

from collections.abc import Sequence

from gamenight.bots import find_bot
from gamenight.core.errors import InvalidName
from gamenight.core.game import Game
from gamenight.core.record import Order, Seat
from gamenight.core.text import clean_name, quoted
from gamenight.match.secret import generator


def ordered(seats: Sequence[Seat], order: Order, secret: bytes) -> tuple[Seat, ...]:
    """The seats in the order of play; chance comes from the secret."""
    if order == "shuffle":
        shuffled = list(seats)
        generator(secret, "order").shuffle(shuffled)
        return tuple(shuffled)
    first = order if isinstance(order, int) else 0
    return (*seats[first:], *seats[:first])


def check_seats(game: Game, seats: Sequence[Seat]) -> None:
    """Names that can be shown and told apart, and bots that exist."""
    names = [seat.name.casefold() for seat in seats]
    for seat in seats:
        if seat.bot:
            find_bot(game, seat.bot)
        if clean_name(seat.name) != seat.name:
            raise InvalidName(f"this name cannot be shown: {quoted(seat.name)}", seat.name)
        if names.count(seat.name.casefold()) > 1:
            raise InvalidName(f"two players cannot both be called {seat.name!r}", seat.name)
