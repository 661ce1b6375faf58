"""The full screen at a table on a server: what comes from other screens is noticed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from textual.pilot import Pilot

from gamenight.app import routes
from gamenight.app.app import Gamenight
from gamenight.app.screens.dialogs import PickDialog
from gamenight.app.screens.ending import EndingPage
from gamenight.app.screens.lobby import LobbyPage
from gamenight.app.screens.table import TablePage
from gamenight.app.widgets.items import ItemList
from gamenight.core import registry
from gamenight.core.record import Seat
from gamenight.match.sqlite import SqliteStore
from gamenight.online import connection
from gamenight.online.client import Client
from gamenight.online.connection import CONNECTING
from gamenight.online.links import Address
from tests.app.screens import new_app
from tests.app.tables import asked, at_table, question, run, until
from tests.online.fakes import TABLE, FakeServer

OWARE = registry.game("oware")
ANN, BEN = Seat("Ann"), Seat("Ben")


@asynccontextmanager
async def joined(
    server: FakeServer, *places: int, code: str = "", name: str = ""
) -> AsyncIterator[tuple[Gamenight, Pilot[None]]]:
    """An app that has joined the table."""
    address = Address("http://h:1", TABLE, tuple(f"token {n}" for n in places), code)
    client = Client(address, server.dial)
    app = new_app(lambda app: routes.lobby(client, name), SqliteStore())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(connection, "SHORTEST", 0.01)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            yield app, pilot


def lobby_text(app: Gamenight) -> str:
    return "\n".join(item.text for item in app.screen.query_one(ItemList).items)


def test_sit_down_wait_and_begin() -> None:
    async def test() -> None:
        server = FakeServer(OWARE, [ANN, Seat("")], begins=False)
        async with joined(server, code="K7QM3", name="Ben") as (app, pilot):
            await until(pilot, lambda: server.places[1].name == "Ben")
            await until(pilot, lambda: "Ben (you)" in lobby_text(app))
            assert "Ann, not connected" in lobby_text(app)
            assert isinstance(app.screen, LobbyPage)
            server.begin()
            await until(pilot, lambda: isinstance(app.screen, TablePage))
            assert at_table(app).table.here == (1,)
            assert app.farewell.endswith(f"join http://h:1/m/{TABLE}#token 1")

    run(test)


def test_a_question_ends_when_the_match_goes_on_without_it() -> None:
    async def test() -> None:
        server = FakeServer(OWARE, [ANN, BEN])
        async with joined(server, 0) as (app, pilot):
            first = await asked(app, pilot)
            assert first.seat == 0
            server.act(0, "C")  # at another screen of Ann's
            await until(pilot, lambda: question(app) is None)
            server.act(1, "a")
            await until(pilot, lambda: question(app) is not None)
            server.undo("Ben took back a move.")
            await until(pilot, lambda: question(app) is None)
            assert at_table(app).play.note.text == "Ben took back a move."
            assert at_table(app).table.last == 1

    run(test)


def test_the_other_gives_up_while_somebody_is_asked() -> None:
    async def test() -> None:
        server = FakeServer(OWARE, [ANN, BEN])
        async with joined(server, 0) as (app, pilot), joined(server, 1) as (other, _):
            await asked(app, pilot)
            await until(pilot, lambda: isinstance(other.screen, TablePage))
            await at_table(other).table.resign(1)
            await until(pilot, lambda: isinstance(app.screen, EndingPage))

    run(test)


def test_an_offer_is_answered_with_a_key() -> None:
    async def test() -> None:
        server = FakeServer(OWARE, [ANN, BEN])
        async with joined(server, 1) as (app, pilot):
            await until(pilot, lambda: isinstance(app.screen, TablePage))
            server.act(0, "C")
            await asked(app, pilot)
            server.offer("undo", 0)
            table = at_table(app).table
            await until(pilot, lambda: table.offers)
            await pilot.press("f6")
            await until(pilot, lambda: isinstance(app.screen, PickDialog))
            await pilot.press("y")
            await until(pilot, lambda: table.last == 0)
            assert question(app) is None

    run(test)


def test_the_line_breaks_and_comes_back_while_somebody_is_asked() -> None:
    async def test() -> None:
        server = FakeServer(OWARE, [ANN, BEN])
        async with joined(server, 0) as (app, pilot):
            found = await asked(app, pilot)
            server.down = True
            await server.cut()
            await until(pilot, lambda: at_table(app).table.trouble == CONNECTING)
            assert question(app) is found, "nobody is disturbed"
            server.down = False
            await until(pilot, lambda: not at_table(app).table.trouble)
            await pilot.press("3")
            await until(pilot, lambda: server.played.record.actions == ("C",))

    run(test)


def test_a_round_that_others_begin_is_shown() -> None:
    async def test() -> None:
        server = FakeServer(OWARE, [ANN, BEN])
        async with joined(server, 1) as (app, pilot):
            await until(pilot, lambda: isinstance(app.screen, TablePage))
            await at_table(app).table.resign(1)
            await until(pilot, lambda: isinstance(app.screen, EndingPage))
            server.offer("next", 0)
            await until(pilot, lambda: app.screen.shown.following)  # type: ignore[attr-defined]
            await pilot.press("n")
            await until(pilot, lambda: isinstance(app.screen, TablePage))
            assert at_table(app).table.last == 0

    run(test)
