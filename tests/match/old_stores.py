"""Stores of version 1: one that gamenight made before version 2 was, with what is known of it, and
larger ones that are made of it."""

from __future__ import annotations

import ctypes
import json
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from gamenight.match.schema import read_texts
from gamenight.match.sqlite import SqliteStore

FIXTURES = Path(__file__).parent / "fixtures"
STORE, ROWS = FIXTURES / "store-1.sqlite", FIXTURES / "store-1.csv"
KNOWN: list[dict[str, Any]] = json.loads((FIXTURES / "store-1.json").read_text("utf-8"))
# One of version 2, as the last program wrote it that knew no more, with its records.
STORE_2 = FIXTURES / "store-2.sqlite"
KNOWN_2: list[dict[str, Any]] = json.loads((FIXTURES / "store-2.json").read_text("utf-8"))
FILE = "gamenight.sqlite"
PR_CAPBSET_DROP, CAP_DAC_OVERRIDE = 24, 1
FARTHER = 100  # the numbers of the matches of one copy begin so far behind those of the last

OPENER = """
import sys
from pathlib import Path
from gamenight.match.sqlite import SqliteStore

print("ready", flush=True)
SqliteStore(Path(sys.argv[1])).close()
"""
# For each number that it reads, a process that does something and dies at the statement of that
# number; it tells the signal, 0 if all was done before.
DYING = """
import os, signal, sqlite3, sys
from pathlib import Path

connect, count = sqlite3.connect, 0

def trace(statement):
    global count
    count += 1
    if count == last:
        os.kill(os.getpid(), signal.SIGKILL)

def traced(*given, **more):
    db = connect(*given, **more)
    db.set_trace_callback(trace)
    return db

sqlite3.connect = traced
{before}
for line in sys.stdin:
    last = int(line)
    if os.fork() == 0:
        {deed}
        os._exit(0)
    print(os.WTERMSIG(os.wait()[1]), flush=True)
"""
MORTALS = DYING.format(
    before="""
from gamenight.match import migration
from gamenight.match.sqlite import SqliteStore
migration.BATCH = 9
""",
    deed="SqliteStore(Path(sys.argv[1])).close()",
)


def old_store(folder: Path, copies: int = 1, damage: str = "") -> Path:
    """The store of version 1 in a folder, each of its matches so many times."""
    path = folder / FILE
    shutil.copy(STORE, path)
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        for copy in range(1, copies):
            for table, id in (("matches", "id"), ("plies", "match"), ("changes", "match")):
                columns = [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
                moved = ", ".join(f"{c} + {copy * FARTHER}" if c == id else c for c in columns)
                db.execute(
                    f"INSERT INTO {table} SELECT {moved} FROM {table} WHERE {id} < {FARTHER}"
                )
        db.executescript(damage)
        db.commit()
    return path


def contents(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table."""
    with closing(sqlite3.connect(path)) as db:
        db.text_factory = bytes
        names = db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        return {
            name.decode(): db.execute(f"SELECT * FROM {name.decode()} ORDER BY 1, 2").fetchall()
            for (name,) in names
        }


def version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as db:
        (found,) = db.execute("PRAGMA user_version").fetchone()
        return int(found)


def check_seals(store: SqliteStore, damaged: frozenset[int] = frozenset()) -> None:
    """The checksums of all matches are those of their texts, and nothing is left to be filled."""
    db = store._db
    assert db.execute("SELECT id FROM matches WHERE sealed IS NOT revision").fetchall() == []
    rows = db.execute("SELECT id, plies, checksum, result, appearances FROM matches").fetchall()
    for id, plies, checksum, result, over in rows:
        texts = read_texts(db, id)
        assert texts is not None
        kept = db.execute("SELECT checksum FROM plies WHERE match = ? ORDER BY ply", (id,))
        assert [one for (one,) in kept] == list(texts.checksums.plies)
        assert plies == len(texts.plies)
        assert checksum == (b"" if id in damaged else texts.checksums.match)
        assert id in damaged or (result is None) == (over is None)


def opener(path: Path, program: str = OPENER) -> subprocess.Popen[str]:
    """A process that opens a store, after it has said that it is ready."""
    return subprocess.Popen(
        [sys.executable, "-c", program, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def unprivileged(
    *command: str, locked: Sequence[Path], typed: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run gamenight as somebody who may not write to these files and folders."""
    for path in locked:
        path.chmod(path.stat().st_mode & 0o555)
    libc = ctypes.CDLL(None)

    def bind_root() -> None:
        """Rights of files do not bind the superuser, without this."""
        libc.prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, 0, 0, 0)

    try:
        return subprocess.run(
            [sys.executable, "-m", "gamenight", "--plain", *command],
            input=typed,
            capture_output=True,
            text=True,
            check=False,
            preexec_fn=bind_root,
        )
    finally:
        for path in locked:
            path.chmod(path.stat().st_mode | 0o200)
