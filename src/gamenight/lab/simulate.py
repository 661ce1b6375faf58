"""Simulate: many games between the same bots, counted with intervals."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import asdict, dataclass, fields
from fractions import Fraction
from typing import Any

from gamenight.core.game import Game
from gamenight.core.options import chosen
from gamenight.lab.arena import Arena, Lineup
from gamenight.lab.intervals import Interval, mean, wilson
from gamenight.lab.tally import Tally
from gamenight.lab.work import Report, Say, compiled_where_possible, silent, unsaid, work


@dataclass(frozen=True)
class PlayerResult:
    """How one player did. won: alone; shared: first together with others; share: of the games,
    a shared win being a fraction; score: the mean of the final scores."""

    name: str
    games: int
    won: int
    shared: int
    share: Interval
    score: Interval


@dataclass(frozen=True)
class Results:
    """Many games: `asked` is how many were wanted, `tally` those played; compiled: by the kernel,
    not by the Python rules."""

    game: str
    options: dict[str, Any]
    names: tuple[str, ...]
    seed: int
    asked: int
    tally: Tally
    compiled: bool = False

    @property
    def complete(self) -> bool:
        return self.tally.games == self.asked

    @property
    def rows(self) -> tuple[PlayerResult, ...]:
        return tuple(self._row(entrant, name) for entrant, name in enumerate(self.names))

    def _row(self, entrant: int, name: str) -> PlayerResult:
        tally = self.tally
        games = tally.seats(entrant)
        return PlayerResult(
            name,
            games,
            tally.won(entrant),
            tally.shared(entrant),
            wilson(float(tally.share(entrant)), games),
            mean(tally.scores[entrant], tally.squares[entrant], games),
        )

    @property
    def seats(self) -> tuple[Interval, ...]:
        """What each seat won, in the order of play, no matter who sat there."""
        found = (self.tally.at_seat(seat) for seat in range(len(self.names)))
        return tuple(wilson(float(won), games) for games, won in found)

    @property
    def nobody(self) -> int:
        """The games that nobody won."""
        won = sum((self.tally.share(entrant) for entrant in range(len(self.names))), Fraction(0))
        return int(self.tally.games - won)

    @property
    def plies(self) -> Interval:
        """The mean length of a game."""
        lengths = self.tally.lengths.items()
        total = sum(length * number for length, number in lengths)
        squares = sum(length * length * number for length, number in lengths)
        return mean(total, squares, self.tally.games)


def simulate(
    game: Game,
    bots: Sequence[str],
    games: int,
    options: Mapping[str, Any] | None = None,
    seed: int = 0,
    processes: int | None = None,
    report: Report = silent,
    say: Say = unsaid,
    by_rules: bool = False,
    executor: Executor | None = None,
) -> Results:
    """Play this many games, one bot for each seat that decides; they swap seats between games.

    A kernel plays them if it can play all these bots, unless `by_rules`.
    The same seed gives the same games on any number of processes (by default all cores), and on
    any `executor`, whose workers have this gamenight too.
    Ctrl-C keeps what was finished: then the results are not `complete`. `report` gets the number
    of games done and of all, `say` the messages of bots that have something to work out.
    """
    given = dict(options or {})
    chosen(game.options, given)
    lineup = Lineup(game.id, tuple(bots), len(bots), tuple(sorted(given.items())), seed)
    names = Arena(game, lineup).names
    total = Tally()
    try:
        if not by_rules:
            (lineup,) = compiled_where_possible(game, [lineup], say)
        report(0, games)
        with closing(
            work(game, {lineup: [range(games)]}, processes, say, executor=executor)
        ) as chunks:
            for finished in chunks:
                total = total + finished.tally
                report(total.games, games)
    except KeyboardInterrupt:
        pass
    return Results(game.id, given, names, seed, games, total, lineup.compiled)


def as_json(results: Results) -> str:
    """All of it as one JSON text."""
    data = {
        "game": results.game,
        "options": results.options,
        "seed": results.seed,
        "asked": results.asked,
        "games": results.tally.games,
        "complete": results.complete,
        "compiled": results.compiled,
        "nobody": results.nobody,
        "players": [
            {**asdict(row), "share": row.share._asdict(), "score": row.score._asdict()}
            for row in results.rows
        ],
        "seats": [interval._asdict() for interval in results.seats],
        "plies": results.plies._asdict(),
        "lengths": sorted(results.tally.lengths.items()),
    }
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def as_csv(results: Results) -> str:
    """One line per player; an interval has three columns."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    head = [each.name for each in fields(PlayerResult)]
    bounds = [f"{name}{part}" for name in ("share", "score") for part in ("", "_low", "_high")]
    writer.writerow([*head[:-2], *bounds])
    for row in results.rows:
        numbers = (round(number, 6) for number in (*row.share, *row.score))
        writer.writerow([row.name, row.games, row.won, row.shared, *numbers])
    return text.getvalue()
