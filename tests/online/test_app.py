"""The full screen at a table on a server: what comes from other screens is noticed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import monotonic

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
from gamenight.online import connection, protocol
from gamenight.online.client import Client
from gamenight.online.connection import CONNECTING
from gamenight.online.links import Address
from tests.app.screens import new_app, notices, screen_text
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


@pytest.mark.parametrize("overtaken", [True, False])
@pytest.mark.usefixtures("_slow_fingers")
def test_a_key_on_its_way_does_not_answer_what_came_in_between(overtaken: bool) -> None:
    """Ann looks at her first move; at another screen of hers two are made. Her key comes a third of
    a second after the new question: too late for her to have seen that it is another one, if she
    was about to answer the first."""

    async def test() -> None:
        server = FakeServer(OWARE, [ANN, BEN])
        async with joined(server, 0) as (app, pilot):
            await asked(app, pilot)
            server.act(0, "C")
            server.act(1, "a")
            await until(pilot, lambda: (found := question(app)) and found.at.plies == 2)
            if not overtaken:
                app.keystrokes.ask(monotonic())
            await asyncio.sleep(0.3)
            await pilot.press("4")
            await pilot.pause(0.2)
            moves = ("C", "a", *(() if overtaken else ("D",)))
            assert server.played.record.actions == moves
            if overtaken:
                assert "Too early" in at_table(app)._untaken.sentence
                await asyncio.sleep(0.5)
                await pilot.press("5")
                await until(pilot, lambda: server.played.record.actions == (*moves, "E"))

    run(test)


def test_whoever_takes_a_seat_over_is_named_at_once() -> None:
    async def test() -> None:
        server = FakeServer(registry.game("zombie"), [ANN, BEN, Seat("Cat")])
        async with joined(server, 0) as (app, pilot):
            first = await asked(app, pilot)
            server.played.resign(1)
            (change,) = server.played.changes
            told = protocol.Changed((change.ply, 1, *change.who), "A machine plays for Ben now.")
            server.tell_all(told)
            await until(pilot, lambda: question(app) not in (None, first))
            play = at_table(app).play
            assert [row.name for row in play.frame.scores] == ["Ann", change.who.name, "Cat"]
            assert play.note.text == told.text
            server.places[1].here = False
            assert play.table.away == (2,), "nobody waits for Ben"

    run(test)


def test_the_other_gives_up_while_somebody_is_asked() -> None:
    async def test() -> None:
        server = FakeServer(OWARE, [ANN, BEN])
        async with joined(server, 0) as (app, pilot), joined(server, 1) as (other, _):
            await asked(app, pilot)
            await until(pilot, lambda: isinstance(other.screen, TablePage))
            chronicle = at_table(app).play.chronicle
            await at_table(other).table.resign(1)
            await until(pilot, lambda: isinstance(app.screen, EndingPage))
            assert chronicle.lines[-1] == "Ben resigned."

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
            await pilot.press("y")
            await until(pilot, lambda: isinstance(app.screen, TablePage))
            assert at_table(app).table.last == 0

    run(test)


@pytest.mark.parametrize(("key", "yes"), [("y", True), ("n", True), ("d", False)])
def test_another_round_is_answered_by_yes_or_no(key: str, yes: bool) -> None:
    """The key for another round is a yes, however late somebody notices that they were asked."""

    async def test() -> None:
        server = FakeServer(OWARE, [ANN, BEN])
        async with joined(server, 1) as (app, pilot):
            await until(pilot, lambda: isinstance(app.screen, TablePage))
            await at_table(app).table.resign(1)
            await until(pilot, lambda: isinstance(app.screen, EndingPage))
            server.offer("next", 0)
            await until(pilot, lambda: "another round: n yes, d no" in screen_text(app))
            assert isinstance(app.screen, EndingPage)
            assert app.screen.keys()[:2] == [("n", "yes, again"), ("d", "no")]
            await pilot.press(key)
            await until(pilot, lambda: isinstance(server.heard[-1], protocol.Answer))
            answer = server.heard[-1]
            assert isinstance(answer, protocol.Answer)
            assert answer.yes == yes
            if not yes:
                await until(pilot, lambda: "Ben says no." in notices(app))

    run(test)


def test_hints_that_nobody_asked_for_do_not_come_online() -> None:
    async def test() -> None:
        server = FakeServer(OWARE, [ANN, BEN])
        async with joined(server, 0) as (app, pilot):
            app.newcomer = True
            await until(pilot, lambda: isinstance(app.screen, TablePage))
            await asked(app, pilot)
            assert not at_table(app).advice.unasked

    run(test)
