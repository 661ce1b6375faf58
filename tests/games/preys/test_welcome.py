"""What is said before a match begins."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

from gamenight.core.rules import Chance, Decision
from gamenight.games.preys.rules import (
    DIE,
    ESCORTS,
    FISH,
    FISHERMEN,
    Options,
    PreysRules,
    State,
)
from gamenight.games.preys.welcome import welcome


@pytest.mark.parametrize("escort", ESCORTS)
def test_who_moves_whom_and_when_one_is_asked(escort: str) -> None:
    told = " ".join(welcome(Options(escort)))
    assert "2 to 5 move the fish, 1 and 6 the boat." in told
    assert (*FISH, *FISHERMEN) == (2, 3, 4, 5, 1, 6)
    assert set(DIE) == {*FISH, *FISHERMEN}
    assert ("You are asked when the die shows a fish that is safe" in told) == (escort == "choose")


def test_in_how_many_matches_somebody_is_asked_is_exact() -> None:
    rules = PreysRules(Options("choose"))

    @cache
    def asked(state: State) -> Fraction:
        node = rules.node(state)
        if isinstance(node, Chance):
            found = (asked(rules.apply(state, roll)) * weight for roll, weight in node.outcomes)
            return sum(found, Fraction(0)) / len(node.outcomes)
        return Fraction(isinstance(node, Decision))

    assert round(10 * asked(rules.initial())) == 4
    assert "in 4 matches of 10" in " ".join(welcome(Options("choose")))
