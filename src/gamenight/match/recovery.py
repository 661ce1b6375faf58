"""Recovery: what can still be read of a file that SQLite finds damaged, in a new file; and the
store's file replaced by another one, with the old one kept beside it."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from gamenight.core.command import command
from gamenight.match.backups import backups_of, name_of, put_in_place, replaced_of, write_copy
from gamenight.match.connection import open_file, open_readonly
from gamenight.match.listing import UNKNOWN_TIME, read_time
from gamenight.match.privacy import OWN_FILE, SIDE_FILES
from gamenight.match.schema import SERVER_TABLES
from gamenight.match.soundness import is_sound
from gamenight.match.store import NewerStore, StoreError
from gamenight.match.transactions import BROKEN, told, transaction

REPLACED = 5  # how many stores are kept that a backup has taken the place of
BESIDES = ("plies", "changes", "drafts", "passes", "mixes")
LAST = 1_000_000  # no file has a match with a higher number


class Recovered(NamedTuple):
    """How many matches were read, the numbers of those that could not be, and where the old file
    is."""

    matches: int
    lost: list[int]
    old: Path


def recover(path: Path) -> Recovered:
    """Replace a damaged file by a new one with all that can be read of it. Raises StoreError if it
    is nothing."""
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with closing(open_file(unfinished, None)) as db:
            db.execute("PRAGMA foreign_keys = OFF")
            for mode in ("mode=ro", "mode=ro&immutable=1"):
                with suppress(*BROKEN):
                    db.execute("ATTACH ? AS old", (f"{path.resolve().as_uri()}?{mode}",))
                    db.execute("SELECT count(*) FROM old.sqlite_master").fetchone()
                    break
                with suppress(*BROKEN):
                    db.execute("DETACH old")
            known = _copy_all(db)
            found = {id for (id,) in db.execute("SELECT id FROM matches").fetchall()}
            if not _copy_server_tables(db) and not found:
                raise StoreError(f"nothing can be read of {path} ({way_out(path)})", str(path))
            with suppress(*BROKEN):
                db.execute("DETACH old")
            db.execute("PRAGMA journal_mode = DELETE")
        lost = sorted(known - found)
        return Recovered(len(found), lost, swap(path, unfinished, "damaged"))
    finally:
        for suffix in ("", *SIDE_FILES):
            unfinished.with_name(unfinished.name + suffix).unlink(missing_ok=True)


def way_out(path: Path) -> str:
    """The latest backup that is whole, or that there is none, as a clause."""
    with suppress(OSError):  # where nobody may look into their folder
        for backup in backups_of(path):
            with suppress(NewerStore):
                if found := look_at(backup):
                    are = "1 match is" if found.matches == 1 else f"{found.matches:,} matches are"
                    return f"{are} in a backup: {command(f'doctor --restore {name_of(backup)}')}"
    return "and there is no backup that is whole"


def _copy_all(db: sqlite3.Connection) -> set[int]:
    """Copy the rows of each match that can be read; the numbers of all that there were. None of
    them is given to a new match."""
    known, last = _named(db), _last(db)
    for id in _there(db, max([0, last, *known])):
        known.add(id)
        with suppress(*BROKEN), transaction(db):
            _copy_rows(db, "matches", f"id = {id}")
        for table in BESIDES:
            with suppress(*BROKEN), transaction(db):
                _copy_rows(db, table, f"match = {id}")
                continue
            if table == "plies":
                _copy_each_ply(db, id)
    for table in BESIDES:
        db.execute(f"DELETE FROM {table} WHERE match NOT IN (SELECT id FROM matches)")
    db.execute("UPDATE sqlite_sequence SET seq = ?", (max([0, last, *known]),))
    return known


def _copy_server_tables(db: sqlite3.Connection) -> bool:
    """Copy the tables of a server, so that links and codes are good again; whether there are any.
    Where a page is damaged, those before it and behind it are read."""
    with suppress(*BROKEN):
        asked = "SELECT 1 FROM old.sqlite_master WHERE name = 'tables'"
        if db.execute(asked).fetchone() is None:
            return False
    db.execute(SERVER_TABLES)
    for order in ("ASC", "DESC"):
        with suppress(*BROKEN):
            for row in db.execute(f"SELECT * FROM old.tables ORDER BY id {order}"):
                db.execute("INSERT OR IGNORE INTO main.tables VALUES (?, ?, ?, ?, ?)", row)
            break
    return db.execute("SELECT 1 FROM main.tables").fetchone() is not None


def _named(db: sqlite3.Connection) -> set[int]:
    """The numbers of matches that other tables and the index name."""
    found = set[int]()
    queries = [f"SELECT DISTINCT match FROM old.{table}" for table in BESIDES]
    queries.append("SELECT id FROM old.matches INDEXED BY latest ORDER BY result IS NULL, touched")
    for query in queries:
        with suppress(*BROKEN):
            found.update(id for (id,) in db.execute(query) if id in range(1, LAST + 1))
    return found


def _last(db: sqlite3.Connection) -> int:
    """The highest number that a match has ever had, if that can be read."""
    with suppress(*BROKEN):
        query = "SELECT seq FROM old.sqlite_sequence WHERE name = 'matches'"
        for (last,) in db.execute(query).fetchall():
            if isinstance(last, int) and 0 <= last <= LAST:
                return last
    return 0


def _there(db: sqlite3.Connection, last: int) -> Iterator[int]:
    """The numbers that are found in the table up to this one, and from the end of it. Each is asked
    for by itself: where many are read at once, the one before a damaged page is lost with it."""
    for id in range(1, last + 1):
        with suppress(*BROKEN):
            if db.execute("SELECT 1 FROM old.matches WHERE id = ?", (id,)).fetchone():
                yield id
    before, latest = LAST + 1, "SELECT max(id) FROM old.matches NOT INDEXED WHERE id < ?"
    with suppress(*BROKEN):
        while (id := db.execute(latest, (before,)).fetchone()[0] or 0) > last:
            yield id
            before = id


def _copy_rows(db: sqlite3.Connection, table: str, where: str) -> None:
    """Copy rows as they are, with the columns that both files have."""
    own, old = (
        [row[1] for row in db.execute(f"PRAGMA {schema}.table_info({table})")]
        for schema in ("main", "old")
    )
    columns = ", ".join(name for name in own if name in old)
    db.execute(
        f"INSERT OR IGNORE INTO main.{table} ({columns}) "
        f"SELECT {columns} FROM old.{table} NOT INDEXED WHERE {where}"
    )


def _copy_each_ply(db: sqlite3.Connection, id: int) -> None:
    """The plies up to the first that cannot be read."""
    row = db.execute("SELECT plies FROM matches WHERE id = ?", (id,)).fetchone()
    most = row[0] if row is not None and isinstance(row[0], int) else 0
    with suppress(*BROKEN):
        for ply in range(min(most, 100_000)):
            with transaction(db):
                _copy_rows(db, "plies", f"match = {id} AND ply = {ply}")


class Look(NamedTuple):
    """What is in a copy of a store: how many matches, and when one was last changed."""

    matches: int
    last: datetime | None


def look_at(file: Path) -> Look | None:
    """What is in a copy, with the log beside it; None if it is damaged, or no store. Raises
    NewerStore."""
    try:
        with closing(open_readonly(file, None)) as db:
            if not is_sound(db):
                return None
            times = [read_time(row[0]) for row in db.execute("SELECT touched FROM matches")]
    except NewerStore:
        raise
    except (sqlite3.Error, StoreError, OSError):
        return None
    return Look(len(times), max((one for one in times if one != UNKNOWN_TIME), default=None))


def restore(path: Path, backup: Path) -> Path | None:
    """Put a copy of a backup in place of a store; where the store is now, if there was one. Only
    the last few that were replaced are kept."""
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    with told(path):
        try:
            with closing(open_readonly(backup, None)) as db:
                write_copy(db, unfinished, is_sound)
            if not path.exists():
                put_in_place(unfinished, path)
                return None
            kept = swap(path, unfinished, "before")
        finally:
            with suppress(OSError):
                unfinished.unlink(missing_ok=True)
        for old in replaced_of(path)[REPLACED:]:
            for suffix in ("", *SIDE_FILES):
                old.with_name(old.name + suffix).unlink(missing_ok=True)
        return kept


def swap(path: Path, new: Path, why: str) -> Path:
    """Put a whole file in place of a store, which is kept under another name, with its log.
    At every moment one of them is there. Raises StoreError if another program has it open."""
    _close_log(path)
    moment = datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S-%f")
    kept = path.with_name(f"{path.stem}.{why}-{moment}{path.suffix}")
    shutil.copyfile(path, _private(kept))
    for suffix in SIDE_FILES:
        log = path.with_name(path.name + suffix)
        if log.exists():
            shutil.copyfile(log, _private(kept.with_name(kept.name + suffix)))
            log.unlink()
    put_in_place(new, path)
    return kept


def _private(path: Path) -> Path:
    os.close(os.open(path, os.O_CREAT | os.O_TRUNC | os.O_RDWR, OWN_FILE))
    return path


def _close_log(path: Path) -> None:
    """Write the log into the file where that is possible; nobody else may have it open."""
    try:
        with closing(sqlite3.connect(path, isolation_level=None, timeout=0.5)) as db:
            db.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise StoreError(f"another program uses {path}: close it first", str(path)) from error
    except (sqlite3.DatabaseError, UnicodeDecodeError):
        pass  # damaged: the log is kept beside it
