"""OpenSpiel's Oware, for comparison: through its Python API, and in C++ alone."""

from __future__ import annotations

from random import Random


def openspiel_random_games(games: int) -> int:
    """Play this many random games; returns the plies. ImportError if it is not installed."""
    import pyspiel

    oware, rng, plies = pyspiel.load_game("oware"), Random(0), 0
    for _ in range(games):
        state = oware.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[rng.randrange(len(actions))])
            plies += 1
    return plies


def openspiel_rollouts(games: int) -> int:
    """This many random games of its C++ evaluator, which is only exposed through MCTSBot: one
    simulation, whose rollouts all begin at the start. Their plies are not counted: 0."""
    import pyspiel

    oware = pyspiel.load_game("oware")
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=games, seed=0)
    bot = pyspiel.MCTSBot(
        oware,
        evaluator,
        uct_c=2.0,
        max_simulations=1,
        max_memory_mb=100,
        solve=False,
        seed=0,
        verbose=False,
    )
    bot.mcts_search(oware.new_initial_state())
    return 0
