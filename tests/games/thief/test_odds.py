"""The odds of the next roll: by counting every throw of dice that are told apart."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from gamenight.games.thief.odds import bust_chance, fractions, next_rolls, odds
from gamenight.games.thief.rules import Hold, Options, ThiefRules
from tests.games.thief.states import RULES, place, played


def points(throw: tuple[int, ...]) -> int:
    """What counts in a throw, by the sums of the issue."""
    if set(throw) == {1, 2, 3, 4, 5}:
        return 2500
    total = 0
    for side in range(1, 7):
        many = throw.count(side)
        if many >= 3:
            total += (1000 if side == 1 else 100 * side) * (many - 2)
        else:
            total += many * {1: 100, 5: 50}.get(side, 0)
    return total


def brute(dice: int, pot: int) -> tuple[Fraction, Fraction]:
    """The chance to bust and the mean pot after a roll."""
    found = [points(throw) for throw in product(range(1, 7), repeat=dice)]
    mean = sum(pot + worth for worth in found if worth)
    return Fraction(found.count(0), len(found)), Fraction(mean, len(found))


@pytest.mark.parametrize(
    ("dice", "chance"),
    [
        (1, Fraction(2, 3)),
        (2, Fraction(4, 9)),
        (3, Fraction(5, 18)),
        (4, Fraction(17, 108)),
        (5, Fraction(25, 324)),
    ],
)
def test_the_chance_to_bust(dice: int, chance: Fraction) -> None:
    assert bust_chance(dice) == chance == brute(dice, 0)[0]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0 0 0, seat 1", [("", 5, 0)]),
        ("0 0 0, seat 1, pot 900", [("", 5, 900)]),
        ("0 0 0, seat 1, pot 350, held 3335", [("", 1, 350)]),
        (
            "0 0 0, seat 1, pot 50, held 5, roll 1123, to choose",
            [("hold 1 1", 2, 250), ("hold 1", 3, 150)],
        ),
        (
            "0 0 0, seat 1, roll 33345, to choose",
            [("hold 333 5", 1, 350), ("hold 333", 2, 300), ("hold 5", 4, 50)],
        ),
        (
            "0 0 0, seat 1, pot 50, held 5, roll 1226, offered to 2",
            [("hold 1", 3, 150)],
        ),
        ("0 0 0, seat 1, pot 50, held 5, roll 1226, to hold", [("hold 1", 3, 150)]),
    ],
)
def test_every_way_to_roll_on(text: str, expected: list[tuple[str, int, int]]) -> None:
    found = next_rolls(place(text))
    holds = [RULES.format(one.hold) if one.hold else "" for one in found]
    assert [(hold, one.dice, one.pot) for hold, one in zip(holds, found, strict=True)] == expected
    for one in found:
        assert (one.bust, one.mean) == brute(one.dice, one.pot)


def test_the_odds_of_a_thief_are_those_of_the_state_it_steals() -> None:
    offered = place("0 0 0, seat 1, pot 100, held 1, roll 1556, offered to 2")
    stolen = played(offered, "steal")
    assert next_rolls(offered) == next_rolls(stolen)
    for one in next_rolls(stolen):
        assert isinstance(one.hold, Hold)
        (rolled,) = next_rolls(RULES.apply(stolen, one.hold))
        assert rolled == one._replace(hold=None)


def test_lines_have_percent_and_fractions_on_demand() -> None:
    heading = ["With the next roll, if everything that counts is kept:"]
    average = "The pot is the average after that roll; a bust counts as 0."
    state = place("0 0 0, seat 1, roll 33345, to choose")
    lines = [
        "  hold 333 5, roll 1 die for 350: bust 66.7%, pot 142",
        "  hold 333, roll 2 dice for 300: bust 44.4%, pot 217",
        "  hold 5, roll 4 dice for 50: bust 15.7%, pot 186",
    ]
    assert odds(RULES, state) == [*heading, *lines, average, "Ending the turn offers 350."]
    exact = [line.split("bust ")[1] for line in fractions(RULES, state)[1:4]]
    assert exact == ["2/3, pot 142", "4/9, pot 217", "17/108, pot 186"]
    offered = played(state, "end")
    thief = "This is for the thief. Declining gives the owner 350."
    assert odds(RULES, offered) == [*heading, *lines, average, thief]
    assert odds(RULES, played(offered, "steal")) == [*heading, *lines, average]
    assert odds(RULES, played(state, "hold 333 5")) == [
        *heading,
        lines[0].replace("hold 333 5, ", ""),
        average,
    ]


def test_lines_fit_the_screen() -> None:
    texts = ("roll 11556, to choose", "pot 9900, held 1, roll 1155, offered to 2")
    for text in texts:
        assert all(len(line) <= 80 for line in odds(RULES, place(f"0 0 0, seat 1, {text}")))


def test_the_last_turn_is_banked() -> None:
    rules = ThiefRules(Options(turn_limit=1), 3)
    lines = odds(rules, place("0 0 0, seat 1, roll 33345, to choose"))
    assert lines[-1] == "Ending the turn banks 350."


def test_there_are_none_when_the_round_is_over() -> None:
    over = place("10000 0 0, seat 1, won by 1")
    assert odds(RULES, over) == ["The round is over: there is nothing left to roll."]
