"""Judge: what a position is worth to each seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol


class Value(NamedTuple):
    """What each seat can expect; error: the standard error of that, 0 where no chance was drawn;
    proven: whether it is exact for best play from here on."""

    seats: tuple[float, ...]
    error: float = 0.0
    proven: bool = False


class Judge(Protocol):
    """Judges states of one set of rules; unit: what values count, `wins` (a shared one being a
    fraction) or a game's own; source: in a sentence where they come from."""

    unit: str
    source: str

    def value(self, state: Any) -> Value:
        """The worth of any state, of a finished one too."""


def shares(winners: Sequence[int], players: int) -> tuple[float, ...]:
    """A win by seat, a shared one being a fraction; nothing for all where nobody won."""
    return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(players))
