"""Record: one match as text. It is save file, replay, bug report and row of a data set."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple

from gamenight.core import registry
from gamenight.core.errors import GamenightError, InvalidRecord
from gamenight.core.game import Game
from gamenight.core.options import chosen, values
from gamenight.core.play import Ply, follow, replay
from gamenight.core.rules import Over, Rules
from gamenight.core.text import clean_name, quoted, viewer_name, visible

SCHEMA = 1
LARGEST = 16 * 1024 * 1024
FIELDS = ("schema", "game", "version", "options", "seats", "actions", "changes", "series", "result")


# Who begins: as given, drawn by lot, or a seat by its number.
Order = Literal["given", "shuffle"] | int


class Seat(NamedTuple):
    """Who sits at the table: a person, or a bot (`hard`, `mcts:400n`) under a name."""

    name: str
    bot: str = ""


class Change(NamedTuple):
    """From this ply on, somebody else sits at that seat."""

    ply: int
    seat: int
    who: Seat


class Result(NamedTuple):
    """How a match ended; `resigned` is the seat that gave up, if one did."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str
    resigned: int | None = None


class Standing(NamedTuple):
    """Somebody's result in an earlier round of a series."""

    name: str
    score: int
    won: bool


@dataclass(frozen=True)
class Record:
    """One match: what was agreed, who sat where, every action's text, and the result.

    series: everybody's results in the earlier rounds that this match continues.
    viewer: set by `seen_by` on a record that one seat (None: a spectator) may have.
    """

    game: str
    version: int
    seats: tuple[Seat, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    actions: tuple[str, ...] = ()
    changes: tuple[Change, ...] = ()
    series: tuple[tuple[Standing, ...], ...] = ()
    result: Result | None = None
    schema: int = SCHEMA
    partial: bool = False
    viewer: int | None = None

    def rules(self, game: Game | None = None) -> Rules[Any, Any]:
        return (game or registry.game(self.game)).shared_rules(len(self.seats), **self.options)

    def plies(self, game: Game | None = None) -> tuple[Ply, ...]:
        """Every ply with the states around it, which are views if the record is what one seat
        saw; raises InvalidRecord with the number of the ply."""
        rules, texts, plies = self.rules(game), self.actions, list[Ply]()
        moves = follow(rules, texts, self.viewer) if self.partial else replay(rules, texts)
        try:
            for ply in moves:
                plies.append(ply)
        except GamenightError as error:
            number = len(plies) + 1
            raise InvalidRecord(f"ply {number}: {error}", error.given, (), number) from error
        return tuple(plies)

    def names(self, ply: int | None = None) -> tuple[str, ...]:
        """The names of the seats at a ply; by default at the end."""
        return tuple(seat.name for seat in self.seated(ply))

    def seated(self, ply: int | None = None) -> tuple[Seat, ...]:
        """Who sits where at a ply; by default at the end."""
        return seated(self.seats, self.changes, ply)

    def seen_by(self, seat: int | None, game: Game | None = None) -> Record:
        """What a seat (None: a spectator) may have of the match while it is being played."""
        if self.partial:
            if seat == self.viewer:
                return self
            sentence = f"what {viewer_name(self.viewer)} saw of a match does not show what"
            raise InvalidRecord(f"{sentence} {viewer_name(seat)} saw", seat, (self.viewer,))
        rules = self.rules(game)
        actions = tuple(
            rules.format(rules.seen(ply.before, ply.action, seat)) for ply in self.plies(game)
        )
        return replace(self, actions=actions, partial=True, viewer=seat)

    def dumps(self) -> str:
        """The record as one line of JSON."""
        data: dict[str, Any] = {
            "schema": self.schema,
            "game": self.game,
            "version": self.version,
            "options": dict(self.options),
            "seats": [_seat_data(seat) for seat in self.seats],
            "actions": list(self.actions),
            "changes": [[c.ply, c.seat, _seat_data(c.who)] for c in self.changes],
            "series": [[list(row) for row in played] for played in self.series],
            "result": self.result._asdict() if self.result else None,
        }
        if self.partial:
            data["viewer"] = self.viewer
        return json.dumps(data, ensure_ascii=False)

    @classmethod
    def loads(cls, data: str | bytes, game: Game | None = None) -> Record:
        """The record in a text, every line of it replayed; raises InvalidRecord."""
        return _read_record(_decode(data), game)


def seated(
    seats: Sequence[Seat], changes: Iterable[Change], ply: int | None = None
) -> tuple[Seat, ...]:
    """Who sits where at a ply (by default the last), after all changes up to it."""
    now = list(seats)
    for change in changes:
        if ply is None or change.ply <= ply:
            now[change.seat] = change.who
    return tuple(now)


def over_result(over: Over) -> Result:
    return Result(over.scores, over.winners, over.reason)


def resignation(rules: Rules[Any, Any], state: Any, seat: int, name: str) -> Result:
    """The result when a seat gives up in this state: all others win."""
    winners = tuple(other for other in range(rules.players) if other != seat)
    return Result(rules.scores(state), winners, f"{name} resigned.", seat)


def _seat_data(seat: Seat) -> dict[str, str]:
    return {"name": seat.name, "bot": seat.bot} if seat.bot else {"name": seat.name}


def _decode(data: str | bytes) -> dict[str, Any]:
    if len(data) > LARGEST:
        raise InvalidRecord(
            f"a record has at most {LARGEST:,} bytes, not {len(data):,}", len(data), (LARGEST,)
        )
    try:
        text = data.decode("utf-8-sig") if isinstance(data, bytes) else data
        decoded = json.loads(text, parse_constant=_refuse_constant)
    except UnicodeDecodeError as error:
        raise InvalidRecord(f"a record is UTF-8 text: {error.reason}, byte {error.start}") from None
    except RecursionError:
        raise InvalidRecord("a record cannot be nested that deeply") from None
    except ValueError as error:
        raise InvalidRecord(f"a record is one JSON object: {error}") from None
    if not isinstance(decoded, dict):
        raise InvalidRecord(f"a record is one JSON object, not {quoted(decoded)}")
    return decoded


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not a JSON number")


def _read_record(data: dict[str, Any], game: Game | None) -> Record:
    if data.get("schema") != SCHEMA or type(data["schema"]) is not int:
        raise InvalidRecord(
            f"unknown schema {quoted(data.get('schema'))} (possible: {SCHEMA})",
            data.get("schema"),
            (SCHEMA,),
        )
    for name in data:
        if name not in (*FIELDS, "viewer"):
            raise InvalidRecord(f"unknown field {quoted(name)} in a record", name, FIELDS)
    played = _game(data, game)
    record = Record(
        game=played.id,
        version=played.version,
        options=_options(data, played),
        seats=tuple(_seat(item) for item in _list(data, "seats")),
        actions=tuple(_text(item, "an action") for item in _list(data, "actions")),
        changes=tuple(_change(item) for item in _list(data, "changes")),
        series=tuple(_round(item) for item in _list(data, "series")),
        result=_result(data.get("result")),
        partial="viewer" in data,
        viewer=None if data.get("viewer") is None else _number(data["viewer"], "the viewer"),
    )
    _check_seats(record, played)
    plies, rules = record.plies(played), record.rules(played)
    return _checked_result(record, rules, plies[-1].after if plies else rules.initial())


def _game(data: dict[str, Any], game: Game | None) -> Game:
    id, version = data.get("game"), data.get("version")
    if game is None:
        try:
            game = registry.game(_text(id, "the game"))
        except GamenightError as error:
            raise InvalidRecord(str(error), id, error.possible) from None
    if id != game.id:
        raise InvalidRecord(f"a record of {quoted(id)}, not of {quoted(game.id)}", id, (game.id,))
    if version != game.version or type(version) is not int:
        raise InvalidRecord(
            f"a record of {game.id} by rules version {quoted(version)}, but this is version "
            f"{game.version}",
            version,
            (game.version,),
        )
    return game


def _options(data: dict[str, Any], game: Game) -> dict[str, Any]:
    given = data.get("options", {})
    if not isinstance(given, dict):
        raise InvalidRecord(f"the options must be a JSON object, not {quoted(given)}", given)
    try:
        return values(chosen(game.options, given))
    except GamenightError as error:
        raise InvalidRecord(str(error), error.given, error.possible) from None


def _list(data: dict[str, Any], name: str) -> list[Any]:
    given = data.get(name, [])
    if not isinstance(given, list):
        raise InvalidRecord(f"the {name} must be a JSON list, not {quoted(given)}", given)
    return given


def _text(value: object, what: str) -> str:
    if not isinstance(value, str):
        raise InvalidRecord(f"{what} must be text, not {quoted(value)}", value)
    return value


def _number(value: object, what: str) -> int:
    if type(value) is not int:
        raise InvalidRecord(f"{what} must be a whole number, not {quoted(value)}", value)
    return value


def _seat(value: object) -> Seat:
    if not isinstance(value, dict) or not {"name"} <= value.keys() <= {"name", "bot"}:
        raise InvalidRecord(
            f'a seat must be {{"name": ..., "bot": ...}}, not {quoted(value)}', value
        )
    bot = _text(value.get("bot", ""), "a bot")
    if visible(bot) != bot:
        raise InvalidRecord(
            f"this bot's name has characters that cannot be shown: {quoted(bot)}", bot
        )
    return Seat(_name(value["name"]), bot)


def _name(value: object) -> str:
    name = _text(value, "a name")
    try:
        if clean_name(name) != name:
            raise InvalidRecord(f"this name has characters that cannot be shown: {quoted(name)}")
    except GamenightError as error:
        raise InvalidRecord(str(error), name) from None
    return name


def _change(value: object) -> Change:
    if not isinstance(value, list) or len(value) != 3:
        raise InvalidRecord(f"a change must be [ply, seat, who], not {quoted(value)}", value)
    return Change(_number(value[0], "a ply"), _number(value[1], "a seat"), _seat(value[2]))


def _round(value: object) -> tuple[Standing, ...]:
    if not isinstance(value, list) or not all(isinstance(r, list) and len(r) == 3 for r in value):
        raise InvalidRecord(
            f"a round must be [[name, score, won], ...], not {quoted(value)}", value
        )
    return tuple(
        Standing(_name(name), _number(score, "a score"), won is True) for name, score, won in value
    )


def _result(value: object) -> Result | None:
    if value is None:
        return None
    if not isinstance(value, dict) or value.keys() != set(Result._fields):
        raise InvalidRecord(
            f"a result must have {', '.join(Result._fields)}, not {quoted(value)}", value
        )
    resigned, reason = value["resigned"], _text(value["reason"], "a reason")
    if not reason.isprintable():
        raise InvalidRecord(f"this reason has characters that cannot be shown: {quoted(reason)}")
    return Result(
        tuple(_number(score, "a score") for score in _list(value, "scores")),
        tuple(_number(seat, "a winner") for seat in _list(value, "winners")),
        reason,
        None if resigned is None else _number(resigned, "a seat that resigned"),
    )


def _check_seats(record: Record, game: Game) -> None:
    try:
        record.rules(game)
    except GamenightError as error:
        raise InvalidRecord(str(error), error.given, error.possible) from None
    seats, plies = range(len(record.seats)), [change.ply for change in record.changes]
    for change in record.changes:
        if change.seat not in seats or not 0 <= change.ply <= len(record.actions):
            raise InvalidRecord(
                f"there is no seat {change.seat} to change at ply {change.ply}", change
            )
    if plies != sorted(plies):
        raise InvalidRecord("the changes of seats are not in order", plies)
    for ply in (0, *plies):
        names = [name.casefold() for name in record.names(ply)]
        if len(set(names)) < len(names):
            raise InvalidRecord(f"two seats have the same name at ply {ply}", record.names(ply))
    if record.result is not None:
        _check_result_seats(record.result, seats)
    if record.partial and record.viewer is not None and record.viewer not in seats:
        raise InvalidRecord(
            f"there is no seat {quoted(record.viewer)} that can have seen this record",
            record.viewer,
        )


def _check_result_seats(result: Result, seats: range) -> None:
    known = set(seats)
    winners = set(result.winners) <= known and len(set(result.winners)) == len(result.winners)
    if len(result.scores) != len(seats) or not winners or result.resigned not in (None, *known):
        raise InvalidRecord(f"this result does not fit {len(seats)} seats: {quoted(result)}")


def _checked_result(record: Record, rules: Rules[Any, Any], last: Any) -> Record:
    """The result must be the one that the actions lead to, or a resignation. What one seat saw
    keeps the result it has: the scores of a match that was given up may hold secrets."""
    node, result, ply = rules.node(last), record.result, len(record.actions)
    if isinstance(node, Over):
        reached = over_result(node)
        if result is not None and result[:2] != reached[:2]:
            raise InvalidRecord(
                f"ply {ply}: the actions end with the scores {reached.scores} and "
                f"the winners {reached.winners}, not {result.scores} and {result.winners}",
                result,
                (reached,),
                ply,
            )
        return record if record.partial else replace(record, result=reached)
    if result is None:
        return record
    if result.resigned is None:
        sentence = f"ply {ply}: the match is not over there and nobody resigned"
        raise InvalidRecord(sentence, result, (), ply)
    if record.partial:
        return record
    reached = resignation(rules, last, result.resigned, record.names()[result.resigned])
    if result[:2] != reached[:2]:
        sentence = f"ply {ply}: a resignation there ends with {reached[:2]}, not {result[:2]}"
        raise InvalidRecord(sentence, result, (reached,), ply)
    return replace(record, result=reached)
