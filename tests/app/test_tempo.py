"""How quickly a match goes on: not behind something to read, and not past what people must see."""

from __future__ import annotations

import asyncio

import pytest

import gamenight
from gamenight.app.film import frames_of_ply
from gamenight.app.settings import Settings
from gamenight.app.tempo import Tempo
from gamenight.core.record import Seat
from gamenight.match.local import LocalTable
from gamenight.match.match import Match
from gamenight.match.sqlite import SqliteStore
from tests.app.screens import screen_text
from tests.app.tables import asked, at_table, question, run, table, until
from tests.match.matches import new_match

ANN, BOT, OTHER = Seat("Ann"), Seat("Bot", "random"), Seat("Other", "random")
COVERING = ("escape", "f1", "f3", "question_mark", "f8")


def test_nothing_goes_on_behind_something_to_read() -> None:
    async def drive() -> None:
        match = new_match("zombie", people=0, brains_to_win=13)
        settings = Settings(speed="fast")
        async with table(match, animate=True, settings=settings) as (app, pilot):
            page = at_table(app)
            play = page.play
            play.tempo.pace = 0.1
            await until(pilot, lambda: play.seen > 1)
            for key in COVERING:
                await pilot.press(key)
                await until(pilot, page._is_covered)
                await pilot.pause(0.1)  # the picture on the screen may change once more
                seen, lines = play.seen, list(play.chronicle.lines)
                await pilot.pause(0.2)
                assert (play.seen, list(play.chronicle.lines)) == (seen, lines), key
                await pilot.press("escape")
                await until(pilot, lambda: play.seen > seen)  # noqa: B023

    run(drive)


def test_tab_stops_at_a_bust_of_ones_own() -> None:
    async def drive() -> None:
        match = new_match("zombie", seed=64, brains_to_win=13)
        async with table(match, animate=True, settings=Settings(speed="fast")) as (app, pilot):
            await asked(app, pilot)
            await pilot.press("enter")  # rolls, and is shot three times
            await until(pilot, lambda: question(app) is None)
            told = []
            for _ in range(2):
                await pilot.press("tab")
                found = await asked(app, pilot)
                told.append(found.selection.scene.message)
                assert found.any_key == (len(told) == 1)
            assert "was shot 3 times" in told[0]
            assert "Tab to my turn" not in screen_text(app), "it is"

    run(drive)


def test_tab_stops_at_whatever_counts_where_only_the_die_moves() -> None:
    async def drive() -> None:
        match = new_match("preys", seed=1)
        async with table(match, animate=True, settings=Settings(speed="slow")) as (app, pilot):
            first = await asked(app, pilot)
            assert not match.plies, "nothing happens before somebody has seen the first board"
            assert "The die moves them" in first.selection.scene.message
            await pilot.press("enter")
            await until(pilot, lambda: match.plies and question(app) is None)
            await pilot.press("tab")
            found = await asked(app, pilot)
            assert found.any_key
            assert found.selection.scene.tone in ("good", "danger")
            assert at_table(app).play.seen < match.at.plies

    run(drive)


@pytest.mark.parametrize("seats", [(ANN, BOT, OTHER), (OTHER, BOT, ANN)])
def test_whoever_was_stolen_from_sees_that(seats: tuple[Seat, ...]) -> None:
    """The first seat ends its turn, and the second, a bot, steals the pot."""
    match = Match.new(SqliteStore(), gamenight.game("thief"), seats, order="given", seed=2)
    match.chance()
    match.play("end", 0, match.at)
    match.play("steal", 1, match.at)
    at, ply = LocalTable(match), match.at.plies
    frames = frames_of_ply(at, ply, None, at.story(ply, None), moving=False)
    assert any(frame.matters for frame in frames) == (seats[0] is ANN)


def test_hurrying_ends_what_moves_and_a_picture_stays_while_it_is_covered() -> None:
    async def drive() -> None:
        covered = True
        tempo = Tempo(lambda: 1.0, lambda: None, lambda: covered)
        tempo.hurry()
        assert tempo.skipped
        waiting = asyncio.ensure_future(tempo.stay(60.0))
        await asyncio.sleep(0.1)
        assert not waiting.done(), "something to read lies over it"
        covered = False
        await waiting

    asyncio.run(drive())
