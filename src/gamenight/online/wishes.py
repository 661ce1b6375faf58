"""Wishes: who of a table is waited for with an offer, and what is stored of another round: who
wants one, and who does not, also after the server has begun again."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from contextlib import AbstractAsyncContextManager, suppress
from typing import Any, Protocol

from gamenight.match.store import StoreError
from gamenight.online import protocol as p
from gamenight.online.offers import Offers
from gamenight.online.seating import Seating


class Company(Protocol):
    """What has to be known of a room."""

    seating: Seating
    offers: Offers

    @property
    def agreed(self) -> Callable[[Any, p.OpenOffer], Coroutine[Any, Any, None]]: ...

    def is_here(self, place: int) -> bool: ...

    def changing(self) -> AbstractAsyncContextManager[Seating]: ...

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None: ...

    def tell(self, message: p.Told) -> None: ...


async def store(room: Company) -> None:
    """What has changed already; if it cannot be stored now, it is with the next change."""
    with suppress(StoreError):
        async with room.changing():
            pass


def go_on_without(room: Company, place: int, replaced: bool) -> None:
    """Nobody waits any more for the answers of somebody who is gone."""
    done = room.offers.unasked(place, replaced)
    for offer in done:
        room.spawn(room.agreed(room, offer))
    if not done and room.offers.again != room.seating.again:
        room.spawn(store(room))
    if room.offers.all:
        room.tell(p.Offers(room.offers.all))


def go_on_without_unwilling(room: Company) -> None:
    """Nobody waits for those who have said no to another round and were here until the server
    ended; whoever comes back may change their mind."""
    again = room.offers.again
    for place in again.asked if again is not None else ():
        if place in room.offers.declined and not room.is_here(place):
            go_on_without(room, place, replaced=True)
