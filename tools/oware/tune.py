"""Tune numbers of the search by games: each round two settings, a step apart, play each other.

python -m tools.oware.tune MARGIN=64:16 WINDOW=32:8 --rounds 100 --nodes 5000
python -m tools.oware.tune MARGIN=64:16 --cluster dask://127.0.0.1:8786

NAME=START:STEP is a number of `lab/search.py`. SPSA: all numbers go up or down at random at once,
and move towards the side that scored more; the same seed gives the same numbers, wherever the games
are played. What it finds is worth what `tools.oware.match` says of it.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from random import Random

from gamenight import Decision, Limit
from gamenight.games.oware.bots import BOTS
from gamenight.games.oware.lab import search
from gamenight.games.oware.rules import OwareRules
from gamenight.lab.cluster import connected
from tools.oware.match import opening

Numbers = dict[str, float]
# How far a round moves, as a share of the step, when one side wins every game.
PACE = 0.5


def points(first: Numbers, second: Numbers, nodes: int, seed: int) -> float:
    """What the first setting scores in two games after one opening: from 0 to 2."""
    rules, bot, limit = OwareRules(), BOTS["strong"].bot, Limit(simulations=nodes)
    moves, usual, score = opening(rules, Random(seed)), dict(vars(search)), 0.0
    try:
        for ours in (0, 1):
            state, rng = rules.initial(), Random(seed)
            for move in moves:
                state = rules.apply(state, move)
            node = rules.node(state)
            while isinstance(node, Decision):
                chosen = first if node.player == ours else second
                vars(search).update({name: round(value) for name, value in chosen.items()})
                action = bot.choose(rules, state, node.player, rng, limit)
                assert action is not None
                state = rules.apply(state, action)
                node = rules.node(state)
            score += (ours in node.winners) / len(node.winners)
    finally:
        vars(search).update({name: usual[name] for name in first})
    return score


def tuned(
    start: Numbers,
    steps: Numbers,
    rounds: int,
    pairs: int,
    nodes: int,
    seed: int,
    executor: Executor,
) -> Iterator[Numbers]:
    """The numbers after each round; its games are calls to the executor."""
    rng, now = Random(seed), dict(start)
    for number in range(rounds):
        signs = {name: rng.choice((-1, 1)) for name in now}
        up = {name: now[name] + signs[name] * steps[name] for name in now}
        down = {name: now[name] - signs[name] * steps[name] for name in now}
        seeds = range(number * pairs, (number + 1) * pairs)
        waiting = [executor.submit(points, up, down, nodes, one + (seed << 32)) for one in seeds]
        share = sum(one.result() for one in waiting) / pairs - 1
        # Slower as it goes on, as the method wants it.
        pace = PACE * share / (1 + number / rounds)
        now = {name: now[name] + signs[name] * steps[name] * pace for name in now}
        yield now


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("numbers", nargs="+", metavar="NAME=START:STEP")
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--pairs", type=int, default=8, help="of games a round")
    parser.add_argument("--nodes", type=int, default=5000, help="positions a move")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cluster", help="dask://HOST:PORT or ray://HOST:PORT")
    given = parser.parse_args()
    start, steps = Numbers(), Numbers()
    for word in given.numbers:
        name, _, values = word.partition("=")
        start[name], steps[name] = (float(value) for value in values.split(":"))
    workers = connected(given.cluster) if given.cluster else ProcessPoolExecutor(os.cpu_count())
    with workers as executor:
        for found in tuned(
            start, steps, given.rounds, given.pairs, given.nodes, given.seed, executor
        ):
            print(" ".join(f"{name}={value:.1f}" for name, value in found.items()), flush=True)


if __name__ == "__main__":
    main()
