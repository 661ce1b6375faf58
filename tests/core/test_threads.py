"""On how many threads bots think."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor

import pytest

from gamenight.bots.worker import begin
from gamenight.core.bot import THREADS, threads


@pytest.mark.parametrize(("given", "expected"), [("1", 1), ("3", 3), ("99", 8)])
def test_as_many_as_the_environment_says(
    given: str, expected: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(THREADS, given)
    assert threads() == expected


@pytest.mark.parametrize("given", ["", "0", "many", "-2"])
def test_what_is_no_number_is_ignored(given: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(THREADS, given)
    assert 1 <= threads() <= 2


def test_bots_that_think_beside_each_other_take_one_each(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(THREADS, raising=False)
    with ProcessPoolExecutor(1, initializer=begin) as pool:
        assert pool.submit(threads).result() == 1
