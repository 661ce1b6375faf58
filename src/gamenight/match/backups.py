"""Backups: copies of a store by SQLite's own means, each there as a whole or not at all.

Once a day, when a store is opened to be written to or while a server runs, a thread copies it into
the folder `backups` beside it, while people play on; when it is closed after something was played,
a new copy takes the place of that of the day. A copy of a damaged file is not kept, nor one with a
damaged match that is whole in the backup of the day, so that it replaces no good one.
"""

from __future__ import annotations

import os
import re
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from threading import Thread

from gamenight.match.privacy import OWN_FILE, OWN_FOLDER
from gamenight.match.rows import TABLES
from gamenight.match.schema import Texts, read_texts
from gamenight.match.soundness import is_sound
from gamenight.match.transactions import BROKEN
from gamenight.match.wholeness import fault_of

KEPT = 7
FOLDER = "backups"
QUICK = 32 * 1024 * 1024  # bytes of a store that is copied while somebody waits: half a second
ABANDONED = 3600.0  # seconds after which an unfinished copy has nobody who finishes it


def begin_backup(path: Path, db: sqlite3.Connection) -> Thread | None:
    """Begin the backup of today, if there is none yet and anything to keep."""
    target = _backup_of_today(path)
    if target.exists() or _was_copied_today(path):
        return None
    if db.execute("SELECT 1 FROM matches LIMIT 1").fetchone() is None:
        return None
    thread = Thread(target=back_up, args=(path, target), name="backup")
    thread.start()
    return thread


def renew_backup(path: Path) -> None:
    """Put what was played today into its backup too. A store that takes long to copy waits for the
    first opening of another day."""
    with suppress(OSError):
        if path.stat().st_size <= QUICK:
            back_up(path, _backup_of_today(path))


def back_up(path: Path, target: Path) -> None:
    """Copy a store; whatever goes wrong, nobody loses anything but this copy."""
    with suppress(sqlite3.Error, UnicodeDecodeError, OSError):
        target.parent.mkdir(OWN_FOLDER, exist_ok=True)
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as db:
            if write_copy(db, target, lambda copy: is_sound(copy) and not _loses(copy, target)):
                _remove_old(path)


def _loses(copy: sqlite3.Connection, target: Path) -> bool:
    """Whether a match is damaged in a copy and whole in the backup that it would replace. One that
    is in both the same needs no look at its checksums: that would take seconds."""
    if not target.exists():
        return False
    where = f"{target.resolve().as_uri()}?mode=ro"
    with suppress(*BROKEN), closing(sqlite3.connect(where, uri=True)) as before:
        return any(
            _is_whole(_texts(before, id)) and not _is_whole(_texts(copy, id))
            for id in _changed(copy, target)
        )
    return False  # that backup cannot be read


def _changed(copy: sqlite3.Connection, target: Path) -> set[int]:
    """The matches of a copy that are not the same in a backup: with other rows, or fewer."""
    copy.execute("ATTACH ? AS backup", (str(target),))
    found = set[int]()
    for table, id in TABLES.items():
        now, was = (f"SELECT * FROM {schema}.{table}" for schema in ("main", "backup"))
        numbers = [f"SELECT {id}, count(*) FROM ({rows}) GROUP BY 1" for rows in (was, now)]
        for query in (f"{now} EXCEPT {was}", " EXCEPT ".join(numbers)):
            found.update(row[0] for row in copy.execute(f"SELECT DISTINCT {id} FROM ({query})"))
    there = {id for (id,) in copy.execute("SELECT id FROM main.matches NOT INDEXED")}
    copy.execute("DETACH backup")
    return found & there


def _texts(db: sqlite3.Connection, id: int) -> Texts | None:
    """A match, if it is there and can be read."""
    with suppress(*BROKEN):
        return read_texts(db, id)
    return None


def _is_whole(texts: Texts | None) -> bool:
    return texts is not None and fault_of(texts) is None


def backups_of(path: Path) -> list[Path]:
    """The copies of a store that can be restored, latest first: those of days, then those that
    were made before a new gamenight changed its form."""
    day = re.compile(rf"{re.escape(path.stem)}\.\d{{4}}-\d\d-\d\d{re.escape(path.suffix)}")
    daily = [file for file in _files(path.parent / FOLDER) if day.fullmatch(file.name)]
    return [*sorted(daily, reverse=True), *_beside(path, "version")]


def name_of(copy: Path) -> str:
    """The day of a backup, or why and when another copy was made."""
    return copy.stem.partition(".")[2]


def replaced_of(path: Path) -> list[Path]:
    """What was there before a backup was restored, latest first."""
    return _beside(path, "before")


def _beside(path: Path, why: str) -> list[Path]:
    start = f"{path.stem}.{why}-"
    found = [file for file in _files(path.parent) if file.name.startswith(start)]
    return sorted((file for file in found if file.suffix == path.suffix), reverse=True)


def write_copy(
    db: sqlite3.Connection, target: Path, wanted: Callable[[sqlite3.Connection], bool]
) -> bool:
    """Copy a database into a file, for its owner only, if the copy is as wanted; whether it is."""
    unfinished = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        os.close(os.open(unfinished, os.O_CREAT | os.O_TRUNC | os.O_RDWR, OWN_FILE))
        with closing(sqlite3.connect(unfinished, isolation_level=None)) as copy:
            copy.execute("PRAGMA synchronous = OFF")  # it is written to the disk as a whole
            db.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # one file, without a log beside it
            fine = wanted(copy)
        if fine:
            put_in_place(unfinished, target)
        return fine
    finally:
        for suffix in ("", "-wal", "-shm", "-journal"):
            unfinished.with_name(unfinished.name + suffix).unlink(missing_ok=True)


def put_in_place(unfinished: Path, target: Path) -> None:
    """Give a file that is whole its name, once it is on the disk."""
    with unfinished.open("rb+") as file:
        os.fsync(file.fileno())
    unfinished.replace(target)
    with suppress(OSError):  # not every system can do this
        descriptor = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def remove_unfinished(target: Path) -> None:
    """Remove copies that killed processes have left."""
    for file in target.parent.iterdir():
        if file.name.startswith(f".{target.name}."):
            with suppress(OSError):
                file.unlink()


def _backup_of_today(path: Path) -> Path:
    day = datetime.now().astimezone().date()
    return path.parent / FOLDER / f"{path.stem}.{day}{path.suffix}"


def _was_copied_today(path: Path) -> bool:
    """Whether the store was copied today before it was brought up to date."""
    today = datetime.now().astimezone().date()
    copies = path.parent.glob(f"{path.stem}.version-*")
    return any(datetime.fromtimestamp(one.stat().st_mtime).date() == today for one in copies)


def _remove_old(path: Path) -> None:
    folder = path.parent / FOLDER
    daily = [file for file in backups_of(path) if file.parent == folder]
    for file in daily[KEPT:]:
        file.unlink(missing_ok=True)
    for file in folder.iterdir():
        if file.name.startswith(".") and time.time() - file.stat().st_mtime >= ABANDONED:
            file.unlink(missing_ok=True)


def _files(folder: Path) -> list[Path]:
    return [file for file in folder.iterdir() if file.is_file()] if folder.is_dir() else []
