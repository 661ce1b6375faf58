"""A series: rounds of the same game, each a match that knows the scores of those before it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gamenight.core.errors import GamenightError
from gamenight.core.record import Order, Result, Seat, Standing
from gamenight.match.match import Match

Round = tuple[Standing, ...]


class NotOver(GamenightError):
    code = "not_over"


class PodiumPlace(NamedTuple):
    """A line of the podium; equals share a rank."""

    rank: int
    name: str
    won: int
    score: int


def rounds(
    earlier: Sequence[Round], result: Result | None, names: Sequence[str]
) -> tuple[Round, ...]:
    """Everybody's results in each finished round of a series: the earlier ones, and the last if it
    is over."""
    if result is None:
        return tuple(earlier)
    scores, winners = result.scores, result.winners
    now = (Standing(name, scores[n], n in winners) for n, name in enumerate(names))
    return (*earlier, tuple(now))


def next_round(match: Match, seats: Sequence[Seat], order: Order = "given") -> Match:
    """The match of the next round: the same options, and everybody who is in now."""
    if match.result is None:
        raise NotOver(f"match {match.id} is not over, so no round can follow it")
    return Match.new(
        match.store,
        match.game,
        seats,
        match.options,
        order,
        secret=match.next_secret,
        series=rounds(match.series, match.result, match.names),
        follows=match.id,
    )


def next_order(match: Match, seats: Sequence[Seat]) -> Order:
    """Who begins the next round: where every seat has its own role they stay; where chance chose
    who begins, it does so again; else it is the next player's turn."""
    if match.game.unasked(**match.options):
        return "given"
    return "shuffle" if match.game.setup.starter == "shuffle" else 1 % len(seats)


def podium(played: Sequence[Round]) -> tuple[PodiumPlace, ...]:
    """All who took part, by rounds won and then by points."""
    totals: dict[str, tuple[int, int]] = {}
    for standing in (standing for finished in played for standing in finished):
        won, score = totals.get(standing.name, (0, 0))
        totals[standing.name] = (won + standing.won, score + standing.score)
    ordered = sorted(totals.items(), key=lambda item: item[1], reverse=True)
    results = [total for _, total in ordered]
    return tuple(PodiumPlace(results.index(total) + 1, name, *total) for name, total in ordered)
