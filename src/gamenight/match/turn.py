"""Turn: what comes next at a table, and At, the moment that somebody had seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple


class At(NamedTuple):
    """What somebody had seen of a match: its plies, and how often some were taken back."""

    plies: int
    cuts: int


@dataclass(frozen=True, slots=True)
class Turn:
    """What comes next for this screen.

    person: the first of `seats` chooses, and the others may act out of turn; offered: each of
    `seats` may act out of turn, or pass; ready: `seats[0]` has to say ready; roll: `seats[0]` has
    to roll (`Table.rolling`); over. All of these are people at this screen. elsewhere: `advance`
    lets chance or a bot act, or waits for another screen; `seats` is the bot whose turn or whose
    roll it is, if it is a bot's.
    """

    kind: Literal["person", "offered", "ready", "roll", "elsewhere", "over"]
    seats: tuple[int, ...] = ()
