"""Backups: one a day, seven kept, each whole or not there, whenever the program is killed."""

from __future__ import annotations

import os
import signal
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path

from gamenight.match.backups import FOLDER, KEPT, back_up, backups_of
from gamenight.match.sqlite import SqliteStore
from gamenight.match.store import Stored
from tests.effort import SOAK
from tests.faults.damage import FILE, whole_store
from tests.faults.figures import Count
from tests.match.old_stores import contents

# For each number that it reads, a process that opens a store and is killed when it does the
# something of that number: opens, connects, renames or removes a file; it tells the signal.
MORTALS = """
import os, signal, sys
from pathlib import Path
from gamenight.match.sqlite import SqliteStore

count, last = 0, 0

def hook(event, given):
    global count
    if last and event.partition(".")[0] in ("open", "os", "sqlite3"):
        count += 1
        if count == last:
            os.kill(os.getpid(), signal.SIGKILL)

sys.addaudithook(hook)
for line in sys.stdin:
    if os.fork() == 0:
        last = int(line)
        SqliteStore(Path(sys.argv[1])).close()
        os._exit(0)
    print(os.WTERMSIG(os.wait()[1]), flush=True)
"""


def opened(path: Path) -> None:
    SqliteStore(path).close()


def test_once_a_day_and_private(tmp_path: Path) -> None:
    whole_store(tmp_path)
    path = tmp_path / FILE
    assert backups_of(path) == [], "there was nothing to keep yet"
    opened(path)
    (backup,) = backups_of(path)
    assert contents(backup) == contents(path)
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    assert stat.S_IMODE(backup.parent.stat().st_mode) == 0o700
    with closing(sqlite3.connect(path)) as db:
        db.execute("DELETE FROM matches WHERE id = 2")
        db.commit()
    before = backup.read_bytes()
    opened(path)
    assert backup.read_bytes() == before, "once a day"
    assert [file.name for file in backup.parent.iterdir()] == [backup.name]


def test_the_last_seven_are_kept(tmp_path: Path) -> None:
    whole_store(tmp_path)
    path = tmp_path / FILE
    (tmp_path / FOLDER).mkdir()
    days = [date(2026, 1, 1) + timedelta(day) for day in range(9)]
    for day in days:
        back_up(path, tmp_path / FOLDER / f"gamenight.{day}.sqlite")
    assert [file.name.split(".")[1] for file in backups_of(path)] == [
        str(day) for day in reversed(days[-KEPT:])
    ]


def test_a_damaged_file_replaces_no_good_backup(tmp_path: Path) -> None:
    whole_store(tmp_path)
    path = tmp_path / FILE
    opened(path)
    (good,) = backups_of(path)
    data = bytearray(path.read_bytes())
    data[8192:12288] = bytes(4096)
    path.write_bytes(data)
    back_up(path, good.with_name("gamenight.2999-01-01.sqlite"))
    assert backups_of(path) == [good]
    assert [file.name for file in good.parent.iterdir()] == [good.name]


def test_a_backup_that_fails_stops_nobody(tmp_path: Path) -> None:
    whole_store(tmp_path)
    (tmp_path / FOLDER).write_text("no folder")
    with closing(SqliteStore(tmp_path / FILE)) as store:
        assert isinstance(store.load(2), Stored)


def test_what_was_abandoned_is_removed(tmp_path: Path) -> None:
    whole_store(tmp_path)
    folder = tmp_path / FOLDER
    folder.mkdir()
    old, new = folder / ".gamenight.2026-01-01.sqlite.1", folder / ".gamenight.x.sqlite.2"
    for file in (old, new):
        file.write_text("half")
    os.utime(old, (1, 1))
    opened(tmp_path / FILE)
    assert not old.exists()
    assert new.exists(), "somebody may still be writing it"
    assert len(backups_of(tmp_path / FILE)) == 1


def test_killed_at_any_moment_of_a_backup(tmp_path: Path, count: Count) -> None:
    """The store is as before, no half of a backup is taken for one, the next opening makes it."""
    whole_store(tmp_path)
    path, wanted = tmp_path / FILE, contents(tmp_path / FILE)
    process = subprocess.Popen(
        [sys.executable, "-c", MORTALS, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    faults, moment, tried = list[str](), 1, 0
    while True:
        print(moment, file=process.stdin, flush=True)
        if int(process.stdout.readline()) != signal.SIGKILL:
            break
        tried += 1
        if any(contents(one) != wanted for one in backups_of(path)):
            faults.append(f"half a backup after {moment}")
        opened(path)
        if contents(path) != wanted or [contents(one) for one in backups_of(path)] != [wanted]:
            faults.append(f"killed at {moment}")
        for file in (tmp_path / FOLDER).iterdir():
            file.unlink()
        moment += 1 if SOAK else 2
    process.communicate()
    assert tried > 5
    count("kills during a backup", tried, faults)
