"""kill -9 of a process with a writer, before and after each of its steps, and at any time: every
ply that was told to be stored is there, once and in order."""

from __future__ import annotations

import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from random import Random
from time import sleep

from gamenight.match.doctor import examine
from gamenight.match.sqlite import SqliteStore
from tests.effort import times
from tests.faults.figures import Count

MATCHES = 5
STEPS = ("begin", "insert", "update", "commit", "answer")
MOMENTS = [f"{side} {step}" for step in STEPS for side in ("before", "after")]
# Arguments: the store, a moment, how often it passes before the kill. It tells what is settled.
PROGRAM = """
import asyncio, os, sys
from pathlib import Path
from gamenight.core import registry
from gamenight.core.record import Seat
from gamenight.match.match import Match
from gamenight.match.writer import Writer

path, moment, left = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
playing = False

def hook(now):
    global left
    if playing and now == moment:
        left -= 1
        if left < 0:
            os._exit(9)

async def play(writer, id):
    stored, drafts = await writer.load(id)
    ledger = writer.ledger(stored, drafts)
    match = Match(ledger, stored)
    while match.result is None:
        seat = match.node.player
        text = match.rules.format(match.node.actions[len(match.plies) % len(match.node.actions)])
        match.play(text, seat, match.at)
        if len(match.plies) % 3 == id % 3:
            await ledger.settled()
            print(id, *match.record.actions, flush=True)

async def main():
    global playing
    writer = Writer(path, hook=hook)
    await writer.start()
    seats, game = [Seat("Ann"), Seat("Ben")], registry.game("oware")
    for _ in range(MATCHES):
        await writer.do(lambda store: Match.new(store, game, seats))
    playing = True
    ids = [one.id for one in await writer.do(lambda store: store.matches(finished=False))]
    await asyncio.gather(*(play(writer, id) for id in ids))
    await asyncio.sleep(60)

asyncio.run(main())
""".replace("MATCHES", str(MATCHES))


def start(path: Path, moment: str, passes: int) -> subprocess.Popen[str]:
    words = [sys.executable, "-c", PROGRAM, str(path), moment, str(passes)]
    return subprocess.Popen(words, stdout=subprocess.PIPE, text=True)


def lost(path: Path, told: str) -> list[str]:
    """What is not as it was told before the kill."""
    promised: dict[int, list[str]] = {}
    for line in told.splitlines(keepends=True):
        if line.endswith("\n"):  # the last one may be cut off
            id, *actions = line.split()
            promised[int(id)] = actions
    with closing(SqliteStore(path)) as store:
        kept = {id: list(store.load(id).record.actions) for id in promised}
    wrong = [f"match {id}" for id, told in promised.items() if kept[id][: len(told)] != told]
    return wrong if examine(path).whole else [*wrong, "the store is not whole"]


def test_a_kill_at_every_step(tmp_path: Path, count: Count) -> None:
    wrong, tried = list[str](), 0
    for round in range(times(1)):
        for number, moment in enumerate(MOMENTS):
            path = tmp_path / f"{round}-{number}.sqlite"
            child = start(path, moment, 3 * round + 1 + number % 3)
            told, _ = child.communicate()
            assert child.returncode == 9, "it came to that moment"
            wrong += [f"{moment}: {fault}" for fault in lost(path, told)]
            tried += 1
    count("kills at a step of the writer", tried, wrong)


def test_a_kill_at_any_time(tmp_path: Path, count: Count) -> None:
    """The same store again and again; each run goes on with what is there."""
    rng, path, wrong, tries = Random(1), tmp_path / "store.sqlite", list[str](), times(3)
    for _ in range(tries):
        child = start(path, "never", 0)
        assert child.stdout is not None
        first = child.stdout.readline()
        sleep(rng.uniform(0, 0.3))
        child.send_signal(signal.SIGKILL)
        told, _ = child.communicate()
        wrong += lost(path, first + told)
    count("kills of a writer", tries, wrong)


def test_kills_come_after_something_was_told(tmp_path: Path) -> None:
    """Otherwise the tests above would lose nothing whatever happens."""
    told, _ = start(tmp_path / "store.sqlite", "after commit", 3).communicate()
    assert len(told.splitlines()) > MATCHES
