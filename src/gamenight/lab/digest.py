"""Digest: a review as people read it: its numbers as text, and the plies that stand out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from gamenight.core.text import enumerated
from gamenight.lab.account import Account, Moment, Review

WINS = "wins"
MOST = 4  # plies of each kind that stand out
LEAST = 0.1  # of the greatest of its kind; what is smaller does not stand out
SURE = 2.0  # standard errors that a difference must exceed to stand out
MOST_SPARE = 3
START, LUCK, DECISIONS, OTHERS = "start", "luck", "decisions", "others"
RESULT, WITHOUT_LUCK, MISTAKES, CHOICES = "= result", "without luck", "mistakes", "choices"
PARTS = (START, LUCK, DECISIONS, OTHERS)  # of a result
MEANINGS = {
    START: "before the first move",
    LUCK: "what the rolls changed",
    DECISIONS: "what a player's own moves changed",
    OTHERS: "what everybody else's moves changed",
    RESULT: "all of that together",
    WITHOUT_LUCK: "the result less the luck",
    MISTAKES: "what was given away, compared with the best moves",
    CHOICES: "decisions with more than one possible move",
}
IN_SHORT = {MISTAKES: "given away", WITHOUT_LUCK: "skill"}
ADDED = {OTHERS: "others' moves"}  # what a part is called in the sum, if not by its heading
AHEAD = (" (how far ahead, as in the chart)", " (how far ahead)")  # what a result is
IN_WINS = (
    "These sums are in wins: a win is 1, a chance of 25% is 0.25. What all moves and rolls of a "
    "match changed can add up to more than a win."
)
MISTAKE, LUCKY, UNLUCKY = "mistake", "lucky", "unlucky"
BEGINNING = "start"  # in place of a move's number, before the first
PROVEN = " (proven)"
WINS_ANYWAY, CLOSE = "wins anyway", "close to best"


class AccountColumn(NamedTuple):
    """A column of the accounts; where room is short, the highest `spare` is dropped first, and last
    what adds up to the result."""

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

    def is_nothing(self, text: str) -> bool:
        """Whether a value is zero as it is written."""
        return float(text.rstrip("%")) == 0

    def worth(self, value: float) -> str:
        """What a move is worth: in percent, or in the game's unit with a sign."""
        return self.value(value) if self.share else self.change(value)

    def change(self, change: float) -> str:
        """With its sign; no change is 0."""
        text = f"{100 * change:+.1f}%" if self.share else _short(change)
        if self.is_nothing(text):
            return "0"
        return text if self.share or change < 0 else f"+{text}"

    def unsure(self, error: float) -> str:
        """The standard error, where there is one and a sign for it."""
        if not error or not self.sign:
            return ""
        return f" {self.sign}{100 * error:.1f}" if self.share else f" {self.sign}{error:.2g}"

    def total(self, total: float) -> str:
        """A sum over a match. Parts of a win can add up to more than one, so this is no chance and
        not in percent."""
        return f"{round(total, 2) + 0.0:.2f}" if self.share else self.value(total)

    def total_change(self, total: float, error: float = 0.0) -> str:
        """The same with its sign, and with its standard error where that is not too small."""
        if not self.share:
            return self.change(total) + self.unsure(error)
        text = f"{total:+.2f}" if round(total, 2) else "0"
        return f"{text} {self.sign}{error:.2f}" if self.sign and round(error, 2) else text

    def effect(self, moment: Moment, brief: bool = False) -> str:
        """What a ply did: its luck, or what it gave away, and how sure that is; but not of those
        who left. brief: of a roll of nobody's only for whom it was lucky, and how much."""
        if is_gone(moment, self.review):
            return ""
        if moment.actor is None:
            change = self.change(luck(moment))
            whose = "" if change == "0" else self.whose(moment)
            told = f"luck {change}{self.unsure(moment.error(seat_of(moment)))}"
            return f"{change}{whose}" if brief and whose else f"{told}{whose}"
        best, chosen = moment.best, moment.chosen
        if best is None or chosen is None:  # forced, or somebody came or went
            return self._unweighed(moment.change[moment.actor], moment.error(moment.actor))
        proven = PROVEN if best.proven and chosen.proven else ""
        if moment.lost <= 0:
            less = self.value(max(move.value for move in moment.moves) - chosen.value)
            if moment.wins:
                return WINS_ANYWAY
            return f"best{proven}" if self.is_nothing(less) else f"{CLOSE} ({less} less)"
        lost = self.value(moment.lost)
        return f"lost {lost}{proven or self.unsure(moment.lost_error)}"

    def _unweighed(self, change: float, error: float) -> str:
        shown = self.change(change)
        return "no choice" if shown == "0" else f"{shown}{self.unsure(error)}"

    def whose(self, moment: Moment) -> str:
        """For whom a roll that is nobody's was lucky."""
        nobodys = moment.actor is None and moment.owner is None
        return f" for {self.review.names[seat_of(moment)]}" if nobodys else ""

    def who(self, moment: Moment) -> str:
        """Who acted, or whose roll it was; some rolls are nobody's."""
        nobodys = moment.actor is None and moment.owner is None
        return "" if nobodys else self.review.names[seat_of(moment)]

    def number(self, moment: Moment) -> str:
        """Which move it is; a roll after a move has no number of its own."""
        if not moment.move:
            return BEGINNING
        return str(moment.move) if moment.ply in self._moves else ""

    def when(self, moment: Moment) -> str:
        """The same for a moment by itself."""
        return self.number(moment) or f"after {moment.move}"

    @cached_property
    def _moves(self) -> frozenset[int]:
        """The plies that are moves, as people count them."""
        found = zip(self.review.moves, self.review.moments, strict=False)
        return frozenset(
            one.ply for before, one in found if one.move > before or one.actor is not None
        )

    def from_to(self, moment: Moment, seat: int) -> str:
        before, after = (self.value(values[seat]) for values in (moment.before, moment.after))
        return f"{before} {self.arrow} {after}"

    @cached_property
    def columns(self) -> tuple[AccountColumn, ...]:
        """The account of a player: the start, what changed it, and the result. A column that is
        zero for everybody says nothing, nor does a result without luck where there was none, nor
        mistakes where the judge knows the best moves: these are the decisions."""
        accounts, present = self.review.accounts, self.review.present
        told = [
            column
            for column in self._all_columns
            if column.heading == RESULT
            or not all(_is_zero(column.cell(accounts[seat])) for seat in present)
        ]
        lucky = any(column.heading == LUCK for column in told)
        same = all(self.change(accounts[seat].own + accounts[seat].lost) == "0" for seat in present)
        needless = {*([] if lucky else [WITHOUT_LUCK]), *([MISTAKES] if same else [])}
        return tuple(column for column in told if column.heading not in needless)

    @property
    def _all_columns(self) -> tuple[AccountColumn, ...]:
        return (
            AccountColumn(START, lambda own: self.total(own.start)),
            AccountColumn(LUCK, lambda own: self.total_change(own.luck, own.luck_error)),
            AccountColumn(DECISIONS, lambda own: self.total_change(own.own, own.own_error)),
            AccountColumn(OTHERS, lambda own: self.total_change(own.others)),
            AccountColumn(RESULT, lambda own: self.total(own.result)),
            AccountColumn(WITHOUT_LUCK, lambda own: self.total(own.corrected), 2),
            AccountColumn(MISTAKES, lambda own: self.total_change(-own.lost), 1),
            AccountColumn(CHOICES, lambda own: str(own.choices), MOST_SPARE),
        )


