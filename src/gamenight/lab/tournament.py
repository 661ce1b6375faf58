"""Tournament: every bot against every other, rated, and resumed where it was stopped.

Where only one side decides, bots cannot meet: each plays alone, and what it wins of that is its
strength. A game that can work this out (`Lab.share`) need not play.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import closing, nullcontext
from dataclasses import dataclass, field
from itertools import combinations
from math import inf
from pathlib import Path
from typing import Any

from gamenight.bots import ANCHOR, ANCHOR_ELO, bots_for, find_bot
from gamenight.bots.ladder import ladder
from gamenight.core import registry
from gamenight.core.errors import InvalidPlayers
from gamenight.core.game import Game, for_playing, lab_of
from gamenight.core.options import chosen, values
from gamenight.core.text import listed
from gamenight.lab.arena import Lineup
from gamenight.lab.elo import Ratings, Score, Won, ratings, ratings_alone
from gamenight.lab.journal import Entry, Journal
from gamenight.lab.tally import Tally
from gamenight.lab.work import Report, Say, compiled_where_possible, silent, unsaid, work

# Two bots that meet, or one that plays alone.
Pair = tuple[str, ...]


@dataclass(frozen=True)
class Standings:
    """A tournament so far: `asked` is the most games per pair; seats: at a table; compiled: the
    pairs whose games a kernel plays, not the Python rules; complete: not stopped; worked_out: the
    shares of bots that play alone and need not."""

    game: str
    options: dict[str, Any]
    bots: tuple[str, ...]
    seats: int
    seed: int
    asked: int
    tallies: dict[Pair, Tally]
    compiled: frozenset[Pair] = frozenset()
    complete: bool = True
    worked_out: Mapping[str, float] = field(default_factory=dict)

    @property
    def alone(self) -> bool:
        """Whether only one side decides, so that nobody meets anybody."""
        return self.seats == 1

    def won(self, bot: str) -> Won:
        """What a bot wins alone."""
        if bot in self.worked_out:
            return Won(self.worked_out[bot], inf)
        tally = self.tallies[bot,]
        return Won(float(tally.share(0)) / max(1, tally.games), tally.games)

    @property
    def games(self) -> int:
        return sum(tally.games for tally in self.tallies.values())

    def score(self, bot: str, other: str) -> Score:
        """The points of a bot against another: its wins, and half of what nobody won alone."""
        pair = pair_of(bot, other)
        tally = self.tallies[pair]
        first, second = float(tally.share(0)), float(tally.share(1))
        nobody = tally.games - first - second
        points = (first if bot == pair[0] else second) + nobody / 2
        return Score(points, tally.games)

    def total(self, bot: str) -> Score:
        """The points of a bot against all others."""
        found = [self.score(bot, other) for other in self.bots if other != bot]
        return Score(sum(one.points for one in found), sum(one.games for one in found))

    def rated(self) -> Ratings:
        """Everybody's Elo, on the scale of the menus: the anchor is fixed."""
        if self.alone:
            return ratings_alone({bot: self.won(bot) for bot in self.bots}, *self.anchor)
        scores = {(one, other): self.score(one, other) for one, other in self.tallies}
        return ratings(self.bots, scores, *self.anchor)

    @property
    def anchor(self) -> tuple[str | None, float]:
        """The bot whose Elo is fixed: `random`, or else the first that the game's ladder knows;
        without any, the mean of the field has the Elo of `random`."""
        if ANCHOR in self.bots:
            return ANCHOR, ANCHOR_ELO
        known = ladder(registry.game(self.game))
        found = next((bot for bot in self.bots if bot in known), None)
        return found, known.get(found or "", ANCHOR_ELO)

    def ranking(self) -> tuple[str, ...]:
        """The bots by Elo, best first."""
        found = self.rated().by_name
        return tuple(sorted(self.bots, key=lambda bot: -found[bot].elo))


