"""The bot `mcts` on small positions whose best play is known."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import gamenight
from gamenight.bots.mcts import (
    HORIZON_PLIES,
    TRIALS,
    Evaluation,
    Mcts,
    Outlook,
    _outlook,
    playout,
)
from gamenight.bots.uniform import Uniform
from gamenight.core.bot import Bot, Limit
from gamenight.core.play import sample
from gamenight.core.rules import Chance, Decision, Rules
from gamenight.core.turns import Sequential, SequentialState
from tests.bots.arena import play
from tests.toys.heist import HEIST, HeistRules, Move, Vault
from tests.toys.lottery import Booth, LotteryRules, exact_rewards, ticket
from tests.toys.nim import Heap, NimRules

D6 = dict.fromkeys(range(1, 7), 1)


def simulations(number: int) -> Limit:
    return Limit(simulations=number)


@pytest.mark.parametrize("left", [1, 2, 3, 5, 6, 7, 9, 10, 11])
def test_wins_a_won_heap(left: int) -> None:
    """Who leaves a multiple of four wins."""
    for seat in (0, 1):
        choice = Mcts().choose(NimRules(), Heap(left, seat), seat, Random(left), simulations(600))
        assert choice == left % 4


TICKETS = (
    ticket("three", {3: 1}),
    ticket("die", D6),
    ticket("two dice less two", D6, {-2: 1}, D6),
    ticket("all or nothing", {0: 3, 20: 1}),
)


@pytest.mark.parametrize(
    ("points", "seat"),
    [
        ((0, 0), 0),
        ((0, 9), 0),
        ((2, 0), 1),
        ((12, 3), 1),
        ((0, 9, 9), 0),
        ((0, 3, 8), 1),
        ((0, 0, 0), 1),
    ],
)
def test_finds_the_best_gamble(points: tuple[int, ...], seat: int) -> None:
    """Of two and of three players; in each case one ticket is better than the rest by 0.1."""
    rules, state = LotteryRules(TICKETS, players=len(points)), Booth(points, seat)
    values = {
        each.name: exact_rewards(rules, rules.apply(state, each.name))[seat] for each in TICKETS
    }
    second, best = sorted(values, key=lambda name: values[name])[-2:]
    assert values[best] - values[second] > 0.1
    assert Mcts().choose(rules, state, seat, Random(1), simulations(2000)) == best


def test_evaluates_near_the_exact_value() -> None:
    rules, state = LotteryRules(TICKETS), Booth((5, 0), 1)
    best, *_ = Mcts().evaluate(rules, state, 1, Random(1), simulations(4000))
    assert best.reward == pytest.approx(float(exact_rewards(rules, state)[1]), abs=0.03)


def test_prefers_an_immediate_win() -> None:
    rules = LotteryRules((ticket("nine", {9: 1}), ticket("ten", {10: 1})), goal=10)
    evaluations = Mcts().evaluate(rules, rules.initial(), 0, Random(1), simulations(100))
    assert evaluations[0].action == "ten"
    assert evaluations[0].reward == 1.0


def test_every_player_is_expected_to_win_where_it_can() -> None:
    """Of three, the second reaches the goal of 5 whatever the first does with its two points."""
    tickets = ticket("one", {1: 1}), ticket("two", {2: 1}), ticket("none", {0: 1})
    rules = LotteryRules(tickets, players=3, goal=5)
    first = Mcts().evaluate(rules, Booth((2, 4, 0), 0), 0, Random(1), simulations(1000))
    second = Mcts().evaluate(rules, Booth((2, 4, 0), 1), 1, Random(1), simulations(1000))
    assert all(each.reward < 0.1 for each in first)
    assert second[0].reward == 1.0


def test_evaluations_count_every_simulation_and_are_sorted() -> None:
    rules = NimRules()
    evaluations = Mcts().evaluate(rules, Heap(6), 0, Random(1), simulations(300))
    visits = [each.visits for each in evaluations]
    assert sum(visits) == 300
    assert visits == sorted(visits, reverse=True)
    assert {each.action for each in evaluations} == {1, 2, 3}
    assert all(0 <= each.reward <= 1 for each in evaluations)


def test_untried_actions_are_evaluated_last() -> None:
    evaluations = Mcts().evaluate(NimRules(), Heap(8), 0, Random(1), simulations(1))
    assert [each.visits for each in evaluations] == [1, 0, 0]
    assert evaluations[1] == Evaluation(evaluations[1].action, 0, 0.0)


def test_a_forced_action_needs_no_search() -> None:
    rng = Random(1)
    before = rng.getstate()
    assert Mcts().choose(NimRules(), Heap(1), 0, rng, Limit(seconds=3600)) == 1
    assert rng.getstate() == before


@pytest.mark.parametrize("limit", [Limit(seconds=0.05), Limit(), Limit(10**8, 0.01)])
def test_any_limit_ends(limit: Limit) -> None:
    rules = HEIST.rules(4)
    state = Vault((("trap",),) * 4, (), (0,) * 4, (False,) * 4, waiting="turn")
    node = rules.node(state)
    assert isinstance(node, Decision)
    assert Mcts().choose(rules, rules.hide(state, 0), 0, Random(1), limit) in node.actions


def test_dodges_the_trap_that_would_lose() -> None:
    """The last turn is seat 2's. Sprung, it leads 8 to 7 whatever it rolls; dodged, it needs
    a 5 to win and a 2 to share."""
    rules = HeistRules(2)
    state = Vault((("dodge",), ()), (), (10, 8), (False, False), 1, 6, 0, "trap", target=0)
    view = rules.hide(state, 0)
    evaluations = Mcts().evaluate(rules, view, 0, Random(1), simulations(300))
    assert [each.action for each in evaluations] == [Move("dodge", 0), None]
    assert evaluations[1].reward < 0.1
    assert Mcts().choose(rules, view, 0, Random(1), simulations(300)) == Move("dodge", 0)


def test_passes_where_acting_only_helps_the_leader() -> None:
    """Seat 3 could dodge the trap that is laid for the leader in the last round."""
    rules = HeistRules(3)
    state = Vault(((), (), ("dodge",)), (), (9, 19, 17), (False,) * 3, 0, 6, 0, "trap", target=1)
    assert Mcts().choose(rules, rules.hide(state, 2), 2, Random(1), simulations(400)) is None


SMALL_OWARE = gamenight.game("oware").rules(houses=4, seeds=3)


@pytest.mark.parametrize(
    ("rules", "limit"), [(NimRules(), simulations(200)), (SMALL_OWARE, simulations(20))]
)
def test_beats_random(rules: Rules[Any, Any], limit: Limit) -> None:
    won = 0
    for seed in range(20):
        seat = seed % 2
        bots: list[Bot] = [Mcts(), Uniform()] if seat == 0 else [Uniform(), Mcts()]
        over, _ = play(rules, bots, seed, limit)
        won += over.winners == (seat,)
    assert won >= 15


def test_a_playout_without_end_is_won_by_its_leaders() -> None:
    class Endless(NimRules):
        def apply(self, state: Heap, action: int) -> Heap:
            return Heap(state.left, 1 - state.player)

        def scores(self, state: Heap) -> tuple[int, ...]:
            return (2, 3)

    assert playout(Endless(), SequentialState(Heap(5)), Random(1), Outlook()) == (0.0, 1.0)


def test_scores_that_tell_early_who_wins_are_shared_by_chance() -> None:
    even, ahead = Outlook(24, 4.0).rewards((3, 3)), Outlook(24, 4.0).rewards((5, 3))
    assert even == (0.5, 0.5)
    assert 0.6 < ahead[0] < 0.8, "half a spread ahead: about 69 % by the normal curve"
    assert sum(ahead) == pytest.approx(1)


@pytest.mark.parametrize(("id", "players"), [("zombie", 2), ("oware", 2)])
def test_a_long_game_is_judged_by_its_scores(id: str, players: int) -> None:
    """At the start the lead after a few moves tells little of who wins, but it stays."""
    turns: Sequential[Any, Any] = Sequential(gamenight.game(id).rules(players))
    state, rng = turns.rules.initial(), Random(1)
    while isinstance(node := turns.rules.node(state), Chance):
        state = turns.rules.apply(state, sample(node, rng))
    assert isinstance(node, Decision)
    found = _outlook(turns, turns.asking(state, node.player), node.player, rng, TRIALS)
    assert found.plies == HORIZON_PLIES
    assert found.spread > 0


def test_scores_that_tell_nothing_are_not_asked() -> None:
    turns: Sequential[Any, Any] = Sequential(NimRules())
    assert _outlook(turns, turns.asking(Heap(9), 0), 0, Random(1), TRIALS) == Outlook()


@pytest.mark.parametrize("seed", range(3))
def test_nobody_stops_who_has_nothing_to_lose(seed: int) -> None:
    """With no brains yet and one shot, holding gives nothing and rolling may."""
    rules = gamenight.game("zombie").rules(players=2)
    state = rules.initial()._replace(
        bag=(5, 4, 2), shots=(1, 0, 0), rolling=(0, 0, 1), waiting="choice"
    )
    chosen = Mcts().choose(rules, state, 0, Random(seed), Limit(simulations=1000))
    assert rules.format(chosen) == "roll"
