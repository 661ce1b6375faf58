"""The tables of a SQLite store, and a match as the texts in them."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple, TypeVar

from gamenight.core.record import Change, Record, Result, Seat, Standing
from gamenight.match.checksums import Checksums, Head, checksums

T = TypeVar("T")

VERSION = 2
# sealed: the revision at which plies, appearances and checksum were written; if it is not the
# current revision, they are missing, or an older program has changed the match since.
UNSEALED = "FROM matches WHERE sealed IS NOT revision"
# time: when the ply was stored, in microseconds since 1970; unknown for those of older programs.
SCHEMA = """
CREATE TABLE matches (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game TEXT NOT NULL,
    version INTEGER NOT NULL,
    options TEXT NOT NULL,
    seats TEXT NOT NULL,
    series TEXT NOT NULL,
    follows INTEGER,
    secret BLOB NOT NULL,
    result TEXT,
    revision INTEGER NOT NULL DEFAULT 0,
    started TEXT NOT NULL,
    touched TEXT NOT NULL,
    cuts INTEGER NOT NULL DEFAULT 0,
    later TEXT NOT NULL DEFAULT '[]',
    plies INTEGER NOT NULL DEFAULT 0,
    appearances TEXT,
    checksum BLOB,
    sealed INTEGER
);
CREATE TABLE plies (
    match INTEGER NOT NULL REFERENCES matches(id) ON DELETE CASCADE,
    ply INTEGER NOT NULL,
    text TEXT NOT NULL,
    time INTEGER,
    checksum BLOB,
    PRIMARY KEY (match, ply)
) WITHOUT ROWID;
CREATE TABLE changes (
    match INTEGER NOT NULL REFERENCES matches(id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    who TEXT NOT NULL,
    PRIMARY KEY (match, number)
) WITHOUT ROWID;
"""
BESIDES = """
CREATE TABLE drafts (
    match INTEGER NOT NULL REFERENCES matches(id) ON DELETE CASCADE,
    ply INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (match, ply, seat)
) WITHOUT ROWID;
CREATE TABLE passes (
    match INTEGER NOT NULL REFERENCES matches(id) ON DELETE CASCADE,
    ply INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    PRIMARY KEY (match, ply, seat)
) WITHOUT ROWID;
CREATE INDEX latest ON matches (result IS NULL, touched);
CREATE INDEX unsealed ON matches (id) WHERE sealed IS NOT revision;
"""
# What reading a damaged text raises.
DAMAGED = (ValueError, TypeError, LookupError, AttributeError, RecursionError)
HEAD = ", ".join(Head._fields)


class Texts(NamedTuple):
    """A match as it is in the tables: plies are (number, text), changes (ply, seat, who)."""

    revision: int
    head: Head
    plies: list[tuple[int, str]]
    changes: list[tuple[int, int, str]]
    result: str | None

    @property
    def record(self) -> Record:
        """The match they describe; raises one of DAMAGED if they make no sense."""
        if [number for number, _ in self.plies] != list(range(len(self.plies))):
            raise ValueError("plies are missing")
        series, seats = _decoded(self.head.series), read_seats(self.head.seats)
        return Record(
            game=readable(self.head.game),
            version=self.head.version,
            options=dict(_decoded(self.head.options)),
            seats=seats,
            series=tuple(tuple(Standing(*row) for row in played) for played in series),
            actions=tuple(text for _, text in self.plies),
            changes=read_changes(self.changes),
            result=read_result(self.result, len(seats)),
        )

    @property
    def checksums(self) -> Checksums:
        return checksums(self.head, [text for _, text in self.plies], self.changes, self.result)


def read_texts(db: sqlite3.Connection, id: int) -> Texts | None:
    row = db.execute(f"SELECT revision, result, {HEAD} FROM matches WHERE id = ?", (id,)).fetchone()
    if row is None:
        return None
    plies = db.execute("SELECT ply, text FROM plies WHERE match = ? ORDER BY ply", (id,))
    revision, result, *head = row
    return Texts(revision, Head(*head), plies.fetchall(), changes_of(db, id), result)


def changes_of(db: sqlite3.Connection, id: int) -> list[tuple[int, int, str]]:
    return db.execute(
        "SELECT ply, seat, who FROM changes WHERE match = ? ORDER BY number", (id,)
    ).fetchall()


def head_of(record: Record, secret: bytes, follows: int | None) -> Head:
    return Head(
        record.game,
        record.version,
        json.dumps(dict(record.options)),
        json.dumps(record.seats),
        json.dumps(record.series),
        follows,
        secret,
    )


def readable(text: str) -> str:
    """A text that can be shown and written; raises one of DAMAGED if its bytes are not UTF-8."""
    text.encode()
    return text


def _decoded(text: str) -> Any:
    return json.loads(readable(text))


def read_seats(text: str) -> tuple[Seat, ...]:
    return tuple(_seat(seat) for seat in _decoded(text))


def read_changes(rows: Iterable[tuple[int, int, str]]) -> tuple[Change, ...]:
    return tuple(Change(ply, seat, _seat(_decoded(who))) for ply, seat, who in rows)


def _seat(data: Any) -> Seat:
    name, bot = data
    return Seat(_of(str, name), _of(str, bot))


def write_changes(changes: Iterable[Change]) -> list[tuple[int, int, str]]:
    return [(change.ply, change.seat, json.dumps(change.who)) for change in changes]


def write_result(result: Result | None) -> str | None:
    return json.dumps(result) if result else None


def read_result(text: str | None, seats: int) -> Result | None:
    """The result of a match with this many seats."""
    if text is None:
        return None
    scores, winners, reason, resigned = _decoded(text)
    possible = range(seats)
    if len(scores) != seats or not {*winners} <= {*possible} or resigned not in (None, *possible):
        raise ValueError(f"the result does not fit {seats} seats")
    return Result(
        tuple(_of(int, score) for score in scores), tuple(winners), _of(str, reason), resigned
    )


def _of(kind: type[T], value: object) -> T:
    if not isinstance(value, kind):
        raise TypeError(f"{value!r} is not of type {kind.__name__}")
    return value


def horizon() -> datetime:
    """What is dated later than this was dated by a clock that was wrong: it is not the latest."""
    return datetime.now(UTC) + timedelta(days=1)


class Moment(NamedTuple):
    """A time, in the forms that plies and matches keep."""

    microseconds: int
    text: str

    @classmethod
    def after(cls, latest: str) -> Moment:
        """Now; if a clock has gone back, just after the latest that was stored, so that lists stay
        in order."""
        when = datetime.now(UTC)
        with suppress(ValueError, TypeError, OverflowError):  # damaged
            when = max(when, datetime.fromisoformat(latest) + timedelta(microseconds=1))
        return cls(round(when.timestamp() * 1_000_000), when.isoformat(timespec="microseconds"))