def explained_in_short(
    headings: Sequence[str], all_of: Sequence[str], room: int, share: bool
) -> str:
    """What the columns with these headings mean, in a line: what adds up, and the rest as far as
    there is room; all_of: the headings before some were left out for lack of room; share: whether
    they are parts of a win."""
    parts = [ADDED.get(heading, heading) for heading in PARTS if heading in headings]
    whole = RESULT in headings and all(part in headings for part in PARTS if part in all_of)
    told = " + ".join(parts) + " = result" if whole else "Not every column fits: no sum"
    told = f"In wins: {told}" if share else told
    if whole and not share:
        told += next((more for more in AHEAD if len(told + more) <= room), "")
    for heading, meaning in IN_SHORT.items():
        longer = f"{told}; {heading}: {meaning}"
        told = longer if heading in headings and len(longer) <= room else told
    return told


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


def left_told(review: Review) -> str:
    """Whom the accounts leave out."""
    gone = [review.names[seat] for seat in review.gone]
    return f"{enumerated(gone)} left, and {_is_or_are(gone)} not counted." if gone else ""


def _is_or_are(names: Sequence[str]) -> str:
    return "is" if len(names) == 1 else "are"


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
    """The plies worth a look, by index: choices, whatever chance changed, and who came or went; of
    those who left, only that they did."""
    found = [
        index
        for index, moment in enumerate(review.moments)
        if moment.at_table or ((moment.moves or any(moment.change)) and not is_gone(moment, review))
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
