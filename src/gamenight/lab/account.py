"""Account: what a review found, ply by ply and player by player."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from math import hypot
from typing import NamedTuple

from gamenight.core.lines import told_line

Seats = tuple[float, ...]


class Weighed(NamedTuple):
    """One of the actions that were possible: what it is worth to the player who decides."""

    text: str
    value: float
    error: float = 0.0
    proven: bool = False


OPEN = "judged with all secrets open"  # where players hide things from each other


@dataclass(frozen=True)
class Moment:
    """One ply. actor: who decided, or None where chance did; owner: whose roll it was; text:
    the action; told: the same as a sentence; before, after: the values by seat; errors: the
    standard errors of these two by seat, empty where both are the same estimate; moves: what was
    possible, best first, where somebody had a choice; labels: what the menu called these; move:
    how many moves there were by then, as people count them; at_table: whether somebody left the
    table or joined it, which is nobody's decision in the game; line: where something was given away
    and the judge can say so, what would follow the best move, as players type it; wins: whether it
    wins for certain, though another seemed worth more."""

    ply: int
    actor: int | None
    owner: int | None
    text: str
    told: str
    before: Seats
    after: Seats
    errors: tuple[Seats, Seats] = ((), ())
    moves: tuple[Weighed, ...] = ()
    labels: Mapping[str, str] = field(default_factory=dict, hash=False)
    move: int = 0
    line: tuple[str, ...] = ()
    at_table: bool = False
    wins: bool = False

    def named(self, text: str) -> str:
        """An action in the words of the menu, where it had any for it."""
        return self.labels.get(text, text)

    @property
    def played(self) -> str:
        """A decision in the words of the menu; what chance did, and who came or went, in a
        sentence."""
        in_words = self.told and (self.actor is None or self.at_table)
        return self.told if in_words else self.named(self.text)

    def is_by(self, seat: int) -> bool:
        """Whether it is a decision of this seat."""
        return self.actor == seat and not self.at_table

    def error(self, seat: int) -> float:
        """The standard error of the change for a seat."""
        return hypot(*(errors[seat] for errors in self.errors if errors))

    @property
    def change(self) -> Seats:
        return tuple(after - before for before, after in zip(self.before, self.after, strict=True))

    @property
    def chosen(self) -> Weighed | None:
        return next((move for move in self.moves if move.text == self.text), None)

    @property
    def best(self) -> Weighed | None:
        return self.moves[0] if self.moves else None

    @property
    def better(self) -> str:
        """The best move in the words of the menu and what would follow it, where the one played
        gave something away."""
        if self.best is None or self.lost <= 0:
            return ""
        return told_line(self.named(self.best.text), self.line)

    @property
    def lost(self) -> float:
        """What the decision gave away compared with the best move."""
        if self.best is None or self.chosen is None:
            return 0.0
        return self.best.value - self.chosen.value

    @property
    def lost_error(self) -> float:
        if self.best is None or self.chosen is None or self.best is self.chosen:
            return 0.0
        return hypot(self.best.error, self.chosen.error)


class Account(NamedTuple):
    """How a match went for one seat, in the judge's unit. luck: of all chance; own, others: what
    decisions changed, and whoever came or went counts with the others; luck_error, own_error:
    standard errors of these sums; lost: what its own decisions gave away compared with the best
    moves, one by one; choices: how many there were.
    """

    name: str
    start: float
    luck: float
    luck_error: float
    own: float
    own_error: float
    others: float
    lost: float
    choices: int
    result: float

    @property
    def corrected(self) -> float:
        """The result without luck."""
        return self.result - self.luck


@dataclass(frozen=True)
class Review:
    """A reviewed match. names: everybody who sat in a seat; unit, source: the judge's; start: the
    values at the beginning; moments: the plies; result: what each seat got in the end, in the
    unit; winners: the seats that won, if it is over; gone: those whose players have left; resigned:
    who gave up, or had no time left (late), which is the last moment where chances to win are
    judged."""

    game: str
    names: tuple[str, ...]
    unit: str
    source: str
    start: Seats
    moments: tuple[Moment, ...]
    result: Seats
    winners: tuple[int, ...] = ()
    gone: tuple[int, ...] = ()
    resigned: int | None = None
    late: bool = False

    @property
    def played(self) -> Review:
        """The same without giving up."""
        told = self.resigned is not None and self.unit == "wins"
        return replace(self, moments=self.moments[:-1]) if told else self

    @property
    def present(self) -> tuple[int, ...]:
        """The seats of everybody who was at the table in the end: others are not told of."""
        return tuple(seat for seat in range(len(self.names)) if seat not in self.gone)

    @property
    def accounts(self) -> tuple[Account, ...]:
        return tuple(self._account(seat) for seat in range(len(self.names)))

    def _account(self, seat: int) -> Account:
        chance = [moment for moment in self.moments if moment.actor is None]
        own = [moment for moment in self.moments if moment.is_by(seat)]
        others = [one for one in self.moments if one.actor is not None and not one.is_by(seat)]
        return Account(
            self.names[seat],
            self.start[seat],
            sum((moment.change[seat] for moment in chance), 0.0),
            self._error(seat, lambda moment: moment.actor is None),
            sum((moment.change[seat] for moment in own), 0.0),
            self._error(seat, lambda moment: moment.is_by(seat)),
            sum((moment.change[seat] for moment in others), 0.0),
            sum((moment.lost for moment in own), 0.0),
            sum(bool(moment.moves) for moment in own),
            self.result[seat],
        )

    def _error(self, seat: int, counts: Callable[[Moment], bool]) -> float:
        """The error of what these plies changed in sum: between two of them in a row an estimate
        cancels out, so only the ends of such a run count."""
        found, inside, last = list[float](), False, 0.0
        for moment in self.moments:
            if moment.error(seat):
                before, last = (errors[seat] for errors in moment.errors)
                if inside != counts(moment):
                    found.append(before)
                inside = counts(moment)
        return hypot(*found, last if inside else 0.0)

    @property
    def moves(self) -> tuple[int, ...]:
        """How many moves there were before every ply, and at the end."""
        return (0, *(moment.move for moment in self.moments))

    @property
    def course(self) -> tuple[Seats, ...]:
        """The values before every ply, and at the end: what a chart draws."""
        return (self.start, *(moment.after for moment in self.moments))
