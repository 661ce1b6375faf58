"""Nobody learns a hidden card by what is sent, or by when: neither from people nor from machines
that could act out of turn, whether they do or not."""

from __future__ import annotations

from typing import Any

import pytest

from gamenight.core import registry
from gamenight.core.rules import Rules
from tests.effort import times
from tests.faults.figures import Count
from tests.online.pairs import Company, pair

SECRETIVE: dict[str, dict[str, Any]] = {
    "circuit": {"laps": 1},
    "thief": {"cards": True, "open_table": False},
}
COMPANIES = {
    "people": Company(3),
    "people who use cards": Company(3, shy=False),
    "machines": Company(1, ("random", "random")),
    "machines that think": Company(1, ("random", "random"), thinking=0.2),
    "machines that think for too long": Company(1, ("random", "random"), thinking=0.9),
    "machines that use cards": Company(2, ("random",), shy=False),
    "machines alone": Company(0, ("random",) * 3, thinking=0.1),
}


def test_every_game_with_secrets_is_tried() -> None:
    for id in registry.games():
        game = registry.game(id)
        kind = type(game.rules(3 if 3 in game.players() else None, **SECRETIVE.get(id, {})))
        assert (kind.hide is not Rules.hide) == (id in SECRETIVE), id


@pytest.mark.parametrize("company", COMPANIES)
@pytest.mark.parametrize("id", SECRETIVE)
def test_a_hidden_card_changes_nothing_that_others_get(id: str, company: str, count: Count) -> None:
    game, tries = registry.game(id), times(2, 1000 // len(COMPANIES) + 1)
    faults = [
        f"seed {seed}: {fault}"
        for seed in range(tries)
        for fault in pair(game, SECRETIVE[id], COMPANIES[company], seed)
    ]
    count("pairs of matches with another hidden card", tries, faults)
