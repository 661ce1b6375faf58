"""Looking around: what lies on the board, without a mouse."""

from __future__ import annotations

import pytest

import gamenight
from gamenight.app.looking import captioned
from gamenight.draw.canvas import Picture
from tests.app.screens import screen_text
from tests.app.tables import asked, at_table, run, table, until
from tests.match.matches import new_match

TILES = ",".join(["empty"] * 4 + ["wormhole"] * 20)
WORMHOLE = "Tile 5, Wormhole: moves you back 4"


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40), (200, 50)], ids=str)
def test_the_arrow_keys_go_over_the_board(size: tuple[int, int]) -> None:
    async def drive() -> None:
        match = new_match("circuit", people=1, tiles=TILES)
        async with table(match, size) as (app, pilot):
            await asked(app, pilot)
            plies = len(match.plies)
            await pilot.press("f5")
            await until(pilot, lambda: "Tile 1, Empty: does nothing" in screen_text(app))
            assert "look around" in screen_text(app)
            await pilot.press("right", "right", "right", "right")
            await until(pilot, lambda: WORMHOLE in screen_text(app))
            await pilot.press("enter")
            await until(pilot, lambda: WORMHOLE not in screen_text(app))
            assert len(match.plies) == plies, "Enter only ends it"

    run(drive)


def test_a_key_that_answers_ends_looking_and_counts() -> None:
    async def drive() -> None:
        match = new_match("circuit", people=1, tiles=TILES)
        async with table(match) as (app, pilot):
            await asked(app, pilot)
            plies = len(match.plies)
            await pilot.press("f5")
            await pilot.press("r")
            await until(pilot, lambda: len(match.plies) > plies)

    run(drive)


def test_a_board_without_signs_has_nothing_to_explain() -> None:
    async def drive() -> None:
        async with table(new_match("oware", people=2)) as (app, pilot):
            await asked(app, pilot)
            assert "F5" not in dict(at_table(app).keys())
            await pilot.press("f5")
            await until(
                pilot, lambda: "Nothing on this board needs to be explained" in screen_text(app)
            )

    run(drive)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)], ids=str)
@pytest.mark.parametrize("id", gamenight.games())
def test_looking_is_offered_exactly_where_it_explains_something(
    id: str, size: tuple[int, int]
) -> None:
    async def drive() -> None:
        match = new_match(id, people=3 if id == "thief" else 2, seed=2)
        if id == "zombie":  # its faces have something to explain, but nobody can point at one
            match.chance()
        async with table(match, size) as (app, pilot):
            await asked(app, pilot)
            offered = "F5" in dict(at_table(app).keys())
            await pilot.press("f5")
            await pilot.pause()
            assert ("Nothing on this board" not in screen_text(app)) == offered

    run(drive)


def test_what_has_no_room_on_the_screen_cannot_be_looked_at() -> None:
    async def drive() -> None:
        async with table(new_match("preys", people=2, seed=2)) as (app, pilot):
            await asked(app, pilot)
            page, part = at_table(app), Picture(80, 24)
            first, *others = captioned(page.play, page.view.picture)
            part.mark(first, 0, 0, 1)
            assert others
            assert [*captioned(page.play, part)] == [first]

    run(drive)


def test_looking_is_offered_while_there_is_something_to_look_at() -> None:
    async def drive() -> None:
        match = new_match("thief", people=3, cards=False)
        async with table(match) as (app, pilot):
            await asked(app, pilot)
            assert "F5" not in dict(at_table(app).keys())
            assert dict(at_table(app).keys())["F1"] == "keys, signs"

    run(drive)
