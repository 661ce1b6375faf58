"""How many random games per second the rules and their kernel play, compared with other programs
in the same run."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Any

from gamenight.core.game import Game, lab_of
from gamenight.core.kernel import Kernel
from gamenight.core.play import playout
from gamenight.core.rules import Rules
from gamenight.lab.work import cores

ROUNDS = 5
RULES, KERNEL = "rules", "kernel"

Play = Callable[[int], int]


@dataclass(frozen=True, slots=True)
class Pace:
    """A number of random games, their plies, and the seconds they took: of CPU and by the clock."""

    games: int = 0
    plies: int = 0
    seconds: float = 0.0
    clock: float = 0.0

    @property
    def games_per_second(self) -> float:
        """In CPU time."""
        return self.games / max(self.seconds, 1e-9)

    @property
    def games_by_the_clock(self) -> float:
        return self.games / max(self.clock, 1e-9)

    def __add__(self, other: Pace) -> Pace:
        return Pace(
            self.games + other.games,
            self.plies + other.plies,
            self.seconds + other.seconds,
            self.clock + other.clock,
        )


def bench(game: Game, seconds: float = 2.0, seed: int = 0) -> list[str]:
    """Lines for people: how fast this game's rules, its kernel and its peers play in this many CPU
    seconds each, and how many times one is as fast as another.

    They take turns, in `ROUNDS` rounds, so that a busy machine slows all of them alike; a ratio is
    the median over the rounds.
    """
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    ours: dict[str, Play] = {RULES: _random_games(game, seed)}
    lab = lab_of(game)
    if lab.kernel is not None:
        ours[KERNEL] = _compiled_games(game, lab.kernel, seed, 1)
        if cores() > 1:
            ours[threaded(cores())] = _compiled_games(game, lab.kernel, seed, cores())
    players, missing = dict[str, Play](), {}
    for name, play in {**ours, **lab.peers}.items():
        try:
            play(1)
        except ImportError as error:
            missing[name] = str(error)
        else:
            players[name] = play
    rounds: dict[str, list[Pace]] = {name: [] for name in players}
    for _ in range(ROUNDS):
        for name, play in players.items():
            rounds[name].append(measured(play, seconds / ROUNDS))
    width = max(map(len, (*players, *missing)))
    return [
        f"{game.title}: random games with {_rules(game).players} players, {ROUNDS} rounds{load}",
        _machine(),
        f"{'':<{width}}  {'games/s, CPU':>14}  {'by the clock':>14}  {'plies/game':>12}",
        *(f"{name:<{width}}  {_row(sum(own, Pace()))}" for name, own in rounds.items()),
        *(f"{name:<{width}}  not installed ({why})" for name, why in missing.items()),
        *_ratios(rounds, [name for name in ours if name in rounds]),
    ]


def _rules(game: Game) -> Rules[Any, Any]:
    """The rules for the fewest players who can play against each other."""
    return game.rules(max(2, game.players()[0]))


def threaded(threads: int) -> str:
    return f"{KERNEL}, {threads} threads"


def measured(play: Play, seconds: float) -> Pace:
    """Plays for this many CPU seconds, in batches that double so that the clock is read rarely."""
    pace, batch = Pace(), 1
    while True:
        start, clock = process_time(), perf_counter()
        plies = play(batch)
        took = process_time() - start
        pace += Pace(batch, plies, took, perf_counter() - clock)
        if pace.seconds >= seconds:
            return pace
        if took < seconds / 8:
            batch *= 2


def _random_games(game: Game, seed: int) -> Play:
    rules, rng = _rules(game), Random(seed)

    def play(games: int) -> int:
        return sum(playout(rules, rules.initial(), rng)[1] for _ in range(games))

    return play


def _compiled_games(game: Game, kernel: Callable[[], Kernel], seed: int, threads: int) -> Play:
    """The same through the kernel; the first call, which compiles, is not timed."""
    rules = _rules(game)
    seats = ("random",) * rules.players

    def play(games: int) -> int:
        rows = kernel().play(rules, seats, seed, range(games), threads)
        return int(rows[:, 0].sum())

    return play


def _row(pace: Pace) -> str:
    plies = f"{pace.plies / max(pace.games, 1):12.1f}" if pace.plies else f"{'-':>12}"
    return f"{pace.games_per_second:>14,.0f}  {pace.games_by_the_clock:>14,.0f}  {plies}"


def _ratios(rounds: Mapping[str, Sequence[Pace]], ours: Sequence[str]) -> Iterator[str]:
    """Each of ours against all that it is compared with; several threads by the clock."""
    for name in ours:
        by_clock = name not in (RULES, KERNEL)
        for other, paces in rounds.items():
            if other in ours and (other != RULES or name == RULES):
                continue
            pairs = zip(rounds[name], paces, strict=True)
            ratio = median(
                one.games_by_the_clock / two.games_by_the_clock
                if by_clock
                else one.games_per_second / two.games_per_second
                for one, two in pairs
            )
            digits = f"{ratio:,.0f}" if ratio >= 100 else f"{ratio:.3g}"
            yield f"{name} / {other}: {digits} ({'by the clock' if by_clock else 'CPU time'})"


def _machine() -> str:
    python = f"{platform.python_implementation()} {platform.python_version()}"
    parts = [python, f"{platform.system()} {platform.machine()}", f"{os.cpu_count()} cores"]
    for package in ("numba", "numpy"):
        try:
            parts.append(f"{package} {metadata.version(package)}")
        except metadata.PackageNotFoundError:
            parts.append(f"no {package}")
    return ", ".join(parts)
