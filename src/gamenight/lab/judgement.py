"""Judgement: a review in one sentence: who was lucky, who decided better, where it turned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot

from gamenight.core.text import enumerated
from gamenight.lab.account import Account, Review

SURE = 2.0  # standard errors that a difference must exceed
LEAST = 0.02  # of a win, or of the highest value: a smaller difference is none
MOST_NAMED = 2


@dataclass(frozen=True, slots=True)
class Judgement:
    """clauses: the sentence in parts, what matters most first; turn: the ply that counted
    most in the move that put the winner ahead for good, None if there is none."""

    clauses: tuple[str, ...]
    turn: int | None

    @property
    def sentence(self) -> str:
        text = "; ".join(self.clauses)
        return f"{text[:1].upper()}{text[1:]}." if text else ""


def judged(review: Review) -> Judgement:
    """What a review says of the match as a whole; nothing where one player is alone."""
    accounts = review.accounts
    if len(review.present) < 2:
        return Judgement((), None)
    winner = review.winners[0] if len(review.winners) == 1 else None
    turn = None if winner is None else _turn(review.played, winner)
    turned = () if turn is None else (f"the game turned {_when(review.moves[turn])}",)
    sides = _Sides(review, accounts)
    if review.resigned is not None:
        # Where nobody had decided anything yet, that alone decided, not luck.
        causes = [_given_up(review, review.resigned)]
        causes += _causes(sides, None) if sides.deciding else []
    else:
        causes = _causes(sides, winner)
    return Judgement((*causes, *turned), turn)


def _given_up(review: Review, seat: int) -> str:
    """Whoever gives up wins nothing, however good it looked."""
    last = review.played.course[-1]
    others = max(value for other, value in enumerate(last) if other != seat)
    better = " in the better position" if last[seat] > others else ""
    return f"{review.names[seat]} {'ran out of time' if review.late else 'gave up'}{better}"


def _when(move: int) -> str:
    """Dice can decide before anybody does."""
    return f"at move {move}" if move else "before the first move"


def _turn(review: Review, winner: int) -> int | None:
    """The ply of the move after which the winner was ahead until the end."""
    behind = [
        ply
        for ply, values in enumerate(review.course)
        if values[winner] <= max(value for seat, value in enumerate(values) if seat != winner)
    ]
    if not behind or behind[-1] == len(review.moments):
        return None  # ahead all the time, or not even at the end
    # A roll may follow the draw that was enough: of one move, what changed most is named.
    first = review.moments[behind[-1]]
    of_it = [one for one in review.moments[behind[-1] :] if one.move == first.move]
    return max(of_it, key=lambda one: one.change[winner]).ply


class _Sides:
    """Who decided best and who was luckiest, by seat: empty where nobody stands out."""

    def __init__(self, review: Review, accounts: Sequence[Account]):
        self.names = review.names
        highest = max((abs(value) for row in review.course for value in row), default=0)
        least = LEAST * (1.0 if review.unit == "wins" else highest)
        deciding = [seat for seat in review.present if accounts[seat].choices]
        own = {seat: (accounts[seat].own, accounts[seat].own_error) for seat in deciding}
        luck = {seat: (accounts[seat].luck, accounts[seat].luck_error) for seat in review.present}
        self.deciding = len(deciding)
        self.chance = any(abs(one.luck) > least for one in accounts)
        better = _ahead(own, least)
        # Whoever gave away more than one of the others decided no better, whatever it changed.
        others = [accounts[seat].lost for seat in deciding if seat not in better]
        spared = min(others, default=0.0) + least
        self.better = tuple(seat for seat in better if accounts[seat].lost <= spared)
        self.erring = bool(own) and max(own.values())[0] < -least  # even the best gave away a lot
        self.luckier = _ahead(luck, least) if self.chance else ()

    def named(self, seats: Sequence[int]) -> str:
        names = [self.names[seat] for seat in seats]
        return enumerated(names) if len(names) <= MOST_NAMED else "others"


def _ahead(values: dict[int, tuple[float, float]], least: float) -> tuple[int, ...]:
    """Those who are not below the best; nobody if that is everybody."""
    if len(values) < 2:
        return ()
    best, error = max(values.values())
    found = tuple(
        seat
        for seat, (value, own) in values.items()
        if best - value <= max(SURE * hypot(error, own), least)
    )
    return () if len(found) == len(values) else found


def _causes(sides: _Sides, winner: int | None) -> list[str]:
    better, luckier = sides.better, sides.luckier
    if not sides.deciding:
        return ["only luck decided" if sides.chance else "nothing was decided"]
    decided = [f"{sides.named(better)} decided better"] if better else []
    had_luck = [f"{sides.named(luckier)} had more luck"] if luckier else []
    equal = ["nobody decided clearly better"] if sides.deciding > 1 and not better else []
    others = [*decided, *had_luck, *equal]
    if better and better == luckier:
        others = [f"{sides.named(better)} decided better and had more luck"]
    if winner is None:
        return others
    name = sides.names[winner]
    if winner in better:
        way = "giving away less" if sides.erring else "better decisions"
        also = f"{name} won by luck and by {way}"
        return [also] if winner in luckier else [f"{name} won by {way}", *had_luck]
    if winner in luckier:
        return [f"{name} won by luck", *decided, *equal]
    return [f"{name} won", *others] if others else []
