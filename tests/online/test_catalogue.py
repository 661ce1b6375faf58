"""What a screen without the rules is told of the machines of a game."""

from __future__ import annotations

import pytest

from gamenight.bots import ranked_bots, scale, usual_bot
from gamenight.core import registry
from gamenight.online.catalogue import details


@pytest.mark.parametrize("id", registry.games())
def test_machines_come_as_in_other_menus(id: str) -> None:
    game = registry.game(id)
    told = details(game)
    names = [bot["name"] for bot in told["bots"]]
    assert names == list(ranked_bots(game))
    assert told["usual"] == usual_bot(game)
    assert told["usual"] in names
    assert told["scale"] == scale(game)
    for bot in told["bots"]:
        assert bot["elo"] == ranked_bots(game)[bot["name"]].elo
