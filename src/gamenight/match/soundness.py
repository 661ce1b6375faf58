"""Soundness: whether the file of a store is as SQLite and this program make it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from functools import cache

from gamenight.match.schema import ALL, VERSION
from gamenight.match.transactions import run, version_of

Shape = dict[tuple[str, str], object]


def is_sound(db: sqlite3.Connection) -> bool:
    """Whether SQLite finds no fault with a database, and it has the tables of a store: a copy of it
    is worth keeping, even if an index is missing."""
    found = _shape(db)
    tables = {part: made for part, made in _shape_of_ours().items() if part[0] == "table"}
    has_tables = all(found.get(part) == made for part, made in tables.items())
    return has_tables and db.execute("PRAGMA quick_check(1)").fetchone() == ("ok",)


def shape_faults(db: sqlite3.Connection) -> Iterator[str]:
    """What differs from the tables and indices that this program makes. Other tables and indices do
    no harm; a trigger does things that nobody asked for."""
    found = _shape(db)
    for part, made in _shape_of_ours().items():
        kind, name = part
        if part not in found:
            yield f"the {kind} {name} is missing"
        elif found[part] != made:
            yield f"the {kind} {name} is not as gamenight makes it"
    yield from (f"there is a trigger {name}" for kind, name in found if kind == "trigger")
    if version_of(db) != VERSION:
        yield f"its version is {version_of(db)}, not {VERSION}"


@cache
def _shape_of_ours() -> Shape:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        run(db, ALL)
        return _shape(db)


def _shape(db: sqlite3.Connection) -> Shape:
    """The tables with their columns in order, and everything else with how it was made."""
    parts = db.execute("SELECT type, name, sql FROM sqlite_master").fetchall()
    return {
        (kind, name): _columns(db, name) if kind == "table" else made for kind, name, made in parts
    }


def _columns(db: sqlite3.Connection, table: str) -> list[tuple[object, ...]]:
    """The name and type of each column, whether it can be empty, and its place in the key."""
    query = 'SELECT name, type, "notnull", pk FROM pragma_table_info(?)'
    return db.execute(query, (table,)).fetchall()
