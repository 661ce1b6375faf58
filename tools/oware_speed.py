"""Oware's compiled games and search, with OpenSpiel's C++ rollouts in the same run.

python tools/oware_speed.py
"""

from __future__ import annotations

import platform
from collections.abc import Callable
from importlib.metadata import version
from os import getloadavg
from random import Random
from statistics import median
from time import perf_counter

import pyspiel

from gamenight.games.oware.lab import compiled
from gamenight.games.oware.lab.search import Budget, Search, TranspositionTable
from gamenight.games.oware.rules import OwareRules

ROUNDS, SIMULATIONS, ROLLOUTS, GAMES = 7, 10, 1000, 200_000
DEPTH = 14


def openspiel(seed: int) -> int:
    """Rollouts of its MCTSBot from the start: many per simulation, so its tree is free."""
    oware = pyspiel.load_game("oware")
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=ROLLOUTS, seed=seed)
    bot = pyspiel.MCTSBot(oware, evaluator, 2.0, SIMULATIONS, 100, False, seed, False)
    bot.mcts_search(oware.new_initial_state())
    return SIMULATIONS * ROLLOUTS


def ours(threads: int) -> Callable[[int], int]:
    def play(seed: int) -> int:
        compiled.play(OwareRules(), ("random", "random"), seed, range(GAMES), threads)
        return GAMES

    return play


def pace(play: Callable[[int], int], seed: int) -> float:
    """Games per second by the clock."""
    start = perf_counter()
    return play(seed) / (perf_counter() - start)


def main() -> None:
    packages = ", ".join(f"{name} {version(name)}" for name in ("numba", "numpy", "open_spiel"))
    print(f"Python {platform.python_version()}, {packages}; load {getloadavg()[0]:.2f}")
    ours(2)(0)
    players = {"OpenSpiel C++": openspiel, "1 thread": ours(1), "2 threads": ours(2)}
    ratios: dict[str, list[float]] = {name: [] for name in players}
    for seed in range(ROUNDS):
        paces = {name: pace(play, seed) for name, play in players.items()}
        for name, games in paces.items():
            ratios[name].append(games / paces["OpenSpiel C++"])
        print("  ".join(f"{name} {games:,.0f} games/s" for name, games in paces.items()))
    for name in ("1 thread", "2 threads"):
        print(f"{name}: {median(ratios[name]):.1f} times OpenSpiel (median of {ROUNDS} rounds)")
    rules, table, rng = OwareRules(), TranspositionTable(), Random(0)
    seconds, positions = list[float](), list[int]()
    for _ in range(ROUNDS):
        budget, start = Budget(depth=DEPTH), perf_counter()
        Search(rules, rules.initial(), table, rng.randrange(8)).deepen(budget)
        seconds.append(perf_counter() - start)
        positions.append(budget.used)
    print(
        f"depth {DEPTH} from the start: median {median(seconds):.3f} s, worst {max(seconds):.3f} s"
        f" ({median(positions):,} positions)"
    )


if __name__ == "__main__":
    main()
