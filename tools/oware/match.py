"""How much stronger one player of Oware is than another: Elo with its interval, by pairs of games.

python -m tools.oware.match --limit 0.02 --pairs 200
python -m tools.oware.match --beside OLD --limit 10000n --sprt 0 20
python -m tools.oware.match --ours perfect --theirs strong --limit 0.1
python -m tools.oware.match --our-threads 2 --limit 0.1

Each opening of random moves is played from both sides. OLD is another checkout; without it
both sides are of this one. With --sprt it stops when it is clear which of two differences in Elo is
the likelier one (each wrong answer has 5 %). What a second thread gains is seen on an idle machine
only: with two, seconds are those of the clock.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from math import inf, log, log10, sqrt
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import NamedTuple

from gamenight import Decision
from gamenight.core.bot import THREADS
from gamenight.games.oware.rules import OwareRules

HERE = Path(__file__).resolve().parents[2]
OPENING_PLIES = 4
# The log of how much likelier one of two differences has to be: 5 % of wrong answers.
CLEAR = log(0.95 / 0.05)


class Player:
    """A process that plays."""

    def __init__(
        self, folder: Path, bot: str, limit: str, numbers: list[str], threads: int = 1
    ) -> None:
        program = [sys.executable, str(HERE / "tools/oware/player.py"), str(folder), bot, limit]
        self._process = subprocess.Popen(
            [*program, *numbers],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, THREADS: str(threads)},
        )
        assert self._answer() == "ready"

    def tell(self, line: str) -> None:
        assert self._process.stdin
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def move(self) -> int:
        self.tell("go")
        return int(self._answer())

    def _answer(self) -> str:
        assert self._process.stdout
        return self._process.stdout.readline().strip()

    def close(self) -> None:
        self._process.kill()
        self._process.wait()


def opening(rules: OwareRules, rng: Random) -> list[int]:
    state, moves = rules.initial(), list[int]()
    for _ in range(OPENING_PLIES):
        node = rules.node(state)
        assert isinstance(node, Decision)
        moves.append(rng.choice(node.actions))
        state = rules.apply(state, moves[-1])
    return moves


def points(moves: list[int], players: list[Player], ours: int, seed: int) -> float:
    """What our player, in this seat, scores in one game: 1, 0.5 or 0."""
    rules = OwareRules()
    state, left = rules.initial(), list(moves)
    for player in players:
        player.tell(f"new {seed}")
    node = rules.node(state)
    while isinstance(node, Decision):
        action = left.pop(0) if left else players[node.player != ours].move()
        for player in players:
            player.tell(f"play {action}")
        state = rules.apply(state, action)
        node = rules.node(state)
    return (ours in node.winners) / len(node.winners)


class Score(NamedTuple):
    """Points of our player in pairs of games, each from 0 to 2."""

    pairs: list[float]

    @property
    def mean(self) -> float:
        return sum(self.pairs) / len(self.pairs) / 2

    @property
    def variance(self) -> float:
        """Of a pair's mean; as if one pair more had come out evenly, so that it is never nought."""
        squares = sum((pair / 2 - self.mean) ** 2 for pair in self.pairs)
        return (squares + 0.25) / (len(self.pairs) + 1)

    @property
    def elo(self) -> tuple[float, float, float]:
        """The difference, and its interval of 95 %."""
        margin = 1.96 * sqrt(self.variance / len(self.pairs))
        return elo(self.mean), elo(self.mean - margin), elo(self.mean + margin)

    def likelier(self, low: float, high: float) -> float:
        """The log of how much likelier the higher difference in Elo is than the lower one, by the
        normal approximation."""
        first, second = expected(low), expected(high)
        gain = (second - first) * (2 * self.mean - first - second)
        return len(self.pairs) * gain / (2 * self.variance)

    def __str__(self) -> str:
        middle, low, high = self.elo
        games = 2 * len(self.pairs)
        interval = f"{low:+.0f} to {high:+.0f}"
        return f"{games * self.mean:g} of {games}: Elo {middle:+.0f} ({interval})"


def elo(share: float) -> float:
    if not 0 < share < 1:
        return inf if share >= 1 else -inf
    return -400 * log10(1 / share - 1)


def expected(difference: float) -> float:
    return 1 / (1 + 10 ** (-difference / 400))


def played(given: argparse.Namespace) -> Iterator[float]:
    """The points of pair after pair, as they come in."""
    rules, teams = OwareRules(), SimpleQueue[list[Player]]()
    other = given.beside or HERE

    def pair(number: int) -> float:
        players, seed = teams.get(), given.seed * 1_000_000 + number
        moves = opening(rules, Random(seed))
        try:
            return sum(points(moves, players, ours, seed) for ours in (0, 1))
        finally:
            teams.put(players)

    with ExitStack() as stack, ThreadPoolExecutor(given.workers) as pool:
        for _ in range(given.workers):
            players = [
                Player(given.folder, given.ours, given.limit, given.our_number, given.our_threads),
                Player(other, given.theirs, given.their_limit or given.limit, given.their_number),
            ]
            for player in players:
                stack.callback(player.close)
            teams.put(players)
        waiting = [pool.submit(pair, number) for number in range(given.pairs)]
        try:
            for one in waiting:
                yield one.result()
        finally:
            pool.shutdown(cancel_futures=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=200, help="at most so many")
    parser.add_argument("--limit", default="0.02", help="seconds of CPU, or positions (10000n)")
    parser.add_argument("--their-limit", default="", help="the same, unless it is another one")
    parser.add_argument("--folder", type=Path, default=HERE, help="the checkout of our player")
    parser.add_argument("--beside", type=Path, help="the checkout of the other player")
    parser.add_argument("--ours", default="strong")
    parser.add_argument("--theirs", default="strong")
    parser.add_argument("--our-threads", type=int, default=1, help="of our player, if not one")
    parser.add_argument("--our-number", action="append", default=[], metavar="NAME=NUMBER")
    parser.add_argument("--their-number", action="append", default=[], metavar="NAME=NUMBER")
    parser.add_argument("--sprt", type=float, nargs=2, metavar=("LOW", "HIGH"))
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    score = Score([])
    for pair in played(given):
        score.pairs.append(pair)
        print(f"\r{score}  ", end="", flush=True)
        if given.sprt and abs(likelier := score.likelier(*given.sprt)) > CLEAR:
            print(f"\n{given.sprt[likelier > 0]:+g} is the likelier difference", end="")
            break
    print()


if __name__ == "__main__":
    main()
