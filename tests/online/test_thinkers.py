"""Bots in processes of their own, and what happens where these cannot be started. A process that
was started stays, so each of these has a program of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.terminal import PATIENCE, Terminal

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
        ("thinkers.resource_tracker.ensure_running = fails", {"OSError"}),
        ("multiprocessing.set_executable('/bin/false')", {"BrokenProcessPool", "BrokenPipeError"}),
        ("thinkers.START_SECONDS = 0.0", {"TimeoutError"}),
    ],
)
def test_where_no_process_can_be_started_a_bot_thinks_in_a_thread(
    tmp_path: Path, prepare: str, why: set[str]
) -> None:
    noted, *rest = asked(tmp_path, prepare)
    told = json.loads(noted)
    assert told["event"] == "no_processes"
    assert told["why"] in why
    assert rest == THREADS


def test_ctrl_c_is_not_for_those_who_think(tmp_path: Path) -> None:
    """The terminal sends it to all processes of the program."""
    ann = Terminal(tmp_path, "host", "oware", "--name", "Ann", "--machine", "easy", "--port", "0")
    ann.answer("? > ", "begin")
    ann.wait_for("begins.")
    if "Ann begins." in ann.wait_for("Ann> "):
        ann.type("1")
        ann.wait_for("Ann> ")
    ann.interrupt()
    assert "To open it again" in ann.screen
    assert "KeyboardInterrupt" not in ann.screen
    assert "Traceback" not in ann.screen


LEFT_ALONE = """
import asyncio, os, signal
from gamenight.online import thinkers

async def ask():
    pool = thinkers.Pool(1)
    executor = await pool._started()
    print(*executor._processes, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)

if __name__ == "__main__":
    asyncio.run(ask())
"""


def test_they_end_with_the_program(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(LEFT_ALONE)
    with subprocess.Popen([sys.executable, str(program)], stdout=subprocess.PIPE, text=True) as one:
        told, _ = one.communicate(timeout=PATIENCE)  # until the worker, too, has closed it
    assert told.strip().isdigit()
