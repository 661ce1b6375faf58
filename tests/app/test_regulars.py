"""Whoever has played here is offered by name, in whichever mode that was."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from gamenight.app.app import Gamenight
from gamenight.app.regulars import known_people
from gamenight.app.settings import Settings
from gamenight.core import registry
from gamenight.core.record import Seat
from gamenight.match.matches import Matches, Summary
from gamenight.match.sqlite import SqliteStore
from gamenight.match.store import StoreError
from gamenight.match.waiting import without_loop
from tests.app.forms import drive, typed, words


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
