"""What positions of Zombie Dice are worth, and what `solve` says."""

from __future__ import annotations

import re
from random import Random

import pytest

import gamenight
from gamenight import Chance, Decision, Over
from gamenight.core.game import lab_of
from gamenight.games.zombie.lab.judge import DuelJudge, judge
from gamenight.games.zombie.lab.solution import solve
from gamenight.games.zombie.rules import HOLD, ROLL, Options, State, ZombieRules
from tests.core.random_games import some_states
from tests.games.zombie.states import places, small, turns

RULES = ZombieRules()
FIRST_WINS = 0.464791578110


def first(state: State) -> float:
    return DuelJudge(RULES).value(state).seats[0]


def test_the_start_is_worth_what_is_solved() -> None:
    found = DuelJudge(RULES).value(RULES.initial())
    assert found.seats == pytest.approx((FIRST_WINS, 1 - FIRST_WINS), abs=5e-13)
    assert (found.error, found.proven) == (0.0, True)


def test_chance_is_worth_its_mean_and_a_choice_its_best() -> None:
    """On states of random games, the children judged one by one."""
    met: dict[type, int] = {}
    for state in some_states(RULES, Random(3), 60):
        node, value = RULES.node(state), first(state)
        if isinstance(node, Chance):
            after = [(first(RULES.apply(state, action)), n) for action, n in node.outcomes]
            mean = sum(chance * n for chance, n in after) / node.cumulative[-1]
            assert value == pytest.approx(mean, abs=1e-12), state
        elif isinstance(node, Decision):
            best = max if state.player == 0 else min
            after_each = (first(RULES.apply(state, action)) for action in node.actions)
            assert value == pytest.approx(best(after_each), abs=1e-12), state
        met[type(node)] = met.get(type(node), 0) + 1
    assert met[Chance] > 20
    assert met[Decision] > 10


def test_who_is_ahead_at_the_end_holds() -> None:
    state = places("bag gyyrr, brains gggggyyr", RULES)
    ahead, level = (state._replace(scores=(13, score), turns=(1, 0), player=1) for score in (6, 5))
    assert first(ahead) == 0.0
    assert first(RULES.apply(level, HOLD)) == pytest.approx(0.404424481589), "a tie round"
    assert first(level) < 0.2, "it rolls on"


def test_who_is_behind_at_the_end_must_roll() -> None:
    state = places("bag gggggyyyrr, rolling r, shots gy", RULES)
    state = state._replace(scores=(13, 5), turns=(1, 0), player=1)
    held, rolled = (first(RULES.apply(state, action)) for action in (HOLD, ROLL))
    assert held == 1.0
    assert first(state) == pytest.approx(rolled)
    assert rolled < 0.9999


def test_an_end_is_worth_its_result() -> None:
    over = turns(RULES, "13 3")
    assert isinstance(RULES.node(over), Over)
    assert DuelJudge(RULES).value(over).seats == (1.0, 0.0)
    shared = RULES.initial()._replace(winners=(0, 1))
    assert DuelJudge(RULES).value(shared).seats == (0.5, 0.5)


def test_so_many_brains_are_not_proven() -> None:
    """With 24 brains in one turn everybody holds, by convention."""
    state = places("bag gggggyyyrr, rolling yr, brains g, eaten 24", RULES)
    assert not DuelJudge(RULES).value(state).proven
    assert DuelJudge(RULES).value(state._replace(eaten=23)).proven


@pytest.mark.parametrize(
    "rules",
    [
        ZombieRules(players=3),
        ZombieRules(Options(brains_to_win=12)),
        ZombieRules(Options(max_turns=5)),
        ZombieRules(Options(round_limit=5)),
        small("gggyyr"),
    ],
    ids=str,
)
def test_only_the_solved_game_is_judged(rules: ZombieRules) -> None:
    assert judge(rules) is None
    lab = lab_of(gamenight.game("zombie"))
    assert lab.judge is not None
    assert lab.judge(rules) is None
    assert lab.reference == "turn"


def test_solving_other_games() -> None:
    assert list(solve(ZombieRules(Options(99, 99, 99)))) == [
        "There are too many dice to work out the best turn.",
        "The winner is only solved for two players with the standard dice and 13 brains.",
    ]
    title, mean, last = solve(small("g"))
    assert title == "The best turn, for the most brains on average:"
    assert re.fullmatch(r"  [0-9.]{12,} brains per turn \([0-9.]+ s\)", mean)
    assert last.startswith("The winner is only solved for two players")


def test_solving_the_game() -> None:
    pytest.importorskip("numba", reason="solving without compiled code takes minutes")
    lab = lab_of(gamenight.game("zombie"))
    assert lab.solve is not None
    lines = [re.sub(r"\(.* s\)", "(s)", line) for line in lab.solve(RULES)]
    assert lines[:5] == [
        "The best turn, for the most brains on average:",
        "  2.2591498606 brains per turn (s)",
        "Two players, both perfect, ties played out:",
        "  the first player wins 0.464791578110 (s)",
        "  in a tie round 0.404424481589",
    ]
    gap = re.fullmatch(r"  the stored chances .* differ from these by at most (\S+)", lines[5])
    assert gap is not None
    assert float(gap[1]) < 1e-13
