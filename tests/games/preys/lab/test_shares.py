"""What each bot wins for the fish, worked out: by the solver's fractions, and in played games."""

from __future__ import annotations

import json
from functools import cache
from itertools import combinations_with_replacement, pairwise
from math import sqrt
from random import Random

import pytest

from gamenight import Decision, Over, sample
from gamenight.bots import ANCHOR_ELO, bots_for, find_bot
from gamenight.bots.ladder import ladder_path
from gamenight.core import registry
from gamenight.core.bot import Limit
from gamenight.core.wavering import RUNGS
from gamenight.games.preys.bots import BOTS, RACER
from gamenight.games.preys.lab.shares import share
from gamenight.games.preys.lab.solver import HALF, Outcome, best, choices, outcome
from gamenight.games.preys.rules import BEFORE_THE_SEA, CAUGHT, QUAY, SEA, START, State, Swim
from gamenight.lab.elo import Won, ratings_alone
from gamenight.lab.simulate import simulate
from tests.effort import times
from tests.games.preys.states import CHOOSE, CLOSEST, FARTHEST

PREYS = registry.game("preys")
GAMES = times(1500)


def worth(found: Outcome) -> float:
    return float(found.fish + HALF * found.tie)


@cache
def of(name: str) -> float:
    found = share(CHOOSE, find_bot(PREYS, name)[0].bot)
    assert found is not None
    return found


@cache
def elo(name: str) -> float:
    won = {one: Won(of(one), float("inf")) for one in dict.fromkeys(("random", name))}
    return ratings_alone(won, "random", ANCHOR_ELO).by_name[name].elo


def test_bots_with_a_rule_win_what_the_solver_says() -> None:
    start = CHOOSE.initial()
    assert of("racer") == pytest.approx(worth(outcome(CLOSEST, start)), abs=1e-13)
    assert of("racer") == pytest.approx(worth(outcome(CHOOSE, start, HALF)), abs=1e-13)
    assert of("helper") == pytest.approx(worth(outcome(FARTHEST, start)), abs=1e-13)
    assert of("perfect") == pytest.approx(worth(outcome(CHOOSE, start)), abs=1e-13)
    assert of("easy") == pytest.approx(of("random"), abs=1e-13)


def test_what_cannot_be_foretold_is_not_worked_out() -> None:
    assert [share(CHOOSE, find_bot(PREYS, name)[0].bot) for name in ("greedy", "mcts")] == [
        None
    ] * 2


def test_a_random_fish_wins_as_many_of_a_million_compiled_games() -> None:
    pytest.importorskip("numba", reason="the extra lab")
    games = 1_000_000
    found = simulate(PREYS, ["easy"], games, {"escort": "choose"}, seed=21, processes=1)
    assert found.compiled
    assert abs(float(found.tally.share(0)) / games - of("easy")) < 3 * 0.5 / sqrt(games)


def test_the_racer_sends_the_best_where_a_tie_is_half_a_win() -> None:
    asked = 0
    for boat in range(QUAY, BEFORE_THE_SEA):
        swimming = range(max(boat + 1, START), SEA)
        caught = [CAUGHT] * (boat >= START)
        for fish in combinations_with_replacement((*caught, *swimming, SEA), 4):
            state = State(boat, fish, choosing=True)
            if SEA in fish and len(state.free) > 1:
                (swim,) = RACER.chances(CHOOSE, state, 0)
                first, *others = RACER.explain(CHOOSE, state, 0, Random(0), Limit())
                assert first.action == swim
                assert all(one.value <= first.value + 1e-13 for one in others)
                solved = choices(CHOOSE, state, HALF)
                assert worth(solved[swim.fish]) == worth(solved[best(CHOOSE, state, HALF)])
                asked += 1
    assert asked > 300


@pytest.mark.parametrize("name", [*RUNGS, "helper", "perfect"])
def test_it_wins_as_much_in_played_games(name: str) -> None:
    """By the results, and without the luck of the die: what its choices gave away, of the most
    that the fish can win. That tells rungs apart in a few games, which results do not in a million.
    """
    bot, rng = BOTS[name].bot, Random(21)
    most = worth(outcome(CHOOSE, CHOOSE.initial(), HALF))
    results, lost = list[float](), list[float]()
    for _ in range(GAMES):
        state: State = CHOOSE.initial()
        given = 0.0
        while not isinstance(node := CHOOSE.node(state), Over):
            if isinstance(node, Decision):
                swim = bot.choose(CHOOSE, state, node.player, rng, Limit())
                found = {fish: worth(one) for fish, one in choices(CHOOSE, state, HALF).items()}
                assert isinstance(swim, Swim)
                given += max(found.values()) - found[swim.fish]
                state = CHOOSE.apply(state, swim)
            else:
                state = CHOOSE.apply(state, sample(node, rng))
        results.append((0 in node.winners) / len(node.winners))
        lost.append(given)
    for seen, expected in ((results, of(name)), (lost, most - of(name))):
        mean = sum(seen) / GAMES
        error = sqrt(sum((one - mean) ** 2 for one in seen) / GAMES / GAMES)
        assert abs(mean - expected) < 3 * error


def test_the_steps_are_even() -> None:
    heights = [elo(name) for name in ("random", *RUNGS, "racer")]
    even = (heights[-1] - heights[0]) / (len(RUNGS) + 1)
    assert [above - below for below, above in pairwise(heights)] == pytest.approx(
        [even] * (len(RUNGS) + 1), rel=0.03
    )


def test_the_ladder_says_what_is_worked_out() -> None:
    path = ladder_path(PREYS)
    assert path is not None
    bots = json.loads(path.read_text("utf-8"))["bots"]
    assert bots.keys() == {*BOTS, "random"}
    for name, entry in bots.items():
        assert entry == {
            "elo": round(elo(name), 1),
            "error": 0,
            "share": pytest.approx(of(name), abs=1e-13),
        }
    assert max(bots_for(PREYS).items(), key=lambda bot: bot[1].elo or 0)[0] == "racer"
