"""Summaries: what a finished match means for those who took part in it.

They are worked out once, when a match ends, and kept beside it; so statistics need not replay
anything.

The result belongs to those who sit at the table at the end; anybody who began a turn and then
gave the seat up has played too, and has not won. Whoever has left the table is not in it, and what
somebody did before leaving and joining again does not count. A resignation is a match won and lost,
but its scores were cut short, so they do not count for the mean.

A player's turn begins with the first ply where it is that player's turn, and is worth the change
of the player's running score from there to the beginning of the next turn, or to the result. So
it counts what others do to the score in between (a theft after it), and what the end brings (the
remaining seeds). Plies out of turn, and chance that is nobody's, belong to the turn they fall in;
turns of one player in a row count as one.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from gamenight.core import registry
from gamenight.core.errors import GamenightError
from gamenight.core.game import Game
from gamenight.core.limits import read_json
from gamenight.core.record import Record, Result, Seat
from gamenight.core.rules import Over, Rules

PERSON, BOT, TEAM = KINDS = ("person", "bot", "team")


class Player(NamedTuple):
    """A person by name, a bot by its spec (`bot:hard`) whatever its name at the table, or a
    team that nobody plays."""

    kind: str
    name: str

    @property
    def key(self) -> tuple[str, str]:
        return self.kind, self.name.casefold()


class Appearance(NamedTuple):
    """A player in a finished match. score: None where it does not count; left: gave up, by
    resigning or by handing the seat over; best and worst: how much one turn changed the score."""

    player: Player
    won: bool = False
    shared: bool = False
    score: int | None = None
    left: bool = False
    best: int | None = None
    worst: int | None = None


class Gain(NamedTuple):
    """A turn: whose, the ply it began with, and how much it changed the score."""

    seat: int
    ply: int
    points: int


def appearances(
    record: Record, game: Game | None = None, states: Sequence[Any] | None = None
) -> tuple[Appearance, ...]:
    """Who took part in a finished match, seat by seat; nobody in an unfinished one.

    states: those before each ply and after the last, if they are known already; without any,
    nobody has turns.
    """
    if record.result is None:
        return ()
    if game is None:
        game = _at_hand(record.game)
    teams = _teams(record, game)
    gains, emptied = turns(record, game, states), last_empty(record, game, states)
    last = len(record.actions) if states is None else len(states) - 1
    found = []
    for seat, who in enumerate(record.seated()):
        since = emptied.get(seat, -1)
        if not who.name or 0 <= since == last:
            continue
        points: dict[Player, list[int]] = {_player(who, seat in teams): []}
        for gain in gains:
            if gain.seat == seat and gain.ply > since:
                then = record.seated(gain.ply)[seat] if record.changes else who
                points.setdefault(_player(then, seat in teams), []).append(gain.points)
        latest, *earlier = (
            Appearance(player, best=max(own, default=None), worst=min(own, default=None))
            for player, own in points.items()
        )
        found.append(_final(record, seat, latest))
        found += [one._replace(left=True) for one in earlier]
    return tuple(found)


def turns(
    record: Record, game: Game | None, states: Sequence[Any] | None = None
) -> tuple[Gain, ...]:
    """The turns of a match; none if its game is missing, or its rules have changed."""
    if record.result is None or game is None or game.version != record.version:
        return ()
    begun: list[tuple[int, int, tuple[int, ...]]] = []
    player = None
    try:
        rules = record.rules(game)
        known = tuple(_states(rules, record)) if states is None else states
        for ply, state in enumerate(known[:-1]):
            node = rules.node(state)
            turn = None if isinstance(node, Over) else node.player
            if turn is not None and turn != player:
                begun.append((turn, ply, rules.scores(state)))
                player = turn
    except GamenightError:
        return ()
    gains, after = [], list(record.result.scores)
    for seat, ply, scores in reversed(begun):
        gains.append(Gain(seat, ply, after[seat] - scores[seat]))
        after[seat] = scores[seat]
    return tuple(reversed(gains))


def last_empty(
    record: Record, game: Game | None, states: Sequence[Any] | None = None
) -> dict[int, int]:
    """For each seat that was ever empty, after how many plies it was so for the last time; nothing
    is known if its game is missing, or its rules have changed."""
    if game is None or game.version != record.version:
        return {}
    try:
        rules = record.rules(game)
        found: dict[int, int] = {}
        for ply, state in enumerate(_states(rules, record) if states is None else states):
            found |= dict.fromkeys(rules.absent(state), ply)
        return found
    except GamenightError:
        return {}


def dumps(found: Iterable[Appearance]) -> str:
    """Appearances as they are stored: a list of [kind, name, won, ...]."""
    return json.dumps([[*one.player, *one[1:]] for one in found])


def loads(text: str) -> tuple[Appearance, ...]:
    """Appearances from such a text; raises a ValueError or TypeError if it is damaged."""
    found = []
    for kind, name, *rest in read_json(text):
        if kind not in KINDS or not isinstance(name, str):
            raise ValueError(f"no player: {kind!r} {name!r}")
        name.encode()  # can it be written?
        one = Appearance(Player(kind, name), *rest)
        flags, numbers = (one.won, one.shared, one.left), (one.score, one.best, one.worst)
        if {*map(type, flags)} != {bool} or not {*map(type, numbers)} <= {int, type(None)}:
            raise TypeError(f"no appearance: {rest!r}")
        found.append(one)
    return tuple(found)


def _states(rules: Rules[Any, Any], record: Record) -> Iterator[Any]:
    """The states before each ply and after the last. The plies were checked when they were stored,
    so they are not checked again."""
    state = rules.initial()
    yield state
    for text in record.actions:
        state = rules.apply(state, rules.parse(text))
        yield state


def _final(record: Record, seat: int, last: Appearance) -> Appearance:
    """The result of a seat belongs to its last owner."""
    result = record.result
    assert result is not None
    won = seat in result.winners
    return last._replace(
        won=won,
        shared=won and len(result.winners) > 1,
        score=result.scores[seat] if result.resigned is None else None,
        left=result.resigned == seat,
    )


def left_seats(
    seats: Sequence[Seat], result: Result, found: Sequence[Appearance]
) -> tuple[int, ...]:
    """The seats of those who were gone when a match ended: they have no appearance in it. Nobody
    is where none is known."""
    rest, gone = list(found), []
    for number, seat in enumerate(seats):
        own = next((one for one in rest if _is_of(one, seat, number, result)), None)
        if own is not None:
            rest.remove(own)
        elif found:
            gone.append(number)
    return tuple(gone)


def _is_of(one: Appearance, seat: Seat, number: int, result: Result) -> bool:
    """Whether an appearance can be that of this seat at the end."""
    score = result.scores[number] if result.resigned is None else None
    ended = (number in result.winners, score, number == result.resigned)
    player = _player(seat, one.player.kind == TEAM)
    return one.player == player and (one.won, one.score, one.left) == ended


def _player(seat: Seat, team: bool) -> Player:
    if team:  # whatever stands for nobody there is no player
        return Player(TEAM, seat.name)
    return Player(BOT, f"bot:{seat.bot}") if seat.bot else Player(PERSON, seat.name)


def _teams(record: Record, game: Game | None) -> frozenset[int]:
    """The seats that never decide."""
    try:
        return frozenset(game.unasked(**record.options) if game is not None else ())
    except GamenightError:
        return frozenset()


def _at_hand(id: str) -> Game | None:
    try:
        return registry.game(id)
    except GamenightError:
        return None