def tournament(
    game: Game,
    bots: Sequence[str],
    games: int,
    options: Mapping[str, Any] | None = None,
    seed: int = 0,
    processes: int | None = None,
    path: Path | None = None,
    report: Report = silent,
    say: Say = unsaid,
    by_rules: bool = False,
    seconds: float = inf,
    executor: Executor | None = None,
    near: int | None = None,
) -> Standings:
    """This many games for each pair, at the smallest table of two or more; with more than two
    seats both bots sit in several, as fairly as possible, and score the points of all their seats.
    A kernel plays the pairs that it can, unless `by_rules`. A pair that has taken about this many
    `seconds` of one core plays no more games. An `executor` plays them all, as in `simulate`.
    With `near` each bot meets only this many before and after it in the list. Without options,
    they are those with which people decide something.

    With a path, every finished chunk is kept in that file, and what it holds is not played again:
    the same call resumes after a kill or Ctrl-C, and plays on for more games or more bots.
    """
    given = dict(options or for_playing(game))
    seats = _seats(game, bots, given)
    known = worked_out(game, bots, given) if seats == 1 and not by_rules else {}
    pairs: list[Pair] = [pair_of(*two) for two in combinations(bots, 2)]
    if seats == 1:
        pairs = [(bot,) for bot in bots if bot not in known]
    meet = near_pairs(bots, near) if seats > 1 else set(pairs)
    every = [
        Lineup(game.id, pair, seats, tuple(sorted(given.items())), pair_seed(seed, pair))
        for pair in pairs
    ]
    if every and not by_rules:
        every = compiled_where_possible(game, every, say)
    lineups = {lineup.bots: lineup for lineup in every}
    head = about(game, given, seed, seats, by_rules)
    journal = Journal(path, head) if path is not None and meet else None
    with journal or nullcontext():
        kept = journal.entries if journal is not None else []
        for notice in journal.notices if journal is not None else ():
            say(notice)
        kept = [entry for entry in kept if entry.pair in meet]
        played = {pair: [entry for entry in kept if entry.pair == pair] for pair in lineups}
        tallies = {pair: sum((e.tally for e in played[pair]), Tally()) for pair in lineups}
        left = {
            lineup: gaps((entry.numbers for entry in played[pair]), games) if pair in meet else []
            for pair, lineup in lineups.items()
        }
        complete, total = True, len(meet) * games
        done = total - sum(len(numbers) for own in left.values() for numbers in own)
        if done:
            say(f"{path} has {done:,} of these games; if a bot has changed since, use another file")
        try:
            report(done, total)
            with closing(work(game, left, processes, say, seconds, executor)) as chunks:
                for chunk, tally, _, still in chunks:
                    pair = chunk.lineup.bots
                    if journal is not None:
                        journal.append(Entry(pair, chunk.numbers, tally))
                    tallies[pair] = tallies[pair] + tally
                    done += tally.games
                    report(done, done + still)
        except KeyboardInterrupt:
            complete = False
    compiled = frozenset(pair for pair, lineup in lineups.items() if lineup.compiled)
    found = given, tuple(bots), seats, seed, games, tallies, compiled, complete, known
    return Standings(game.id, *found)


def usual_bots(game: Game, options: Mapping[str, Any], by_rules: bool = False) -> list[str]:
    """Who takes part unless somebody says otherwise: all bots; where only one side decides, those
    whose share can be worked out, if there are any."""
    every = list(bots_for(game))
    given = dict(options or for_playing(game))
    if by_rules or _seats(game, every, given) > 1:
        return every
    return list(worked_out(game, every, given)) or every


def worked_out(game: Game, bots: Sequence[str], options: Mapping[str, Any]) -> dict[str, float]:
    """What each of these bots wins alone, as far as the game can tell without playing."""
    share = lab_of(game).share
    if share is None:
        return {}
    rules = game.rules(**options)
    found = {bot: share(rules, find_bot(game, bot)[0].bot) for bot in bots}
    return {bot: own for bot, own in found.items() if own is not None}


def _seats(game: Game, bots: Sequence[str], options: Mapping[str, Any]) -> int:
    """How many seats of a table decide; raises a GamenightError if there is nothing to measure."""
    chosen(game.options, options)
    for spec in bots:
        find_bot(game, spec)
    if len(bots) < 2 or len(set(bots)) < len(bots):
        raise InvalidPlayers(
            f"a tournament needs two or more different bots, not {listed(bots)} (possible: "
            f"{listed(bots_for(game))})",
            tuple(bots),
            tuple(bots_for(game)),
        )
    vacant, possible = len(game.unasked(**options)), game.players(**options)
    found = [number - vacant for number in possible if number > vacant]
    if not found:
        raise InvalidPlayers(
            f"in {game.title} with these options nobody decides: there is nothing for bots to do"
        )
    return next((number for number in found if number > 1), 1)


