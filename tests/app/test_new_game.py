"""The form of a new game: who plays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from textual.pilot import Pilot

from gamenight.app import bot_names
from gamenight.app.app import Gamenight
from gamenight.app.screens.new_game import NewGamePage
from gamenight.app.settings import Settings, load_settings
from gamenight.app.widgets.seat_form import remembered_seats
from gamenight.core import registry
from gamenight.core.record import Seat
from gamenight.core.text import clean_name
from tests.app.forms import drive, started, typed, words
from tests.app.screens import SIZES, screen_lines, screen_text
from tests.toys.heist import HEIST
from tests.toys.nim import NIM


@pytest.mark.parametrize(
    ("id", "size"),
    [
        ("circuit", (60, 20)),
        ("oware", (80, 24)),
        ("preys", (120, 40)),
        ("thief", (60, 20)),
        ("zombie", (80, 24)),
    ],
)
def test_open_and_enter_starts_a_sensible_game(id: str, size: tuple[int, int]) -> None:
    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        game = registry.game(id)
        assert f"New game: {game.title}" in screen_text(app)
        await pilot.press("enter")
        match = await started(app, pilot)
        asked = [s for n, s in enumerate(match.seats) if n not in game.unasked()]
        people = [seat for seat in asked if not seat.bot]
        assert len(people) == min(len(asked), 1), "you against the usual bot"
        assert {seat.bot for seat in asked if seat.bot} <= {next(iter(game.bots))}

    drive(id, script, size)


@pytest.mark.parametrize(
    ("size", "changes"),
    [*((size, {"ascii": True}) for size in SIZES), ((60, 20), {"plain_colors": True})],
)
def test_the_form_in_every_size_and_style(size: tuple[int, int], changes: dict[str, Any]) -> None:
    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        text = screen_text(app)
        parts = ("Start", "Surprise me", "Who plays", "Player 1", "Options")
        assert all(part in text for part in parts)
        if changes.get("ascii"):
            assert "\n".join(screen_lines(app)[:-1]).isascii()

    drive("zombie", script, size, **changes)


def test_names_bots_and_who_begins_by_keyboard_alone() -> None:
    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        await pilot.press("tab", "tab", "tab")
        await pilot.press("down")
        await typed(pilot, "Ann")
        await pilot.press("enter", "right")  # to the second seat: the next bot
        await pilot.pause()
        assert "Captures as many seeds as it can" in words(app)
        await pilot.press("down")
        await typed(pilot, "Rex")
        await pilot.press("down", "right", "right")
        await pilot.pause()
        assert "Who begins" in screen_text(app)
        await pilot.press("ctrl+s")
        match = await started(app, pilot)
        assert match.seats == (Seat("Rex", "hard"), Seat("Ann"))

    drive("oware", script)


def test_the_limit_of_a_bot_that_thinks() -> None:
    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        await pilot.press(*["down"] * 5, "left", "left")  # the last bot
        await pilot.pause()
        assert "thinks for" in screen_text(app)
        await pilot.press("down", "down")
        await typed(pilot, "soon")
        assert "a bot's limit is in seconds" in words(app)
        await typed(pilot, "0.5")
        await pilot.press("f5")
        match = await started(app, pilot)
        assert [seat.bot for seat in match.seats if seat.bot] == ["mcts:0.5"]

    drive("oware", script)


def test_wrong_names_are_reported_beside_their_fields() -> None:
    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        await pilot.press(*["down"] * 5)
        await typed(pilot, "Al")
        text = words(app)
        assert "a name has 3 to 15 visible characters" in text
        assert "1 field needs a different value" in text
        await pilot.press("f5")
        await pilot.pause()
        assert isinstance(app.screen, NewGamePage), "nothing begins"
        await typed(pilot, "Predictable")
        await pilot.press("down", "left")  # a person
        await pilot.press("down")
        await typed(pilot, "predictable")
        assert "is at the table already" in words(app)

    drive("thief", script)


def test_surprise_me_seats_bots_with_funny_names() -> None:
    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        await pilot.press("right", "tab", "enter", "enter")
        match = await started(app, pilot)
        bots = [seat for seat in match.seats if seat.bot]
        assert len(match.seats) - len(bots) == 1
        assert {seat.name for seat in bots} <= {*bot_names.NAMES, *registry.game("thief").bot_names}

    drive("thief", script)
    drive("zombie", script)
    assert len(set(map(str.casefold, bot_names.NAMES))) == len(bot_names.NAMES)
    assert all(clean_name(name, 3, 15) == name for name in bot_names.NAMES)


def test_the_last_table_is_remembered(tmp_path: Path) -> None:
    async def first(app: Gamenight, pilot: Pilot[None]) -> None:
        await pilot.press("f6", "enter")
        await started(app, pilot)

    async def again(app: Gamenight, pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        await started(app, pilot)

    before = drive("zombie", first, folder=tmp_path)
    kept = load_settings(tmp_path)
    assert kept.names == ["Player 1"]
    after = drive("zombie", again, settings=kept)
    seats = [sorted(app.matches.find()[0].seats) for app in (before, after)]
    assert seats[0] == seats[1]


def test_known_names_are_offered() -> None:
    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        assert "Cleo" in screen_text(app), "the first that is allowed"
        await pilot.press(*["down"] * 5)
        await typed(pilot, "be")
        await pilot.pause(0.1)
        await pilot.press("right")
        await pilot.pause()
        assert "Bernard" in screen_text(app)

    drive("thief", script, settings=Settings(names=["Al", "Cleo", "Bernard"]))


def test_a_game_of_a_plug_in() -> None:
    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        assert "Plays any legal action." in screen_text(app)
        await pilot.press("enter")
        assert (await started(app, pilot)).game is NIM

    async def heist(app: Gamenight, pilot: Pilot[None]) -> None:
        assert "points that win (5 to 100)" in screen_text(app)
        await pilot.press("f1")
        await pilot.pause()
        assert HEIST.summary in screen_text(app)
        await pilot.press("q", "down", "down", "q")

    drive(NIM, script)
    drive(HEIST, heist, size=(120, 40))


TABLES = st.dictionaries(
    st.sampled_from(["seats", "first", "options"]),
    st.recursive(
        st.none() | st.integers() | st.text(max_size=5) | st.sampled_from(["easy", "mcts:x"]),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(st.sampled_from(["goal", "die", "rounds"]), inner)
        ),
        max_leaves=8,
    ),
)


@given(TABLES)
def test_any_remembered_seats_can_be_read(table: dict[str, Any]) -> None:
    for seat in remembered_seats(HEIST, table):
        assert clean_name(seat.name) == seat.name


@settings(max_examples=3, deadline=None)
@given(TABLES)
def test_any_remembered_table_can_be_played(table: dict[str, Any]) -> None:
    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        await pilot.pause()
        assert app.matches.count() == 1

    drive(HEIST, script, settings=Settings(tables={HEIST.id: table}))
