"""Mortals: processes that are killed (-9) in the middle, once at every file that they touch."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from tests.programs import program

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
    with program(PROGRAM, path, work) as mortals:
        for moment in count(1, step):
            mortals.tell(moment)
            if int(mortals.hear()) != signal.SIGKILL:
                break
            yield moment
