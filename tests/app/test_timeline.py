"""The line below a replay: how far along it is."""

from __future__ import annotations

import re

import pytest
from textual.pilot import Pilot

import gamenight
from gamenight.app.app import Gamenight
from gamenight.core.record import Seat
from gamenight.match.match import Match
from gamenight.match.sqlite import SqliteStore
from tests.app.replays import driven, replay
from tests.app.screens import screen_text
from tests.match.courses import drive as drive_match


def test_the_slider_stands_where_the_number_of_the_move_says() -> None:
    """Cards that are dealt at the start are no moves."""
    store = SqliteStore()
    seats = (Seat("Easy", "random"), Seat("Hard", "random"))
    match = Match.new(store, gamenight.game("circuit"), seats, {"board": 12, "laps": 1}, seed=1)
    drive_match(match)

    async def drive(pilot: Pilot[None], app: Gamenight) -> None:
        await pilot.press("1", "enter")
        page = replay(app)
        assert page.at > 0, "the start is nothing to look at"
        for key in ("home", "right", "right", "right", "end", "left"):
            await pilot.press(key)
            slider = screen_text(app).splitlines()[-2]
            done, _, total = re.sub(r".*move (\d+ of \d+).*", r"\1", slider).partition(" of ")
            before, _, after = slider.partition("●")
            share = before.count("━") / max(before.count("━") + after.count("─"), 1)
            assert share == pytest.approx(int(done) / int(total), abs=0.05), slider

    driven(store, drive)
