"""Intervals against tables, and Elo of results that can be worked out by hand."""

from __future__ import annotations

from itertools import combinations
from math import inf, log10, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamenight.lab.elo import MEAN, POINTS, Rating, Score, Won, expected, ratings, ratings_alone
from gamenight.lab.intervals import Interval, Z, mean, wilson


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        # Newcombe, Two-sided confidence intervals for the single proportion (1998), method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (20, 20, 0.8389, 1.0000),
    ],
)
def test_wilson_as_in_the_table(successes: int, trials: int, low: float, high: float) -> None:
    found = wilson(successes, trials)
    assert found.value == successes / trials
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)


def test_without_games_nothing_is_known() -> None:
    assert wilson(0, 0) == Interval(0.0, 0.0, 1.0)


@given(st.integers(1, 10**9).flatmap(lambda n: st.tuples(st.integers(0, 2 * n), st.just(n))))
def test_wilson_holds_its_share_and_stays_a_share(halves: tuple[int, int]) -> None:
    points, trials = halves[0] / 2, halves[1]
    share, low, high = wilson(points, trials)
    assert 0 <= low <= share + 1e-12
    assert share <= high + 1e-12 <= 1 + 1e-12
    assert wilson(trials - points, trials).low == pytest.approx(1 - high, abs=1e-9)


def test_a_mean_of_numbers() -> None:
    """Of 2, 4, 4, 4, 5, 5, 7, 9 the mean is 5 and the deviations' squares sum to 32."""
    numbers = (2, 4, 4, 4, 5, 5, 7, 9)
    found = mean(sum(numbers), sum(n * n for n in numbers), len(numbers))
    assert found.value == 5
    assert found.high - found.value == pytest.approx(Z * sqrt(32 / 7 / 8))
    assert found.value - found.low == pytest.approx(found.high - found.value)


def test_a_mean_keeps_its_digits_far_from_zero() -> None:
    far = 10**12
    found = mean(2 * far + 2, far**2 + (far + 2) ** 2, 2)
    assert found.high - found.value == pytest.approx(Z * 1.0, rel=1e-3)


@pytest.mark.parametrize(
    ("points", "difference"), [(50, 0), (75, 400 * log10(3)), (90.909090909, 400), (24, -200.24)]
)
def test_two_players_differ_by_the_logistic_formula(points: float, difference: float) -> None:
    found = ratings(("a", "b"), {("a", "b"): Score(points, 100)})
    assert not found.bounded
    a, b = found.by_name["a"], found.by_name["b"]
    assert a.elo - b.elo == pytest.approx(difference, abs=0.01)
    assert a.elo + b.elo == pytest.approx(2 * MEAN)
    # The difference has the error 1 / sqrt(n p q); each is half of it away from the mean.
    share = points / 100
    assert a.error == pytest.approx(Z * POINTS / sqrt(100 * share * (1 - share)) / 2)
    assert a.error == pytest.approx(b.error)


def test_the_known_error_of_even_games() -> None:
    """1,000 even games: 21.5 points at 95% for a difference, the rule of thumb of engine tests."""
    found = ratings(("a", "b"), {("a", "b"): Score(500, 1000)}).by_name
    assert 2 * found["a"].error == pytest.approx(21.5, abs=0.1)


def test_results_that_follow_ratings_give_them_back() -> None:
    true = {"a": 1810.0, "b": 1500.0, "c": 1463.0, "d": 1227.0}
    scores = {
        (one, other): Score(1000 * expected(true[one] - true[other]), 1000)
        for one, other in combinations(true, 2)
    }
    found = ratings(tuple(true), scores)
    assert {name: rating.elo for name, rating in found.by_name.items()} == pytest.approx(true)
    anchored = ratings(tuple(true), scores, "d", 1000.0).by_name
    assert {name: anchored[name].elo for name in true} == pytest.approx(
        {name: elo - 227 for name, elo in true.items()}
    )
    assert anchored["a"].error == found.by_name["a"].error


