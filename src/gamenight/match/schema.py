"""The tables of a store, and a match as the texts in them; written as SQLite takes them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from gamenight.core.errors import InvalidRecord
from gamenight.core.fairness import Fair, Mix, read_fair
from gamenight.core.limits import read_json
from gamenight.core.record import Change, Record, Result, Seat, Standing
from gamenight.core.text import quoted
from gamenight.match.checksums import Beside, Checksums, Head, checksums
from gamenight.match.counting import shown_times
from gamenight.match.database import Database

T = TypeVar("T")

VERSION = 3
# sealed: the revision at which plies, appearances and checksum were written; if it is not the
# current revision, they are missing, or an older program has changed the match since.
UNSEALED = "FROM matches WHERE sealed IS NOT revision"
# time: when the ply was stored, in microseconds since 1970; unknown for those of older programs.
# clock, fair: what was agreed about time and chance, as JSON; spent: the milliseconds that a clock
# lost for this ply. Where there is none, nothing is covered by checksums either.
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
    sealed INTEGER,
    clock TEXT,
    fair TEXT
);
CREATE TABLE plies (
    match INTEGER NOT NULL REFERENCES matches(id) ON DELETE CASCADE,
    ply INTEGER NOT NULL,
    text TEXT NOT NULL,
    time INTEGER,
    checksum BLOB,
    spent INTEGER,
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
# The tables of a server, which only a store that a server has used has.
SERVER_TABLES = """
CREATE TABLE IF NOT EXISTS tables (
    id TEXT PRIMARY KEY,
    touched REAL NOT NULL,
    public INTEGER NOT NULL,
    claim INTEGER NOT NULL,
    state TEXT NOT NULL
) WITHOUT ROWID
"""
# Of a server, too. runs: when one was there; deadlines: when somebody's time is up at a table, both
# in seconds since 1970.
CALENDAR = (
    """
    CREATE TABLE IF NOT EXISTS runs (
        id TEXT PRIMARY KEY,
        began DOUBLE PRECISION NOT NULL,
        alive DOUBLE PRECISION NOT NULL
    )
    """,
    """
    CREATE TABLE IF NOT EXISTS deadlines (
        id TEXT PRIMARY KEY,
        until DOUBLE PRECISION NOT NULL
    )
    """,
    "CREATE INDEX IF NOT EXISTS due ON deadlines (until)",
)
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
# What seats add to the chance of a match, in the order it came: nothing takes it back.
MIXES = """
CREATE TABLE mixes (
    match INTEGER NOT NULL REFERENCES matches(id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    salt BLOB NOT NULL,
    PRIMARY KEY (match, number)
) WITHOUT ROWID;
"""
ALL = SCHEMA + BESIDES + MIXES
# What reading a damaged text raises.
DAMAGED = (ValueError, TypeError, LookupError, AttributeError, RecursionError)
HEAD = ", ".join(Head._fields)
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECONDS = 1_000_000  # of a second


class Seals(NamedTuple):
    """The checksums that stand beside the texts of a match, and at which revision it got them."""

    plies: list[bytes | None]
    match: bytes | None
    sealed: int | None


class Texts(NamedTuple):
    """A match as it is in the tables: plies are (number, text), changes (ply, seat, who);
    length: how many plies there should be; spent: the milliseconds that each ply took."""

    revision: int
    head: Head
    plies: list[tuple[int, str]]
    changes: list[tuple[int, int, str]]
    result: str | None
    beside: Beside
    length: int
    seals: Seals
    spent: list[int | None]

    @property
    def record(self) -> Record:
        """The match they describe; raises one of DAMAGED if they make no sense."""
        if [number for number, _ in self.plies] != list(range(len(self.plies))):
            raise ValueError("plies are missing")
        series, seats = _decoded(self.head.series), read_seats(self.head.seats)
        result = read_result(self.result, len(seats))
        return Record(
            game=readable(self.head.game),
            version=self.head.version,
            options=dict(_decoded(self.head.options)),
            seats=seats,
            series=tuple(tuple(Standing(*row) for row in played) for played in series),
            actions=tuple(text for _, text in self.plies),
            changes=read_changes(self.changes),
            result=result,
            taken_back=self.beside.cuts,
            fair=self._fair(over=result is not None),
            clock="" if self.head.clock is None else of_type(str, _decoded(self.head.clock)),
            times=read_times(self.spent),
        )

    def _fair(self, over: bool) -> Fair | None:
        """What was agreed about chance; its secret only when the match is over."""
        if self.head.fair is None:
            return None
        try:
            fair = read_fair(_decoded(self.head.fair))
        except InvalidRecord as error:
            raise ValueError(str(error)) from None
        mixes = tuple(Mix(ply, seat, of_type(bytes, salt)) for ply, seat, salt in self.beside.mixes)
        return fair._replace(mixes=mixes, secret=self.head.secret if over else None)

    @property
    def steps(self) -> int:
        """How many plies were stored, as far as that is known."""
        return max(len(self.plies), self.length if isinstance(self.length, int) else 0)

    @property
    def checksums(self) -> Checksums:
        texts = [text for _, text in self.plies]
        return checksums(self.head, texts, self.changes, self.result, self.beside, self.spent)


def read_texts(db: Database, id: int) -> Texts | None:
    row = db.execute(
        "SELECT revision, result, cuts, later, plies, checksum, sealed, "
        f"{HEAD} FROM matches WHERE id = ?",
        (id,),
    ).fetchone()
    if row is None:
        return None
    revision, result, cuts, later, length, checksum, sealed, *head = row
    plies = db.execute(
        "SELECT ply, text, spent, checksum FROM plies WHERE match = ? ORDER BY ply", (id,)
    ).fetchall()
    return Texts(
        revision,
        Head(*head),
        [(ply, text) for ply, text, *_ in plies],
        changes_of(db, id),
        result,
        Beside(id, cuts, later, passes_of(db, id), mixes_of(db, id)),
        length,
        Seals([own for *_, own in plies], checksum, sealed),
        [spent for _, _, spent, _ in plies],
    )


def changes_of(db: Database, id: int) -> list[tuple[int, int, str]]:
    return db.execute(
        "SELECT ply, seat, who FROM changes WHERE match = ? ORDER BY number", (id,)
    ).fetchall()


def passes_of(db: Database, id: int) -> tuple[tuple[int, int], ...]:
    rows = db.execute("SELECT ply, seat FROM passes WHERE match = ? ORDER BY ply, seat", (id,))
    return tuple(rows.fetchall())


def mixes_of(db: Database, id: int) -> tuple[tuple[int, int, bytes], ...]:
    rows = db.execute("SELECT ply, seat, salt FROM mixes WHERE match = ? ORDER BY number", (id,))
    return tuple(rows.fetchall())


def drafts_of(db: Database, id: int) -> dict[tuple[int, int], str]:
    """What is marked, by ply and seat."""
    rows = db.execute("SELECT ply, seat, text FROM drafts WHERE match = ?", (id,))
    return {(ply, seat): text for ply, seat, text in rows}


def head_of(record: Record, secret: bytes, follows: int | None) -> Head:
    return Head(
        record.game,
        record.version,
        json.dumps(dict(record.options)),
        json.dumps(record.seats),
        json.dumps(record.series),
        follows,
        secret,
        json.dumps(record.clock) if record.clock else None,
        None if record.fair is None else json.dumps(record.fair.agreed()),
    )


def readable(text: str) -> str:
    """A text that can be shown and written; raises one of DAMAGED if its bytes are not UTF-8."""
    text.encode()
    return text


def _decoded(text: str) -> Any:
    return read_json(readable(text))


def read_seats(text: str) -> tuple[Seat, ...]:
    return tuple(_seat(seat) for seat in _decoded(text))


def read_changes(rows: Iterable[tuple[int, int, str]]) -> tuple[Change, ...]:
    return tuple(Change(ply, seat, _seat(_decoded(who))) for ply, seat, who in rows)


def _seat(data: Any) -> Seat:
    name, bot = data
    return Seat(readable(of_type(str, name)), readable(of_type(str, bot)))


def read_times(spent: Iterable[int | None]) -> tuple[int | None, ...]:
    """The milliseconds that each ply took; nothing at all where none was counted."""
    return shown_times([None if one is None else of_type(int, one) for one in spent])


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
        tuple(of_type(int, score) for score in scores),
        tuple(winners),
        readable(of_type(str, reason)),
        resigned,
    )


def of_type(kind: type[T], value: object) -> T:
    """The value, if it is of this type; raises one of DAMAGED."""
    if not isinstance(value, kind):
        raise TypeError(f"{quoted(value)} is not of type {kind.__name__}")
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
        with suppress(*DAMAGED, OverflowError):
            when = max(when, datetime.fromisoformat(latest) + timedelta(microseconds=1))
        return cls(round(when.timestamp() * MICROSECONDS), _text_of(when))

    def later(self, microseconds: int) -> Moment:
        number = self.microseconds + microseconds
        second, rest = divmod(number, MICROSECONDS)
        return Moment(number, f"{_text_of_second(second)}.{rest:06}+00:00")


@lru_cache(maxsize=2)
def _text_of_second(number: int) -> str:
    """The same for many matches of a group: only what follows it differs."""
    return (EPOCH + timedelta(seconds=number)).replace(tzinfo=None).isoformat()


def _text_of(when: datetime) -> str:
    return when.isoformat(timespec="microseconds")