def about(
    game: Game, options: Mapping[str, Any], seed: int, seats: int, by_rules: bool = False
) -> dict[str, Any]:
    """What must be the same for a tournament to be resumed."""
    every = values(chosen(game.options, options))
    return {
        "game": game.id,
        "version": game.version,
        "options": every,
        "seed": seed,
        "seats": seats,
        "by_rules": by_rules,
    }


def usual_name(game: Game, options: Mapping[str, Any], seed: int, by_rules: bool = False) -> str:
    """The name of the file that keeps such a tournament, always the same."""
    text = json.dumps(about(game, options, seed, 0, by_rules), sort_keys=True)
    return f"{game.id}-{hashlib.sha256(text.encode()).hexdigest()[:12]}.jsonl"


def pair_of(one: str, other: str) -> Pair:
    """Two bots in the order in which a pair of them is always written."""
    return (one, other) if one < other else (other, one)


def near_pairs(bots: Sequence[str], near: int | None) -> set[Pair]:
    """Those with at most this many steps between them in the list; None: all."""
    places = combinations(range(len(bots)), 2)
    most = len(bots) if near is None else near
    return {pair_of(bots[one], bots[other]) for one, other in places if other - one <= most}


def pair_seed(seed: int, pair: Pair) -> int:
    """Every pair has games of its own, no matter who else takes part."""
    return int.from_bytes(hashlib.sha256(" ".join([str(seed), *pair]).encode()).digest()[:8])


def gaps(played: Iterable[range], games: int) -> list[range]:
    """The numbers below `games` that have not been played yet."""
    found, start = [], 0
    for numbers in sorted(played, key=lambda each: each.start):
        if start < min(numbers.start, games):
            found.append(range(start, min(numbers.start, games)))
        start = max(start, numbers.stop)
    return [*found, range(start, games)] if start < games else found


def as_json(standings: Standings) -> str:
    """All of it as one JSON text."""
    rated = standings.rated()
    data = {
        "game": standings.game,
        "options": standings.options,
        "seed": standings.seed,
        "seats": standings.seats,
        "asked": standings.asked,
        "complete": standings.complete,
        "bounded": rated.bounded,
        "bots": {bot: rated.by_name[bot]._asdict() for bot in standings.ranking()},
        **_by_pair(standings),
    }
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def _by_pair(standings: Standings) -> dict[str, Any]:
    """The results of each pair, or of each bot alone, where games without end are `null`."""
    if standings.alone:
        won = {bot: standings.won(bot) for bot in standings.ranking()}
        return {
            "alone": {
                bot: {
                    "share": own.share,
                    "games": None if bot in standings.worked_out else own.games,
                }
                for bot, own in won.items()
            }
        }
    return {
        "pairs": [
            {
                "pair": pair,
                **standings.score(*pair)._asdict(),
                "compiled": pair in standings.compiled,
            }
            for pair in standings.tallies
        ]
    }


def as_csv(standings: Standings) -> str:
    """One line per bot, best first: the crosstable, with its share of the points by opponent; or
    what it wins alone, with `inf` games where that was worked out."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    order, rated = standings.ranking(), standings.rated().by_name
    heads = ["share"] if standings.alone else ["points", *order]
    writer.writerow(["bot", "elo", "error", "games", *heads])
    for bot in order:
        if standings.alone:
            share, games = standings.won(bot)
            results: list[object] = [games, share]
        else:
            total = standings.total(bot)
            cells = ["" if bot == other else _share(standings.score(bot, other)) for other in order]
            results = [total.games, total.points, *cells]
        writer.writerow([bot, round(rated[bot].elo, 1), round(rated[bot].error, 1), *results])
    return text.getvalue()


def _share(score: Score) -> object:
    return round(score.points / score.games, 6) if score.games else ""
