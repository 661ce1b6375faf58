"""Everybody as good as `best`: each round of fictitious play leaves less to gain."""

from __future__ import annotations

from itertools import islice

import pytest

from gamenight.games.thief.lab import equilibrium, pace
from gamenight.games.thief.lab.equilibrium import banked_per_start, blended, played, rounds

LIMIT = 600 // pace.STEP


def test_the_best_answer_gains_less_and_less() -> None:
    gains = [found.gain for found in islice(rounds(3, LIMIT), 12)]
    assert gains[0] == pytest.approx(pace.solve(3, LIMIT).points)
    assert 1 <= gains[11] < 1.05 < gains[2]


def test_whoever_plays_like_all_others_is_level_with_them() -> None:
    plan = pace.best_sweep(pace.solve(3, LIMIT), LIMIT).plan
    assert pace.evaluate(plan, 3, LIMIT, played(plan, LIMIT)).points == pytest.approx(1)


def test_thieves_leave_little_to_bank() -> None:
    limit = 1500 // pace.STEP
    *_, last = islice(rounds(3, limit), 4)
    honest = banked_per_start(pace.others(), 3, limit)
    assert banked_per_start(last.others, 3, limit) < 0.7 * honest


def test_blends_stay_whole() -> None:
    plan = pace.best_sweep(pace.solve(3, LIMIT), LIMIT).plan
    for row in blended(pace.others(), played(plan, LIMIT), 0.3, LIMIT):
        for mixed in row:
            assert sum(way[0] for way in mixed.must) == pytest.approx(1)
            assert sum(way[0] for way in mixed.held) == pytest.approx(1 - mixed.ends)


def test_how_often_pots_are_stolen_is_told() -> None:
    *_, last = islice(rounds(3, LIMIT), 3)
    shares = equilibrium.stolen(last.others, 4, (0, 300, 550))
    assert len(shares) == 3
    assert all(0 <= share <= 1 for share in shares)
