"""Digest: a review as people read it: its numbers as text, and the plies that stand out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from gamenight.lab.account import Account, Moment, Review

WINS = "wins"
MOST = 4  # plies of each kind that stand out
LEAST = 0.1  # of the greatest of its kind; what is smaller does not stand out
SURE = 2.0  # standard errors that a difference must exceed to stand out
MOST_SPARE = 3
LUCK, RESULT, WITHOUT_LUCK = "luck", "= result", "without luck"
MISTAKE, LUCKY, UNLUCKY = "mistake", "lucky", "unlucky"


class AccountColumn(NamedTuple):
    """A column of the accounts; where room is short, the highest `spare` is dropped first. The
    chart tells the result too."""

    heading: str
    cell: Callable[[Account], str]
    spare: int = 0


@dataclass(frozen=True)
class ReviewWords:
    """The numbers of a review as text. sign: precedes an error; arrow: leads to the next value."""

    review: Review
    sign: str = "±"
    arrow: str = "→"

    @property
    def share(self) -> bool:
        """Whether values are parts of a win, written in percent."""
        return self.review.unit == WINS

    @property
    def unit(self) -> str:
        return "chances to win" if self.share else self.review.unit

    def value(self, value: float) -> str:
        return f"{round(100 * value, 1) + 0.0:.1f}%" if self.share else _short(value)

    def worth(self, value: float) -> str:
        """What a move is worth: in percent, or in the game's unit with a sign."""
        return self.value(value) if self.share else self.change(value)

    def change(self, change: float) -> str:
        """With its sign; no change is 0."""
        text = f"{100 * change:+.1f}%" if self.share else _short(change)
        if float(text.rstrip("%")) == 0:
            return "0"
        return text if self.share or change < 0 else f"+{text}"

    def unsure(self, error: float) -> str:
        """The standard error, where there is one and a sign for it."""
        if not error or not self.sign:
            return ""
        return f" {self.sign}{100 * error:.1f}" if self.share else f" {self.sign}{error:.2g}"

    def effect(self, moment: Moment) -> str:
        """What a ply did: its luck, or what it gave away, and how sure that is; but not of those
        who left."""
        if is_gone(moment, self.review):
            return ""
        if moment.actor is None:
            return f"luck {self.change(luck(moment))}{self.unsure(moment.error(seat_of(moment)))}"
        best, chosen = moment.best, moment.chosen
        if best is None or chosen is None:  # forced, or somebody left the table or joined it
            return self._unweighed(moment.change[moment.actor], moment.error(moment.actor))
        proven = " proven" if best.proven and chosen.proven else ""
        if moment.lost <= 0:
            rivals = any(move.value > chosen.value for move in moment.moves)
            return "perhaps best" if rivals else f"best{proven}"
        lost = self.value(moment.lost)
        return f"lost {lost}{proven or self.unsure(moment.lost_error)}"

    def _unweighed(self, change: float, error: float) -> str:
        shown = self.change(change)
        return "no choice" if shown == "0" else f"{shown}{self.unsure(error)}"

    def from_to(self, moment: Moment, seat: int) -> str:
        before, after = (self.value(values[seat]) for values in (moment.before, moment.after))
        return f"{before} {self.arrow} {after}"

    @cached_property
    def columns(self) -> tuple[AccountColumn, ...]:
        """The account of a player: the start, what changed it, and the result. A column that is
        zero for everybody says nothing, nor does a result without luck where there was none."""
        accounts = self.review.accounts
        told = [
            column
            for column in self._all_columns
            if column.heading == RESULT
            or not all(_is_zero(column.cell(accounts[seat])) for seat in self.review.present)
        ]
        lucky = any(column.heading == LUCK for column in told)
        return tuple(c for c in told if lucky or c.heading != WITHOUT_LUCK)

    @property
    def _all_columns(self) -> tuple[AccountColumn, ...]:
        return (
            AccountColumn("start", lambda own: self.value(own.start), 2),
            AccountColumn(LUCK, lambda own: self.change(own.luck) + self.unsure(own.luck_error)),
            AccountColumn(
                "decisions", lambda own: self.change(own.own) + self.unsure(own.own_error)
            ),
            AccountColumn("others", lambda own: self.change(own.others), 2),
            AccountColumn(RESULT, lambda own: self.value(own.result), MOST_SPARE),
            AccountColumn(WITHOUT_LUCK, lambda own: self.value(own.corrected)),
            AccountColumn("mistakes", lambda own: self.change(-own.lost)),
            AccountColumn("choices", lambda own: str(own.choices), 1),
        )


def seat_of(moment: Moment) -> int:
    """Whose moment it is: the actor of a decision, the owner of a roll, or, where a roll is
    nobody's, whoever gained most by it."""
    if moment.actor is not None:
        return moment.actor
    if moment.owner is not None:
        return moment.owner
    return max(range(len(moment.change)), key=moment.change.__getitem__)


def is_gone(moment: Moment, review: Review) -> bool:
    """Whether it is a moment of somebody who left the table in the end."""
    return seat_of(moment) in review.gone


def luck(moment: Moment) -> float:
    """The luck of a roll, for the seat it belongs to."""
    return moment.change[seat_of(moment)]


class Digest:
    """What follows from a review, worked out once."""

    def __init__(self, review: Review):
        self.review = review
        self.accounts = review.accounts
        self.listed = _listed(review)
        self.notable = _notable(review)

    @property
    def worst(self) -> int:
        """The place of the worst mistake in the list; without one, the first place."""
        index = next((at for at, kind in self.notable.items() if kind == MISTAKE), None)
        return 0 if index is None else self.listed.index(index)

    def nearest(self, index: int) -> int:
        """The place in the list of the moment nearest to a ply."""
        places = range(len(self.listed))
        return min(places, key=lambda at: abs(self.listed[at] - index))


def _listed(review: Review) -> tuple[int, ...]:
    """The plies worth a look, by index: choices, and whatever changed something, such as chance or
    somebody joining the table; nothing of those who left it."""
    found = [
        index
        for index, moment in enumerate(review.moments)
        if (moment.moves or any(moment.change)) and not is_gone(moment, review)
    ]
    return tuple(found or range(len(review.moments)))


def _notable(review: Review) -> dict[int, str]:
    """The worst mistakes, and the luckiest and unluckiest rolls, by index."""
    lost: list[tuple[int, float]] = []
    lucky: list[tuple[int, float]] = []
    unlucky: list[tuple[int, float]] = []
    for index, moment in enumerate(review.moments):
        if is_gone(moment, review):
            continue
        if moment.actor is not None:
            if moment.lost > SURE * moment.lost_error:
                lost.append((index, moment.lost))
        elif abs(change := luck(moment)) > SURE * moment.error(seat_of(moment)):
            (lucky if change > 0 else unlucky).append((index, abs(change)))
    kinds = {MISTAKE: lost, LUCKY: lucky, UNLUCKY: unlucky}
    return {index: kind for kind, found in kinds.items() for index in _greatest(found)}


def _greatest(found: Sequence[tuple[int, float]]) -> list[int]:
    ordered = sorted(found, key=lambda one: (-one[1], one[0]))[:MOST]
    return [index for index, size in ordered if size >= LEAST * ordered[0][1]]


def _is_zero(text: str) -> bool:
    number, _, _ = text.partition(" ")
    return float(number.rstrip("%")) == 0


def _short(value: float) -> str:
    """A whole number without a point, any other with two decimals."""
    rounded = round(value, 2) + 0.0  # never -0
    return f"{rounded:.0f}" if rounded == round(rounded) else f"{rounded:.2f}"
