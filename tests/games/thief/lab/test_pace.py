"""The best response of Thief: its equation worked out by the rules themselves, another way."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

from gamenight import Chance, Limit, Over
from gamenight.games.thief.lab.best import SOLVED
from gamenight.games.thief.lab.pace import (
    STEP,
    Answer,
    Pace,
    answer,
    best_sweep,
    choices,
    evaluate,
    outcomes,
    solve,
)
from gamenight.games.thief.policies import PREDICTABLE, ROBBER, TURN
from gamenight.games.thief.rules import Options, State, ThiefRules

MODEL = {TURN: 3 / 7, PREDICTABLE: 3 / 7, ROBBER: 1 / 7}


def by_the_rules(pace: Pace, limit: int) -> list[float]:
    """What the start of each seat is worth, by the states of a round to the limit as its target.

    Whoever wins has banked that much, and the next seat starts as if nothing had happened.
    """
    players = len(pace.fresh)
    rules = ThiefRules(Options(target=limit * STEP, turn_limit=9), players)

    @cache
    def worth(state: State) -> float:
        if state.turn == 2 or state.winners:
            own, *theirs = state.scores
            after = state.player if state.turn == 2 else (state.winners[0] + 1) % players
            return own - pace.points * sum(theirs) / (players - 1) + pace.fresh[after]
        node = rules.node(state)
        assert not isinstance(node, Over)
        if isinstance(node, Chance):
            total = sum(weight for _, weight in node.outcomes)
            ways = ((rules.apply(state, one), weight) for one, weight in node.outcomes)
            return sum(weight / total * worth(after) for after, weight in ways)
        if node.player == 0:
            return max(worth(rules.apply(state, action)) for action in node.actions)
        return sum(share * worth(rules.apply(state, one)) for one, share in chosen(state))

    def chosen(state: State) -> list[tuple[Any, float]]:
        seat = state.player if state.asked is None else state.asked
        return [
            (bot.choose(rules, state, seat, Random(0), Limit()), share)
            for bot, share in MODEL.items()
        ]

    return [worth(rules.initial()._replace(player=seat)) for seat in range(players)]


@pytest.mark.parametrize(("players", "limit"), [(2, 7), (3, 10), (5, 6)])
def test_no_plan_is_better_by_the_rules(players: int, limit: int) -> None:
    """With these worths of starts the best that the rules allow is worth just as much: so no plan
    gains on this pace in any turn, and one does not lose."""
    pace = solve(players, limit)
    assert by_the_rules(pace, limit) == pytest.approx(pace.fresh, abs=1e-8)
    faster = by_the_rules(pace._replace(points=pace.points * 1.01), limit)
    losses = [known - worth for known, worth in zip(pace.fresh, faster, strict=True)]
    assert min(losses) > -1e-8
    assert max(losses) > 0.1


@pytest.mark.parametrize("players", sorted(SOLVED))
def test_the_stored_solutions_solve_the_equation(players: int) -> None:
    pace = SOLVED[players]
    assert len(pace.fresh) == players
    assert best_sweep(pace).starts() == pytest.approx(pace.fresh, abs=1e-6)


def test_the_paces() -> None:
    paces = {players: round(pace.points, 4) for players, pace in SOLVED.items()}
    assert paces == {2: 215849.6207, 3: 2.2706, 4: 1.6877, 5: 1.4979, 6: 1.4127}


def test_solving_anew_finds_what_is_stored() -> None:
    found = solve(3)
    assert found.points == pytest.approx(SOLVED[3].points, rel=1e-12)
    assert found.fresh == pytest.approx(SOLVED[3].fresh, abs=1e-8)


def test_other_plans_are_slower() -> None:
    """Any answer changed at random, and the plans of the bots."""
    rng, limit = Random(5), 16
    best = solve(3, limit)
    plan = best_sweep(best, limit).plan
    ways = {one.number: len(one.ways) for one in choices()}
    worse = 0
    for key in rng.sample(sorted(plan), 25):
        other = Answer(rng.randrange(ways[key[0]]), rng.random() < 0.5, rng.random() < 0.5)
        pace = evaluate({**plan, key: other}, 3, limit).points
        assert pace <= best.points * (1 + 1e-12)
        worse += pace < best.points * (1 - 1e-9)
    assert worse > 5
    for bot in MODEL:
        same = {key: answer(bot, choices()[key[0]].roll, key[1]) for key in plan}
        assert evaluate(same, 3, limit).points < 0.9 * best.points


def test_the_outcomes_are_those_of_the_dice() -> None:
    for row in outcomes():
        assert sum(one.chance for one in row) == pytest.approx(1)
    assert len(choices()) == 50
    assert [one.number for one in choices()] == list(range(50))
