"""The lobby of a real server on the full screen and line by line: who is here, what is agreed."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Static

from gamenight.app import routes
from gamenight.app.app import Gamenight
from gamenight.app.screens.dialogs import PickDialog
from gamenight.app.screens.lobby import LobbyPage
from gamenight.app.screens.table import TablePage
from gamenight.app.widgets.items import ItemList
from gamenight.match.lobby import Lobby
from gamenight.match.sqlite import SqliteStore
from gamenight.online.client import Client
from gamenight.online.dialing import dial
from gamenight.online.hosting import Hosting
from gamenight.online.house import NewTable
from gamenight.online.links import Address
from gamenight.online.settings import Settings
from tests.app.screens import new_app
from tests.app.tables import run, until
from tests.terminal import Terminal


@pytest.fixture
def hosting(tmp_path: Path) -> Iterator[Hosting]:
    server = Hosting(Settings(port=0), tmp_path / "matches.sqlite")
    server.start()
    yield server
    server.stop()


@asynccontextmanager
async def hosted(
    hosting: Hosting, game: str, size: tuple[int, int] = (80, 24), ascii: bool = False
) -> AsyncIterator[tuple[Gamenight, Pilot[None], Lobby]]:
    """Ann's app in the lobby of her new table."""
    table, tokens = hosting.open_table(NewTable(game, name="Ann"))
    client = Client(Address(hosting.url, table, tuple(tokens)), dial)
    app = new_app(lambda app: routes.lobby(client, "Ann"), SqliteStore())
    app._ascii = ascii
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: app.screen.query(ItemList) and listed(app))
        yield app, pilot, client
        client.close()


def listed(app: Gamenight) -> list[str]:
    return [f"{item.head} {item.text}" for item in app.screen.query_one(ItemList).items]


def code(app: Gamenight) -> list[str]:
    return str(app.screen.query_one("#qr", Static).render()).splitlines()


@pytest.mark.parametrize("size", [(60, 20), (80, 20), (80, 24), (120, 40)])
def test_the_qr_code_is_whole_or_not_there(hosting: Hosting, size: tuple[int, int]) -> None:
    async def test() -> None:
        async with hosted(hosting, "oware", size) as (app, pilot, lobby):
            await pilot.pause()
            picture, place = [*lobby.picture()], app.screen.query_one("#qr").region
            assert code(app) == (picture if size[0] >= 80 else [])
            assert place.right <= size[0]
            assert place.bottom < size[1], "above the bar of keys"
            assert app.screen.query_one(ItemList).size.height >= 8

    run(test)


def test_everything_is_reached_by_arrows(hosting: Hosting) -> None:
    async def test() -> None:
        async with hosted(hosting, "zombie") as (app, pilot, lobby):
            assert app.screen.query_one(ItemList).current == "b"
            await pilot.press("up", "enter")  # the free place
            await until(pilot, lambda: isinstance(app.screen, PickDialog))
            await pilot.press("enter")
            await until(pilot, lambda: lobby.places[1].bot)
            await until(pilot, lambda: "a machine" in listed(app)[1])
            await pilot.press("plus")
            await until(pilot, lambda: len(lobby.places) == 3)
            await pilot.press("down", "down", "enter")
            await until(pilot, lambda: isinstance(app.screen, TablePage))

    run(test)


def test_the_host_changes_the_house_rules(hosting: Hosting) -> None:
    async def test() -> None:
        async with hosted(hosting, "oware") as (app, pilot, lobby):
            assert "o house rules: as usual" in listed(app)
            await pilot.press("o", "right", "enter")
            await until(pilot, lambda: isinstance(app.screen, LobbyPage) and lobby.agreed())
            await until(pilot, lambda: f"o house rules: {lobby.agreed()[0]}" in listed(app))
            await pilot.press("o", "delete", "enter")
            await until(pilot, lambda: "o house rules: as usual" in listed(app))
            await pilot.press("o", "right", "escape")
            assert lobby.agreed() == []

    run(test)


def test_somebody_is_called_otherwise(hosting: Hosting) -> None:
    async def test() -> None:
        async with hosted(hosting, "oware") as (app, pilot, lobby):
            await pilot.press("n")
            await until(pilot, lambda: app.screen.query(Input))
            await pilot.press("end", "a", "enter")
            await until(pilot, lambda: lobby.places[0].name == "Anna")
            await until(pilot, lambda: "1 Anna (you)" in listed(app))
            await pilot.press("x")
            assert any("x does nothing here" in note.message for note in app._notifications)

    run(test)


def test_without_signs_there_is_no_picture(hosting: Hosting) -> None:
    async def test() -> None:
        async with hosted(hosting, "oware", ascii=True) as (app, _, _):
            assert code(app) == []

    run(test)


def test_line_by_line(tmp_path: Path) -> None:
    ann = Terminal(tmp_path, "host", "oware", "--name", "Ann", "--port", "0")
    ann.answer("? > ", "name Anna")
    ann.wait_for("1. Anna (you)")
    ann.answer("? > ", "options seeds=3")
    ann.wait_for(": 3\n")
    ann.answer("? > ", "options seeds=many")
    ann.wait_for("'many'")
    ann.answer("? > ", "dance")
    ann.wait_for("'dance' is not possible here (? says what is)")
    ann.answer("? > ", "?")
    ann.wait_for("the house rules")
    ann.answer("? > ", "quit")
    ann.wait_for("To open it again: gamenight host oware --resume")
    ann.end()
