"""What the search of Circuit gains on `racer`, from its decisions instead of from results.

In games of `mcts` against two `racer` every choice is played on in many guessed games, by everybody
like `racer`. What a player wins more often than `racer` is the sum, over its decisions, of what its
choices win more often than those of `racer` would, if it went on like `racer` after them (Kakade
and Langford, 2002). That has far less luck in it than results have. Each number of guessed games
by which `mcts` may choose is tried on parts of those games, and its choice is judged by the others.

    python -m tools.circuit_gain --games 100 --seed 1

It leaves out what guesses cannot know: that hands are not as random as they are guessed to be.
"""

from __future__ import annotations

import argparse
from random import Random
from typing import Any, NamedTuple

import numpy as np

import gamenight
from gamenight.games.circuit.bots import Search
from gamenight.games.circuit.lab.search import Worlds
from gamenight.lab.arena import Arena, Lineup
from gamenight.lab.intervals import Z

SIZES = (100, 200, 400, 800, 1600)
WORLDS = 2 * SIZES[-1]


class Decision(NamedTuple):
    """Somebody has to choose: `choices` begin with the choice of `racer`."""

    rules: Any
    view: Any
    seat: int
    choices: list[Any]


class Noting(Search):
    """Remembers every decision with a choice."""

    met: list[Decision]

    def _choices(self, rules: Any, view: Any, seat: int) -> list[Any]:
        found = super()._choices(rules, view, seat)
        if len(found) > 1:
            self.met.append(Decision(rules, rules.hide(view, seat), seat, found))
        return found


def decisions(games: int, spec: str, seed: int) -> list[Decision]:
    """Those of one `mcts` among two `racer`."""
    game = gamenight.game("circuit")
    arena = Arena(game, Lineup(game.id, (spec, "racer", "racer"), 3, seed=seed))
    noting = Noting()
    noting.met = []
    info, limit = arena._bots[0]
    arena._bots[0] = type(info)(info.name, info.summary, noting), limit
    arena.play_all(range(games))
    return noting.met


def gains(decision: Decision, seed: int) -> list[float]:
    """By size: what the choice wins more often than that of `racer`, judged by other worlds."""
    worlds = Worlds(*decision, seed)
    rewards = np.array([worlds._rewards(n, WORLDS) for n in range(len(decision.choices))])
    total, found = rewards.sum(axis=1), []
    for size in SIZES:
        parts = rewards.reshape(len(rewards), WORLDS // size, size).sum(axis=2)
        others = (total[:, None] - parts) / (WORLDS - size)
        chosen = parts.argmax(axis=0)
        found.append(float((others[chosen, range(len(chosen))] - others[0]).mean()))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="What mcts gains on two racers.")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--bot", default="mcts:400n", help="the bot that plays those games")
    given = parser.parse_args()
    met, rng = decisions(given.games, given.bot, given.seed), Random(given.seed)
    found = np.array([gains(decision, rng.getrandbits(63)) for decision in met])
    often = len(met) / given.games
    print(f"{len(met)} decisions, {often:.2f} a game")
    for size, mean, spread in zip(SIZES, found.mean(axis=0), found.std(axis=0), strict=True):
        error = Z * often * spread / len(met) ** 0.5
        print(f"mcts:{size}n wins {1 / 3 + often * mean:.4f} ± {error:.4f}")


if __name__ == "__main__":
    main()
