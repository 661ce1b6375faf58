"""The form of a new game where people and machines sit down together."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from gamenight.app.app import Gamenight
from gamenight.app.settings import Settings
from gamenight.bots import ranked_bots, usual_bot
from gamenight.core import registry
from tests.app.forms import StandIn, at, drive, form_of, started, typed
from tests.app.screens import notices, screen_lines, screen_text

SIZES = [(60, 20), (80, 24)]


def who(app: Gamenight) -> list[tuple[str, bool]]:
    """The names at the table, and which are machines."""
    return [(place.name, bool(place.bot)) for place in form_of(app).party.places]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_friends_stay_friends_when_one_seat_is_a_machine(size: tuple[int, int]) -> None:
    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        await typed(pilot, "2Ann")
        await pilot.press("enter", "M", "right")
        assert form_of(app).game.ways[form_of(app).party.way].title == "Friends"
        await pilot.press("enter", "B", "o", "enter")
        assert who(app) == [("Ann", False), ("M", True), ("Bo", False)]
        await pilot.press("enter", "enter")
        people = sorted(seat.name for seat in (await started(app, pilot)).seats if seat.name)
        assert people == ["Ann", "Bo", "M"]

    drive("zombie", script, size)


def test_machines_only_may_still_be_joined_by_friends() -> None:
    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        await typed(pilot, "2Ann")
        await pilot.press("right", "enter", "right", "enter", "B", "o")
        assert [machine for _, machine in who(app)] == [True, True, False]

    drive("zombie", script)


def test_friends_of_last_time_stay_friends() -> None:
    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        await at(pilot, app, "seat 1")
        await pilot.press("right", "enter")
        assert form_of(app).cursor == "add"

    tables = {"zombie": {"seats": [["Ann", ""], ["Ben", ""]]}}
    drive("zombie", script, settings=Settings(names=["Ann", "Ben"], tables=tables))


def test_looking_through_the_machines_makes_no_friends() -> None:
    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        await at(pilot, app, "seat 1")
        for _ in range(2):
            while form_of(app).party.places[1].bot:
                await pilot.press("right")
            await pilot.press("right")
        assert form_of(app).game.ways[form_of(app).party.way].title == "Alone"

    drive("zombie", script)


def test_enter_after_letters_that_name_nobody_starts_nothing() -> None:
    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        await pilot.press("end")
        await typed(pilot, "Bo")
        assert notices(app) == [
            "To add somebody, go to + and type a name; to change one, go to its seat."
        ]
        await pilot.press("enter")
        assert not isinstance(app.screen, StandIn)
        assert "Those letters named nobody; Enter again starts." in notices(app)
        await pilot.press("enter")
        await started(app, pilot)

    drive("zombie", script, settings=Settings(names=["Ann"]))


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_an_arrow_adds_a_machine_and_a_letter_a_person(size: tuple[int, int]) -> None:
    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        await at(pilot, app, "add")
        assert "one more: type a name, or → for a machine" in screen_text(app)
        assert "a…z person  → machine" in screen_lines(app)[-1]
        await pilot.press("right")
        assert form_of(app).party.places[2].bot == usual_bot(form_of(app).game)
        assert form_of(app).cursor == "seat 2"
        await at(pilot, app, "add")
        await typed(pilot, "Bo")
        assert who(app)[3] == ("Bo", False)

    drive("zombie", script, size)


@pytest.mark.parametrize(
    ("cursor", "key"), [("start", "right"), ("start", "left"), ("add", "left")]
)
def test_an_arrow_that_changes_nothing_is_answered(cursor: str, key: str) -> None:
    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        await at(pilot, app, cursor)
        await pilot.press(key)
        assert "changes nothing here" in notices(app)[0]

    drive("zombie", script)


@pytest.mark.parametrize("id", [id for id in registry.games() if registry.game(id).asked()[-1] > 1])
def test_a_person_becomes_the_same_machine_as_an_opponent(id: str) -> None:
    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        opponent = form_of(app).party.places[1].bot
        await pilot.press("2")
        await at(pilot, app, "seat 1")
        await pilot.press("right")
        assert form_of(app).party.places[1].bot == opponent == usual_bot(form_of(app).game)
        for _ in range(len(ranked_bots(form_of(app).game))):
            await pilot.press("left")
            if not form_of(app).party.places[1].bot:
                return
        raise AssertionError("no way back to a person")

    drive(id, script)
