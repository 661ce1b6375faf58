"""The laws of every game, for Thief with each kind of options."""

from __future__ import annotations

import pytest

import gamenight


@pytest.mark.parametrize(
    ("games", "players", "options"),
    [
        (1, 3, {"target": 5000}),
        (1, 6, {"target": 3000}),
        (1, 2, {"fewest": 2, "target": 2000}),
        (3, 3, {"target": 50}),
        (3, 4, {"turn_limit": 1}),
        (1, 3, {"turn_limit": 7}),
        (2, 3, {"open_table": True, "target": 2000}),
        (1, 2, {"open_table": True, "fewest": 2}),
        (1, 6, {"open_table": True, "empty": 3, "target": 2000}),
        (1, 4, {"open_table": True, "empty": 1, "cards": True, "target": 2000}),
        (1, 6, {"open_table": True, "turn_limit": 12}),
    ],
    ids=str,
)
@pytest.mark.usefixtures("one_process")
def test_thief_keeps_the_laws(games: int, players: int, options: dict[str, int | bool]) -> None:
    gamenight.check(gamenight.game("thief"), games, players=players, **options)
