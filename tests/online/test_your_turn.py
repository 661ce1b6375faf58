"""Whoever has a seat far away learns at home that it is their turn, and how long they have."""

from __future__ import annotations

import asyncio
from pathlib import Path
from time import time

import pytest

from gamenight.cli.network import Networking
from gamenight.match.network import Chair, News, by_urgency, go_on, look_up
from gamenight.online.bookmarks import keep_bookmark, read_bookmarks
from gamenight.online.hosting import Hosting
from tests.app.screens import screen_text
from tests.app.tables import run, until
from tests.online.servers import ask, serve, two
from tests.online.test_menus import at_home, network
from tests.terminal import process

__all__ = ["network"]


def seats(hosting: Hosting, clock: str) -> list[Chair]:
    """Those of a match that nobody looks at, in the order of play."""

    async def play() -> list[Chair]:
        async with two(hosting.url, clock=clock) as (table, first, second):
            tokens = {0: table["token"], 1: table["second"]}
            link = f"{hosting.url}/m/{table['id']}"
            own = [screen.welcome["yours"][0] for screen in (first, second)]
            return [
                Chair(f"{link}#{tokens[one]}", "Ann with Ben", "oware", time(), places=(one,))
                for one in own
            ]

    return asyncio.run(play())


def test_a_server_tells_whose_turn_it_is_and_how_long_they_have(
    tmp_path: Path, network: Networking
) -> None:
    hosting = serve(tmp_path)
    try:
        first, second = seats(hosting, "3d")
        gone = first._replace(link=f"{hosting.url}/m/gone")
        found = look_up(network, [second, gone, first])
        assert [*found].count(gone) == 0
        assert found[first].yours
        assert found[first].told() == "your turn, 3 d 0 h left"
        assert not found[second].yours
        assert by_urgency([second, gone, first], found) == [first, second, gone]
        _, told, _ = ask(first.link.replace("/m/", "/api/tables/").partition("#")[0])
        assert told["left"] == pytest.approx(3 * 86_400_000, abs=60_000)
    finally:
        hosting.stop()


def test_home_and_the_plain_menu_say_that_it_is_your_turn(
    tmp_path: Path, network: Networking
) -> None:
    hosting = serve(tmp_path)
    try:
        first, _ = seats(hosting, "3d")
        keep_bookmark(tmp_path, first)

        async def test() -> None:
            app = at_home(network)
            async with app.run_test(size=(100, 30)) as pilot:
                await until(pilot, lambda: "your turn, 3 d 0 h left" in screen_text(app))

        run(test)
        output = process(tmp_path / "here", typed="q\n", GAMENIGHT_CONFIG=str(tmp_path))
        assert "your turn, 3 d 0 h left" in output
    finally:
        hosting.stop()


def test_a_table_where_people_come_and_go_is_remembered_for_as_long_as_it_lasts(
    tmp_path: Path,
) -> None:
    long_ago = time() - 60 * 86_400
    live = Chair("http://h/m/a#1", "Ann", "oware", long_ago)
    slow = live._replace(link="http://h/m/b#1", places=(1,), slow=True)
    for chair in (live, slow):
        keep_bookmark(tmp_path, chair)
    assert go_on(read_bookmarks(tmp_path)) == [slow]
    assert by_urgency([slow], {slow: News(over=True)}) == []


def test_the_time_that_is_left_is_told_before_it_is_stored(tmp_path: Path) -> None:
    hosting = serve(tmp_path)

    async def look() -> int:
        async with two(hosting.url, clock="3d") as (table, _, _):
            room = hosting.house.rooms[table["id"]]
            room.seating.deadline = None
            _, told, _ = await asyncio.to_thread(ask, f"{hosting.url}/api/tables/{table['id']}")
            return int(told["left"])

    try:
        assert asyncio.run(look()) == pytest.approx(3 * 86_400_000, abs=60_000)
    finally:
        hosting.stop()
