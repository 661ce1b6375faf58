"""kill -9 in what works for long: nothing half is taken for whole, and the next run goes on."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from random import Random
from time import sleep

from gamenight.core.record import Seat
from gamenight.core.registry import game
from gamenight.match.course import Course
from gamenight.match.match import Match
from gamenight.match.sqlite import SqliteStore
from gamenight.match.waiting import without_loop
from tests.effort import times
from tests.faults.figures import Count
from tests.terminal import COMMAND, environment, pipe

TOURNAMENT = ("tournament", "zombie", "random", "easy", "--games", "200", "--seed", "1")
LAST = 1.5  # seconds until the latest kill


def killed(data: Path, seconds: float, *arguments: str) -> None:
    """Run a command and kill it after this time."""
    child = subprocess.Popen(
        [*COMMAND, *arguments],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=environment(data),
    )
    sleep(seconds)
    child.kill()
    child.wait()


def test_a_killed_tournament_goes_on(tmp_path: Path, count: Count) -> None:
    words = (*TOURNAMENT, "--processes", "1", "--by-rules")
    whole = tmp_path / "whole.json"
    pipe(tmp_path, *words, "--file", str(tmp_path / "whole"), "--json", str(whole))
    rng, wrong, tries = Random(1), list[object](), times(1)
    for number in range(tries):
        file, found = tmp_path / f"journal {number}", tmp_path / f"found {number}.json"
        run = (*words, "--file", str(file), "--json", str(found))
        for _ in range(2):
            killed(tmp_path, rng.uniform(0.3, LAST), *run)
            if found.exists():
                json.loads(found.read_text())  # it was done: then it is whole
        pipe(tmp_path, *run)
        if json.loads(found.read_text())["pairs"] != json.loads(whole.read_text())["pairs"]:
            wrong.append(found.read_text())
    count("kills in tournaments", 2 * tries, wrong)


def test_a_killed_review_leaves_nothing_half(tmp_path: Path, count: Count) -> None:
    store = SqliteStore(tmp_path / "gamenight.sqlite")
    match = Match.new(store, game("zombie"), [Seat("Ann", "easy"), Seat("Ben", "easy")], seed=1)
    course = Course(match)
    while course.turn().kind != "over":
        without_loop(course.advance())
    store.close()
    rng, wrong, tries = Random(1), list[object](), times(1)
    for number in range(tries):
        files = tmp_path / f"{number}.json", tmp_path / f"{number}.csv"
        words = ("analyse", "1", "--json", str(files[0]), "--csv", str(files[1]))
        killed(tmp_path, rng.uniform(0.3, LAST), *words)
        if files[0].exists():
            json.loads(files[0].read_text())
        left = [path for path in tmp_path.iterdir() if path.name.startswith(f"{number}.")]
        wrong += [path for path in left if path not in files]
    count("kills in reviews", tries, wrong)
    assert "Ann" in pipe(tmp_path, "analyse", "1")
