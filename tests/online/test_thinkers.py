"""Bots in processes of their own, and what happens where these cannot be started. A process that
was started stays, so each of these has a program of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ASK = """
import asyncio, io, logging, multiprocessing, sys
from gamenight.core import registry
from gamenight.core.bot import Stoppable
from gamenight.online import thinkers

class Taken(io.StringIO):
    def fileno(self):
        return -1  # as of a full screen

logging.basicConfig(stream=sys.stdout, format="%(message)s")

def fails():
    raise OSError("no more processes")

def main():
    PREPARE
    pool, game = thinkers.Pool(1), registry.game("oware")
    rules = game.rules()

    async def ask():
        question = rules, "easy", rules.initial(), 0, Stoppable(1), 1.0
        async with asyncio.timeout(100):
            for _ in range(2):
                print(await pool.of(game).consider(*question) in range(6))
            print(type(pool._executor).__name__)
        pool.close()

    asyncio.run(ask())

if __name__ == "__main__":
    main()
"""


PROCESSES = ["True", "True", "ProcessPoolExecutor"]
THREADS = ["True", "True", "ThreadPoolExecutor"]


def asked(folder: Path, prepare: str = "pass") -> list[str]:
    """What is printed when a bot is asked twice, after this preparation."""
    program = folder / "program.py"
    program.write_text(ASK.replace("PREPARE", prepare))
    command = [sys.executable, str(program)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_a_bot_thinks_in_another_process(tmp_path: Path) -> None:
    assert asked(tmp_path) == PROCESSES


def test_a_full_screen_has_taken_standard_error(tmp_path: Path) -> None:
    """Without a file there, `multiprocessing` fails to start its processes, and a second question
    waits for ever."""
    assert asked(tmp_path, "sys.stderr = Taken()") == PROCESSES


@pytest.mark.parametrize(
    ("prepare", "why"),
    [
        ("thinkers.resource_tracker.ensure_running = fails", "OSError"),
        ("multiprocessing.set_executable('/bin/false')", "BrokenProcessPool"),
        ("thinkers.START_SECONDS = 0.0", "TimeoutError"),
    ],
)
def test_where_no_process_can_be_started_a_bot_thinks_in_a_thread(
    tmp_path: Path, prepare: str, why: str
) -> None:
    noted, *rest = asked(tmp_path, prepare)
    assert json.loads(noted) == {"event": "no_processes", "why": why}
    assert rest == THREADS
