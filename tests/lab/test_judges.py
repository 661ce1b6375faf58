"""What every judge owes: the results at the end, and before it the mean of what chance brings."""

from random import Random
from typing import Any

import pytest

import gamenight
from gamenight.core.game import lab_of
from gamenight.core.judge import Judge
from gamenight.core.play import possible_actions
from gamenight.core.rules import Chance, Over, Rules
from tests.core.random_games import some_states

JUDGED = [id for id in gamenight.games() if lab_of(gamenight.game(id)).judge is not None]


def judged(id: str) -> tuple[Rules[Any, Any], Judge]:
    game = gamenight.game(id)
    judges = lab_of(game).judge
    assert judges is not None
    rules = game.rules()
    judge = judges(rules)
    assert judge is not None
    return rules, judge


@pytest.mark.parametrize("id", JUDGED)
def test_an_end_is_worth_its_result(id: str) -> None:
    rules, judge = judged(id)
    for seed in range(20):
        *_, end = some_states(rules, Random(seed), 1)
        over, value = rules.node(end), judge.value(end)
        assert isinstance(over, Over)
        if judge.unit == "wins":
            assert value.proven
            shares = [1 / len(over.winners) if s in over.winners else 0 for s in range(2)]
            assert value.seats == pytest.approx(shares)
        else:
            won = [over.winners == (seat,) for seat in range(2)]
            assert [worth > 0 for worth in value.seats] == won, "a margin is ahead or behind"
            assert sum(value.seats) == 0


@pytest.mark.parametrize("id", JUDGED)
def test_before_chance_acts_a_state_is_worth_the_mean(id: str) -> None:
    rules, judge = judged(id)
    for state in some_states(rules, Random(2), 8):
        node, value = rules.node(state), judge.value(state)
        assert judge.value(state) == value, "the same state, the same value"
        if isinstance(node, Chance):
            total = node.cumulative[-1]
            worth = [0.0] * rules.players
            for action, weight in node.outcomes:
                after = judge.value(rules.apply(state, action))
                for seat, share in enumerate(after.seats):
                    worth[seat] += share * weight / total
            assert value.seats == pytest.approx(worth, abs=1e-9)


@pytest.mark.parametrize("id", JUDGED)
def test_what_is_proven_is_the_best_that_the_mover_can_do(id: str) -> None:
    rules, judge = judged(id)
    met, decisions = 0, 0
    for state in some_states(rules, Random(4), 30):
        node, value = rules.node(state), judge.value(state)
        if isinstance(node, Chance | Over):
            continue
        decisions += 1
        children = [judge.value(rules.apply(state, a)) for a in possible_actions(rules, state)]
        if value.proven and all(child.proven for child in children):
            met += 1
            best = max(child.seats[node.player] for child in children)
            assert value.seats[node.player] == pytest.approx(best, abs=1e-9)
    assert met or not decisions
