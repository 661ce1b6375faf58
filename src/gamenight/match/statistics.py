"""Statistics: what people and bots have reached, game by game, from the matches of a store.

Only matches that are over count. The result belongs to those who sit at the table at the end;
whoever began a turn and then gave the seat up has played too, and has not won. A resignation is
a match won and lost, but its scores were cut short, so they do not count for the mean.

A turn of a player begins with the first ply of which it is the player's turn, and is worth the
change of the player's running score from there to the beginning of the next one, or to the
result. So it counts what others do to the score in between (a theft after it), and what the end
brings (the seeds that are left). Plies out of turn, and chance that is nobody's, belong to the
turn they fall in; turns of one player with nobody's between them are one.
"""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass, field, fields
from functools import lru_cache
from pathlib import Path
from statistics import fmean
from typing import NamedTuple, TextIO

from gamenight.core import registry
from gamenight.core.errors import GamenightError
from gamenight.core.record import Record, Seat
from gamenight.core.rules import Over
from gamenight.match.files import write_whole
from gamenight.match.store import Store

PERSON, BOT, TEAM = KINDS = ("person", "bot", "team")
# A spreadsheet takes a cell that begins so for a formula, in wide letters as well.
FORMULA = tuple("=+-@\t\r＝＋－＠")


class Player(NamedTuple):
    """A person by name, a bot by what it is (`bot:hard`) whatever its name at the table, or a
    team that nobody plays."""

    kind: str
    name: str

    @property
    def key(self) -> tuple[str, str]:
        return self.kind, self.name.casefold()


class Appearance(NamedTuple):
    """A player in a match that is over. score: None where it does not count; left: gave up, by
    resigning or by handing the seat over; turns: what each turn changed of the score."""

    player: Player
    won: bool = False
    shared: bool = False
    score: int | None = None
    left: bool = False
    turns: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """A player in a game. won: alone; shared: first together with others; longest and current:
    matches won alone in a row; opponent: met most often, of equals the one met last."""

    game: str
    player: str
    kind: str
    played: int
    won: int
    shared: int
    left: int
    longest_streak: int
    current_streak: int
    mean_score: float | None
    opponent: str
    best_turn: int | None
    worst_turn: int | None


class Gain(NamedTuple):
    """A turn: whose, the ply it began with, and what it changed of the score."""

    seat: int
    ply: int
    points: int


@dataclass
class _Account:
    """What is summed up for one player in one game."""

    player: Player
    played: list[Appearance] = field(default_factory=list)
    met: Counter[tuple[str, str]] = field(default_factory=Counter)
    names: dict[tuple[str, str], str] = field(default_factory=dict)

    def row(self, game: str) -> Row:
        scores = [one.score for one in self.played if one.score is not None]
        turns = [points for one in self.played for points in one.turns]
        streaks = _streaks([one.won and not one.shared for one in self.played])
        # `names` is kept in the order of the last meeting.
        favourite = max(reversed(self.names), key=lambda key: self.met[key], default=None)
        return Row(
            game,
            self.player.name,
            self.player.kind,
            played=len(self.played),
            won=sum(one.won and not one.shared for one in self.played),
            shared=sum(one.shared for one in self.played),
            left=sum(one.left for one in self.played),
            longest_streak=max(streaks, default=0),
            current_streak=streaks[-1] if streaks else 0,
            mean_score=fmean(scores) if scores else None,
            opponent=self.names[favourite] if favourite is not None else "",
            best_turn=max(turns, default=None),
            worst_turn=min(turns, default=None),
        )


def finished(store: Store) -> list[Record]:
    """The matches that are over, in the order in which they ended."""
    over = [summary for summary in store.matches() if summary.result is not None]
    return [store.load(summary.id).record for summary in reversed(over)]


def statistics(records: Iterable[Record]) -> list[Row]:
    """A row for each player of each game; people first, then by matches played."""
    accounts: dict[tuple[str, tuple[str, str]], _Account] = {}
    for record in records:
        here = appearances(record)
        for one in here:
            account = accounts.setdefault((record.game, one.player.key), _Account(one.player))
            account.player = one.player
            account.played.append(one)
            for key, name in {o.player.key: o.player.name for o in here}.items():
                if key != one.player.key:
                    account.met[key] += 1
                    account.names.pop(key, None)
                    account.names[key] = name
    rows = [account.row(game) for (game, _), account in accounts.items()]
    return sorted(
        rows, key=lambda r: (r.game, KINDS.index(r.kind), -r.played, -r.won, r.player.casefold())
    )


