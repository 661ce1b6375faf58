"""Guests: what the rules of a plug-in say is what the engine hears."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from gamenight.core.errors import BrokenGame
from gamenight.core.game import Game
from gamenight.core.guests import GuestRules, guarded
from gamenight.core.rules import Rules
from tests.toys.nim import NIM, Heap, NimRules

BEFORE, FIVE, FOUR = Heap(6), Heap(5), Heap(4)


class TurnRules(NimRules):
    """A new turn begins where four are left."""

    def begins_turn(self, before: Any, after: Any) -> bool:
        if before == after:
            raise KeyError("no ply")
        return bool(after == FOUR)


def guest() -> Game:
    return guarded(replace(NIM, make=lambda options, players: TurnRules(players)), "somebody:GAME")


def test_a_new_turn_begins_where_a_guest_says_so() -> None:
    rules = guest().rules()
    assert not rules.begins_turn(BEFORE, FIVE)
    assert rules.begins_turn(BEFORE, FOUR)
    with pytest.raises(BrokenGame, match="'somebody:GAME' failed in begins_turn"):
        rules.begins_turn(FOUR, FOUR)


def test_a_guest_is_asked_for_all_that_rules_can_say() -> None:
    """What it says itself would be hidden by what is usual, else."""
    every = vars(Rules).items()
    asked = {name for name, own in every if not name.startswith("_") and callable(own)}
    assert asked
    assert asked <= vars(GuestRules).keys()
