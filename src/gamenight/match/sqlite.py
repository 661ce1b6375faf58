"""SqliteStore: matches and their plies in one SQLite file."""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from gamenight.core.record import Change, Record, Result, Seat, Standing, seated
from gamenight.match.store import StaleMatch, Stored, StoreError, Summary, UnknownMatch

VERSION = 1
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
    touched TEXT NOT NULL
);
CREATE TABLE plies (
    match INTEGER NOT NULL REFERENCES matches(id) ON DELETE CASCADE,
    ply INTEGER NOT NULL,
    text TEXT NOT NULL,
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
CREATE TABLE drafts (
    match INTEGER PRIMARY KEY REFERENCES matches(id) ON DELETE CASCADE,
    ply INTEGER NOT NULL,
    text TEXT NOT NULL
);
"""


class SqliteStore:
    """One SQLite file; without a path, a store in memory that ends with the process.

    A file in a folder that cannot be written to can still be read, `readonly`.
    """

    def __init__(self, path: Path | None = None, readonly: bool = False):
        self.path = path
        with _told(path):
            if path is not None and readonly:
                self._db = _connect_readonly(path)
                return
            if path is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(path or ":memory:", isolation_level=None, timeout=5)
            self._db.execute("PRAGMA foreign_keys = ON")
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = FULL")
            with self._transaction():
                self._prepare()

    def _prepare(self) -> None:
        (version,) = self._db.execute("PRAGMA user_version").fetchone()
        if version == 0:
            for statement in SCHEMA.split(";\n"):
                self._db.execute(statement)
            self._db.execute(f"PRAGMA user_version = {VERSION}")
        elif version != VERSION:
            raise StoreError(
                f"the store {self.path} is of version {version}, and this gamenight knows "
                f"version {VERSION}",
                version,
                (VERSION,),
            )

    @contextmanager
    def _transaction(self, begin: str = "BEGIN IMMEDIATE") -> Iterator[None]:
        with _told(self.path):
            self._db.execute(begin)
            try:
                yield
                self._db.execute("COMMIT")
            except BaseException:
                self._db.execute("ROLLBACK")
                raise

    def close(self) -> None:
        self._db.close()

    def create(self, record: Record, secret: bytes, follows: int | None = None) -> Stored:
        """Keep a new match, with whatever was played of it already."""
        now = _now()
        with self._transaction():
            cursor = self._db.execute(
                "INSERT INTO matches (game, version, options, seats, series, follows, secret, "
                "result, started, touched) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    record.game,
                    record.version,
                    json.dumps(dict(record.options)),
                    json.dumps(record.seats),
                    json.dumps(record.series),
                    follows,
                    secret,
                    json.dumps(record.result) if record.result else None,
                    now,
                    now,
                ),
            )
            id = cursor.lastrowid
            assert id is not None
            self._insert_plies(id, 0, record.actions)
            for change in record.changes:
                self._insert_change(id, change)
        return Stored(id, record, secret, 0, follows)

    def append(
        self, id: int, revision: int, ply: int, texts: Sequence[str], result: Result | None = None
    ) -> int:
        """Add plies from this number on, and the result if they end the match."""
        with self._transaction():
            self._revise(id, revision)
            self._insert_plies(id, ply, texts)
            if result is not None:
                self._set_result(id, result)
        return revision + 1

    def cut(self, id: int, revision: int, ply: int) -> int:
        """Take back the plies from this number on; who sits where now stays so."""
        with self._transaction():
            self._revise(id, revision)
            self._db.execute("DELETE FROM plies WHERE match = ? AND ply >= ?", (id, ply))
            self._db.execute("UPDATE changes SET ply = min(ply, ?) WHERE match = ?", (ply, id))
            self._set_result(id, None)
        return revision + 1

    def change(self, id: int, revision: int, change: Change) -> int:
        """Somebody else takes a seat."""
        with self._transaction():
            self._revise(id, revision)
            self._insert_change(id, change)
        return revision + 1

    def keep_draft(self, id: int, ply: int, text: str) -> None:
        """What a person has marked so far for the next ply."""
        with self._transaction():
            self._db.execute("INSERT OR REPLACE INTO drafts VALUES (?, ?, ?)", (id, ply, text))

    def draft(self, id: int, ply: int) -> str | None:
        """What was marked for this ply, if that is the next one still."""
        with self._transaction("BEGIN"):
            row = self._db.execute(
                "SELECT text FROM drafts WHERE match = ? AND ply = ?", (id, ply)
            ).fetchone()
        return row[0] if row is not None else None

    def finish(self, id: int, revision: int, result: Result) -> int:
        """A result without a ply: somebody resigned."""
        with self._transaction():
            self._revise(id, revision)
            self._set_result(id, result)
        return revision + 1

    def load(self, id: int) -> Stored:
        """A match by its number; raises UnknownMatch."""
        with self._transaction("BEGIN"):
            row = self._db.execute(
                "SELECT game, version, options, seats, series, secret, result, revision, follows "
                "FROM matches WHERE id = ?",
                (id,),
            ).fetchone()
            if row is None:
                raise self._unknown(id)
            plies = self._db.execute("SELECT text FROM plies WHERE match = ? ORDER BY ply", (id,))
            actions = tuple(text for (text,) in plies)
            changes = self._db.execute(
                "SELECT ply, seat, who FROM changes WHERE match = ? ORDER BY number", (id,)
            ).fetchall()
        game, version, options, seats, series, secret, result, revision, follows = row
        record = Record(
            game=game,
            version=version,
            options=json.loads(options),
            seats=_seats(seats),
            series=tuple(tuple(Standing(*r) for r in played) for played in json.loads(series)),
            actions=actions,
            changes=tuple(Change(p, s, Seat(*json.loads(who))) for p, s, who in changes),
            result=_result(result),
        )
        return Stored(id, record, secret, revision, follows)

    def matches(self) -> list[Summary]:
        """All matches, the one touched last first, with who sits there now."""
        with self._transaction("BEGIN"):
            changes = self._db.execute(
                "SELECT match, ply, seat, who FROM changes ORDER BY match, number"
            ).fetchall()
            rows = self._db.execute(
                "SELECT id, game, seats, result, touched, "
                "(SELECT count(*) FROM plies WHERE match = id) FROM matches "
                "ORDER BY touched DESC, id DESC"
            ).fetchall()
        taken: dict[int, list[Change]] = defaultdict(list)
        for match, ply, seat, who in changes:
            taken[match].append(Change(ply, seat, Seat(*json.loads(who))))
        return [
            Summary(
                id,
                game,
                seated(_seats(seats), taken[id]),
                plies,
                _result(result),
                datetime.fromisoformat(when),
            )
            for id, game, seats, result, when, plies in rows
        ]

    def delete(self, id: int) -> None:
        """Forget a match; raises UnknownMatch."""
        with self._transaction():
            if self._db.execute("DELETE FROM matches WHERE id = ?", (id,)).rowcount == 0:
                raise self._unknown(id)

    def _revise(self, id: int, revision: int) -> None:
        """Count a change of a match, refusing one that was made from an older state of it."""
        cursor = self._db.execute(
            "UPDATE matches SET revision = revision + 1, touched = ? WHERE id = ? AND revision = ?",
            (_now(), id, revision),
        )
        if cursor.rowcount == 0:
            if self._db.execute("SELECT 1 FROM matches WHERE id = ?", (id,)).fetchone() is None:
                raise self._unknown(id)
            raise StaleMatch(f"match {id} was continued by another program meanwhile", revision)

    def _insert_plies(self, id: int, ply: int, texts: Sequence[str]) -> None:
        self._db.executemany(
            "INSERT INTO plies VALUES (?, ?, ?)",
            ((id, number, text) for number, text in enumerate(texts, ply)),
        )

    def _insert_change(self, id: int, change: Change) -> None:
        self._db.execute(
            "INSERT INTO changes SELECT ?, count(*), ?, ?, ? FROM changes WHERE match = ?",
            (id, change.ply, change.seat, json.dumps(change.who), id),
        )

    def _set_result(self, id: int, result: Result | None) -> None:
        text = json.dumps(result) if result else None
        self._db.execute("UPDATE matches SET result = ? WHERE id = ?", (text, id))

    def _unknown(self, id: int) -> UnknownMatch:
        return UnknownMatch(f"there is no match {id} (see: gamenight matches)", id)


@contextmanager
def _told(path: Path | None) -> Iterator[None]:
    """Tell what the database or the file system says in one sentence."""
    try:
        yield
    except (sqlite3.Error, OSError, OverflowError) as error:
        raise StoreError(f"the store {path or 'in memory'} cannot be used: {error}") from error


def _connect_readonly(path: Path) -> sqlite3.Connection:
    """SQLite reads its log only where it may write beside it; elsewhere the file as it stands."""
    address = f"{path.resolve().as_uri()}?mode=ro"
    for readable in (address, f"{address}&immutable=1"):
        database = sqlite3.connect(readable, uri=True, isolation_level=None)
        with suppress(sqlite3.Error):
            database.execute("SELECT count(*) FROM matches")
            return database
        database.close()
    raise StoreError(f"the store {path} cannot be read", str(path))


def _seats(text: str) -> tuple[Seat, ...]:
    return tuple(Seat(*seat) for seat in json.loads(text))


def _result(text: str | None) -> Result | None:
    if text is None:
        return None
    scores, winners, reason, resigned = json.loads(text)
    return Result(tuple(scores), tuple(winners), reason, resigned)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="microseconds")
