"""What the search of Circuit wins against two `racer`, from its decisions instead of from results.

In games of `mcts` against two `racer` every choice is played on to the end in many games, by the
chooser like `pilot`, by the others like `racer`. What a player wins more often than
`pilot` is the sum, over its decisions, of what its choices win more often than those of `pilot`
would, if it went on like `pilot` after them (Kakade and Langford, 2002). That has far less luck in
it than results have. What `pilot` itself wins is counted in compiled games.

Each number of guessed games by which `mcts` may choose is tried on parts of as many guessed games
as the greatest needs. Its choice is judged by games from the true state, with the hands that the
others really have, so that wrong guesses count.

    python -m tools.circuit_gain --games 100 --seed 1
"""

from __future__ import annotations

import argparse
from random import Random
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

SIZES = (200, 400, 800, 1600, 3200)
WORLDS, JUDGING = SIZES[-1], 1600
SEATS = 3


class Decision(NamedTuple):
    """Somebody has to choose: `choices` begin with the choice of `pilot`."""

    rules: CircuitRules
    state: Any
    seat: int
    choices: list[Any]


class Open(CircuitRules):
    """Rules by which nothing is hidden, so that the true state can be noted."""

    def hide(self, state: Any, seat: int | None) -> Any:
        return state


class Noting(Search):
    """Remembers every decision with a choice, and makes it by what its seat sees."""

    def __init__(self) -> None:
        self.met: list[Decision] = []

    def choose(self, rules: CircuitRules, view: Any, seat: int, rng: Random, limit: Limit) -> Any:
        usual = CircuitRules(rules.options, rules.players)
        seen = usual.hide(view, seat)
        choices = self._choices(usual, seen, seat)
        if len(choices) > 1:
            self.met.append(Decision(usual, view, seat, choices))
        return super().choose(usual, seen, seat, rng, limit)


def decisions(games: int, spec: str, seed: int) -> list[Decision]:
    """Those of one `mcts` among two `racer`."""
    game = gamenight.game("circuit")
    arena = Arena(game, Lineup(game.id, (spec, OTHERS, OTHERS), SEATS, seed=seed))
    arena.rules = Open(Options(), SEATS)
    noting = Noting()
    info, limit = arena._bots[0]
    arena._bots[0] = type(info)(info.name, info.summary, noting), limit
    arena.play_all(range(games))
    return noting.met


def gains(decision: Decision, seed: int) -> list[float]:
    """By size: what the choice wins more often than that of `pilot`, from the true state."""
    rules, state, seat, choices = decision
    guessed = Worlds(rules, rules.hide(state, seat), seat, choices, seed)
    true = Worlds(rules, state, seat, choices, seed + 1, rounds=rules.options.turn_limit)
    numbers, found = range(len(choices)), []
    rewards = np.array([guessed._rewards(n, WORLDS) for n in numbers])
    shares = np.array([true._rewards(n, JUDGING).mean() for n in numbers])
    for size in SIZES:
        parts = rewards.reshape(len(rewards), WORLDS // size, size).sum(axis=2)
        found.append(float(shares[parts.argmax(axis=0)].mean() - shares[0]))
    return found


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
    parser.add_argument("--bot", default="mcts:400n", help="the bot that plays those games")
    parser.add_argument("--base", type=int, default=300_000, help="compiled games of pilot")
    given = parser.parse_args()
    start, off = base(given.base, given.seed)
    print(f"{PILOT} wins {start:.4f} ± {off:.4f}", flush=True)
    met, rng = decisions(given.games, given.bot, given.seed), Random(given.seed)
    found = np.array([gains(decision, rng.getrandbits(63)) for decision in met])
    often = len(met) / given.games
    print(f"{len(met)} decisions, {often:.2f} a game")
    for size, mean, spread in zip(SIZES, found.mean(axis=0), found.std(axis=0), strict=True):
        error = Z * often * spread / len(met) ** 0.5
        total = (error**2 + off**2) ** 0.5
        print(f"mcts:{size}n wins {start + often * mean:.4f} ± {total:.4f}")


if __name__ == "__main__":
    main()
