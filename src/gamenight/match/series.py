"""A series: rounds of the same game, each a match that knows the scores of those before it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gamenight.core.errors import GamenightError
from gamenight.core.record import Order, Result, Seat, Standing
from gamenight.match.fair import Source
from gamenight.match.match import Match
from gamenight.match.seats import check_headcount
from gamenight.match.store import Store

Round = tuple[Standing, ...]


class NotOver(GamenightError):
    code = "not_over"


class PodiumPlace(NamedTuple):
    """A line of the podium; equals share a rank, and a round that several share is nobody's."""

    rank: int
    name: str
    won: int
    tied: int
    score: int

    @property
    def rounds(self) -> str:
        """What became of the rounds: `1 won`, or `1 won, 2 tied`."""
        return f"{self.won} won" + (f", {self.tied} tied" if self.tied else "")


def rounds(
    earlier: Sequence[Round],
    result: Result | None,
    names: Sequence[str],
    absent: Sequence[int] = (),
) -> tuple[Round, ...]:
    """Everybody's results in each finished round of a series: the earlier ones, and the last if it
    is over. Those who have left the table have none in it."""
    if result is None:
        return tuple(earlier)
    scores, winners = result.scores, result.winners
    there = (n for n in range(len(names)) if n not in absent)
    now = (Standing(names[n], scores[n], n in winners) for n in there)
    return (*earlier, tuple(now))


def best_first(standings: Round) -> list[Standing]:
    """Everybody in a round, the winners before the others."""
    return sorted(standings, key=lambda one: (not one.won, -one.score))


def won_with(standings: Round) -> str:
    """What is said of the winners: several have tied."""
    return "won with" if sum(one.won for one in standings) == 1 else "tied with"


def result_lines(played: Sequence[Round]) -> list[str]:
    """Each finished round with its winner and everybody's score."""
    lines = []
    for number, standings in enumerate(played, 1):
        won = f" {won_with(standings)}"
        ranked = best_first(standings)
        scores = (f"{one.name}{won if one.won else ''} {one.score}" for one in ranked)
        lines.append(f"Round {number}: {', '.join(scores)}.")
    return lines


def podium_lines(played: Sequence[Round]) -> list[str]:
    """The podium: who won how many rounds, with how many points in all."""
    return [f"  {p.rank}. {p.name}: {p.rounds}, {p.score} in all" for p in podium(played)]


def next_round(
    match: Match,
    seats: Sequence[Seat],
    order: Order = "given",
    store: Store | None = None,
    source: Source | None = None,
) -> Match:
    """The match of the next round: the same options, and everybody who is in now. The table keeps
    its seats: with fewer players, more of them begin empty; raises InvalidPlayers where there
    are too few. By default it is in the same store, and its chance has a source of its own."""
    if match.result is None:
        raise NotOver(f"match {match.id} is not over, so no round can follow it")
    options = dict(match.options)
    if match.game.empty:
        check_headcount(match.game, {**options, match.game.empty: 0}, seats)
        options[match.game.empty] = max(0, match.rules.players - len(seats))
    return Match.new(
        store or match.store,
        match.game,
        seats,
        options,
        order,
        source=source or match.mixing.next,
        series=rounds(match.series, match.result, match.names, match.absent),
        follows=match.id,
        clock=match.clock,
    )


def next_order(match: Match, seats: Sequence[Seat]) -> Order:
    """Who begins the next round: where every seat has its own role they stay; where chance chose
    who begins, it does so again; else it is the next player's turn."""
    if match.game.unasked(**match.options):
        return "given"
    return "shuffle" if match.game.setup.starter == "shuffle" else 1 % len(seats)


def podium(played: Sequence[Round]) -> tuple[PodiumPlace, ...]:
    """All who took part, by rounds won, then by rounds tied, then by points."""
    totals: dict[str, tuple[int, int, int]] = {}
    for finished in played:
        alone = sum(standing.won for standing in finished) == 1
        for standing in finished:
            won, tied, score = totals.get(standing.name, (0, 0, 0))
            won, tied = won + (standing.won and alone), tied + (standing.won and not alone)
            totals[standing.name] = (won, tied, score + standing.score)
    ordered = sorted(totals.items(), key=lambda item: item[1], reverse=True)
    results = [total for _, total in ordered]
    return tuple(PodiumPlace(results.index(total) + 1, name, *total) for name, total in ordered)
