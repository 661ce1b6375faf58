"""The lobby of a real server on the full screen and line by line: who is here, what is agreed."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Static

from gamenight.app import routes
from gamenight.app.app import Gamenight
from gamenight.app.screens.agreement import AgreementDialog
from gamenight.app.screens.dialogs import LineDialog, PickDialog
from gamenight.app.screens.lobby import LobbyPage
from gamenight.app.screens.table import TablePage
from gamenight.app.widgets.items import ItemList
from gamenight.core.errors import GamenightError
from gamenight.match.lobby import Lobby
from gamenight.match.sqlite import SqliteStore
from gamenight.online.client import Client
from gamenight.online.dialing import dial
from gamenight.online.hosting import Hosting
from gamenight.online.house import NewTable
from gamenight.online.links import Address, read_address
from gamenight.online.settings import Settings
from tests.app.screens import new_app, screen_text
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
            await until(pilot, lambda: isinstance(app.screen, PickDialog))  # place 3 is free
            await pilot.press("down", "enter")
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


def told(app: Gamenight) -> str:
    return str(app.screen.query_one("#told", Static).render())


def guest(hosting: Hosting, host: Lobby, name: str = "") -> Gamenight:
    """Somebody who has read the code."""
    client = Client(read_address(host.invitation()), dial)
    return new_app(lambda app: routes.lobby(client, name), SqliteStore())


def test_a_name_is_needed_and_who_sits_down_later_presses_s(hosting: Hosting) -> None:
    async def test() -> None:
        async with hosted(hosting, "oware") as (_, _, lobby):
            app = guest(hosting, lobby)
            async with app.run_test(size=(80, 24)) as pilot:
                await until(pilot, lambda: app.screen.query(Input))
                app.screen.query_one(Input).value = ""
                await pilot.press("enter")
                await until(pilot, lambda: app.screen.query(".reason"))
                assert "A name has 1 to 24 characters" in screen_text(app)
                await pilot.press("escape")
                await until(pilot, lambda: isinstance(app.screen, LobbyPage))
                assert "You have no place yet: s sits down." in told(app)
                assert "s sit down" in listed(app)
                await pilot.press("s")
                await until(pilot, lambda: app.screen.query(Input))
                await pilot.press(*"Ben", "enter")
                await until(pilot, lambda: lobby.places[1].name == "Ben")
                await until(pilot, lambda: isinstance(app.screen, LobbyPage))
                assert "s sit down" not in listed(app)

    run(test)


def test_who_gets_no_place_is_told_so(hosting: Hosting) -> None:
    async def test() -> None:
        async with hosted(hosting, "oware") as (_, _, lobby):
            await lobby.machine(1, "random")
            app = guest(hosting, lobby, "Eve")
            async with app.run_test(size=(80, 24)) as watching:
                await until(watching, lambda: "You are watching" in told(app))
                assert "You are watching: all places are taken." in told(app)
                await lobby.begin()
                await until(watching, lambda: isinstance(app.screen, TablePage))
                begun = "You are watching: the match has begun."
                await until(watching, lambda: begun in screen_text(app))

    run(test)


def test_the_host_asks_somebody_to_leave(hosting: Hosting) -> None:
    async def test() -> None:
        async with hosted(hosting, "thief") as (host, pilot, lobby):
            app = guest(hosting, lobby, "Ben")
            async with app.run_test(size=(80, 24)) as other:
                await until(other, lambda: lobby.places[1].name == "Ben")
                await until(pilot, lambda: "2 Ben" in listed(host))
                host.screen.query_one(ItemList).show(host.screen.query_one(ItemList).items, "2")
                await pilot.press("enter")
                await until(pilot, lambda: isinstance(host.screen, PickDialog))
                await pilot.press("y")
                await until(pilot, lambda: not lobby.places[1].name)
                freed = "The host has freed your place."
                await until(other, lambda: any(freed in n.message for n in app._notifications))
                await until(other, lambda: "s sits down" in told(app))

    run(test)


def test_only_what_the_game_allows_is_offered(hosting: Hosting) -> None:
    async def test() -> None:
        async with hosted(hosting, "oware") as (app, _, _):
            assert not {"+", "-"} & {item.split()[0] for item in listed(app)}
        async with hosted(hosting, "thief") as (app, _, _):
            assert {"+", "-"} & {item.split()[0] for item in listed(app)} == {"+"}

    run(test)


def test_places_that_would_stay_free_are_asked_about(hosting: Hosting) -> None:
    async def test() -> None:
        async with hosted(hosting, "zombie") as (app, pilot, lobby):
            await lobby.count(4)
            await lobby.machine(1, "random")
            await pilot.press("b")
            await until(pilot, lambda: isinstance(app.screen, PickDialog))
            assert app.screen.heading == "Places 3 and 4 are free: begin without them?"  # type: ignore[attr-defined]
            await pilot.press("n")
            await until(pilot, lambda: isinstance(app.screen, LobbyPage))
            assert lobby.table is None
            await pilot.press("b", "y")
            await until(pilot, lambda: isinstance(app.screen, TablePage))

    run(test)


def test_the_house_rules_say_everything_once(hosting: Hosting) -> None:
    async def test() -> None:
        async with hosted(hosting, "thief") as (app, pilot, _):
            await pilot.press("o")
            await until(pilot, lambda: isinstance(app.screen, AgreementDialog))
            heads = {item.head: item.text for item in app.screen.query_one(ItemList).items}
            assert heads["points that win the round: 10000"] == "(50 to 1000000)"
            assert heads["players may leave and join during the round: yes"] == ""

    run(test)


def test_the_host_gets_a_new_code(hosting: Hosting) -> None:
    async def test() -> None:
        async with hosted(hosting, "oware", (80, 30)) as (app, pilot, lobby):
            before, picture = lobby.code, code(app)
            await pilot.press("c")
            await until(pilot, lambda: lobby.code != before)
            await until(pilot, lambda: f"join {lobby.code}" in told(app))
            assert before not in told(app)
            assert code(app) == [*lobby.picture()] != picture
            with pytest.raises(GamenightError, match="no table has"):
                await Client(read_address(before), dial).open()

    run(test)


@pytest.mark.parametrize("own", [True, False])
def test_who_can_come_is_said_to_the_host(hosting: Hosting, own: bool) -> None:
    async def test() -> None:
        async with hosted(hosting, "oware") as (app, pilot, lobby):
            lobby.again = "gamenight host oware --resume" if own else ""  # type: ignore[attr-defined]
            lobby.host = True
            await pilot.resize_terminal(90, 30)
            await until(pilot, lambda: ("Only this machine can join" in told(app)) == own)
            for width in range(60, 100):
                await pilot.resize_terminal(width, 30)
                longest = max(map(len, told(app).splitlines()))
                assert longest <= app.screen.query_one("#told").content_size.width, width
            lobby.host = False
            assert lobby.reach() == ""

    run(test)


def test_two_people_share_a_joined_screen(hosting: Hosting) -> None:
    async def test() -> None:
        async with hosted(hosting, "thief") as (host, pilot, lobby):
            app = guest(hosting, lobby, "Ben")
            async with app.run_test(size=(80, 24)) as other:
                await until(pilot, lambda: "2 Ben" in listed(host))
                assert "s one more player at this screen" in listed(app)
                await other.press("s")
                await until(other, lambda: isinstance(app.screen, LineDialog))
                app.screen.query_one(Input).value = "Cat"
                await other.press("enter")
                await until(other, lambda: "3 Cat (you)" in listed(app))
                assert "2 Ben (you)" in listed(app)
                assert not [one for one in listed(app) if one.startswith("s ")], "no more places"
                await until(pilot, lambda: "3 Cat" in listed(host))
                await pilot.press("b")
                await until(other, lambda: isinstance(app.screen, TablePage))
                table = app.screen.table  # type: ignore[attr-defined]
                assert sorted(table.names[seat] for seat in table.here) == ["Ben", "Cat"]

    run(test)


def test_whoever_quits_in_a_lobby_learns_how_to_come_back(hosting: Hosting) -> None:
    async def test() -> None:
        async with hosted(hosting, "oware") as (_, _, lobby):
            app = guest(hosting, lobby, "Ben")
            async with app.run_test(size=(80, 24)) as other:
                await until(other, lambda: "2 Ben (you)" in listed(app))
                await other.press("ctrl+c")
            table = read_address(lobby.address.link).table  # type: ignore[attr-defined]
            assert re.search(rf"To come back: .*join {hosting.url}/m/{table}#\S+$", app.farewell)

    run(test)


def test_line_by_line_free_sit_and_begin(tmp_path: Path) -> None:
    ann = Terminal(tmp_path, "host", "zombie", "--name", "Ann", "--port", "0", "--places", "3")
    waiting = ann.wait_for("? > ")
    assert "Only this machine can join: host with --lan" in waiting
    first = re.findall(r"join ([0-9A-Z-]+)", waiting)[-1]
    ann.type("code")
    ann.wait_for("There is a new code")
    code = re.findall(r"join ([0-9A-Z-]+)", ann.wait_for("? > "))[-1]
    assert code != first
    ben = Terminal(tmp_path, "join", code, "--name", "Ben")
    ann.wait_for("2. Ben\n")
    assert "quit, ? > " not in ann.wait_for("? > ").replace("quit, ? > ", "", 1), "asked once"
    ann.type("machine 2")
    ann.wait_for("Which machine? (possible: ")
    ann.answer("? > ", "free 2")
    ben.wait_for("The host has freed your place.")
    ben.answer("sit NAME, quit, ? > ", "sit Bea")
    ann.wait_for("2. Bea\n")
    ben.wait_for("name NEW, sit NAME, quit, ? > ")  # somebody else at the same screen
    ann.answer("? > ", "begin")
    ann.answer("Place 3 is free: begin without them? [y/N] ", "")
    ann.answer("? > ", "begin")
    ann.answer("[y/N] ", "y")
    ben.wait_for("begins.")
    ann.kill()
    ben.kill()


def test_a_hosted_table_has_a_place_for_a_friend_and_says_what_it_waits_for(
    hosting: Hosting,
) -> None:
    async def test() -> None:
        async with hosted(hosting, "circuit") as (_, _, lobby):
            assert len(lobby.places) == 2, "although one could play alone"
            assert lobby.awaited() == "Waiting for one more player; you can begin now."
            guest = Client(read_address(lobby.invitation()), dial)
            await guest.open()
            assert "or for the host to begin" in guest.awaited()
            await guest.claim("Ben")
            assert guest.told(0) == "Ann, the host"
            assert lobby.told(0) == "Ann (you)"
            await lobby.agree({"board": 30})
            while not guest.agreed():
                await guest.wait()
            assert guest.awaited() == "Waiting for the host."
            guest.close()

    run(test)
