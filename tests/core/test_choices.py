"""Choices of all games: whoever only reads or hears them can tell them apart."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from gamenight.core import registry
from gamenight.core.play import replay
from gamenight.core.rules import Decision
from gamenight.core.view import drawn
from tests.core.random_games import random_texts

MATCHES, MOST_SEATS, MOST_PLIES = 12, 4, 400
OPTIONS: dict[str, dict[str, Any]] = {"preys": {"escort": "choose"}, "thief": {"cards": True}}


@pytest.mark.parametrize("id", registry.games())
def test_no_two_choices_read_alike(id: str) -> None:
    """Of sets that are marked only one is shown."""
    game, options = registry.game(id), OPTIONS.get(id, {})
    seats = max(players for players in game.players(**options) if players <= MOST_SEATS)
    rules = game.rules(seats, **options)
    for seed in range(MATCHES):
        for ply in replay(rules, random_texts(rules, Random(seed), MOST_PLIES)):
            node = rules.node(ply.before)
            asked = [seat for seat in range(seats) if isinstance(node, Decision) and node.of(seat)]
            for seat in asked:
                scene = drawn(game, rules, ply.before, seat)
                shown = scene.choices if scene.marks is None else ()
                counted = Counter(choice.label for choice in shown)
                assert not shown or max(counted.values()) == 1, counted
