"""Rows: what is stored of one match in the tables of a store; how it is moved to another."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from gamenight.core.command import command
from gamenight.core.fairness import Mix
from gamenight.core.record import Record, Result
from gamenight.match import summary
from gamenight.match.database import Database
from gamenight.match.listing import where
from gamenight.match.schema import (
    Moment,
    head_of,
    horizon,
    read_texts,
    write_changes,
    write_result,
)
from gamenight.match.store import StaleMatch, UnknownMatch
from gamenight.match.summary import Appearance
from gamenight.match.wholeness import fault_of

Rows = dict[str, list[tuple[Any, ...]]]
# The tables, and the column of each that has the number of the match: always the first.
TABLES = {
    "matches": "id",
    "plies": "match",
    "changes": "match",
    "drafts": "match",
    "passes": "match",
    "mixes": "match",
}
BESIDE = ("passes", "drafts")


def rows_of(db: Database, id: int) -> Rows:
    """What is stored of a match, without its number; no rows at all if there is none."""
    return {
        table: [row[1:] for row in db.execute(f"SELECT * FROM {table} WHERE {column} = ?", (id,))]
        for table, column in TABLES.items()
    }


def raw_rows(db: Database, id: int) -> dict[str, list[dict[str, Any]]]:
    """What is stored of a match by table and column."""
    found = {}
    for table, column in TABLES.items():
        rows = db.execute(f"SELECT * FROM {table} WHERE {column} = ?", (id,))
        names = [name for name, *_ in rows.description]
        found[table] = [dict(zip(names, row, strict=True)) for row in rows]
    return found


def put_rows(db: Database, rows: Rows, was: int, id: int | None) -> int:
    """Store a match that `was` another number as the one with this number, or as a new one; returns
    the number. It is sealed again only if that has changed, for the seal covers it."""
    db.execute("DELETE FROM matches WHERE id = ?", (id,))
    for table in TABLES:
        for row in rows[table]:
            places = ", ".join("?" * (len(row) + 1))
            insert = f"INSERT INTO {table} VALUES ({places}) RETURNING {TABLES[table]}"
            ((id,),) = db.execute(insert, (id, *row)).fetchall()
    assert id is not None
    if id != was:
        texts = read_texts(db, id)
        assert texts is not None
        db.execute("UPDATE matches SET checksum = ? WHERE id = ?", (texts.checksums.match, id))
    return id


def insert_plies(
    db: Database,
    id: int,
    ply: int,
    texts: Sequence[str],
    sums: Sequence[bytes],
    spent: Sequence[int | None],
    now: Moment,
) -> None:
    for number, (text, checksum, lost) in enumerate(zip(texts, sums, spent, strict=True), ply):
        row = (id, number, text, now.microseconds, checksum, lost)
        db.execute("INSERT INTO plies VALUES (?, ?, ?, ?, ?, ?)", row)


def insert_changes(db: Database, id: int, changes: Iterable[tuple[int, int, str]]) -> None:
    """Add these after those that are there."""
    (there,) = db.execute("SELECT count(*) FROM changes WHERE match = ?", (id,)).fetchone()
    rows = ((id, number, *change) for number, change in enumerate(changes, there))
    db.executemany("INSERT INTO changes VALUES (?, ?, ?, ?, ?)", rows)


def insert_mixes(db: Database, id: int, mixes: Iterable[Mix]) -> None:
    """Add these after those that are there."""
    (there,) = db.execute("SELECT count(*) FROM mixes WHERE match = ?", (id,)).fetchone()
    rows = ((id, number, *mix) for number, mix in enumerate(mixes, there))
    db.executemany("INSERT INTO mixes VALUES (?, ?, ?, ?, ?)", rows)


def insert_drafts(db: Database, id: int, ply: int, drafts: Iterable[tuple[int, str]]) -> None:
    insert = (
        "INSERT INTO drafts VALUES (?, ?, ?, ?) "
        "ON CONFLICT (match, ply, seat) DO UPDATE SET text = excluded.text"
    )
    for seat, text in drafts:
        db.execute(insert, (id, ply, seat, text))


def cut_rows(db: Database, id: int, ply: int, changes: Iterable[tuple[int, int, str]]) -> None:
    """Take back the plies from this number on, with what belongs to them; changes: those of who
    sits where that are left."""
    db.execute("DELETE FROM plies WHERE match = ? AND ply >= ?", (id, ply))
    db.execute("DELETE FROM passes WHERE match = ? AND ply >= ?", (id, ply))
    db.execute("DELETE FROM drafts WHERE match = ? AND ply > ?", (id, ply))
    db.execute("DELETE FROM changes WHERE match = ?", (id,))
    insert_changes(db, id, changes)


def change_seat(db: Database, id: int, change: tuple[int, int, str]) -> None:
    """Somebody else takes a seat, without any passes or marks there."""
    insert_changes(db, id, [change])
    for table in BESIDE:
        db.execute(f"DELETE FROM {table} WHERE match = ? AND seat = ?", (id, change[1]))


def insert_pass(db: Database, id: int, ply: int, seat: int) -> None:
    db.execute("INSERT INTO passes VALUES (?, ?, ?) ON CONFLICT DO NOTHING", (id, ply, seat))


def update_match(db: Database, id: int, revision: int, columns: Mapping[str, Any]) -> bool:
    """Change the row of a match that still has this revision; whether it had."""
    assigned = ", ".join(f"{name} = ?" for name in columns)
    done = db.execute(
        f"UPDATE matches SET {assigned} WHERE id = ? AND revision = ?",
        (*columns.values(), id, revision),
    )
    return done.rowcount == 1


def end_columns(result: Result | None, appearances: Sequence[Appearance]) -> dict[str, Any]:
    """What changes in a match's row when it ends, or goes on."""
    over = None if result is None else summary.dumps(appearances)
    return {"result": write_result(result), "appearances": over}


def next_moment(db: Database) -> Moment:
    """A time later than that of all matches, unless a clock was wrong; two looks into the index
    of the latest."""
    latest, now = "SELECT max(touched) FROM matches", (horizon().isoformat(),)
    found = [
        db.execute(f"{latest} {where(over)} AND touched <= ?", now).fetchone()[0]
        for over in (True, False)
    ]
    return Moment.after(max((one for one in found if isinstance(one, str)), default=""))


def unknown(id: int) -> UnknownMatch:
    return UnknownMatch(f"there is no match {id} (see: {command('matches')})", id)


def stale(id: int, revision: int) -> StaleMatch:
    return StaleMatch(f"match {id} has been continued by another program", revision)


def find_same(db: Database, record: Record) -> int | None:
    """The number of a whole match that has been played in the very same way."""
    head = head_of(record, b"", None)
    changes, result = write_changes(record.changes), write_result(record.result)
    found = db.execute(
        "SELECT id FROM matches WHERE (game, version, options, seats, series, plies) = "
        "(?, ?, ?, ?, ?, ?) AND coalesce(result, '') = ? ORDER BY id",
        (*head[:5], len(record.actions), result or ""),
    )
    for (id,) in found.fetchall():
        texts = read_texts(db, id)
        if texts is None or tuple(text for _, text in texts.plies) != record.actions:
            continue
        if texts.changes == changes and fault_of(texts) is None:
            return int(id)
    return None
