"""The tools that make `strong` stronger: what a match says, and the tuner."""

from __future__ import annotations

from concurrent.futures import Executor, Future, ThreadPoolExecutor
from math import inf, log
from random import Random
from typing import Any

import pytest

from gamenight.games.oware.rules import OwareRules
from tests.late import late

with late():
    from tools.oware.match import Score, elo, expected
    from tools.oware.tune import points, tuned


class Here(Executor):
    """Calls are made at once, by whoever submits them."""

    def submit(self, fn: Any, /, *given: Any, **named: Any) -> Future[Any]:
        done: Future[Any] = Future()
        done.set_result(fn(*given, **named))
        return done


@pytest.mark.parametrize(
    ("share", "difference"),
    [(0.5, 0), (0.75, 191), (0.25, -191), (0.909, 400), (1, inf), (0, -inf)],
)
def test_elo_by_shares(share: float, difference: float) -> None:
    assert elo(share) == pytest.approx(difference, abs=1)
    assert expected(elo(share)) == pytest.approx(share)


def test_a_score_with_its_interval() -> None:
    middle, low, high = Score([2.0, 1.5, 1.0, 2.0, 1.0, 1.5] * 10).elo
    assert middle == pytest.approx(191, abs=1)
    assert low < middle < high
    assert high - middle < Score([2.0, 1.5, 1.0, 2.0, 1.0, 1.5]).elo[2] - middle


def test_sprt_becomes_clear_with_more_games() -> None:
    even, better = [1.0, 0.5, 1.5, 1.0], [1.5, 1.0, 2.0, 1.0]
    clear = log(19)
    assert abs(Score(even).likelier(0, 20)) < clear
    assert Score(even * 500).likelier(0, 20) < -clear
    assert Score(better * 50).likelier(0, 20) > clear


def test_equal_settings_share_the_points() -> None:
    assert points({"LATE": 2}, {"LATE": 2}, nodes=300, seed=3) == 1.0


class NearTen(Executor):
    """Nothing is played: the setting that is nearer to ten wins both games."""

    def submit(self, fn: Any, /, *given: Any, **named: Any) -> Future[Any]:
        first, second = (abs(one["LATE"] - 10) for one in given[:2])
        done: Future[Any] = Future()
        done.set_result(2.0 if first < second else 0.0 if second < first else 1.0)
        return done


def test_the_tuner_goes_to_the_better_side() -> None:
    *_, last = tuned({"LATE": 2.0}, {"LATE": 1.0}, 40, 2, 400, seed=5, executor=NearTen())
    assert last["LATE"] == pytest.approx(10, abs=0.6)


def test_the_tuner_leaves_the_search_as_it_was() -> None:
    from gamenight.games.oware.lab import search

    before = search.SLICE, search.LATE
    assert list(tuned({"LATE": 4.0}, {"LATE": 2.0}, 2, 1, 300, seed=5, executor=Here()))
    assert before == (search.SLICE, search.LATE)


def test_the_tuner_finds_the_same_on_any_executor() -> None:
    given = ({"MARGIN": 64.0}, {"MARGIN": 48.0}, 3, 2, 300)
    with ThreadPoolExecutor(1) as pool:
        apart = list(tuned(*given, seed=7, executor=pool))
    assert apart == list(tuned(*given, seed=7, executor=Here()))


def test_openings_differ_by_seed() -> None:
    from tools.oware.match import opening

    rules = OwareRules()
    assert opening(rules, Random(1)) == opening(rules, Random(1))
    assert len({tuple(opening(rules, Random(seed))) for seed in range(20)}) > 15
