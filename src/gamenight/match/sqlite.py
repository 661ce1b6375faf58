"""SqliteStore: matches and their plies in one SQLite file."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import lru_cache
from pathlib import Path
from threading import Event, Thread
from typing import Any

from gamenight.match.backups import begin_backup, renew_backup
from gamenight.match.connection import open_file, open_readonly
from gamenight.match.locks import PATIENCE, wait_until_free
from gamenight.match.schema import SERVER_TABLES, Texts
from gamenight.match.sql import Kinds, SqlStore
from gamenight.match.store import Kept, Tell, UnwritableStore
from gamenight.match.transactions import identity, told, transaction

ROWS = 250  # at most, of one statement: SQLite takes 32,766 values


class SqliteStore(SqlStore):
    """One SQLite file; without a path, a store in memory that ends with the process.

    readonly: a file in a folder that cannot be written to can still be read. tell: gets sentences
    while an old store is brought up to date, if that takes a while.
    """

    _db: sqlite3.Connection

    def __init__(
        self,
        path: Path | None = None,
        readonly: bool = False,
        tell: Tell = None,
        patience: float = PATIENCE,
    ):
        self.path = self.place = path
        self._refusal = ""  # why a stand-in cannot be written to
        self._backup: Thread | None = None
        self._played = False  # something that the backup of the day should have
        with told(path):
            if path is not None and readonly:
                self._db = open_readonly(path, tell)
            else:
                self._db = open_file(path, tell, patience)
                self.begin_backup()
            self._file = identity(path)

    @classmethod
    def copy_of(cls, path: Path, tell: Tell = None) -> SqliteStore:
        """A store in memory with the matches of a file that cannot be written to."""
        copy = cls()
        with told(path), closing(open_readonly(path, tell)) as db:
            db.execute("SELECT 1 FROM matches LIMIT 1").fetchone()  # whose tables can be read
            db.backup(copy._db)
        return copy

    def stand_for(self, path: Path, reason: str) -> None:
        """From now on it is what can be read of a file that cannot be written to, for this
        reason."""
        self.path = self.place = path
        self._refusal = reason

    @contextmanager
    def _transaction(self, writes: bool = True) -> Iterator[None]:
        if writes and not self.is_there:
            raise UnwritableStore(self.path, self._refusal or "its file is gone")
        with told(self.path), transaction(self._db, "BEGIN IMMEDIATE" if writes else "BEGIN"):
            yield
        self._played |= writes

    def sources(self, values: list[Any], kinds: Kinds) -> Iterator[tuple[str, list[Any]]]:
        size = ROWS * len(kinds)
        for start in range(0, len(values), size):
            some = values[start : start + size]
            yield _source(len(kinds), len(some) // len(kinds)), some

    @property
    def is_there(self) -> bool:
        """Whether its file is still where it was opened."""
        return not self.stands_in and self._file == identity(self.path)

    @property
    def stands_in(self) -> bool:
        """Whether this is in memory, until its file can be opened."""
        return bool(self._refusal)

    def kept(self, id: int) -> Kept:
        return Kept(None if self.path is None else id)

    def wait(self, stop: Event) -> None:
        if self.path is not None:
            wait_until_free(self.path, stop)

    def begin_backup(self) -> None:
        """Begin the backup of today, in a thread, unless there is one; a program that runs for days
        asks again and again."""
        at_work = self._backup is not None and self._backup.is_alive()
        if self.path is not None and not at_work:
            with told(self.path):
                self._backup = begin_backup(self.path, self._db)

    def close(self) -> None:
        if self._backup is not None:
            self._backup.join()
        if self._played and self.path is not None and self.is_there:
            renew_backup(self.path)
            self._played = False
        self._db.close()

    def has_tables(self) -> bool:
        query = "SELECT 1 FROM sqlite_master WHERE name = 'tables'"
        return self._db.execute(query).fetchone() is not None

    def make_tables(self) -> None:
        self.within(lambda db: db.execute(SERVER_TABLES))

    def delete(self, id: int, revision: int | None = None) -> None:
        """For this alone no backup is replaced."""
        played = self._played
        super().delete(id, revision)
        self._played = played

    def _texts(self, id: int) -> Texts:
        """The texts of a match, sealed first if an older program has just changed it."""
        texts = super()._texts(id)
        if texts.seals.sealed == texts.revision:
            return texts
        from gamenight.match.migration import fill

        with told(self.path):
            fill(self._db)
        return super()._texts(id)


@lru_cache(maxsize=2 * ROWS)
def _source(width: int, rows: int) -> str:
    row = ", ".join("?" * width)
    return "VALUES " + ", ".join([f"({row})"] * rows)
