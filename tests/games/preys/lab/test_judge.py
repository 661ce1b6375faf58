"""The best choice of fish solved in two ways, what positions are worth, and what `solve` says."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement
from math import inf
from random import Random

import pytest

import gamenight
from gamenight import Chance, Decision
from gamenight.core.game import lab_of
from gamenight.games.preys.lab.judge import RiverJudge
from gamenight.games.preys.lab.solver import HALF, best, outcome
from gamenight.games.preys.rules import ESCORTS, START, PreysRules, State
from tests.core.random_games import some_states
from tests.games.preys.states import ALL, CHOOSE, CLOSEST, place

by_escort = pytest.mark.parametrize("rules", ALL, ids=ESCORTS)

# The river as the manual has it: the boat from 1 on, the fish from 7 to the sea in 13; 0 is caught.
Position = tuple[int, tuple[int, ...]]


def positions() -> list[Position]:
    found: list[Position] = []
    for boat in range(1, 13):
        free = range(max(7, boat + 1), 13)
        found += [(boat, fish) for fish in combinations_with_replacement((0, *free, 13), 4)]
    return found


def value_iteration(tie: float) -> float:
    """What the start is worth to fish that choose, a tie counting so much: all positions at once,
    again and again until nothing changes. It uses nothing of the rules or the solver."""
    worth: dict[Position, float] = {}
    for boat, fish in positions():
        safe, caught = fish.count(13), fish.count(0)
        worth[boat, fish] = 1.0 if safe > caught else tie if safe == caught else 0.0
    open_ones = [(boat, fish) for boat, fish in worth if any(0 < at < 13 for at in fish)]
    change = inf
    while change > 1e-15:
        change = 0.0
        for boat, fish in open_ones:
            rowed = tuple(sorted(0 if at == boat + 1 else at for at in fish))
            swims = []
            for index, at in enumerate(fish):
                if 0 < at < 13:
                    moved = (*fish[:index], at + 1, *fish[index + 1 :])
                    swims.append(worth[boat, tuple(sorted(moved))])
            mean = (2 + fish.count(0)) * worth[boat + 1, rowed] + sum(swims)
            mean = (mean + fish.count(13) * max(swims)) / 6
            change = max(change, abs(mean - worth[boat, fish]))
            worth[boat, fish] = mean
    return worth[1, (7, 7, 7, 7)]


def test_the_best_choice_of_fish() -> None:
    """For a win alone; the tie and the loss follow from it."""
    found = outcome(CHOOSE, CHOOSE.initial())
    assert f"{float(found.fish):.5f}" == "0.37181"
    assert found.fish == Fraction(361219766092885734635, 971516248772754014208)
    assert value_iteration(tie=0.0) == pytest.approx(float(found.fish), abs=1e-12)


def test_where_a_tie_counts_half_the_closest_fish_is_the_best() -> None:
    start = CHOOSE.initial()
    found = outcome(CHOOSE, start, HALF)
    assert found == outcome(CLOSEST, start)
    assert value_iteration(tie=0.5) == pytest.approx(float(found.fish + found.tie / 2), abs=1e-12)
    for boat, fish in positions():
        state = State(boat, fish, choosing=True)
        if state.free and state.safe and (boat >= START or not state.captured):
            assert best(CHOOSE, state, HALF) == CLOSEST.escort(state)
    alone = outcome(CHOOSE, start)
    assert alone.fish > found.fish
    assert alone.fish + alone.tie / 2 < found.fish + found.tie / 2


@pytest.mark.parametrize(
    ("text", "alone", "half"),
    [
        ("9: sea boat 10 11?", 4, 5),  # both are needed to win, one to tie
        ("8: sea sea 9 11?", 5, 5),
        ("6: sea 7 9 11?", 4, 5),
    ],
)
def test_what_a_tie_is_worth_changes_the_choice(text: str, alone: int, half: int) -> None:
    assert best(CHOOSE, place(text)) == alone
    assert best(CHOOSE, place(text), HALF) == half


@by_escort
def test_a_position_is_worth_the_chances_of_its_outcome(rules: PreysRules) -> None:
    found, value = outcome(rules, rules.initial(), HALF), RiverJudge(rules).value(rules.initial())
    assert value.seats == pytest.approx(
        (float(found.fish + found.tie / 2), float(found.fishermen + found.tie / 2))
    )
    assert (value.error, value.proven) == (0.0, True)
    assert ("the fish choose" in RiverJudge(rules).source) == (rules.options.escort == "choose")


@by_escort
def test_chance_is_worth_its_mean_and_a_choice_its_best(rules: PreysRules) -> None:
    judge, choices = RiverJudge(rules), 0
    for state in some_states(rules, Random(1), 120):
        node, value = rules.node(state), judge.value(state).seats[0]
        if isinstance(node, Chance):
            after = [judge.value(rules.apply(state, a)).seats[0] for a, _ in node.outcomes]
            assert value == pytest.approx(sum(after) / 6, abs=1e-12)
        elif isinstance(node, Decision):
            after = [judge.value(rules.apply(state, a)).seats[0] for a in node.actions]
            assert value == max(after)
            choices += 1
    assert bool(choices) == (rules == CHOOSE)


@pytest.mark.parametrize(
    ("text", "seats"),
    [
        ("12: sea sea boat boat", (0.5, 0.5)),
        ("12: sea sea sea boat", (1.0, 0.0)),
        ("12: sea boat boat boat", (0.0, 1.0)),
        ("11: sea sea boat 12", (0.75, 0.25)),  # 2 to 5 win, 1 and 6 tie, 4 is in the boat
    ],
)
def test_positions_that_can_be_seen(text: str, seats: tuple[float, float]) -> None:
    for rules in ALL:
        assert RiverJudge(rules).value(place(text)).seats == seats


def test_the_game_has_it_all() -> None:
    lab = lab_of(gamenight.game("preys"))
    assert lab.judge is not None
    assert lab.judge(CHOOSE) is not None
    assert lab.solve is not None
    assert list(lab.solve(CLOSEST)) == [
        "A game from the start:",
        "  fish win:      1060523682709013301533/2914548746318262042624 (0.363872)",
        "  fishermen win: 245538634873739651095/485758124386377007104 (0.505475)",
        "  tie:           380793254366810834521/2914548746318262042624 (0.130653)",
        "  rolls (mean):  8916666457755689314853/364318593289782755328 (24.4749)",
    ]
    lines = list(lab.solve(CHOOSE))
    assert lines[:2] == [
        "A game from the start, if the fish play only for the win:",
        "  fish win:      361219766092885734635/971516248772754014208 (0.371810)",
    ]
    assert lines[5] == "The same, if a tie counts as half a win for them:"
    assert lines[6:] == list(lab.solve(CLOSEST))[1:]


def test_a_choice_is_judged_like_its_state() -> None:
    asked = State(9, (13, 0, 10, 11), choosing=True)
    swum = CHOOSE.apply(asked, CHOOSE.parse("swim 5"))
    judge = RiverJudge(CHOOSE)
    assert judge.value(asked) == judge.value(swum)
