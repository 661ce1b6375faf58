"""Who can play: the machines of a game, and how many, in the form for a new one."""

from __future__ import annotations

import re

import pytest
from textual.pilot import Pilot

from gamenight.app.app import Gamenight
from gamenight.app.settings import Settings
from gamenight.app.welcome import welcome
from gamenight.bots import ranked_bots
from gamenight.core import registry
from tests.app.forms import drive, form_of, words
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
@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
def test_how_many_can_play_and_how_to_type_them_stand_apart(id: str, size: tuple[int, int]) -> None:
    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        people = "Ann, Ben" if registry.game(id).asked()[-1] > 2 else "Ann"
        says = "(you can )?type: Ann" if size[0] < 70 else f"you can type: {people}, bot:"
        assert re.search(rf"play {{2,}}{says}", screen_text(app))

    drive(id, script, size=size)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_names_in_one_line_are_shown_as_something_to_type(size: tuple[int, int]) -> None:
    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        assert "you can type" not in screen_text(app), "no letter is a name where all have one"
        await pilot.press("2")
        assert "you can type: Ben, Cleo, bot:" in screen_text(app)
        await pilot.press("up")
        assert "you can type: Ann, Ben, bot:" in screen_text(app)
        await pilot.press("down", *"Ben,Cleo,Dora,Eve")
        assert "you can type: Ben, bot:" in screen_text(app)
        await pilot.press(",")
        assert "you can type" not in screen_text(app), "nothing to follow at the last one"
        assert [place.name for place in form_of(app).party.places[:5]] == [
            "Zoe",
            "Ben",
            "Cleo",
            "Dora",
            "Eve",
        ]

    drive("thief", script, size=size, settings=Settings(names=["Zoe"]))


@pytest.mark.parametrize("size", [(60, 20), (80, 24)], ids=str)
@pytest.mark.parametrize("id", ["circuit", "oware", "zombie"])
def test_how_the_opponent_plays_stands_beside_what_the_game_is_about(
    id: str, size: tuple[int, int]
) -> None:
    game = registry.game(id)
    first = welcome(game, {})[0]

    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        machine = next(place for place in form_of(app).party.places if place.bot)
        assert ranked_bots(game)[machine.kind].summary in words(app)
        assert first in words(app)

    drive(id, script, size)
