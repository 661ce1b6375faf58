"""OpenSpiel's Oware is the oracle of the default rules; and the published counts of moves."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from gamenight import Decision, Over, perft
from gamenight.games.oware.lab.peer import openspiel_random_games
from gamenight.games.oware.rules import Options, OwareRules

BATCHES, GAMES_A_BATCH = 6, 50


@pytest.mark.parametrize("seed", range(BATCHES))
def test_random_games_move_by_move(seed: int) -> None:
    compare(Options(), GAMES_A_BATCH, seed)


@pytest.mark.parametrize("options", [Options(houses=3, seeds=3), Options(houses=4, seeds=5)])
def test_random_games_on_other_boards(options: Options) -> None:
    compare(options, 20, seed=0)


def compare(options: Options, games: int, seed: int) -> None:
    """Play random games in both programs at once."""
    pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")
    parameters = {
        "num_houses_per_player": options.houses,
        "num_seeds_per_house": options.seeds,
    }
    oracle, rules, rng = pyspiel.load_game("oware", parameters), OwareRules(options), Random(seed)
    for _ in range(games):
        theirs, state = oracle.new_initial_state(), rules.initial()
        node = rules.node(state)
        while isinstance(node, Decision):
            assert not theirs.is_terminal()
            assert theirs.current_player() == node.player
            assert counts(theirs, options) == [*state.position.houses, *rules.scores(state)]
            first = node.player * options.houses
            assert theirs.legal_actions() == [action - first for action in node.actions]
            action = rng.choice(node.actions)
            theirs.apply_action(action - first)
            state = rules.apply(state, action)
            node = rules.node(state)
        assert isinstance(node, Over)
        assert theirs.is_terminal()
        assert node.winners == winners(theirs.returns())


def counts(theirs: Any, options: Options) -> list[int]:
    """The houses and the stores: OpenSpiel observes them as parts of all seeds."""
    total = 2 * options.houses * options.seeds
    return [round(part * total) for part in theirs.observation_tensor(0)]


def winners(returns: list[float]) -> tuple[int, ...]:
    return tuple(seat for seat, value in enumerate(returns) if value == max(returns))


@pytest.mark.parametrize(
    ("depth", "lines"), [*enumerate((6, 36, 190, 1014, 5219, 27332, 139157, 711414), 1)]
)
def test_published_counts_of_moves(depth: int, lines: int) -> None:
    rules = OwareRules()
    assert perft(rules, rules.initial(), depth) == lines


def test_the_peer_plays_whole_games() -> None:
    pytest.importorskip("pyspiel", reason="open_spiel is not installed")
    assert openspiel_random_games(0) == 0
    assert openspiel_random_games(20) > 20 * 20
