"""Whoever has played here is offered by name, in whichever mode that was."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from textual.pilot import Pilot

from gamenight.app.app import Gamenight
from gamenight.app.party import Party
from gamenight.app.regulars import known_people
from gamenight.app.screens.home import HomePage
from gamenight.app.settings import Settings
from gamenight.core import registry
from gamenight.core.record import Seat
from gamenight.match.matches import Matches, Summary
from gamenight.match.seats import RANDOM
from gamenight.match.sqlite import SqliteStore
from gamenight.match.store import StoreError
from gamenight.match.waiting import without_loop
from tests.app.forms import drive, typed, words
from tests.app.tables import asked, press, say, table, until
from tests.match.matches import new_match


def played_in_plain_mode() -> SqliteStore:
    """Bernard and Cleo have played; Dan has only sat there."""
    store = SqliteStore()
    for name in ("Bernard", "Cleo"):
        table = Matches(store).new(registry.game("oware"), (Seat(name), Seat("Dan")), seed=1)
        without_loop(table.play("A", 0))
    return store


def test_who_played_in_plain_mode_is_offered_too() -> None:
    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        await typed(pilot, "2")
        assert "earlier: Bernard Cleo Tab" in words(app), "whoever played here before comes first"

    you = Settings(names=["Ann", "Bernard"], you="Ann", greeted=True)
    drive("oware", script, settings=you, store=played_in_plain_mode())


def test_a_store_that_breaks_leaves_the_names_that_are_known() -> None:
    class Broken(SqliteStore):
        def matches(
            self, finished: bool | None = None, most: int | None = None, game: str = ""
        ) -> list[Summary]:
            raise StoreError("it is locked")

    assert known_people(Settings(names=["Ann"]), Matches(Broken())) == ["Ann"]


def test_matches_of_those_who_are_known_are_not_looked_into(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    matches = Matches(played_in_plain_mode())
    known = Settings(names=["Bernard", "Cleo", "Dan"])
    monkeypatch.setattr(matches, "replay", None)  # takes a while
    assert known_people(known, matches) == known.names


def after_leaving(*others: str) -> dict[str, Any]:
    """What is kept of the last table, when Ann has left one; others: who sat there besides."""

    async def leaving() -> dict[str, Any]:
        match = new_match("thief", people=4, open_table=True, cards=False)
        names = [[seat.name, ""] for seat in match.seats] + [[name, ""] for name in others]
        kept = {"seats": names, "first": 1, "options": {"target": "2000"}}
        settings = Settings(names=["Ann", "Ben"], tables={"thief": kept})
        async with table(match, settings=settings) as (app, pilot):
            await asked(app, pilot)
            await say(pilot, "leave 1")
            await until(pilot, lambda: "leave 1" in match.record.actions)
            await press(pilot, ["escape", "q"])
            await until(pilot, lambda: isinstance(app.screen, HomePage))
            await pilot.pause()
            return app.settings.tables["thief"]

    return asyncio.run(leaving())


def test_who_left_another_table_than_the_last_one_is_still_offered() -> None:
    assert ["Ann", ""] in after_leaving("Eve")["seats"]


def test_who_left_the_table_is_not_offered_as_a_player_of_the_next_match() -> None:
    kept = after_leaving()
    party = Party(registry.game("thief"), kept, ["Ann"])
    party.fit({})
    assert "Ann" not in [place.name for place in party.places]
    assert [name for name, _ in kept["seats"]] == ["Ben", "Cem"]
    assert kept["options"] == {"target": "2000"}, "everything else is as before"
    assert party.first == RANDOM, "seats have other numbers now"
