"""Damage: a store with matches of every game, and what can happen to its rows and to its bytes."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from gamenight.core import registry
from gamenight.core.record import Change, Seat
from gamenight.core.rules import Decision
from gamenight.match.backups import FOLDER
from gamenight.match.sqlite import SqliteStore
from gamenight.match.store import Stored
from gamenight.match.table import Table
from tests.match.courses import drive
from tests.match.matches import new_match

Row = dict[str, Any]

FILE = "gamenight.sqlite"
TABLES = ("matches", "plies", "changes", "drafts", "passes")
# What a column may hold instead; numbers that no table expects, and texts that are none.
STRANGE: tuple[Any, ...] = (
    None, 0, -1, 7, 2**62, 1.5, float("inf"), "", "x", "[", "[]", "{}", "[[", "null", "[1, 2]",
    '[["An', '[["Ann", ""]]', '["A"]', '"\\ud800"', '[["\\ud800", ""], ["B", ""]]', "[" * 5000,
    "\x1b[31m", "9" * 5000, "9999-12-31T23:59:59.999999+00:00", "0001-01-01T00:00:00",
    '[["person", "Ann", "x", [], {}, 1, "2", null]]', b"", b"\xff\xfe", b"[]", bytes(64),
)  # fmt: skip


class Damage(NamedTuple):
    """What was done to a store; match: the only one that it concerns, if it is one."""

    what: str
    match: int | None


def whole_store(folder: Path) -> dict[int, Stored]:
    """Make a store with matches that go on and matches that are over; what is kept of each."""
    store = SqliteStore(folder / FILE)
    new_match(registry.games()[0], store=store)
    for id in registry.games():
        over, running = (new_match(id, people=2, store=store, seed=n) for n in (3, 4))
        drive(over, answer=by_chance)
        drive(running, lambda match: len(match.plies) >= 6, by_chance)
        if running.result is None:
            store.change(running.id, running.revision, Change(6, 0, Seat("Zoë")))
            store.keep_later(running.id, running.revision + 1, ["roll"])
            store.keep_pass(running.id, running.revision + 2, 6, 1)
            store.keep_draft(running.id, 6, 0, "d1 d2")
    kept = {one.id: store.load(one.id) for one in store.matches()}
    store._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    store.close()
    shutil.rmtree(folder / FOLDER)  # as if all of it were older than a week
    return kept


def by_chance(table: Table, seat: int) -> str:
    node = table.rules.node(table.state())
    assert isinstance(node, Decision)
    return table.rules.format(Random(table.last).choice(node.actions))


def damaged_copy(whole: Path, folder: Path, seed: int) -> Damage:
    """A copy of that store with damage by chance: rows by SQL, or bytes of the file."""
    path, rng = folder / FILE, Random(seed)
    folder.mkdir()
    shutil.copy(whole / FILE, path)
    return _damage_bytes(path, rng) if rng.random() < 0.3 else _damage_row(path, rng)


def _damage_row(path: Path, rng: Random) -> Damage:
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.text_factory = bytes
        db.execute("PRAGMA ignore_check_constraints = ON")
        table = rng.choices(TABLES, (8, 5, 2, 1, 1))[0]
        key = "id" if table == "matches" else "match"
        columns = [row[1].decode() for row in db.execute(f"PRAGMA table_info({table})")]
        keys = ("id",) if table == "matches" else tuple(columns[: 3 if table == "drafts" else 2])
        row = rng.choice(db.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall())
        found = dict(zip(columns, row, strict=True))
        where = " AND ".join(f"{name} = {found[name]}" for name in keys)
        if table == "plies" and rng.random() < 0.2:
            db.execute(f"DELETE FROM plies WHERE {where}")
            return Damage(f"deleted from plies {where}", found[key])
        free = [name for name in columns if name not in ("id", "match")]
        what = []
        for column in rng.sample(free, 2 if table == "matches" and rng.random() < 0.5 else 1):
            what.append(f"{column} = {_damage_column(db, table, column, found, where, rng)!r:.80}")
        if table == "matches" and rng.random() < 0.5:  # as if another program had gone on with it
            db.execute(f"UPDATE matches SET revision = revision + 1 WHERE {where}")
            what.append("revision + 1")
        return Damage(f"{table}: {', '.join(what)} where {where}", found[key])


def _damage_column(
    db: sqlite3.Connection, table: str, column: str, found: Row, where: str, rng: Random
) -> Any:
    value = _changed(found[column], rng)
    try:
        db.execute(f"UPDATE OR REPLACE {table} SET {column} = ? WHERE {where}", (value,))
    except sqlite3.IntegrityError:  # NULL where none can be: what else is nothing
        db.execute(f"UPDATE {table} SET {column} = x'' WHERE {where}")
    except OverflowError:
        db.execute(f"UPDATE {table} SET {column} = 'x' WHERE {where}")
    return value


def _changed(value: Any, rng: Random) -> Any:
    """Another value: something strange, a flipped bit, a cut."""
    kind = rng.random()
    if kind < 0.4 or value is None or value == b"":
        return rng.choice(STRANGE)
    if isinstance(value, int):
        return value ^ (1 << rng.randrange(40)) if kind < 0.8 else -value
    data = bytearray(value)
    if kind < 0.8:
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    else:
        del data[rng.randrange(len(data)) :]
    return bytes(data) if len(value) in (16, 32) else bytes(data).decode("utf-8", "replace")


def _damage_bytes(path: Path, rng: Random) -> Damage:
    data = bytearray(path.read_bytes())
    kind = rng.choice(("bit", "bit", "bit", "bits", "page", "cut"))
    where = rng.randrange(len(data))
    if kind == "cut":
        del data[where:]
    elif kind == "page":
        start = where // 4096 * 4096
        data[start : start + 4096] = rng.choice((bytes(4096), rng.randbytes(4096)))
    else:
        for _ in range(1 if kind == "bit" else 20):
            data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    path.write_bytes(data)
    return Damage(f"{kind} at byte {where}", None)
