"""`bench`: the pace of our rules and of other programs, by a clock that the tests wind."""

from __future__ import annotations

import platform
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

import gamenight
from gamenight.core.game import lab_of
from gamenight.core.lab import Lab
from gamenight.core.rules import Over
from gamenight.lab import bench as module
from gamenight.lab.bench import ROUNDS, Pace, bench, measured
from tests.toys.heist import HEIST
from tests.toys.nim import NIM


class Clock:
    """Time that passes only where a test says so."""

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
    monkeypatch.setattr(module, "perf_counter", lambda: 2 * clock())
    monkeypatch.setattr(module, "cores", lambda: 2)
    return clock


def absent(number: int) -> int:
    raise ImportError("No module named 'absent'")


class Compiled:
    """A kernel whose games take a time; two threads halve it."""

    def __init__(self, clock: Clock, seconds: float) -> None:
        self.clock, self.seconds = clock, seconds

    def bots(self, rules: Any) -> tuple[str, ...]:
        return ("random",)

    def play(
        self,
        rules: Any,
        bots: Sequence[str],
        seed: int,
        numbers: range,
        threads: int = 1,
        state: Any = None,
    ) -> Any:
        self.clock.now += self.seconds * len(numbers) / threads
        assert list(bots) == ["random", "random"]
        return np.full((len(numbers), 4), 5)


def timed_playouts(clock: Clock, monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    def timed_playout(rules: Any, state: Any, rng: Random) -> tuple[Over, int]:
        clock.now += seconds
        return Over((), (), ""), 5

    monkeypatch.setattr(module, "playout", timed_playout)


def test_rules_kernel_and_each_peer_have_a_line_and_their_ratios(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    timed_playouts(clock, monkeypatch, 1 / 64)
    peers = {"Fast": clock.games(1 / 256, 7), "Absent": absent, "Slow": clock.games(1 / 32, 0)}
    lab = Lab(peers=peers, kernel=lambda: Compiled(clock, 1 / 1024))
    game = replace(NIM, lab=lambda: lab)
    assert bench(game, seconds=5)[2:] == [
        "                     games/s, CPU    by the clock    plies/game",
        "rules                          64              32           5.0",
        "kernel                      1,024             512           5.0",
        "kernel, 2 threads           2,048           1,024           5.0",
        "Fast                          256             128           7.0",
        "Slow                           32              16             -",
        "Absent             not installed (No module named 'absent')",
        "rules / Fast: 0.25 (CPU time)",
        "rules / Slow: 2 (CPU time)",
        "kernel / rules: 16 (CPU time)",
        "kernel / Fast: 4 (CPU time)",
        "kernel / Slow: 32 (CPU time)",
        "kernel, 2 threads / rules: 32 (by the clock)",
        "kernel, 2 threads / Fast: 8 (by the clock)",
        "kernel, 2 threads / Slow: 64 (by the clock)",
    ]


def test_a_kernel_that_is_not_installed_is_told() -> None:
    def missing() -> Any:
        raise ImportError("No module named 'numba'")

    lines = bench(replace(NIM, lab=lambda: Lab(kernel=missing)), seconds=0.01)
    assert "kernel             not installed (No module named 'numba')" in lines
    assert not [line for line in lines if " / " in line], "nothing to compare"


def test_a_ratio_is_the_median_of_the_rounds(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that is busy with something else in one round does not move it."""
    timed_playouts(clock, monkeypatch, 1.0)
    seconds = iter([2.0, 2.0, 2.0, 99.0, 2.0, 2.0])

    def peer(games: int) -> int:
        clock.now += next(seconds)
        return games

    game = replace(NIM, lab=lambda: Lab(peers={"Peer": peer}))
    assert bench(game, seconds=5)[-1] == "rules / Peer: 2 (CPU time)"


def test_the_header_tells_the_game_and_the_machine() -> None:
    title, machine, _, ours = bench(HEIST, seconds=0.01)
    assert title.startswith(f"Heist: random games with 2 players, {ROUNDS} rounds, load ")
    assert platform.python_version() in machine
    assert platform.machine() in machine
    assert f"numpy {np.__version__}" in machine
    assert ours.startswith("rules ")


@pytest.mark.parametrize("id", gamenight.games())
def test_every_game_is_measured(id: str) -> None:
    game = gamenight.game(id)
    alone = replace(lab_of(game), peers={})
    lines = bench(replace(game, lab=lambda: alone), seconds=0.01)
    assert any(line.startswith("kernel / rules: ") for line in lines)


def test_all_play_in_turns(clock: Clock) -> None:
    calls: list[str] = []

    def peer(name: str) -> Callable[[int], int]:
        def play(number: int) -> int:
            calls.append(name)
            clock.now += 1
            return number

        return play

    lab = Lab(peers={"a": peer("a"), "b": peer("b")})
    module.bench(replace(NIM, lab=lambda: lab), seconds=0)
    assert calls == ["a", "b"] * (1 + ROUNDS), "once to warm up, then every round"


def test_batches_grow_until_the_time_is_up(clock: Clock) -> None:
    batches: list[int] = []
    play = clock.games(1 / 128, 3)

    def counted(number: int) -> int:
        batches.append(number)
        return play(number)

    assert measured(counted, 1.0) == Pace(143, 429, 143 / 128, 143 / 64)
    assert batches[:6] == [1, 2, 4, 8, 16, 16]


def test_our_games_reproduce_by_seed() -> None:
    one, two, other = (module._random_games(HEIST, seed)(20) for seed in (1, 1, 2))
    assert one == two != other
