"""How far the matches on the first screen have got."""

from __future__ import annotations

import pytest

from gamenight.app.screens.home import HomePage
from gamenight.core import registry
from gamenight.core.record import Seat
from gamenight.match import progress
from gamenight.match.local import LocalTable
from gamenight.match.match import Match
from gamenight.match.seats import for_people
from gamenight.match.sqlite import SqliteStore
from tests.app.screens import SIZES, new_app, screen_lines, screen_text
from tests.app.tables import run, until
from tests.app.test_home import played
from tests.match.courses import rewrite


@pytest.mark.parametrize("size", [*SIZES, (200, 50)], ids=str)
def test_home_tells_moves_and_scores(size: tuple[int, int]) -> None:
    async def drive() -> None:
        store = SqliteStore()
        played(store, "oware", 3), played(store, "zombie", 4)
        app = new_app(store=store)
        async with app.run_test(size=size) as pilot:
            await until(pilot, lambda: screen_text(app).count(" : ") == 2)
            lines = [line for line in screen_lines(app) if "Ann against Bob" in line]
            assert "3 moves, 0 : 0" in lines[1]
            assert ("just now" in lines[1]) is (size[0] > 60), "names are whole first"

    run(drive)


def test_a_match_goes_on_and_its_line_too() -> None:
    async def drive() -> None:
        store = SqliteStore()
        match = played(store, "oware", 2)
        app = new_app(store=store)
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: "2 moves," in screen_text(app))
            match.play("D", 0, match.at)
            app.screen.on_screen_resume()  # type: ignore[attr-defined]
            await until(pilot, lambda: "3 moves," in screen_text(app))

    run(drive)


def test_one_that_cannot_be_replayed_is_still_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(table: object) -> str:
        raise RuntimeError("a plug-in")

    async def drive(text: str) -> None:
        app = new_app(store=store)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await app.workers.wait_for_complete()
            await pilot.pause()
            assert isinstance(app.screen, HomePage)
            assert text in screen_text(app)
            assert "move" not in screen_text(app).partition("PLAY")[0]

    store = SqliteStore()
    played(store, "oware", 3)
    with monkeypatch.context() as patch:
        patch.setattr(progress, "progress", broken)
        run(lambda: drive("Ann against Bob"))
    rewrite(store, "game = 'mancala'")
    run(lambda: drive("its game is missing"))


def test_whoever_has_left_a_match_is_not_named() -> None:
    async def drive() -> None:
        store = SqliteStore()
        seats = [Seat("Ann"), Seat("Ben"), Seat("Cleo"), Seat("Dan", "random")]
        game = registry.game("thief")
        chosen = for_people(game, {}, seats)
        match = Match.new(store, game, seats, chosen, order="given", seed=2)
        match.chance()
        await LocalTable(match).speak("leave Ben", None)
        app = new_app(store=store)
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: "Ann, Cleo, Dan" in screen_text(app))

    run(drive)
