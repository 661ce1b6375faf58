"""Who can play: the machines of a game, and how many, in the form for a new one."""

from __future__ import annotations

import re

import pytest
from textual.pilot import Pilot

from gamenight.app.app import Gamenight
from gamenight.app.settings import Settings
from gamenight.bots import ranked_bots
from gamenight.core import registry
from tests.app.forms import drive, form_of
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
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_how_many_can_play_and_how_to_type_them_stand_apart(id: str, size: tuple[int, int]) -> None:
    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        people = "Ann, Ben" if registry.game(id).asked()[-1] > 2 else "Ann"
        assert re.search(rf"play {{2,}}all at once: {people}, bot:", screen_text(app))

    drive(id, script, size=size)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_names_in_one_line_say_at_which_seat_they_begin(size: tuple[int, int]) -> None:
    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        assert "from seat" not in screen_text(app), "no letter is a name where all have one"
        await pilot.press("2")
        assert "from seat 2 on: Ben, Cleo" in screen_text(app)
        await pilot.press("up")
        assert "all at once: Ann, Ben, bot:" in screen_text(app)
        await pilot.press("down", *"Ben,Cleo,Dora,Eve")
        assert "from seat 5 on: Ben, bot:" in screen_text(app)
        await pilot.press(",")
        assert "from seat" not in screen_text(app), "nothing to follow at the last one"
        assert [place.name for place in form_of(app).party.places[:5]] == [
            "Zoe",
            "Ben",
            "Cleo",
            "Dora",
            "Eve",
        ]

    drive("thief", script, size=size, settings=Settings(names=["Zoe"]))
