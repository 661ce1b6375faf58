"""Connections: opening a SQLite store and bringing it up to date."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

from gamenight.match.privacy import make_private
from gamenight.match.schema import BESIDES, SCHEMA, UNSEALED, VERSION
from gamenight.match.store import StoreError, Tell
from gamenight.match.transactions import run, transaction, version_of


def open_file(path: Path | None, tell: Tell) -> sqlite3.Connection:
    """A store to write to, in memory without a path."""
    if path is not None:
        make_private(path)
    with _connected(str(path or ":memory:")) as db:
        version = _checked_version(db, path)
        db.execute("PRAGMA foreign_keys = ON")
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        _require_writable(db, version)
        if version == 0:
            _create(db)
            version = version_of(db)
        if not _is_up_to_date(db, version):
            _bring_up_to_date(db, path, tell)
        return db


def open_readonly(path: Path, tell: Tell) -> sqlite3.Connection:
    """A store that is left as it is; an old one is read from a copy that is brought up to date.

    SQLite reads its log only where it may write beside it; elsewhere, the file as it is.
    """
    address = f"{path.resolve().as_uri()}?mode=ro"
    try:
        db, version = _readable(address, path)
    except sqlite3.Error:
        db, version = _readable(f"{address}&immutable=1", path)
    if _is_up_to_date(db, version):
        return db
    with closing(db), _connected(":memory:") as copy:
        db.backup(copy)
        _bring_up_to_date(copy, None, tell)
        copy.execute("PRAGMA query_only = ON")
        return copy


def _readable(address: str, path: Path) -> tuple[sqlite3.Connection, int]:
    with _connected(address) as db:
        return db, _checked_version(db, path)


@contextmanager
def _connected(address: str) -> Iterator[sqlite3.Connection]:
    """A connection that stays open unless something goes wrong."""
    db = sqlite3.connect(address, isolation_level=None, timeout=5, uri=address.startswith("file:"))
    # A damaged text is read as well as possible, and nothing else is lost with it.
    db.text_factory = partial(str, encoding="utf-8", errors="surrogateescape")
    try:
        yield db
    except BaseException:
        db.close()
        raise


def _checked_version(db: sqlite3.Connection, path: Path | None) -> int:
    """The version of a store, unless it is newer than this program."""
    version = version_of(db)
    if version not in range(VERSION + 1):
        raise StoreError(
            f"the store {path} has version {version}, but this gamenight knows {VERSION}",
            version,
            (VERSION,),
        )
    return version


def _require_writable(db: sqlite3.Connection, version: int) -> None:
    """Whoever may not write learns it now, not with the first ply. Beginning a transaction does
    not show it: SQLite makes it one that reads."""
    db.execute("BEGIN IMMEDIATE")
    try:
        db.execute(f"PRAGMA user_version = {version}")
    finally:
        if db.in_transaction:
            db.execute("ROLLBACK")


def _create(db: sqlite3.Connection) -> None:
    with transaction(db):
        if version_of(db) == 0:
            run(db, SCHEMA + BESIDES)
            db.execute(f"PRAGMA user_version = {VERSION}")


def _is_up_to_date(db: sqlite3.Connection, version: int) -> bool:
    """Whether nothing is left to be filled in; what cannot be read hides nothing else."""
    if version != VERSION:
        return False
    try:
        return db.execute(f"SELECT 1 {UNSEALED} LIMIT 1").fetchone() is None
    except sqlite3.DatabaseError as error:
        if type(error) is sqlite3.DatabaseError:
            return True  # a page of the file is damaged
        raise


def _bring_up_to_date(db: sqlite3.Connection, path: Path | None, tell: Tell) -> None:
    from gamenight.match.migration import migrate

    migrate(db, path, tell)