def appearances(record: Record) -> tuple[Appearance, ...]:
    """Who took part in a match that is over, seat by seat; nobody in one that is not."""
    if record.result is None:
        return ()
    teams = _teams(record)
    gains = turns_of(record)
    found = []
    for seat, who in enumerate(record.seated()):
        turns: dict[Player, list[int]] = {_player(who, seat in teams): []}
        for gain in gains:
            if gain.seat == seat:
                then = record.seated(gain.ply)[seat] if record.changes else who
                turns.setdefault(_player(then, seat in teams), []).append(gain.points)
        last, *earlier = turns.items()
        found.append(_final(record, seat, last[0], tuple(last[1])))
        found += [Appearance(player, left=True, turns=tuple(own)) for player, own in earlier]
    return tuple(found)


def _final(record: Record, seat: int, player: Player, turns: tuple[int, ...]) -> Appearance:
    """Whoever has the seat at the end has its result."""
    result = record.result
    assert result is not None
    return Appearance(
        player,
        won=seat in result.winners,
        shared=seat in result.winners and len(result.winners) > 1,
        score=result.scores[seat] if result.resigned is None else None,
        left=result.resigned == seat,
        turns=turns,
    )


def turns_of(record: Record) -> tuple[Gain, ...]:
    """The turns of a match; none where its game is not at hand, or has other rules now."""
    if record.result is None:
        return ()
    options = json.dumps(dict(record.options), sort_keys=True)
    scores = record.result.scores
    return _gains(record.game, record.version, options, scores, record.actions)


@lru_cache(maxsize=16384)
def _gains(
    game: str, version: int, options: str, last: tuple[int, ...], actions: tuple[str, ...]
) -> tuple[Gain, ...]:
    """The plies were checked when they were stored, so they are only played here. This is what
    takes the time of all statistics: 15 microseconds a ply."""
    try:
        found = registry.game(game)
        if found.version != version:
            return ()
        rules = found.rules(len(last), **json.loads(options))
        begun: list[tuple[int, int, tuple[int, ...]]] = []
        state, player = rules.initial(), None
        for ply, text in enumerate(actions):
            node = rules.node(state)
            turn = None if isinstance(node, Over) else node.player
            if turn is not None and turn != player:
                begun.append((turn, ply, rules.scores(state)))
                player = turn
            state = rules.apply(state, rules.parse(text))
    except GamenightError:
        return ()
    gains, after = [], list(last)
    for seat, ply, scores in reversed(begun):
        gains.append(Gain(seat, ply, after[seat] - scores[seat]))
        after[seat] = scores[seat]
    return tuple(reversed(gains))


def _player(seat: Seat, team: bool) -> Player:
    if seat.bot:
        return Player(BOT, f"bot:{seat.bot}")
    return Player(TEAM if team else PERSON, seat.name)


def _teams(record: Record) -> frozenset[int]:
    """The seats that never decide."""
    try:
        return frozenset(registry.game(record.game).unasked(**record.options))
    except GamenightError:
        return frozenset()


def _streaks(won: Sequence[bool]) -> list[int]:
    """After each match, how many in a row were won."""
    lengths: list[int] = []
    for one in won:
        lengths.append((lengths[-1] if lengths else 0) + 1 if one else 0)
    return lengths


def export_csv(rows: Iterable[Row], target: Path | TextIO) -> None:
    """Write rows as CSV; a file appears whole or not at all, and raises FileError if it cannot."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(one.name for one in fields(Row))
    writer.writerows(map(_cell, astuple(row)) for row in rows)
    if not isinstance(target, Path):
        target.write(text.getvalue())
        return
    write_whole(target, text.getvalue())


def _cell(value: object) -> object:
    """A cell as spreadsheets read it: a text that looks like a formula gets an apostrophe."""
    if isinstance(value, float):
        return round(value, 3)
    if isinstance(value, str) and value.lstrip().startswith(FORMULA):
        return f"'{value}"
    return "" if value is None else value
