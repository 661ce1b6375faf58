"""Turn: what comes next at a table; At, the moment that somebody had seen; Offer, what needs a
yes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple


class At(NamedTuple):
    """What somebody had seen of a match: its plies, and how often some were taken back."""

    plies: int
    cuts: int


class Offer(NamedTuple):
    """Something that somebody at another screen proposes, as a sentence without its end: "Ann would
    like to take back a move"."""

    id: int
    sentence: str


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


@lru_cache(maxsize=256)
def person(*seats: int) -> Turn:
    """The first of these people chooses, as after most plies."""
    return Turn("person", seats)
