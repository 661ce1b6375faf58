"""A bot with an unsteady hand: the smaller a difference, the sooner it is missed."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from random import Random
from statistics import NormalDist
from typing import Any

import pytest

from gamenight.core.bot import Limit, Opinion
from gamenight.core.wavering import Wavering


class Fixed:
    """Has the same opinions of everything."""

    def __init__(self, *values: float) -> None:
        self.opinions = [Opinion(n, value, "") for n, value in enumerate(values)]

    def choose(self, rules: Any, view: Any, seat: int, rng: Random, limit: Limit) -> Any | None:
        return "the only one"

    def explain(self, rules: Any, view: Any, seat: int, rng: Random, limit: Limit) -> list[Opinion]:
        return self.opinions


def choices(values: tuple[float, ...], doubt: float) -> Counter[Any]:
    bot, rng = Wavering(Fixed(*values), doubt), Random(1)
    return Counter(bot.choose(None, None, 0, rng, Limit()) for _ in range(2000))


def test_without_doubt_it_takes_the_best() -> None:
    assert choices((3.0, 2.0, -1.0), 0.0) == {0: 2000}


def test_it_misses_small_differences_more_often_than_large_ones() -> None:
    found = choices((3.0, 2.0, -4.0), 1.0)
    # Two normal errors of 1 differ by more than 1 with a chance of 24 %.
    assert 400 < found[1] < 560
    assert found[2] == 0


def test_a_choice_that_needs_no_weighing_is_the_other_bots() -> None:
    assert choices((1.0,), 5.0) == choices((), 5.0) == {"the only one": 2000}


def test_the_same_numbers_give_the_same_choices() -> None:
    assert choices((1.0, 1.5, 0.5), 2.0) == choices((1.0, 1.5, 0.5), 2.0)


def test_of_two_the_chances_are_those_of_the_textbook() -> None:
    """Two normal errors of 2 differ like one of 2 times the square root of 2."""
    found = Wavering(Fixed(3.0, 2.0), 2.0).chances(None, None, 0)
    better = NormalDist(0, 2 * sqrt(2)).cdf(1)
    assert found == pytest.approx({0: better, 1: 1 - better}, abs=1e-14)


@pytest.mark.parametrize("doubt", [0.01, 1.0, 100.0])
def test_the_chances_are_those_with_which_it_chooses(doubt: float) -> None:
    values = (3.0, 2.0, 2.0, 0.5)
    expected = Wavering(Fixed(*values), doubt).chances(None, None, 0)
    assert sum(expected.values()) == pytest.approx(1, abs=1e-14)
    assert expected[1] == pytest.approx(expected[2])
    found = choices(values, doubt)
    for action, chance in expected.items():
        assert abs(found[action] - 2000 * chance) <= 3 * sqrt(2000 * chance * (1 - chance)) + 1e-9
