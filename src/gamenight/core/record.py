"""Record: one match as text. It is save file, replay, bug report and row of a data set."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from gamenight.core import registry
from gamenight.core.clock import check_times, read_clock, read_spent
from gamenight.core.errors import BrokenGame, GamenightError, InvalidRecord
from gamenight.core.fairness import Fair, check_fair, read_fair
from gamenight.core.game import Game
from gamenight.core.limits import read_json
from gamenight.core.options import chosen, values
from gamenight.core.parts import (
    AGREED,
    DESERTED,
    LATE,
    RESIGNED,
    Change,
    Marks,
    Order,
    Result,
    Seat,
    Standing,
    read_change,
    read_count,
    read_list,
    read_marks,
    read_number,
    read_result,
    read_round,
    read_seat,
    read_text,
)
from gamenight.core.play import LONGEST_ACTION, Ply, follow, replay
from gamenight.core.rules import Over, Rules
from gamenight.core.scene import fill
from gamenight.core.text import listed, quoted, viewer_name

__all__ = [
    "AGREED", "DESERTED", "LARGEST", "LATE", "RESIGNED", "SCHEMA", "Change", "Marks", "Order",
    "Record", "Result", "Seat", "Standing", "broken_off", "over_result", "resignation", "seated",
    "taken",
]  # fmt: skip

SCHEMA = 2  # since 2 a record counts what was taken back
READABLE = (1, SCHEMA)
LARGEST = 16 * 1024 * 1024
FIELDS = ("schema", "game", "version", "options", "seats", "actions", "changes", "series", "result")
SOMETIMES = ("viewer", "marks", "fair", "clock", "times")
COUNTED = "taken_back"


@dataclass(frozen=True)
class Record:
    """One match: what was agreed, who sat where, every action's text, and the result.

    series: everybody's results in the earlier rounds that this match continues.
    marks: what people had marked for the next ply, seat by seat, when the match was saved.
    taken_back: how often moves were taken back on the way here.
    viewer: set by `seen_by` on a record that one seat (None: a spectator) may have.
    fair: what was agreed about chance, if anything was. clock: likewise about time; times: the
    milliseconds that the actor of each ply spent, where they were counted.
    """

    game: str
    version: int
    seats: tuple[Seat, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    actions: tuple[str, ...] = ()
    changes: tuple[Change, ...] = ()
    series: tuple[tuple[Standing, ...], ...] = ()
    result: Result | None = None
    marks: tuple[Marks, ...] = ()
    taken_back: int = 0
    schema: int = SCHEMA
    partial: bool = False
    viewer: int | None = None
    fair: Fair | None = None
    clock: str = ""
    times: tuple[int | None, ...] = ()

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
        except BrokenGame:
            raise
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

    def absent(self, game: Game | None = None) -> tuple[int, ...]:
        """The seats that nobody played at the end."""
        rules, plies = self.rules(game), self.plies(game)
        return rules.absent(plies[-1].after if plies else rules.initial())

    def hides(self, game: Game | None = None) -> bool:
        """Whether anything in it is hidden from spectators; raises InvalidRecord."""
        rules = self.rules(game)
        states = (rules.initial(), *(ply.after for ply in self.plies(game)))
        return any(rules.hide(state, None) != state for state in states)

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
        own = tuple(marks for marks in self.marks if marks.seat == seat)
        fair = None if self.fair is None else self.fair._replace(secret=None)
        return replace(self, actions=actions, marks=own, partial=True, viewer=seat, fair=fair)

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
            COUNTED: self.taken_back,
        }
        if self.partial:
            data["viewer"] = self.viewer
        if self.marks:
            data["marks"] = self.marks
        if self.fair is not None:
            data["fair"] = self.fair.data()
        if self.clock:
            data["clock"] = self.clock
        if self.times:
            data["times"] = self.times
        return json.dumps(data, ensure_ascii=False)

    @classmethod
    def loads(cls, data: str | bytes, game: Game | None = None) -> Record:
        """The record in a text, every line of it replayed; raises InvalidRecord."""
        return _read_record(_decode(data), game)


def seated(
    seats: Sequence[Seat], changes: Sequence[Change], ply: int | None = None
) -> tuple[Seat, ...]:
    """Who sits where at a ply (by default the last), after all changes up to it."""
    if not changes:
        return tuple(seats)
    now = list(seats)
    for change in changes:
        if ply is None or change.ply <= ply:
            now[change.seat] = change.who
    return tuple(now)


def sittings(
    seats: Sequence[Seat], changes: Iterable[Change], last: int
) -> Iterator[tuple[Seat, ...]]:
    """Who sits where at every ply up to the last, if the changes are in order."""
    now, coming = list(seats), list(reversed(list(changes)))
    for ply in range(last + 1):
        while coming and coming[-1].ply <= ply:
            change = coming.pop()
            now[change.seat] = change.who
        yield tuple(now)


def taken(seats: Iterable[Seat]) -> tuple[Seat, ...]:
    """The seats that somebody has taken, who may have left since."""
    return tuple(seat for seat in seats if seat.name)


def over_result(over: Over, names: Sequence[str]) -> Result:
    """The result of these people: the reason says their names."""
    return Result(over.scores, over.winners, fill(over.reason, names))


def resignation(
    rules: Rules[Any, Any], state: Any, seat: int, name: str, why: str = RESIGNED
) -> Result:
    """The result when a seat gives up in this state, or is late: all others at the table win."""
    gone = (seat, *rules.absent(state))
    winners = tuple(other for other in range(rules.players) if other not in gone)
    return Result(rules.scores(state), winners, why.format(name), seat)


def broken_off(rules: Rules[Any, Any], state: Any, reason: str) -> Result:
    """The result when a match ends in this state without a winner."""
    return Result(rules.scores(state), (), reason)


def _seat_data(seat: Seat) -> dict[str, str]:
    return {"name": seat.name, "bot": seat.bot} if seat.bot else {"name": seat.name}


def _decode(data: str | bytes) -> dict[str, Any]:
    if len(data) > LARGEST:
        raise InvalidRecord(
            f"a record has at most {LARGEST:,} bytes, not {len(data):,}", len(data), (LARGEST,)
        )
    try:
        text = data.decode("utf-8-sig") if isinstance(data, bytes) else data
        decoded = read_json(text, _refuse_constant)
    except UnicodeDecodeError as error:
        raise InvalidRecord(f"a record is UTF-8 text: {error.reason}, byte {error.start}") from None
    except json.JSONDecodeError:
        raise InvalidRecord("this is not a whole record: it is cut short or changed") from None
    except ValueError as error:
        raise InvalidRecord(f"a record is one JSON object: {error}") from None
    if not isinstance(decoded, dict):
        raise InvalidRecord(f"a record is one JSON object, not {quoted(decoded)}")
    return decoded


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not a JSON number")


def _read_record(data: dict[str, Any], game: Game | None) -> Record:
    schema = data.get("schema")
    if schema not in READABLE or type(schema) is not int:
        raise InvalidRecord(
            f"unknown schema {quoted(schema)} (possible: {listed(READABLE)})", schema, READABLE
        )
    known = FIELDS + SOMETIMES if schema == 1 else (*FIELDS, *SOMETIMES, COUNTED)
    for name in data:
        if name not in known:
            raise InvalidRecord(f"unknown field {quoted(name)} in a record", name, FIELDS)
    played = _game(data, game)
    options, actions = _options(data, played), read_list(data, "actions")
    _check_players(played, len(read_list(data, "seats")), options)
    record = Record(
        game=played.id,
        version=played.version,
        options=options,
        seats=tuple(read_seat(item) for item in read_list(data, "seats")),
        actions=tuple(read_text(item, "an action", LONGEST_ACTION) for item in actions),
        changes=tuple(read_change(item) for item in read_list(data, "changes")),
        series=tuple(read_round(item) for item in read_list(data, "series")),
        result=read_result(data.get("result")),
        marks=tuple(read_marks(item) for item in read_list(data, "marks")),
        taken_back=read_count(data.get(COUNTED, 0), "the moves taken back"),
        partial="viewer" in data,
        viewer=None if data.get("viewer") is None else read_number(data["viewer"], "the viewer"),
        fair=read_fair(data["fair"]) if "fair" in data else None,
        clock=read_clock(data["clock"]) if "clock" in data else "",
        times=tuple(read_spent(item) for item in read_list(data, "times")),
    )
    _check_seats(record)
    plies, rules = record.plies(played), record.rules(played)
    _check_named(record, rules, [rules.initial(), *(ply.after for ply in plies)])
    check_times(record.clock, record.times, rules, plies, record.seats, record.changes)
    return _checked_result(record, rules, plies[-1].after if plies else rules.initial())


def _game(data: dict[str, Any], game: Game | None) -> Game:
    id, version = data.get("game"), data.get("version")
    if game is None:
        try:
            game = registry.game(read_text(id, "the game"))
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


def _check_players(game: Game, players: int, options: Mapping[str, Any]) -> None:
    """Before anything is read that there may be one of for each player."""
    try:
        game.shared_rules(players, **options)
    except GamenightError as error:
        raise InvalidRecord(str(error), error.given, error.possible) from None


def _check_seats(record: Record) -> None:
    seats, plies = range(len(record.seats)), [change.ply for change in record.changes]
    for change in record.changes:
        if change.seat not in seats or not 0 <= change.ply <= len(record.actions):
            raise InvalidRecord(
                f"there is no seat {change.seat} to change at ply {change.ply}", change
            )
    if plies != sorted(plies):
        raise InvalidRecord("the changes of seats are not in order", plies)
    for ply, there in enumerate(sittings(record.seats, record.changes, max(plies, default=0))):
        names = [seat.name.casefold() for seat in there if seat.name]
        if len(set(names)) < len(names):
            raise InvalidRecord(f"two seats have the same name at ply {ply}", there)
    for marks in record.marks:
        if marks.seat not in seats:
            raise InvalidRecord(f"there is no seat {marks.seat} that could mark anything", marks)
    if record.result is not None:
        _check_result_seats(record.result, seats)
    if record.fair is not None:
        check_fair(record.fair, record.seats, over=record.result is not None)
    if record.partial and record.viewer is not None and record.viewer not in seats:
        raise InvalidRecord(
            f"there is no seat {quoted(record.viewer)} that can have seen this record",
            record.viewer,
        )


def _check_named(record: Record, rules: Rules[Any, Any], states: Sequence[Any]) -> None:
    """Whoever plays has a name: only a seat that is empty by the rules can have none."""
    there = sittings(record.seats, record.changes, len(states) - 1)
    for ply, (state, seats) in enumerate(zip(states, there, strict=True)):
        absent = rules.absent(state)
        for number, seat in enumerate(seats):
            if not seat.name and number not in absent:
                sentence = f"ply {ply}: seat {number + 1} plays without a name"
                raise InvalidRecord(sentence, (), (), ply)
        if all(seat.name for seat in seats):
            return


def _check_result_seats(result: Result, seats: range) -> None:
    known = set(seats)
    winners = set(result.winners) <= known and len(set(result.winners)) == len(result.winners)
    if len(result.scores) != len(seats) or not winners or result.resigned not in (None, *known):
        raise InvalidRecord(f"this result does not fit {len(seats)} seats: {quoted(result)}")


def _checked_result(record: Record, rules: Rules[Any, Any], last: Any) -> Record:
    """The result must be the one that the actions lead to, or of a match that was given up or
    broken off. What one seat saw keeps the result it has: its scores may hold secrets."""
    node, result, ply = rules.node(last), record.result, len(record.actions)
    if isinstance(node, Over):
        reached = over_result(node, record.names())
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
    if result.resigned is None and not result.is_broken_off:
        sentence = f"ply {ply}: the match is not over there and nobody resigned"
        raise InvalidRecord(sentence, result, (), ply)
    if record.partial:
        return record
    if result.resigned is None:
        reached, how = broken_off(rules, last, result.reason), "a match that is broken off"
    else:
        name, how = record.names()[result.resigned], "a resignation"
        why = LATE if record.clock and result.reason == LATE.format(name) else RESIGNED
        reached = resignation(rules, last, result.resigned, name, why)
    if result[:2] != reached[:2]:
        sentence = f"ply {ply}: {how} there ends with {reached[:2]}, not {result[:2]}"
        raise InvalidRecord(sentence, result, (reached,), ply)
    return replace(record, result=reached)
