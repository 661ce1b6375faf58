"""Mortals: processes that are killed (-9) in the middle, once at every file that they touch."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

# For each number that it reads, a process that does the work and is killed when it opens, connects
# to, renames or removes a file for the time of that number; it tells the signal.
PROGRAM = """
import os, signal, sys
from pathlib import Path
from gamenight.match.sqlite import SqliteStore
from gamenight.match.recovery import recover, restore

path, count, last = Path(sys.argv[1]), 0, 0
work = compile(sys.argv[2], "work", "exec")

def hook(event, given):
    global count
    if last and event.partition(".")[0] in ("open", "os", "sqlite3", "shutil"):
        count += 1
        if count == last:
            os.kill(os.getpid(), signal.SIGKILL)

sys.addaudithook(hook)
for line in sys.stdin:
    if os.fork() == 0:
        last = int(line)
        exec(work)
        os._exit(0)
    print(os.WTERMSIG(os.wait()[1]), flush=True)
"""


def killed(path: Path, work: str, step: int = 1) -> Iterator[int]:
    """After each kill, when it was; until the work gets done."""
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(path), work],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    moment = 1
    while True:
        print(moment, file=process.stdin, flush=True)
        if int(process.stdout.readline()) != signal.SIGKILL:
            break
        yield moment
        moment += step
    process.communicate()
