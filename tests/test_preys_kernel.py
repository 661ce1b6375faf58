"""The compiled games of Preys and Hunters are those of the rules, ply by ply."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

import numpy as np
import pytest

from gamenight.core.errors import InvalidOption
from gamenight.core.rules import Chance, Decision, Over
from gamenight.games.preys.kernel import (
    SWIM,
    WIDTH,
    begin,
    kernel_random_games,
    ply,
    policy_table,
    set_up,
    simulate,
    unsigned,
)
from gamenight.games.preys.rules import ESCORTS, Action, Options, PreysRules, Roll, State, Swim
from gamenight.games.preys.solver import best, outcome

WAYS = [("closest", "random"), ("farthest", "random"), ("choose", "random"), ("choose", "best")]
GAMES = 200_000


def walked(escort: str, policy: str, game: int) -> Iterator[tuple[State, Action | None]]:
    """Every state of a compiled game, and what is done in it: None at the end."""
    state, stream = np.zeros(WIDTH, np.int64), np.zeros(1, np.uint64)
    begin(stream, unsigned(11), unsigned(game))
    set_up(state)
    while True:
        boat, *fish, choosing = state.tolist()
        number = ply(state, stream, ESCORTS.index(escort), policy_table(policy))
        action = Swim(number - SWIM) if number > SWIM else Roll(number) if number else None
        yield State(boat, tuple(fish), bool(choosing)), action
        if action is None:
            return


@pytest.mark.parametrize(("escort", "policy"), WAYS)
def test_the_kernel_walks_through_the_states_of_the_rules(escort: str, policy: str) -> None:
    rules = PreysRules(Options(escort=escort))
    chosen = set()
    for game in range(200):
        state = rules.initial()
        for found, action in walked(escort, policy, game):
            assert found == state
            node = rules.node(state)
            if action is None:
                assert isinstance(node, Over)
                break
            if isinstance(node, Decision):
                assert action in node.actions
                chosen.add(action)
                if policy == "best":
                    assert action == Swim(best(rules, state))
            else:
                assert isinstance(node, Chance)
                assert action in dict(node.outcomes)
            state = rules.apply(state, action)
        assert isinstance(rules.node(state), Over)
    assert chosen == ({Swim(fish) for fish in (2, 3, 4, 5)} if escort == "choose" else set())


@pytest.mark.parametrize(("escort", "policy"), [way for way in WAYS if way != WAYS[2]])
def test_the_results_are_those_of_the_exact_odds(escort: str, policy: str) -> None:
    rules = PreysRules(Options(escort=escort))
    exact, tally = outcome(rules, rules.initial()), simulate(GAMES, 5, 1, Options(escort), policy)
    for found, chance in (
        (tally.fish, exact.fish),
        (tally.fishermen, exact.fishermen),
        (tally.ties, exact.tie),
    ):
        share = float(chance)
        assert abs(found - GAMES * share) < 3 * sqrt(GAMES * share * (1 - share))
    assert tally.fish + tally.fishermen + tally.ties == GAMES
    assert tally.rolls / GAMES == pytest.approx(float(exact.rolls), rel=0.002)


def test_the_best_choice_beats_a_random_one() -> None:
    by_chance = simulate(GAMES, 5, 1, Options("choose"), "random")
    assert by_chance.choices > 0
    assert simulate(GAMES, 5, 1, Options("choose"), "best").fish > by_chance.fish + 3 * sqrt(
        GAMES / 2
    )


@pytest.mark.parametrize("threads", [2, 3])
def test_the_games_of_a_seed_do_not_depend_on_the_threads(threads: int) -> None:
    assert simulate(10_001, 7, threads, Options("choose")) == simulate(
        10_001, 7, 1, Options("choose")
    )


def test_another_seed_and_another_number_give_other_games() -> None:
    assert simulate(1000, 1) != simulate(1000, 2)
    assert [*walked("closest", "random", 3)] != [*walked("closest", "random", 4)]


def test_random_games_count_their_plies() -> None:
    tally = simulate(500, 3)
    assert kernel_random_games(500, 3, 2) == tally.rolls + tally.choices
    assert tally.choices == 0


def test_a_policy_that_there_is_not_is_refused() -> None:
    with pytest.raises(InvalidOption, match=r"possible: random, best"):
        simulate(1, policy="worst")
