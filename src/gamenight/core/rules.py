"""The shape of a game: every state is a `Decision`, a `Chance` or `Over`."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from random import Random
from typing import Generic, Protocol, TypeAlias, TypeVar

from gamenight.core.errors import IllegalAction

S = TypeVar("S")
A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Decision(Generic[A]):
    """Somebody chooses: `player`, whose turn it is, or one of `others`, out of turn."""

    player: int
    """The seat whose turn it is."""

    actions: tuple[A, ...]
    """What it may do, in the order of the menu; at least one."""

    others: tuple[tuple[int, tuple[A, ...]], ...] = ()
    """What other seats may do right now, out of turn; `Rules.interrupts` must be True."""

    table: tuple[tuple[int, tuple[A, ...]], ...] = ()
    """What people may do besides playing (leave, join), by seat; bots never do it."""

    def of(self, seat: int) -> tuple[A, ...]:
        """What this seat may play now, in turn or out of turn; `table` is not included."""
        own = self.actions if seat == self.player else ()
        return own + _entry(self.others, seat)

    def at_table(self, seat: int) -> tuple[A, ...]:
        """What the person in this seat may do apart from playing: leave, join."""
        return _entry(self.table, seat)

    def everyone(self) -> Iterator[tuple[int, A]]:
        """Each possible action with the seat that may take it, `table` included."""
        yield from ((self.player, action) for action in self.actions)
        for seat, actions in self.others + self.table:
            yield from ((seat, action) for action in actions)

    def actor(self, action: A) -> int:
        """The seat that acts when this action is taken."""
        if action in self.actions:
            return self.player
        for seat, possible in self.everyone():
            if possible == action:
                return seat
        raise IllegalAction(f"illegal action {action!r}", action, self.actions)


def _entry(entries: tuple[tuple[int, tuple[A, ...]], ...], seat: int) -> tuple[A, ...]:
    if not entries:
        return ()  # almost always, and asked at every ply
    return tuple(action for owner, actions in entries if owner == seat for action in actions)


@dataclass(frozen=True)
class Chance(Generic[A]):
    """Nature chooses: each outcome with an integer weight, so that odds are exact."""

    outcomes: tuple[tuple[A, int], ...]
    """What can happen, each with its weight: a whole number above 0."""

    player: int | None = None
    """Whose roll it is, if it is anybody's."""

    label: str = ""
    """What a person has to choose before it happens ("Roll 5 dice"); empty where it follows from
    what they have just done. This is not an action: records do not hold it."""

    @cached_property
    def cumulative(self) -> tuple[int, ...]:
        """Running sums of the weights; the last is their total."""
        return tuple(accumulate(weight for _, weight in self.outcomes))


@dataclass(frozen=True, slots=True)
class Over:
    """The end: `winners` are all those who share first place, and `reason` is a sentence, which
    mentions a seat as a scene does."""

    scores: tuple[int, ...]
    """The final scores, by seat."""

    winners: tuple[int, ...]
    """The seats in first place; empty only where nobody has won."""

    reason: str
    """Why the game is over, in one sentence for people."""


Node: TypeAlias = Decision[A] | Chance[A] | Over


class Rules(Protocol[S, A]):
    """The rules of one game with its options; pure functions over frozen states.

    Subclass it: the methods with a body suit a game without secrets.
    """

    players: int
    """How many play."""

    interrupts: bool = False
    """Whether anybody can ever act out of turn."""

    @abstractmethod
    def initial(self) -> S:
        """The state before the first ply."""

    @abstractmethod
    def node(self, state: S) -> Decision[A] | Chance[A] | Over:
        """What can happen in this state."""

    @abstractmethod
    def apply(self, state: S, action: A) -> S:
        """The state after the action; it trusts the caller that the action is possible."""

    @abstractmethod
    def scores(self, state: S) -> tuple[int, ...]:
        """The running scores, a stake included."""

    @abstractmethod
    def format(self, action: A) -> str:
        """The one text of an action, a single line that never changes."""

    @abstractmethod
    def parse(self, text: str) -> A:
        """The action that a text stands for; raises InvalidAction."""

    def absent(self, state: S) -> tuple[int, ...]:
        """The seats that nobody plays now: those who left the table, and seats that nobody has
        taken yet."""
        return ()

    def begins_turn(self, before: S, after: S) -> bool:
        """Whether a ply has begun a new turn, though its player may go on: by declining, say."""
        return False

    def hide(self, state: S, seat: int | None) -> S:
        """What that seat may know of the state; None is a spectator."""
        return state

    def seen(self, state: S, action: A, seat: int | None) -> A:
        """What that seat sees of an action taken in this (whole) state."""
        return action

    def refusal(self, view: S, action: A, seat: int | None) -> str:
        """Why this seat (None: anybody) cannot take an action that is not possible now, if that
        needs more than a list of what is; `view` is what the seat may know."""
        return ""

    def guess(self, view: S, seat: int, rng: Random) -> S:
        """A possible whole state behind this seat's view."""
        return view

    def plausible(self, view: S, action: A, seat: int | None) -> bool | None:
        """Whether this seat (None: a spectator) can have seen this action happen, as far as its
        view shows; None where guesses can answer that. They cannot where they hardly ever hit
        exactly what another player needs, such as the letters of a long word."""
        return None
