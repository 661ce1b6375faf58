"""Pauses: the seconds that a table takes, by the time of this machine or by a test's own."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from time import monotonic, time

from gamenight.match.table import LISTENING

WINDOW = 1.5  # seconds before a machine's ply in which people may act out of turn
PACE = 1.0  # seconds between the plies of machines that play among themselves


@dataclass
class Pauses:
    """Seconds that a table takes; tests take none."""

    window: float = WINDOW
    pace: float = PACE
    listening: float = LISTENING


class Timer:
    """The time of this machine; the date is that of the store, which servers may share."""

    _ahead = 0.0

    def now(self) -> float:
        return monotonic()

    def date(self) -> float:
        return time() + self._ahead

    def set_ahead(self, seconds: float) -> None:
        self._ahead = seconds

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
