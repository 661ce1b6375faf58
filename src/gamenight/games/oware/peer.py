"""OpenSpiel's Oware through its Python API, to measure against."""

from __future__ import annotations

from random import Random


def openspiel_random_games(games: int) -> int:
    """Play so many random games; the number of plies. ImportError where it is not installed."""
    import pyspiel

    oware, rng, plies = pyspiel.load_game("oware"), Random(0), 0
    for _ in range(games):
        state = oware.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[rng.randrange(len(actions))])
            plies += 1
    return plies
