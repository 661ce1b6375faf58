"""Salting: before chance draws, everybody at the table but the actor adds a salt, where that was
agreed. Whoever does not in time stands in the record with none."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Protocol

from gamenight.core.errors import IllegalAction
from gamenight.match.course import Course
from gamenight.match.fair import due_salts, follows, last_salt
from gamenight.match.match import Match
from gamenight.match.waiting import Clock
from gamenight.online import protocol as p
from gamenight.online.seating import Seating

SECONDS = 2.0  # for which salts are waited for


class WrongSalt(IllegalAction):
    """A salt that is not asked for now, or not the one that its seat has fixed before."""

    code = "wrong_salt"


class Salted(Protocol):
    """Those who are asked for salts: a table with screens."""

    clock: Clock
    seating: Seating

    def is_here(self, place: int) -> bool: ...

    def tell(self, message: p.Told) -> None: ...


class Salting:
    """Gathers salts for one draw at a time."""

    def __init__(self, table: Salted):
        self._table = table
        self._last: dict[int, bytes] = {}  # of the seats that are waited for
        self._given: dict[int, bytes] = {}
        self._all: asyncio.Event | None = None  # whether all have come, while they are waited for

    async def gather(self, match: Match) -> Mapping[int, bytes]:
        """The salts that come in time, by seat; nobody is waited for whose screen is gone."""
        there = (seat for seat in due_salts(match) if self._is_here(seat))
        self._last = {seat: salt for seat in there if (salt := last_salt(match, seat))}
        self._given = {}
        if self._last:
            self._all = asyncio.Event()
            last = {str(seat): salt.hex() for seat, salt in self._last.items()}
            self._table.tell(p.Salts(len(match.plies), last))
            waits = [
                asyncio.ensure_future(self._all.wait()),
                asyncio.ensure_future(self._table.clock.sleep(SECONDS)),
            ]
            try:
                await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for wait in waits:
                    wait.cancel()
        self._last, self._all = {}, None
        return self._given

    def give(self, seat: int, salt: bytes) -> None:
        """A salt has come; the same once more changes nothing. Raises WrongSalt."""
        if self._given.get(seat) == salt:
            return
        if seat not in self._last:
            raise WrongSalt("this number comes too late: the dice have fallen", seat)
        if not follows(salt, self._last[seat]):
            raise WrongSalt("this is not the number that was fixed before", seat)
        self._given[seat] = salt
        del self._last[seat]
        self._look()

    def left(self) -> None:
        """Somebody has gone: those who are gone are not waited for."""
        self._last = {n: salt for n, salt in self._last.items() if self._is_here(n)}
        self._look()

    def _is_here(self, seat: int) -> bool:
        place = self._table.seating.order[seat]
        return place is not None and self._table.is_here(place)

    def _look(self) -> None:
        if not self._last and self._all is not None:
            self._all.set()


class SaltedCourse(Course):
    """The course of a match on a server, where salts come before a draw."""

    salting: Salting | None = None

    async def _draw(self, most: int | None) -> None:
        match = self.match
        if self.salting is None or not due_salts(match):
            return await super()._draw(most)
        at = match.at
        salts = await self.salting.gather(match)

        def still() -> bool:  # somebody may have given up or taken a move back meanwhile
            return match.result is None and match.at == at

        if still():
            await self.stored(lambda: match.chance(most, salts) if still() else [])
        return None


def commit_told(match: Match) -> p.Commit | None:
    """What everybody may know of a match's chance; None for a match from before."""
    fair = match.mixing.fair
    if fair is None:
        return None
    given = [seat for seat in range(match.rules.players) if last_salt(match, seat) is not None]
    return p.Commit(fair.id, fair.commit.hex(), given)
