"""Guesses: codes that somebody tries. A code is short, and only a few may be wrong: of one address,
and of all addresses together, where what is over the limit is slow."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from gamenight.core.errors import GamenightError
from gamenight.online.limits import Limit, Limits

TRY_SECONDS = 600.0
ALL_SECONDS = 60.0
SLOW_SECONDS = 0.5  # between two codes, when too many were wrong: 172,800 a day of 1,048,576
MOST_WAITING = 50


class TooMany(GamenightError):
    """Too often."""

    code = "too_many"


class Guesses:
    """most: how many may be wrong in ten minutes from one address; in_all: in a minute from
    everywhere."""

    def __init__(self, most: int, in_all: int, now: Callable[[], float] | None = None):
        self._each, self._all = Limits(most, TRY_SECONDS), Limit(in_all, ALL_SECONDS)
        self._now = now or (lambda: asyncio.get_running_loop().time())
        self._slowly = asyncio.Lock()
        self._waiting = 0

    async def begin(self, address: str) -> Guess:
        """A code is looked at; it counts as wrong until it is `right`. Raises TooMany."""
        counted = [self._each.of(address)]
        if not counted[0].allows(self._now()):
            raise TooMany("too many wrong codes: wait ten minutes")
        if self._all.allows(self._now()):
            return Guess([*counted, self._all])
        if self._waiting >= MOST_WAITING:
            raise TooMany("many wrong codes are being tried here: come by a link, or later")
        self._waiting += 1
        try:
            async with self._slowly:
                await asyncio.sleep(SLOW_SECONDS)
        finally:
            self._waiting -= 1
        return Guess(counted)


class Guess:
    """One code, and where it counts."""

    def __init__(self, counted: list[Limit]):
        self._counted = counted

    def right(self) -> None:
        """It was one."""
        for limit in self._counted:
            limit.give_back()
