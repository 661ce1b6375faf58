"""What the search of Circuit wins against two `racer`, from its decisions instead of from results.

In games of `mcts` against two `racer` every choice that is not the one of `pilot` is compared with
that by games to the end, where the chooser goes on like `pilot` and the others like `racer`. What a
player wins more often than `pilot` is the sum, over its decisions, of what its choices win more
often than those of `pilot` would, if it went on like `pilot` after them (Kakade and Langford,
2002). That has far less luck in it than results have. What `pilot` itself wins is counted in
compiled games.

The choices are judged from the true state, with the hands that the others really have, so that
wrong guesses count.

    python -m tools.circuit_gain --games 100 --seed 1
"""

from __future__ import annotations

import argparse
from random import Random
from time import process_time
from typing import Any, NamedTuple

import numpy as np

import gamenight
from gamenight.core.bot import Limit
from gamenight.games.circuit.bots import Search
from gamenight.games.circuit.lab.search import OTHERS, PILOT, Worlds
from gamenight.games.circuit.options import Options
from gamenight.games.circuit.rules import CircuitRules
from gamenight.lab.arena import Arena, Lineup
from gamenight.lab.intervals import Z

JUDGING = 2400
SEATS = 3


class Decision(NamedTuple):
    """Somebody had to choose: what `pilot` would have done, and what was done."""

    rules: CircuitRules
    state: Any
    seat: int
    usual: Any
    chosen: Any


class Open(CircuitRules):
    """Rules by which nothing is hidden, so that the true state can be noted."""

    def hide(self, state: Any, seat: int | None) -> Any:
        return state


class Noting(Search):
    """Makes every decision by what its seat sees, and remembers those with a choice."""

    def __init__(self) -> None:
        self.met: list[Decision] = []
        self.seconds: list[float] = []

    def choose(self, rules: CircuitRules, view: Any, seat: int, rng: Random, limit: Limit) -> Any:
        usual = CircuitRules(rules.options, rules.players)
        seen = usual.hide(view, seat)
        choices = self._choices(usual, seen, seat)
        start = process_time()
        chosen = super().choose(usual, seen, seat, rng, limit)
        if len(choices) > 1:
            self.seconds.append(process_time() - start)
            self.met.append(Decision(usual, view, seat, choices[0], chosen))
        return chosen


def noted(games: int, spec: str, seed: int) -> Noting:
    """What one `mcts` did among two `racer`."""
    game = gamenight.game("circuit")
    arena = Arena(game, Lineup(game.id, (spec, OTHERS, OTHERS), SEATS, seed=seed))
    arena.rules = Open(Options(), SEATS)
    noting = Noting()
    info, limit = arena._bots[0]
    arena._bots[0] = type(info)(info.name, info.summary, noting), limit
    arena.play_all(range(games))
    return noting


def gain(decision: Decision, seed: int) -> float:
    """What the choice wins more often than that of `pilot`, from the true state."""
    rules, state, seat, usual, chosen = decision
    if usual == chosen:
        return 0.0
    whole = rules.options.turn_limit
    worlds = Worlds(rules, state, seat, [usual, chosen], seed, rounds=whole)
    return float(worlds._rewards(1, JUDGING).mean() - worlds._rewards(0, JUDGING).mean())


def base(games: int, seed: int) -> tuple[float, float]:
    """What `pilot` wins against two `racer`, and the error of it."""
    game = gamenight.game("circuit")
    lineup = Lineup(game.id, (PILOT, OTHERS, OTHERS), SEATS, seed=seed, compiled=True)
    share = float(Arena(game, lineup).play_all(range(games)).share(0)) / games
    return share, Z * float((share * (1 - share) / games) ** 0.5)


def main() -> None:
    parser = argparse.ArgumentParser(description="What mcts wins against two racers.")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--bot", default="mcts", help="the search")
    parser.add_argument("--base", type=int, default=300_000, help="compiled games of pilot")
    given = parser.parse_args()
    start, off = base(given.base, given.seed)
    print(f"{PILOT} wins {start:.4f} ± {off:.4f}", flush=True)
    noting, rng = noted(given.games, given.bot, given.seed), Random(given.seed)
    seconds = np.array(noting.seconds)
    found = np.array([gain(decision, rng.getrandbits(63)) for decision in noting.met])
    often = len(found) / given.games
    print(f"{len(found)} decisions, {often:.2f} a game, {np.mean(found != 0):.1%} unlike {PILOT}")
    print(f"CPU of a decision: {1000 * seconds.mean():.1f} ms, at most {1000 * seconds.max():.0f}")
    error = Z * often * found.std() / len(found) ** 0.5
    print(f"{given.bot} wins {often * found.mean():.4f} ± {error:.4f} more than {PILOT}")
    print(f"{given.bot} wins {start + often * found.mean():.4f} ± {(error**2 + off**2) ** 0.5:.4f}")


if __name__ == "__main__":
    main()
