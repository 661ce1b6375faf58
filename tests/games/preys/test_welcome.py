"""What is said before a match begins."""

from __future__ import annotations

import pytest

from gamenight.games.preys.rules import DIE, ESCORTS, FISH, FISHERMEN, Options
from gamenight.games.preys.welcome import welcome


@pytest.mark.parametrize("escort", ESCORTS)
def test_who_moves_whom_and_when_one_is_asked(escort: str) -> None:
    told = " ".join(welcome(Options(escort)))
    assert "2 to 5 move the fish, 1 and 6 the boat." in told
    assert (*FISH, *FISHERMEN) == (2, 3, 4, 5, 1, 6)
    assert set(DIE) == {*FISH, *FISHERMEN}
    assert ("You are asked when the die shows a fish that is safe" in told) == (escort == "choose")
