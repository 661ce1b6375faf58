"""How `strong` does against OpenSpiel's MCTSBot: random 4-ply openings, each from both sides.

python -m tools.oware.openspiel --games 40 --ours 0.01 --theirs 0.1
"""

from __future__ import annotations

import argparse
from random import Random
from time import perf_counter
from typing import Any

import pyspiel

from gamenight import Decision, Limit
from gamenight.games.oware.bots import BOTS
from gamenight.games.oware.rules import OwareRules, State
from tools.oware.match import opening

UCT_C, MEMORY_MB = 2.0, 1000


def mcts(oware: Any, seconds: float, seed: int) -> Any:
    """Random rollouts, one per simulation; stopped by the clock."""
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=seed)
    return pyspiel.MCTSBot(
        oware,
        evaluator,
        UCT_C,
        10**9,
        MEMORY_MB,
        solve=True,
        seed=seed,
        verbose=False,
        max_wall_clock_time=seconds,
    )


class Clock:
    """The seconds that a side used for its moves."""

    def __init__(self) -> None:
        self.moves, self.seconds = 0, 0.0

    def run(self, think: Any, *given: Any) -> Any:
        start = perf_counter()
        chosen = think(*given)
        self.seconds += perf_counter() - start
        self.moves += 1
        return chosen

    def __str__(self) -> str:
        return f"{1000 * self.seconds / max(1, self.moves):.1f} ms a move"


def points(
    moves: list[int], ours: int, limit: Limit, theirs: Any, rng: Random, clocks: list[Clock]
) -> float:
    """What our side scores in one game after these opening moves: 1, 0.5 or 0."""
    rules, oware = OwareRules(), pyspiel.load_game("oware")
    state: State = rules.initial()
    their_state, bot = oware.new_initial_state(), BOTS["strong"].bot
    left = list(moves)
    node = rules.node(state)
    while isinstance(node, Decision):
        if left:
            action = left.pop(0)
        elif node.player == ours:
            action = clocks[0].run(bot.choose, rules, state, ours, rng, limit)
        else:
            action = clocks[1].run(theirs.step, their_state) + 6 * node.player
        their_state.apply_action(action - 6 * node.player)
        state = rules.apply(state, action)
        node = rules.node(state)
    return (ours in node.winners) / len(node.winners)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--ours", type=float, default=0.01, help="seconds per move of strong")
    parser.add_argument("--theirs", type=float, default=0.1, help="seconds per move of MCTSBot")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rules, rng, clocks = OwareRules(), Random(given.seed), [Clock(), Clock()]
    for message in BOTS["strong"].prepare(rules):
        print(message, flush=True)
    score, limit = 0.0, Limit(seconds=given.ours)
    for game in range(given.games):
        if game % 2 == 0:
            moves = opening(rules, rng)
        theirs = mcts(pyspiel.load_game("oware"), given.theirs, given.seed + game)
        score += points(moves, game % 2, limit, theirs, rng, clocks)
        print(f"{score:g} of {game + 1} (strong {clocks[0]}, MCTSBot {clocks[1]})", flush=True)
    print(f"strong scores {score:g} of {given.games}: {score / given.games:.1%}")


if __name__ == "__main__":
    main()