def test_who_wins_everything_has_a_finite_rating() -> None:
    found = ratings(("a", "b"), {("a", "b"): Score(10, 10)})
    assert found.bounded
    assert found.by_name["a"].elo - found.by_name["b"].elo == pytest.approx(
        400 * log10(10.5 / 0.5), abs=0.01
    )


def test_a_pair_that_has_not_met_can_still_be_rated() -> None:
    scores = {("a", "b"): Score(3, 4), ("a", "c"): Score(0, 0), ("b", "c"): Score(0, 0)}
    found = ratings(("a", "b", "c"), scores)
    assert found.bounded
    assert found.by_name["a"].elo > found.by_name["c"].elo > found.by_name["b"].elo
    assert found.by_name["c"].error > found.by_name["a"].error


def test_a_drawn_game_is_added_only_where_two_met() -> None:
    """a beats b and b beats c: who never met does not pull them together."""
    scores = {("a", "b"): Score(10, 10), ("b", "c"): Score(10, 10), ("a", "c"): Score(0, 0)}
    found = ratings(("a", "b", "c"), scores)
    assert found.bounded
    step = 400 * log10(10.5 / 0.5)
    assert found.by_name["a"].elo - found.by_name["b"].elo == pytest.approx(step)
    assert found.by_name["a"].elo - found.by_name["c"].elo == pytest.approx(2 * step)


def test_a_circle_of_winners_is_level() -> None:
    scores = {("a", "b"): Score(7, 9), ("b", "c"): Score(7, 9), ("c", "a"): Score(7, 9)}
    found = ratings(("a", "b", "c"), scores)
    assert not found.bounded
    assert [rating.elo for rating in found.by_name.values()] == pytest.approx([MEAN] * 3)


@given(st.lists(st.tuples(st.integers(0, 40), st.integers(20, 40)), min_size=6, max_size=6))
def test_at_the_maximum_everybody_got_what_was_expected(results: list[tuple[int, int]]) -> None:
    """The likelihood is the greatest where each has as many points as its rating expects."""
    names = ("a", "b", "c", "d")
    pairs = list(combinations(names, 2))
    scores = {
        pair: Score(min(points, 2 * games - 1) / 2 + 0.25, games)
        for pair, (points, games) in zip(pairs, results, strict=True)
    }
    found = ratings(names, scores)
    assert not found.bounded
    for name in names:
        got = due = 0.0
        for (first, second), score in scores.items():
            if name in (first, second):
                other = second if name == first else first
                got += score.points if name == first else score.games - score.points
                elo = found.by_name[name].elo - found.by_name[other].elo
                due += score.games * expected(elo)
        assert got == pytest.approx(due, abs=1e-6)


def test_who_never_meets_is_rated_by_the_odds_of_winning_alone() -> None:
    """Odds of 1 to 1 and of 10 to 1 are 400 points apart, whoever they were measured against."""
    found = ratings_alone({"a": Won(1 / 2, 100), "b": Won(10 / 11, inf)}, "a", 1000)
    assert not found.bounded
    assert found.by_name["a"] == pytest.approx((1000, Z * POINTS / 5))
    assert found.by_name["b"] == pytest.approx((1400, 0))
    mean = ratings_alone({"a": Won(1 / 2, 100), "b": Won(10 / 11, inf)})
    assert mean.by_name["a"].elo == pytest.approx(MEAN - 200)


def test_who_wins_everything_alone_gets_one_drawn_game() -> None:
    found = ratings_alone({"a": Won(1 / 2, 100), "b": Won(1.0, 10), "c": Won(0.0, 10)}, "a", 1000)
    assert found.bounded
    assert found.by_name["b"].elo == pytest.approx(1000 + 400 * log10(10.5 / 0.5))
    assert found.by_name["c"].elo == pytest.approx(1000 - 400 * log10(10.5 / 0.5))


def test_an_elo_is_told_to_a_tenth_where_that_is_known() -> None:
    assert str(Rating(1000.04, 0.0).told) == "(1000.0, 0.0)"
    assert str(Rating(1234.56, 0.44).told) == "(1234.6, 0.4)"
    assert str(Rating(1234.56, 0.5).told) == "(1235, 0)"
