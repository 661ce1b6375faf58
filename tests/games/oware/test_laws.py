"""The laws of every game, for Oware with each kind of options."""

from __future__ import annotations

import pytest

import gamenight


@pytest.mark.parametrize(
    ("games", "options"),
    [
        (2, {}),
        (1, {"grand_slam": "leave_last"}),
        (1, {"grand_slam": "leave_seed", "houses": 3, "seeds": 2}),
        (3, {"grand_slam": "allowed", "houses": 3, "seeds": 2}),
        (3, {"ply_limit": 10}),
        (3, {"houses": 1, "seeds": 1}),
        (1, {"houses": 12, "seeds": 1, "ply_limit": 100}),
    ],
    ids=str,
)
@pytest.mark.usefixtures("one_process")
def test_oware_keeps_the_laws(games: int, options: dict[str, int | str]) -> None:
    gamenight.check(gamenight.game("oware"), games, **options)  # type: ignore[arg-type]
