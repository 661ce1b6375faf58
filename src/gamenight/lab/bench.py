"""How many random games a second the rules play, beside other programs' in the same run."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random
from time import process_time

from gamenight.core.game import Game
from gamenight.core.play import playout

ROUNDS = 5
OURS = "gamenight"
KERNEL = "compiled kernel"


@dataclass(frozen=True, slots=True)
class Pace:
    """So many random games, their plies and the CPU seconds they took."""

    games: int = 0
    plies: int = 0
    seconds: float = 0.0

    @property
    def games_per_second(self) -> float:
        return self.games / max(self.seconds, 1e-9)

    @property
    def plies_per_game(self) -> float:
        return self.plies / max(self.games, 1)

    def __add__(self, other: Pace) -> Pace:
        return Pace(
            self.games + other.games, self.plies + other.plies, self.seconds + other.seconds
        )


def bench(game: Game, seconds: float = 2.0, seed: int = 0) -> list[str]:
    """Lines for people: the pace of this game's rules and of its peers, so many CPU seconds each.

    All play in turns, in `ROUNDS` rounds, so that a machine busy with other work slows all alike.
    """
    players, missing = {OURS: _random_games(game, seed)}, {}
    others: dict[str, Callable[[int], int]] = dict(game.peers)
    if game.kernel is not None:
        others[KERNEL] = partial(_compiled_games, game.kernel, seed)
    for name, play in others.items():
        try:
            play(1)
        except ImportError as error:
            missing[name] = str(error)
        else:
            players[name] = play
    paces = dict.fromkeys(players, Pace())
    for _ in range(ROUNDS):
        for name, play in players.items():
            paces[name] += measured(play, seconds / ROUNDS)
    width = max(map(len, (*players, *missing)))
    return [
        f"{game.title}: random games of {game.rules().players} players, CPU time, {ROUNDS} rounds",
        _machine(),
        *(f"{name:<{width}}  {_row(name, pace, paces[OURS])}" for name, pace in paces.items()),
        *(f"{name:<{width}}  not installed ({why})" for name, why in missing.items()),
    ]


def measured(play: Callable[[int], int], seconds: float) -> Pace:
    """Plays for so many CPU seconds, in batches that double so that the clock is read rarely."""
    pace, batch = Pace(), 1
    while True:
        start = process_time()
        plies = play(batch)
        took = process_time() - start
        pace += Pace(batch, plies, took)
        if pace.seconds >= seconds:
            return pace
        if took < seconds / 16:
            batch *= 2


def _random_games(game: Game, seed: int) -> Callable[[int], int]:
    rules, rng = game.rules(), Random(seed)

    def play(games: int) -> int:
        return sum(playout(rules, rules.initial(), rng)[1] for _ in range(games))

    return play


def _compiled_games(kernel: Callable[[int, int, int], int], seed: int, games: int) -> int:
    """On one thread; the first call, which compiles, is not timed."""
    return kernel(games, seed, 1)


def _row(name: str, pace: Pace, ours: Pace) -> str:
    row = f"{pace.games_per_second:>10,.0f} games/s  {pace.plies_per_game:>7.1f} plies a game"
    if pace is ours:
        return row
    if name == KERNEL:
        return f"{row}  kernel/rules {pace.games_per_second / ours.games_per_second:.3g}"
    return f"{row}  ours/peer {ours.games_per_second / pace.games_per_second:.3g}"


def _machine() -> str:
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{python}, {platform.system()} {platform.machine()}, {os.cpu_count()} cores"
