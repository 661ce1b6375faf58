"""What counts in a roll: every roll there is, against a table that is worked out another way."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from itertools import combinations, product

import pytest

from gamenight.games.thief.rules import (
    Hold,
    Roll,
    Rolled,
    Unit,
    possible_holds,
    rolls,
    units,
    value,
)

# What counts as the issue lists it, each with its points: a pattern for the sorted dice.
TABLE = {
    "12345": 2500,
    "11111": 3000, "1111": 2000, "111": 1000, "1": 100,
    "22222": 600, "2222": 400, "222": 200,
    "33333": 900, "3333": 600, "333": 300,
    "44444": 1200, "4444": 800, "444": 400,
    "55555": 1500, "5555": 1000, "555": 500, "5": 50,
    "66666": 1800, "6666": 1200, "666": 600,
}  # fmt: skip
LONGEST_FIRST = re.compile("|".join(sorted(TABLE, key=len, reverse=True)))


def counting(roll: Roll) -> list[str]:
    """What counts, read off the digits from left to right, the longest first."""
    return LONGEST_FIRST.findall("".join(map(str, roll)))


def spelt(unit: Unit) -> str:
    return "".join(map(str, unit))


def every_roll(dice: int) -> list[Roll]:
    return [tuple(sorted(roll)) for roll in product(range(1, 7), repeat=dice)]


@pytest.mark.parametrize("dice", [1, 2, 3, 4, 5])
def test_every_roll_counts_as_in_the_table(dice: int) -> None:
    thrown = every_roll(dice)
    assert len(thrown) == 6**dice
    for roll in thrown:
        found = units(roll)
        assert [spelt(unit) for unit in found] == counting(roll)
        assert [value(unit) for unit in found] == [TABLE[spelt(unit)] for unit in found]


@pytest.mark.parametrize("dice", [1, 2, 3, 4, 5])
def test_a_roll_weighs_the_ways_to_throw_it(dice: int) -> None:
    ways = Counter(Rolled(roll) for roll in every_roll(dice))
    chance = rolls(dice, player=2)
    assert dict(chance.outcomes) == ways
    assert len(chance.outcomes) == len(ways)
    assert (chance.cumulative[-1], chance.player) == (6**dice, 2)


@pytest.mark.parametrize(
    ("dice", "bust", "chain"),
    [
        (1, Fraction(2, 3), Fraction(1, 3)),
        (2, Fraction(4, 9), Fraction(1, 9)),
        (3, Fraction(5, 18), Fraction(1, 18)),
        (4, Fraction(17, 108), Fraction(13, 324)),
        (5, Fraction(25, 324), Fraction(89, 1944)),
    ],
)
def test_how_often_nothing_and_everything_counts(
    dice: int, bust: Fraction, chain: Fraction
) -> None:
    thrown = every_roll(dice)
    assert Fraction(sum(not units(roll) for roll in thrown), len(thrown)) == bust
    full = sum(sum(map(len, units(roll))) == dice for roll in thrown)
    assert Fraction(full, len(thrown)) == chain


@pytest.mark.parametrize(
    ("roll", "expected"),
    [
        ("33345", "333=300 5=50"),
        ("11155", "111=1000 5=50 5=50"),
        ("15555", "1=100 5555=1000"),
        ("11556", "1=100 1=100 5=50 5=50"),
        ("12345", "12345=2500"),
        ("23456", "5=50"),
        ("1234", "1=100"),
        ("22446", ""),
        ("66666", "66666=1800"),
        ("1", "1=100"),
        ("6", ""),
    ],
)
def test_rolls_by_hand(roll: str, expected: str) -> None:
    found = units(tuple(map(int, roll)))
    assert " ".join(f"{spelt(unit)}={value(unit)}" for unit in found) == expected


@pytest.mark.parametrize(
    ("roll", "holds"),
    [
        ("33345", ["333 5", "333", "5"]),
        ("11346", ["1 1", "1"]),
        ("11556", ["1 1 5 5", "1 1 5", "1 1", "1 5 5", "1 5", "1", "5 5", "5"]),
        ("15556", ["1 555", "1", "555"]),
        ("11116", ["1111"]),
        ("22346", []),
    ],
)
def test_holds_are_the_ways_to_take_whole_units(roll: str, holds: list[str]) -> None:
    found = possible_holds(tuple(map(int, roll)))
    assert [" ".join(map(spelt, hold.units)) for hold in found if isinstance(hold, Hold)] == holds


def test_holds_of_every_roll_are_all_subsets_the_whole_first() -> None:
    for roll in set(every_roll(5)):
        found, holds = units(roll), possible_holds(roll)
        subsets = {
            Hold(subset)
            for size in range(1, len(found) + 1)
            for subset in combinations(found, size)
        }
        assert set(holds) == subsets
        assert len(holds) == len(subsets)
        assert holds[:1] == ((Hold(found),) if found else ())
