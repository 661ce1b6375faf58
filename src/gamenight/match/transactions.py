"""Transactions: what is written to a SQLite database as a whole, and what it says when it fails."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gamenight.core.command import command
from gamenight.match.store import StoreError


@contextmanager
def told(path: Path | None) -> Iterator[None]:
    """Turn an error of the database or the file system into one sentence."""
    try:
        yield
    except (sqlite3.Error, OSError, OverflowError) as error:
        # What SQLite says of a damaged file is of this very type.
        see = f" (see: {command('doctor')})" if type(error) is sqlite3.DatabaseError else ""
        raise StoreError(f"the store {path or 'in memory'} cannot be used: {error}{see}") from error


class transaction:
    """A context whose changes are written as a whole or not at all."""

    def __init__(self, db: sqlite3.Connection, begin: str = "BEGIN IMMEDIATE"):
        self._db = db
        self._begin = begin

    def __enter__(self) -> None:
        self._db.execute(self._begin)

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            if kind is None:
                self._db.execute("COMMIT")
        finally:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")


def run(db: sqlite3.Connection, statements: str) -> None:
    """Statements inside a transaction, which `executescript` would end."""
    for statement in statements.split(";\n"):
        db.execute(statement)


def version_of(db: sqlite3.Connection) -> int:
    (version,) = db.execute("PRAGMA user_version").fetchone()
    return int(version)
