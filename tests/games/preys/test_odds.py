"""The exact odds of Preys and Hunters, checked forwards, by simulation and against the issue."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement
from math import sqrt
from random import Random

import pytest

from gamenight import Chance, Decision, Over, sample
from gamenight.games.preys.lab.solver import Outcome, best, choices, outcome
from gamenight.games.preys.odds import fractions, odds
from gamenight.games.preys.rules import CAUGHT, ESCORTS, SEA, START, PreysRules, State, Swim
from tests.games.preys.states import ALL, CHOOSE, CLOSEST, FARTHEST, place, played

KINDS = {(0,): "fish", (1,): "fishermen", (0, 1): "tie"}
by_escort = pytest.mark.parametrize("rules", ALL, ids=ESCORTS)


def test_the_odds_of_the_start() -> None:
    found = outcome(CLOSEST, CLOSEST.initial())
    assert found.fish == Fraction(1060523682709013301533, 2914548746318262042624)
    assert found.fishermen == Fraction(245538634873739651095, 485758124386377007104)
    assert found.fish + found.fishermen + found.tie == 1
    assert round(float(found.rolls), 4) == 24.4749


def forward(rules: PreysRules, state: State) -> tuple[dict[str, Fraction], Fraction]:
    """How the game ends, worked out from the start, fish by fish: the share of each result, and
    the mean number of rolls (the sum over all rolls of the chance that they come)."""
    ends = dict.fromkeys(KINDS.values(), Fraction(0))
    rolls = Fraction(0)
    now = {state: Fraction(1)}
    while now:
        following: dict[State, Fraction] = {}
        for here, share in now.items():
            node = rules.node(here)
            if isinstance(node, Over):
                ends[KINDS[node.winners]] += share
                continue
            if isinstance(node, Chance):
                rolls += share
                after = [(rules.apply(here, roll), share / 6) for roll, _ in node.outcomes]
            else:
                after = [(rules.apply(here, Swim(best(rules, here))), share)]
            for there, part in after:
                following[there] = following.get(there, Fraction(0)) + part
        now = following
    return ends, rolls


@by_escort
@pytest.mark.parametrize("text", ["6: 9 8 9 7", "7: 10 8 9 boat", "8: 9 sea 9 11"])
def test_going_forwards_with_numbered_fish_gives_the_same(rules: PreysRules, text: str) -> None:
    state = place(text)
    found = outcome(rules, state)
    ends, rolls = forward(rules, state)
    assert ends == {"fish": found.fish, "fishermen": found.fishermen, "tie": found.tie}
    assert rolls == found.rolls


@by_escort
def test_simulated_games_agree(rules: PreysRules) -> None:
    rng, games = Random(5), 1500
    ends: Counter[str] = Counter()
    for _ in range(games):
        state = rules.initial()
        while not isinstance(node := rules.node(state), Over):
            action = Swim(best(rules, state)) if isinstance(node, Decision) else sample(node, rng)
            state = rules.apply(state, action)
        ends[KINDS[node.winners]] += 1
    exact = outcome(rules, rules.initial())
    for kind in KINDS.values():
        share = float(getattr(exact, kind))
        assert abs(ends[kind] / games - share) < 4 * sqrt(share * (1 - share) / games)


@pytest.mark.parametrize(
    ("text", "fish", "fishermen", "tie", "rolls"),
    [
        ("12: sea sea boat boat", "0", "0", "1", "0"),
        ("3: sea sea sea sea", "1", "0", "0", "0"),
        # One step from the sea and from the boat: 5 swims at 2 to 5, the boat rows at 1 and 6.
        ("11: sea sea sea 12", "1", "0", "0", "1"),
        ("11: sea sea boat 12", "1/2", "0", "1/2", "1"),
        ("11: boat boat boat 12", "0", "1", "0", "1"),
        # Fish 5 has to swim first; then it has two rolls for its last step.
        ("10: sea sea boat 11", "3/8", "0", "5/8", "7/4"),
    ],
)
def test_odds_that_can_be_seen(text: str, fish: str, fishermen: str, tie: str, rolls: str) -> None:
    expected = Outcome(*(Fraction(part) for part in (fish, fishermen, tie, rolls)))
    for rules in ALL:
        assert outcome(rules, place(text)) == expected


def test_which_fish_it_is_makes_no_difference() -> None:
    for rules in ALL:
        first, second = place("7: 8 sea 10 boat"), place("7: boat 10 8 sea")
        assert outcome(rules, first) == outcome(rules, second)


@pytest.mark.parametrize(
    ("text", "fish"),
    [
        ("9: sea boat 10 11?", 4),  # both are needed to win: the one in danger
        ("8: sea sea 9 11?", 5),  # one more is enough: the closest
        ("6: sea 7 9 11?", 4),  # two of three are needed: the second
        ("8: sea 10 10 boat?", 3),  # equal: the smallest number
    ],
)
def test_the_best_fish_to_swim(text: str, fish: int) -> None:
    assert best(CHOOSE, place(text)) == fish


def test_only_fish_in_the_same_place_are_equal() -> None:
    compared = 0
    for boat in range(1, SEA - 1):
        places = [CAUGHT, SEA, *range(max(START, boat + 1), SEA)]
        for fish in combinations_with_replacement(places, 4):
            state = State(boat, fish, choosing=True)
            worth = {state.place(each): o.fish for each, o in choices(CHOOSE, state).items()}
            if state.safe and (boat >= START or not state.captured):
                assert len(set(worth.values())) == len(worth)
                compared += len(worth) > 1
    assert compared > 400


def test_a_state_where_the_fish_choose_is_worth_its_best_choice() -> None:
    asked = place("9: sea boat 10 11?")
    found = choices(CHOOSE, asked)
    assert outcome(CHOOSE, asked) == found[4]
    assert found[4].fish > found[5].fish
    assert found[4].tie < found[5].tie


@pytest.mark.parametrize("rules", [CLOSEST, FARTHEST], ids=ESCORTS[:2])
def test_who_chooses_well_wins_at_least_as_often(rules: PreysRules) -> None:
    start = rules.initial()
    assert outcome(CHOOSE, start).fish > outcome(rules, start).fish


def test_the_lines_for_people() -> None:
    assert odds(CLOSEST, CLOSEST.initial()) == [
        "The rest of the game:",
        "  the fish win:       36.4%",
        "  the fishermen win:  50.5%",
        "  a tie:              13.1%",
        "  rolls to come:      24.5 on average",
        "After the next roll: fish win, fishermen win, tie:",
        "  1   26%  63%  12%  the boat rows to place 2",
        "  2   42%  44%  14%  fish 2 swims to place 8, 5 from the sea",
        "  3   42%  44%  14%  fish 3 swims to place 8, 5 from the sea",
        "  4   42%  44%  14%  fish 4 swims to place 8, 5 from the sea",
        "  5   42%  44%  14%  fish 5 swims to place 8, 5 from the sea",
        "  6   26%  63%  12%  the boat rows to place 2",
    ]


def test_fractions_for_those_who_ask() -> None:
    assert fractions(CLOSEST, CLOSEST.initial()) == [
        "The rest of the game:",
        "  fish win:      1060523682709013301533/2914548746318262042624 (0.363872)",
        "  fishermen win: 245538634873739651095/485758124386377007104 (0.505475)",
        "  tie:           380793254366810834521/2914548746318262042624 (0.130653)",
        "  rolls (mean):  8916666457755689314853/364318593289782755328 (24.4749)",
    ]
    choices = fractions(CHOOSE, place("10: sea 11 boat 12?"))
    assert choices[5:7] == ["After Fish 3 (best to win):", "  fish win:      1/2 (0.500000)"]
    assert choices[10:12] == [
        "After Fish 5 (best if a tie is half a win):",
        "  fish win:      3/8 (0.375000)",
    ]


def test_the_lines_where_every_number_is_different() -> None:
    assert odds(FARTHEST, place("10: sea 11 boat 12"))[-6:] == [
        "  1    0%  67%  33%  the boat rows to place 11 and captures fish 3",
        "  2   50%  25%  25%  fish 3 swims to place 12, 1 from the sea",
        "  3   50%  25%  25%  fish 3 swims to place 12, 1 from the sea",
        "  4    0%  67%  33%  the boat rows to place 11 and captures fish 3",
        "  5   38%   0%  62%  fish 5 swims into the sea and is safe",
        "  6    0%  67%  33%  the boat rows to place 11 and captures fish 3",
    ]


def test_the_lines_where_the_fish_choose() -> None:
    lines = odds(CHOOSE, place("10: sea 11 boat 12?"))
    assert lines[0] == "The rest of the game, if the fish always choose best:"
    assert lines[1:5] == lines[6:10]
    assert lines[5:] == [
        "After Fish 3 (best to win):",
        "  the fish win:       50.0%",
        "  the fishermen win:  25.0%",
        "  a tie:              25.0%",
        "  rolls to come:       2.5 on average",
        "After Fish 5 (best if a tie is half a win):",
        "  the fish win:       37.5%",
        "  the fishermen win:   0.0%",
        "  a tie:              62.5%",
        "  rolls to come:       1.8 on average",
    ]


def test_where_all_are_equally_good_none_is_marked() -> None:
    lines = odds(CHOOSE, place("10: sea sea 12 12?"))
    assert "After Fish 4:" in lines
    assert "After Fish 5:" in lines


def test_there_are_no_odds_after_the_end() -> None:
    over = played(place("11: sea sea boat 12"), "5")
    for telling in (odds, fractions):
        assert telling(CLOSEST, over) == ["The game is over: there is nothing left to roll."]


@by_escort
def test_the_lines_fit_a_terminal(rules: PreysRules) -> None:
    for text in ("1: 7 7 7 7", "6: 7 7 7 7", "9: sea 10 10 10", "10: 11 11 boat sea"):
        assert max(map(len, odds(rules, place(text)))) <= 80
