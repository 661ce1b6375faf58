"""Connections: opening a SQLite store and bringing it up to date."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from gamenight.match.locks import BRIEF, PATIENCE, patiently
from gamenight.match.privacy import SIDE_FILES, make_private
from gamenight.match.schema import ALL, UNSEALED, VERSION
from gamenight.match.store import NewerStore, Tell
from gamenight.match.transactions import BROKEN, run, told, transaction, version_of

LOG = SIDE_FILES[0]
TRIES = 5  # at a copy of a store that somebody else is writing to


def open_file(path: Path | None, tell: Tell, patience: float = PATIENCE) -> sqlite3.Connection:
    """A store to write to, in memory without a path. patience: for how many seconds we wait while
    another program writes to it."""
    return patiently(lambda: _open_file(path, tell), path, tell, patience)


def _open_file(path: Path | None, tell: Tell) -> sqlite3.Connection:
    if path is not None:
        make_private(path)
    with told(path), _connected(str(path or ":memory:")) as db:
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
    """A store that is left as it is; an old one is read from a copy that is brought up to date."""
    try:
        db, version = _readable(f"{path.resolve().as_uri()}?mode=ro", path)
    except BROKEN:
        db, version = _readable_as_it_is(path.resolve(), tell)
    if _is_up_to_date(db, version):
        return db
    with closing(db), _connected(":memory:") as copy:
        db.backup(copy)
        if _is_empty(copy):  # a disk was full before it got its tables
            _create(copy)
        _bring_up_to_date(copy, None, tell)
        copy.execute("PRAGMA query_only = ON")
        return copy


def _readable(address: str, path: Path) -> tuple[sqlite3.Connection, int]:
    with _connected(address) as db:
        return db, _checked_version(db, path)


def _readable_as_it_is(path: Path, tell: Tell) -> tuple[sqlite3.Connection, int]:
    """SQLite reads a log only where it may write beside it. Elsewhere, what is in the log is read
    from a copy of both; if there can be none, people learn that something may be missing."""
    log = path.with_name(path.name + LOG)
    try:
        if log.stat().st_size:
            return _readable_copy(path, log)
    except FileNotFoundError:
        pass
    except (*BROKEN, OSError) as error:
        if tell is not None:
            tell(f"The latest moves in {path} cannot be read ({error}): this is an older state.")
    return _readable(f"{path.as_uri()}?mode=ro&immutable=1", path)


def _readable_copy(path: Path, log: Path) -> tuple[sqlite3.Connection, int]:
    """A copy in memory of a store and its log. It is whole if the log did not change meanwhile:
    whatever is moved from there into the file is in both."""
    with TemporaryDirectory(prefix="gamenight-") as folder:
        copied = Path(folder) / path.name
        for _ in range(TRIES):
            before = log.stat()
            shutil.copyfile(log, f"{copied}{LOG}")
            shutil.copyfile(path, copied)
            after = log.stat()
            if (before.st_size, before.st_mtime_ns) == (after.st_size, after.st_mtime_ns):
                break
        else:
            raise OSError("another program is writing to it")
        with (
            closing(_readable(str(copied), path)[0]) as db,
            _connected(":memory:") as copy,
        ):
            db.backup(copy)
            return copy, version_of(copy)


@contextmanager
def _connected(address: str) -> Iterator[sqlite3.Connection]:
    """A connection that stays open unless something goes wrong."""
    db = sqlite3.connect(
        address, isolation_level=None, timeout=BRIEF, uri=address.startswith("file:")
    )
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
        raise NewerStore(
            f"the store {path} has version {version}, but this gamenight knows {VERSION}: "
            "update gamenight, or name another folder with --data",
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
            run(db, ALL)
            db.execute(f"PRAGMA user_version = {VERSION}")


def _is_empty(db: sqlite3.Connection) -> bool:
    return db.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone() is None


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
