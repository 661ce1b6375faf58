"""Who can play: the machines of a game, and how many, in the form for a new one."""

from __future__ import annotations

import re

import pytest
from textual.pilot import Pilot

from gamenight.app.app import Gamenight
from gamenight.bots import ranked_bots
from gamenight.core import registry
from tests.app.forms import drive
from tests.app.screens import screen_text

MOST = [id for id in registry.games() if not registry.game(id).unasked()]


@pytest.mark.parametrize("id", MOST)
def test_all_machines_can_be_seen_at_once_in_a_large_window(id: str) -> None:
    game = registry.game(id)

    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        text = screen_text(app)
        listed = text[text.index("MACHINES") :]
        for info in ranked_bots(game).values():
            assert info.name in listed
            assert info.summary.split()[-1] in listed, "its sentence is whole"
        assert "▼" not in listed

    drive(game, script, size=(120, 40))


@pytest.mark.parametrize("id", MOST)
def test_how_many_can_play_and_how_to_type_them_stand_apart(id: str) -> None:
    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        assert re.search(r"play {3,}all at once: Ann, Ben, bot:", screen_text(app))

    drive(id, script, size=(120, 40))
