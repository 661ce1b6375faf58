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


@pytest.mark.parametrize(
    ("id", "options", "missing"),
    [
        ("thief", {"cards": True}, set[str]()),
        ("thief", {}, {"lock", "again", "double", "safety", "jinx", "guard", "snatch"}),
        ("circuit", {"tiles": "speed,card,wormhole,time,moonwalk:1,bomb,empty"}, set[str]()),
        (
            "circuit",
            {"edition": 2, "tiles": "speed,bomb"},
            {"card tile", "time tile", "speed card"},
        ),
        ("circuit", {"edition": 1}, {"speed tile", "speed card"}),
    ],
)
def test_a_legend_has_only_the_signs_of_these_options(
    id: str, options: dict[str, object], missing: set[str]
) -> None:
    played = game(id)
    left_out = played.glyphs.keys() - played.legend(**options).keys()
    assert (missing <= left_out) if missing else not left_out
