"""Clocks: what everybody has left of their time, as a screen shows it. It counts down by itself:
what counts is what the server says next."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic
from typing import NamedTuple

from gamenight.core.clock import LAST, SECOND, face


class Clocks(NamedTuple):
    """left: the milliseconds of each seat when a server told them, none for a machine; runs: whose
    clock runs; since: from this moment on, by this machine's clock."""

    left: tuple[int | None, ...]
    runs: int | None = None
    since: float = 0.0

    def at(self, seat: int, now: float | None = None) -> int | None:
        """What a seat has left now."""
        left = self.left[seat]
        if left is None or seat != self.runs:
            return left
        passed = max((monotonic() if now is None else now) - self.since, 0.0)
        return max(left - round(passed * SECOND), 0)

    def is_short(self, seat: int, now: float | None = None) -> bool:
        """Whether a seat has to hurry."""
        left = self.at(seat, now)
        return seat == self.runs and left is not None and left <= LAST

    def seconds_until_short(self, now: float | None = None) -> float | None:
        """How long it is until whoever is asked has to hurry; None where nobody will have to."""
        left = None if self.runs is None else self.at(self.runs, now)
        return None if left is None or left <= LAST else (left - LAST) / SECOND

    def stopped(self) -> Clocks:
        """As they are when the match is over."""
        seats = range(len(self.left))
        return Clocks(tuple(self.at(seat) for seat in seats))

    def told(self, names: Sequence[str]) -> str:
        """In a line: `Time: Ann 4:59 (running), Ben 5:00`."""
        faces = []
        for seat, name in enumerate(names):
            left = self.at(seat)
            if left is not None:
                runs = " (running)" if seat == self.runs else ""
                faces.append(f"{name} {face(left)}{runs}")
        return f"Time: {', '.join(faces)}"
