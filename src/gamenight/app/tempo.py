"""Tempo: how quickly a match goes on at this screen, and what it waits for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

OFTEN = 0.05  # seconds between two looks whether the table can be seen again


class Tempo:
    """`beat` gives the seconds of a beat, and `covered` says whether something to read lies over
    the table: then nothing goes on. pace: what a beat is multiplied by for spectators; hurrying:
    nothing moves until there is something to answer or to see; paused: it waits for somebody to go
    on."""

    def __init__(
        self,
        beat: Callable[[], float],
        changed: Callable[[], None],
        covered: Callable[[], bool],
    ):
        self.pace = 1.0
        self.paused = self.hurrying = False
        self._beat, self._changed, self._covered = beat, changed, covered
        self._skipped, self._stepped = asyncio.Event(), asyncio.Event()

    @property
    def beat(self) -> float:
        """The seconds of a beat; 0 where nothing moves."""
        return 0.0 if self.hurrying else self._beat()

    @property
    def skipped(self) -> bool:
        """Whether somebody has seen enough of what moves."""
        return self._skipped.is_set()

    def begin(self) -> None:
        """Something begins to move, which nobody has skipped yet."""
        self._skipped.clear()

    def skip(self) -> None:
        """Jump to the end of an animation."""
        self._skipped.set()

    def hurry(self) -> None:
        """On to the next question: until then nothing moves."""
        self.hurrying = True
        self.skip()

    def pause(self) -> None:
        """Wait, or end that."""
        self.paused = not self.paused
        self._stepped.set()

    def step(self) -> None:
        """Advance by one ply while paused."""
        self._stepped.set()

    def play_on(self) -> None:
        """Whatever moves and whatever waits ends."""
        self.skip()
        self.step()

    async def stay(self, seconds: float) -> None:
        """Let a picture stay, unless a key skips it."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._skipped.wait(), seconds)
        await self.in_sight()

    async def rest(self) -> None:
        """Let other tasks run, and wait while paused."""
        await asyncio.sleep(0)
        if self.paused:
            self._stepped.clear()
            self._changed()
            await self._stepped.wait()

    async def in_sight(self) -> None:
        """Wait until the table can be seen."""
        while self._covered():
            await asyncio.sleep(OFTEN)
