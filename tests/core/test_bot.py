"""What bots get: a limit for their thinking, and numbers that stop them."""

from __future__ import annotations

from random import Random

import pytest

from gamenight.core.bot import Interrupted, Limit, Stoppable
from gamenight.core.errors import InvalidOption


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("400n", Limit(simulations=400)),
        ("1n", Limit(simulations=1)),
        ("999999999n", Limit(simulations=999_999_999)),
        ("0.5", Limit(seconds=0.5)),
        ("2s", Limit(seconds=2.0)),
    ],
)
def test_a_limit_is_a_number_of_simulations_or_of_seconds(text: str, limit: Limit) -> None:
    assert Limit.parse(text) == limit


@pytest.mark.parametrize("text", ["", "n", "s", "0", "0n", "-1", "-1n", "1e9", "nan", "long", "1m"])
def test_other_limits_are_refused(text: str) -> None:
    with pytest.raises(InvalidOption, match=r"such as 0\.5, or in simulations, such as 400n"):
        Limit.parse(text)


def test_numbers_are_those_of_python_until_they_are_stopped() -> None:
    numbers, same = Stoppable(7), Random(7)
    assert not numbers.stopped
    assert [numbers.random(), numbers.getrandbits(9)] == [same.random(), same.getrandbits(9)]
    numbers.stop()
    assert numbers.stopped
    with pytest.raises(Interrupted):
        numbers.random()
    with pytest.raises(Interrupted):
        numbers.randrange(5)
