"""The laws of every game, for Zombie Dice with each kind of options."""

from __future__ import annotations

import pytest

import gamenight


@pytest.mark.parametrize(
    ("games", "players", "options"),
    [
        (1, 2, {}),
        (1, 6, {"brains_to_win": 4}),
        (1, 3, {"max_turns": 2}),
        (3, 3, {"brains_to_win": 1}),
        (1, 2, {"round_limit": 2}),
        (1, 2, {"weak_dice": 1, "strong_dice": 1, "tough_dice": 0, "brains_to_win": 3}),
        (1, 2, {"weak_dice": 0, "strong_dice": 2, "tough_dice": 1, "brains_to_win": 3}),
        (1, 2, {"weak_dice": 2, "strong_dice": 1, "tough_dice": 1, "brains_to_win": 3}),
        (1, 2, {"weak_die_faces": "bbbbbbbff", "strong_die_faces": "s", "brains_to_win": 5}),
        (1, 2, {"weak_dice": 1, "strong_dice": 0, "tough_dice": 0, "max_turns": 2}),
    ],
    ids=str,
)
@pytest.mark.usefixtures("one_process")
def test_zombie_keeps_the_laws(games: int, players: int, options: dict[str, int | str]) -> None:
    gamenight.check(gamenight.game("zombie"), games, players=players, **options)  # type: ignore[arg-type]
