"""Judge: what a position is worth to each seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol, runtime_checkable


class Value(NamedTuple):
    """What each seat can expect; error: its standard error, 0 where no chance was drawn and
    nobody has measured how far it is off; proven: whether it is exact for best play from here
    on."""

    seats: tuple[float, ...]
    error: float = 0.0
    proven: bool = False


class Judge(Protocol):
    """Judges states of one set of rules; unit: what values count, `wins` (a shared win is a
    fraction) or a game's own unit; source: one sentence on where they come from."""

    unit: str
    source: str

    def value(self, state: Any) -> Value:
        """The value of any state, finished or not."""


@runtime_checkable
class Foresees(Protocol):
    """A judge that can also say how the best play goes on; this is optional."""

    def line(self, state: Any, most: int) -> Sequence[Any]:
        """The actions of the best play of all from this state on, at most this many; fewer where
        the match ends before, or chance comes."""


@runtime_checkable
class LooksCloser(Protocol):
    """A judge that can look at a decision as closely as a hint does; this is optional.
    doubt: by how much another choice must look better at first to be worth that."""

    doubt: float

    def closer(self, state: Any, action: Any) -> Mapping[Any, Value]:
        """What the best action of a state and this one lead to; only this one if no other is
        better."""


@runtime_checkable
class SeesWins(Protocol):
    """A judge that counts something else than wins, and can tell a win all the same; optional."""

    def wins(self, state: Any, seat: int) -> bool:
        """Whether nobody can keep this seat from winning, as far as it can see."""


def shares(winners: Sequence[int], players: int) -> tuple[float, ...]:
    """Wins by seat: a shared win is a fraction, and all are zero where nobody won."""
    return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(players))
