"""Reviews made by hand, and the work that has them already."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Any

from gamenight.app.review_work import ReviewWork
from gamenight.core.game import Game
from gamenight.core.judge import Value
from gamenight.core.record import Record, Seat
from gamenight.lab.account import Moment, Review, Weighed
from gamenight.match.match import Match
from gamenight.match.sqlite import SqliteStore
from tests.match.courses import played

SOURCE = "told by hand"


def roll(ply: int, owner: int | None, before: float, after: float, error: float = 0.0) -> Moment:
    """Chance between two: what the first can expect before it and after it."""
    told, values = f"Somebody rolls {ply}.", ((before, 1 - before), (after, 1 - after))
    return Moment(ply, None, owner, f"roll {ply}", told, *values, ((error, error), (0.0, 0.0)))


def counted(*moments: Moment) -> tuple[Moment, ...]:
    """The same with their moves: what somebody decided, or else all."""
    actors = [moment.actor for moment in moments]
    dice_play = {*actors} == {None}
    moves = accumulate(int(dice_play or actor is not None) for actor in actors)
    return tuple(replace(one, move=move) for one, move in zip(moments, moves, strict=True))


def choice(
    ply: int, actor: int, before: float, after: float, moves: Sequence[Weighed] = ()
) -> Moment:
    """A decision between two, of the first of these moves that is called `own`."""
    told, values = f"Somebody decides {ply}.", ((before, 1 - before), (after, 1 - after))
    return Moment(ply, actor, None, "own", told, *values, moves=tuple(moves))


OWN, BEST = Weighed("own", 0.4, 0.003), Weighed("better", 0.6, 0.004)

DUEL = counted(
    roll(1, 0, 0.5, 0.7),
    choice(2, 0, 0.7, 0.7),
    roll(3, 1, 0.7, 0.8, 0.02),
    choice(4, 1, 0.8, 0.6, (BEST, OWN)),
    choice(5, 0, 0.6, 0.6, (Weighed("own", 0.6, 0.0, True), Weighed("other", 0.5, 0.0, True))),
    roll(6, 0, 0.6, 1.0),
)


def duel(unit: str = "wins", names: tuple[str, ...] = ("Ann", "Ben")) -> Review:
    """A short match that the first player wins."""
    moments = DUEL
    return Review("oware", names, unit, SOURCE, moments[0].before, moments, moments[-1].after)


def crowd(count: int) -> Review:
    """A match of many, in which each in turn gives something away."""
    known = ("Ann", "Ben", "Cem", "Dag", "Eva", "Fin", "Gil", "Hal")
    names = known[:count] if count <= len(known) else tuple(f"p{n + 1}" for n in range(count))
    value, moments = [0.0] * count, []
    for seat in range(count):
        before = tuple(value)
        value[seat] -= seat + 1
        moves = (Weighed("better", 0.0), Weighed("own", -(seat + 1.0)))
        told = f"{names[seat]} errs."
        after = tuple(value)
        moments.append(Moment(seat + 1, seat, None, "own", told, before, after, moves=moves))
    return Review("oware", names, "seeds", SOURCE, (0.0,) * count, counted(*moments), tuple(value))


class Ready(ReviewWork):
    """Work that was done before."""

    def __init__(self, review: Review, record: Record | None = None):
        super().__init__(record or finished().record)
        self.review = review

    def start(self) -> None:
        pass


def finished() -> Match:
    """A short match of a game without chance."""
    from gamenight.core import registry

    match = played(SqliteStore(), registry.game("oware"), "Ann Ben", "C", "e", "A", "f", "B", "a")
    match.resign(1)
    return match


class NimJudge:
    """Knows who wins: whoever does not have to move at a multiple of four."""

    unit, source = "wins", "a multiple of four is lost"

    def value(self, state: Any) -> Value:
        winner = (state.player - 1) % 2 if state.left % 4 == 0 else state.player
        return Value((1.0 - winner, float(winner)), 0.0, True)


def nim_record(game: Game, texts: Sequence[str]) -> Record:
    return Record(game.id, game.version, (Seat("Ann"), Seat("Ben")), {}, tuple(texts))
