"""The chance of a match: fixed by its secret, uniform, and apart from the bots' generators."""

from __future__ import annotations

from collections import Counter

import pytest

from gamenight.match.secret import SIZE, draw, generator, new_secret

KNOWN = [5, 3, 0, 2, 5, 3, 5, 2, 0, 3, 3, 0]


def test_a_seed_gives_always_the_same_secret() -> None:
    assert new_secret(7) == new_secret(7)
    assert new_secret(7) != new_secret(8)
    assert new_secret() != new_secret()
    assert len(new_secret()) == len(new_secret(7)) == SIZE


def test_known_draws() -> None:
    """These values may never change: every stored match would roll other dice."""
    secret = new_secret(1)
    assert [draw(secret, f"chance {ply}", 6) for ply in range(12)] == KNOWN
    assert draw(secret, "chance 0", 6) == KNOWN[0]


@pytest.mark.parametrize("below", [1, 2, 3, 6, 36, 1000, 10**30])
def test_draws_are_below(below: int) -> None:
    secret = new_secret(2)
    assert all(0 <= draw(secret, str(n), below) < below for n in range(200))


def test_draws_are_uniform() -> None:
    secret, games = new_secret(3), 6000
    counts = Counter(draw(secret, str(n), 6) for n in range(games))
    chi_squared = sum((counts[face] - games / 6) ** 2 / (games / 6) for face in range(6))
    assert chi_squared < 20.5  # one in a thousand with 5 degrees of freedom


def test_bots_have_generators_of_their_own() -> None:
    secret = new_secret(4)
    assert generator(secret, "bot 0 3").random() == generator(secret, "bot 0 3").random()
    assert generator(secret, "bot 0 3").random() != generator(secret, "bot 1 3").random()
