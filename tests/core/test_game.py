"""What a game says of itself: how many can play it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gamenight.core.game import Game, company
from gamenight.core.registry import game
from tests.toys.nim import NIM


@pytest.mark.parametrize(
    ("played", "told"),
    [
        (game("thief"), "3 to 6"),
        (game("oware"), "2"),
        (game("preys"), "1 or watch"),
        (replace(NIM, seats=range(2, 3), vacant=lambda _: {0: "High", 1: "Tide"}), "watch"),
    ],
    ids=lambda given: given if isinstance(given, str) else given.id,
)
def test_how_many_can_play_in_any_way_that_is_offered(played: Game, told: str) -> None:
    assert company(played) == told


def test_what_is_said_of_them() -> None:
    assert company(game("preys"), " can play") == "1 can play or watch"
