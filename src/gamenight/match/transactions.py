"""Transactions: what is written to a SQLite database as a whole, and what it says when it fails."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gamenight.core.command import command
from gamenight.match.store import LockedStore, StoreError, UnwritableStore

# What a damaged file raises: a name in it that is not UTF-8 breaks even SQLite's own sentence.
BROKEN = (sqlite3.Error, UnicodeDecodeError)
PRIMARY = 0xFF  # the part of SQLite's result codes that tells the kind
BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
# Where nothing can be written now, and perhaps later.
UNWRITABLE = {
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_READONLY: "it can only be read",
    sqlite3.SQLITE_IOERR: "the disk does not answer as it should",
    sqlite3.SQLITE_CANTOPEN: "nothing can be written there",
    sqlite3.SQLITE_PERM: "that is not allowed",
}


@contextmanager
def told(path: Path | None) -> Iterator[None]:
    """Turn an error of the database or the file system into one sentence."""
    try:
        yield
    except (*BROKEN, OSError, OverflowError) as error:
        raise _sentence(error, path) from error


def _sentence(error: Exception, path: Path | None) -> StoreError:
    code = getattr(error, "sqlite_errorcode", 0) & PRIMARY
    if code in BUSY:
        return LockedStore(f"another program is writing to the store {path}")
    if code == sqlite3.SQLITE_IOERR and path is not None and _is_full(path.parent):
        code = sqlite3.SQLITE_FULL  # where not even a log has room
    if code in UNWRITABLE:
        return UnwritableStore(path, UNWRITABLE[code], f" ({error})")
    if isinstance(error, OSError):
        return UnwritableStore(path, error.strerror or str(error))
    # What SQLite says of a damaged file is of this very type.
    if type(error) in (sqlite3.DatabaseError, UnicodeDecodeError):
        return UnwritableStore(path, f"{told_by(error)} (see: {command('doctor')})")
    see = command("doctor")  # a table is missing, or has other columns
    return StoreError(f"the store {path or 'in memory'} cannot be used: {error} (see: {see})")


def _is_full(folder: Path) -> bool:
    try:
        return os.statvfs(folder).f_bavail == 0
    except (OSError, AttributeError):  # not every system can tell
        return False


def told_by(error: Exception) -> str:
    """What a damaged file says of itself."""
    unreadable = isinstance(error, UnicodeDecodeError)
    return "the names of its tables are damaged" if unreadable else str(error)


def identity(path: Path | None) -> tuple[int, int] | None:
    """Which file has this path now; None if there is none."""
    try:
        found = path.stat() if path is not None else None
    except OSError:
        return None
    return None if found is None else (found.st_dev, found.st_ino)


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
