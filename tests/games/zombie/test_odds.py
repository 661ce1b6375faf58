"""The odds of the next roll: against single dice that are told apart, and against thrown dice."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from math import sqrt
from random import Random

import pytest

from gamenight.games.zombie.odds import Odds, fractions, next_roll, odds
from gamenight.games.zombie.rules import ZombieRules
from tests.games.zombie.states import places, played, turns

RULES = ZombieRules()
SIDES = {"g": "bbbffs", "y": "bbffss", "r": "bffsss"}

# What lies where, and the dice that are rolled: those of the first word and so many of the bag.
TABLES = [
    pytest.param("bag ggggggyyyyrrr", "", "ggggggyyyyrrr", 3, 0, id="first roll"),
    pytest.param("bag ggggyyyyrr, rolling g, brains g, shots r", "g", "ggggyyyyrr", 2, 1, id="mix"),
    pytest.param("bag ggyyrr, rolling gy, shots gr", "gy", "ggyyrr", 1, 2, id="two shots"),
    pytest.param("bag yr, brains gggg, shots gy", "", "yrgggg", 3, 2, id="after the refill"),
    pytest.param("bag gyr, rolling rrr, shots g", "rrr", "", 0, 1, id="no draw"),
    pytest.param("rolling g, brains y", "g", "y", 1, 0, id="two dice in all"),
]


@pytest.mark.parametrize(("table", "kept", "bag", "drawn", "shots"), TABLES)
def test_odds_by_counting_single_dice(
    table: str, kept: str, bag: str, drawn: int, shots: int
) -> None:
    shot_out = brain = brains = Fraction(0)
    hands = list(combinations(bag, drawn))
    for hand in hands:
        throws = list(product(*(SIDES[die] for die in (*kept, *hand))))
        share = Fraction(1, len(hands) * len(throws))
        for throw in throws:
            if shots + throw.count("s") >= 3:
                shot_out += share
            else:
                brain += share * ("b" in throw)
                brains += share * throw.count("b")
    assert next_roll(RULES, places(table, RULES)) == Odds(shot_out, brain, brains)


@pytest.mark.parametrize(("table", "kept", "bag", "drawn", "shots"), TABLES)
def test_odds_by_throwing_dice(table: str, kept: str, bag: str, drawn: int, shots: int) -> None:
    found, rng, throws = next_roll(RULES, places(table, RULES)), Random(11), 5_000
    outs = eaters = 0
    for _ in range(throws):
        throw = [rng.choice(SIDES[die]) for die in (*kept, *rng.sample(bag, drawn))]
        out = shots + throw.count("s") >= 3
        outs += out
        eaters += not out and "b" in throw
    for seen, share in ((outs, found.shot_out), (eaters, found.brain)):
        sigma = sqrt(throws * share * (1 - share))
        assert abs(seen - throws * share) <= 4 * sigma


def test_one_die_by_hand() -> None:
    """A red die with two shotguns: three sides of six kill, one is a brain."""
    state = places("rolling r, shots gg", RULES)
    assert next_roll(RULES, state) == Odds(Fraction(1, 2), Fraction(1, 6), Fraction(1, 6))


def test_the_odds_are_the_same_before_and_after_the_choice_to_roll() -> None:
    before = places("bag yr, brains gggg, shots gy", RULES)
    assert next_roll(RULES, before) == next_roll(RULES, played(RULES, before, "roll"))


def test_after_the_draw_they_are_those_of_the_dice_on_the_table() -> None:
    state = played(RULES, RULES.initial(), "draw rrr")
    assert next_roll(RULES, state).shot_out == Fraction(1, 8)


def test_lines_have_percent_and_fractions_on_demand() -> None:
    state = places("rolling r, shots gg", RULES)
    assert odds(RULES, state) == [
        "With the next roll:",
        "  losing the turn: 50.0%",
        "  gaining at least one brain: 16.7%",
        "  brains gained on average: 0.17",
        "A roll that loses the turn gains nothing.",
    ]
    assert fractions(RULES, state)[1:4] == [
        "  losing the turn: 1/2",
        "  gaining at least one brain: 1/6",
        "  brains gained on average: 1/6",
    ]


def test_there_are_none_when_the_game_is_over() -> None:
    over = turns(RULES, "13 2")
    assert odds(RULES, over) == ["The game is over: there is nothing left to roll."]
