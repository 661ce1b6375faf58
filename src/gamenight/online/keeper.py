"""Keeper: what a room needs of the house that it is in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from gamenight.core.record import Seat
from gamenight.match.match import Match
from gamenight.online.advising import Advising
from gamenight.online.playing import Playing
from gamenight.online.seating import Asked, Seating

Kept = TypeVar("Kept", contravariant=True)  # the room: this module does not know it


class Keeper(Protocol[Kept]):
    """Matches and tables are stored there."""

    key: bytes
    advising: Advising

    async def save(self, seating: Seating) -> None:
        """The table as it is now; raises a StoreError, or Changed."""

    async def free_claim(self) -> int:
        """The drawn part of a code that no other table has."""

    def put_away(self, room: Kept) -> None:
        """This room is not as the store has it: it leaves memory."""

    async def create(self, make: Callable[[Any], Match]) -> tuple[int, tuple[Seat, ...]]:
        """Store a new match, made in this store; its number and its seats."""

    def playing(self, room: Kept, match: int) -> Playing:
        """A stored match."""

    async def revived(self, asked: Asked | None) -> Asked | None:
        """Who was waited for when a table left memory: the time in which no server ran does not
        count."""

    def code(self, seating: Seating) -> str:
        """What people type to sit down at this table."""
