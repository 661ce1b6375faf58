"""`bench`: the pace of our rules and of other programs, by a clock that the tests wind."""

from __future__ import annotations

import platform
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from gamenight.core.rules import Over
from gamenight.lab import bench as module
from gamenight.lab.bench import ROUNDS, Pace, bench, measured
from heist import HEIST
from toys import NIM


class Clock:
    """CPU time that passes only where a test says so."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    def games(self, seconds: float, plies: int) -> Callable[[int], int]:
        """Plays games that take so many seconds and plies each."""

        def play(number: int) -> int:
            self.now += seconds * number
            return plies * number

        return play


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(module, "process_time", clock)
    return clock


def absent(number: int) -> int:
    raise ImportError("No module named 'absent'")


def test_ours_and_each_peer_have_a_line(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    def timed_playout(rules: Any, state: Any, rng: Random) -> tuple[Over, int]:
        clock.now += 1 / 64
        return Over((), (), ""), 5

    monkeypatch.setattr(module, "playout", timed_playout)
    peers = {"Fast": clock.games(1 / 256, 7), "Absent": absent, "Slow": clock.games(1 / 32, 6)}
    assert bench(replace(NIM, peers=peers), seconds=5)[2:] == [
        "gamenight          64 games/s      5.0 plies a game",
        "Fast              256 games/s      7.0 plies a game  ours/peer 0.25",
        "Slow               32 games/s      6.0 plies a game  ours/peer 2",
        "Absent     not installed (No module named 'absent')",
    ]


def test_the_header_tells_the_game_and_the_machine() -> None:
    title, machine, ours = bench(HEIST, seconds=0.01)
    assert title == f"Heist: random games of 2 players, CPU time, {ROUNDS} rounds"
    assert platform.python_version() in machine
    assert platform.machine() in machine
    assert ours.startswith("gamenight ")


def test_all_play_in_turns(clock: Clock) -> None:
    calls: list[str] = []

    def peer(name: str) -> Callable[[int], int]:
        def play(number: int) -> int:
            calls.append(name)
            clock.now += 1
            return number

        return play

    module.bench(replace(NIM, peers={"a": peer("a"), "b": peer("b")}), seconds=0)
    assert calls == ["a", "b"] * (1 + ROUNDS), "once to warm up, then every round"


def test_batches_grow_until_the_time_is_up(clock: Clock) -> None:
    batches: list[int] = []
    play = clock.games(1 / 128, 3)

    def counted(number: int) -> int:
        batches.append(number)
        return play(number)

    assert measured(counted, 1.0) == Pace(games=135, plies=405, seconds=135 / 128)
    assert batches[:5] == [1, 2, 4, 8, 8]


def test_our_games_reproduce_by_seed() -> None:
    one, two, other = (module._random_games(HEIST, seed)(20) for seed in (1, 1, 2))
    assert one == two != other
