"""A server on the full screen: its tables, a new one, a free place, watching."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from gamenight.app import routes
from gamenight.app.app import Gamenight
from gamenight.app.screens.hall import HallPage
from gamenight.app.screens.home import HomePage
from gamenight.app.screens.lobby import LobbyPage
from gamenight.app.screens.table import TablePage
from gamenight.app.widgets.items import ItemList
from gamenight.cli.network import Networking
from gamenight.match.sqlite import SqliteStore
from gamenight.online.client import Client
from gamenight.online.dialing import dial
from gamenight.online.directory import Directory
from gamenight.online.hosting import Hosting
from gamenight.online.links import Address
from tests.app.screens import new_app, screen_text
from tests.app.tables import run, until
from tests.online.servers import open_table, serve


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Hosting]:
    running = serve(tmp_path, public=True)
    yield running
    running.stop()


def visiting(server: Hosting, name: str = "") -> Gamenight:
    hall = Directory(Address(server.url), lambda address: Client(address, dial))
    return new_app(lambda app: routes.hall(hall, name), SqliteStore())


def listed(app: Gamenight) -> list[str]:
    return [f"{item.head} {item.text}" for item in app.screen.query_one(ItemList).items]


async def at_hall(app: Gamenight, pilot: Pilot[None], tables: int) -> None:
    """Until the page has so many tables, and a row for each kind of new one that there can be."""
    await until(pilot, lambda: isinstance(app.screen, HallPage))
    await pilot.press("r")
    page = app.screen
    assert isinstance(page, HallPage)
    await until(pilot, lambda: page.hall.opens)
    await until(pilot, lambda: len(listed(app)) == tables + 1 + len(page.hall.kinds))


def lobby(app: Gamenight) -> Client:
    found = next(page for page in app.screen_stack if isinstance(page, LobbyPage)).lobby
    assert isinstance(found, Client)
    return found


def test_a_new_table_is_opened_left_and_listed(server: Hosting) -> None:
    async def test() -> None:
        app = visiting(server, "Ann")
        async with app.run_test(size=(80, 24)) as pilot:
            await at_hall(app, pilot, 0)
            assert "Nobody has a table here" in screen_text(app)
            await pilot.press("enter", "2")
            await until(pilot, lambda: isinstance(app.screen, LobbyPage))
            await until(pilot, lambda: lobby(app).places and lobby(app).places[0].name == "Ann")
            assert lobby(app).host
            await pilot.press("escape")
            await at_hall(app, pilot, 1)
            assert listed(app)[0] == " 1  Oware Ann, free (open)"
            await pilot.press("escape")
            await until(pilot, lambda: isinstance(app.screen, HomePage))

    run(test)


@pytest.mark.parametrize("key", ["enter", "click"])
def test_a_free_place_is_taken_without_a_code(server: Hosting, key: str) -> None:
    open_table(server.url, public=True)

    async def test() -> None:
        app = visiting(server, "Ben")
        async with app.run_test(size=(60, 20)) as pilot:
            await at_hall(app, pilot, 1)
            if key == "click":
                await pilot.click(ItemList, offset=(5, 0))
            else:
                await pilot.press(key)
            await until(pilot, lambda: isinstance(app.screen, LobbyPage))
            await until(pilot, lambda: [*lobby(app).yours] == [1])

    run(test)


def test_the_cursor_stays_on_its_table(server: Hosting) -> None:
    open_table(server.url, public=True, game="oware")

    async def test() -> None:
        app = visiting(server, "Ben")
        async with app.run_test(size=(80, 24)) as pilot:
            await at_hall(app, pilot, 1)
            open_table(server.url, public=True, game="zombie")  # the latest comes first
            await at_hall(app, pilot, 2)
            assert app.screen.query_one(ItemList).current == "2"
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(app.screen, LobbyPage))
            await until(pilot, lambda: lobby(app).places)
            assert lobby(app).game.id == "oware"

    run(test)


def test_watching_takes_no_place(server: Hosting) -> None:
    table = open_table(server.url, public=True)

    async def test() -> None:
        app = visiting(server, "Eve")
        async with app.run_test(size=(80, 24)) as pilot:
            await at_hall(app, pilot, 1)
            await pilot.press("w")
            await until(pilot, lambda: isinstance(app.screen, LobbyPage))
            await until(pilot, lambda: lobby(app).places)
            host = Client(Address(server.url, table["id"], (table["host"],)), dial)
            await host.open()
            await host.machine(1, "random")
            await host.begin()
            await until(pilot, lambda: isinstance(app.screen, TablePage))
            assert app.screen.table.here == ()  # type: ignore[attr-defined]
            host.close()

    run(test)


def test_a_server_that_does_not_answer_is_told(tmp_path: Path) -> None:
    server = serve(tmp_path, public=True)

    async def test() -> None:
        app = visiting(server)
        async with app.run_test(size=(80, 24)) as pilot:
            await at_hall(app, pilot, 0)
            server.stop()
            await pilot.press("r")
            await until(pilot, lambda: "No server answers at 127.0.0.1:" in screen_text(app))
            assert listed(app) == [], "nothing can be opened there"

    run(test)


def test_join_at_home_takes_the_address_of_a_server(
    server: Hosting, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GAMENIGHT_CONFIG", str(tmp_path))
    network = Networking(argparse.Namespace(data=str(tmp_path)))
    open_table(server.url, public=True)

    async def test() -> None:
        app = new_app(None, SqliteStore(), network=network)
        async with app.run_test(size=(120, 40)) as pilot:
            await until(pilot, lambda: isinstance(app.screen, HomePage))
            await pilot.press("n", "j", *server.url, "enter")
            await at_hall(app, pilot, 1)
            await pilot.press("enter")
            await until(pilot, lambda: app.screen.query(Input))  # who are you?
            await pilot.press(*"Ben", "enter")
            await until(pilot, lambda: [*lobby(app).yours] == [1])
            await pilot.press("escape")
            await at_hall(app, pilot, 1)
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(app.screen, LobbyPage))
            await until(pilot, lambda: [*lobby(app).yours] == [1])  # by the link that was kept

    run(test)


def test_a_table_can_be_private_or_have_live_dice(server: Hosting) -> None:
    async def test() -> None:
        app = visiting(server, "Ann")
        async with app.run_test(size=(80, 24)) as pilot:
            await at_hall(app, pilot, 0)
            for key, listed_then in (("p", 0), ("l", 1)):
                await pilot.press(key, "2")
                await until(pilot, lambda: isinstance(app.screen, LobbyPage))
                await until(pilot, lambda: lobby(app).places and lobby(app).places[0].name == "Ann")
                await until(pilot, lambda: "Ann (you)" in screen_text(app))
                assert ("Dice: all screens mix" in screen_text(app)) == lobby(app).live
                await pilot.press("escape")
                await at_hall(app, pilot, listed_then)

    run(test)
    made = [room.seating for room in server.house.rooms.values()]
    assert sorted((one.public, one.live) for one in made) == [(False, False), (True, True)]


@pytest.mark.parametrize("allowed", [True, False])
def test_whoever_opens_a_table_can_let_people_talk(tmp_path: Path, allowed: bool) -> None:
    server = serve(tmp_path, public=True, chat=allowed)

    async def test() -> None:
        app = visiting(server, "Ann")
        async with app.run_test(size=(80, 24)) as pilot:
            await at_hall(app, pilot, 0)
            await pilot.press("t")
            if allowed:
                await pilot.press("2")
                await until(pilot, lambda: isinstance(app.screen, LobbyPage))
                await until(pilot, lambda: lobby(app).chat)
            else:
                refused = "obody talks at this server"
                await until(pilot, lambda: any(refused in n.message for n in app._notifications))

    try:
        run(test)
    finally:
        server.stop()
