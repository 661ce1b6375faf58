"""Play online, from the menus: host a table or join one."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from time import time

import pytest
from textual.widgets import Input

from gamenight.app.app import Gamenight
from gamenight.app.screens.home import HomePage
from gamenight.app.screens.lobby import LobbyPage
from gamenight.app.screens.replays import ReplaysPage
from gamenight.app.screens.table import TablePage
from gamenight.cli import network as networks
from gamenight.cli.extras import MissingExtra
from gamenight.cli.network import Networking
from gamenight.core import registry
from gamenight.match.network import Chair
from gamenight.match.sqlite import SqliteStore
from gamenight.online.bookmarks import keep_bookmark
from gamenight.online.tokens import read_code, write_code
from tests.app.screens import new_app, screen_text
from tests.app.tables import run, until
from tests.online.servers import serve
from tests.terminal import Terminal, process


@pytest.fixture
def network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Networking]:
    monkeypatch.setenv("GAMENIGHT_CONFIG", str(tmp_path))
    monkeypatch.setenv("GAMENIGHT_SERVE_PORT", "0")
    found = Networking(argparse.Namespace(data=str(tmp_path)))
    yield found
    found.close()


def at_home(network: Networking) -> Gamenight:
    return new_app(None, SqliteStore(), network=network)


def test_host_a_table_from_home(network: Networking) -> None:
    async def test() -> None:
        app = at_home(network)
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: isinstance(app.screen, HomePage))
            await pilot.press("end")
            assert "Play online" in screen_text(app)
            await pilot.press("enter", "h", "2", "m")
            await until(pilot, lambda: app.screen.query(Input))
            await pilot.press(*"Ann", "enter")
            await until(pilot, lambda: isinstance(app.screen, LobbyPage))
            lobby = app.screen.lobby  # type: ignore[attr-defined]
            await until(pilot, lambda: lobby.places and lobby.places[0].name == "Ann")
            assert lobby.host
            assert lobby.invitation().startswith("http://127.0.0.1:")
            await pilot.press("escape")
            await until(pilot, lambda: isinstance(app.screen, HomePage))
            assert "To open it again: gamenight host oware --resume --table=" in app.farewell

    run(test)


def test_the_plain_menu_leads_back_to_tables_elsewhere(tmp_path: Path) -> None:
    """Here to one that is gone by now, and says so; those whose match is over are not listed."""
    hosting = serve(tmp_path)
    keep_bookmark(tmp_path, Chair("http://192.0.2.1:1/m/x", "Zoe", "oware", time(), over=True))
    keep_bookmark(tmp_path, Chair(f"{hosting.url}/m/gone", "Anna", "oware", time()))
    output = process(tmp_path / "here", typed="join 2\njoin 1\nq\n", GAMENIGHT_CONFIG=str(tmp_path))
    hosting.stop()
    where = hosting.url.removeprefix("http://")
    assert f"  join 1  back to Oware: Anna (at {where}, just now)" in output
    assert "Zoe" not in output
    assert "'2' is not a whole code" in output
    assert "here is no such table" in output.partition("join 1\n")[2]


def tells(app: Gamenight, words: str) -> Callable[[], bool]:
    """Whether these words are on the screen, however it breaks lines."""
    return lambda: words in " ".join(screen_text(app).replace("│", " ").split())


def wait_at(app: Gamenight, name: str) -> bool:
    """Whether somebody of this name sits in the lobby that is shown."""
    page = app.screen
    return isinstance(page, LobbyPage) and any(p.name == name for p in page.lobby.places)


def test_the_way_back_to_a_lobby_that_was_left(network: Networking, tmp_path: Path) -> None:
    async def test() -> None:
        app = new_app(None, SqliteStore(tmp_path / "gamenight.sqlite"), network=network)
        app.settings.remember("Ann")
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: isinstance(app.screen, HomePage))
            await pilot.press("n", "h", "2", "m")
            await until(pilot, lambda: app.screen.query(Input))
            await pilot.press("enter")
            await until(pilot, lambda: wait_at(app, "Ann"))
            await pilot.press("escape")
            await until(pilot, lambda: "Ann, free" in screen_text(app))
            assert "waits for players" in screen_text(app)
            await pilot.press("g")
            await until(pilot, lambda: wait_at(app, "Ann"))
            await pilot.press("m", "enter")
            await until(pilot, lambda: app.screen.lobby.places[1].bot)  # type: ignore[attr-defined]
            await pilot.press("b")
            await until(pilot, lambda: isinstance(app.screen, TablePage))
            await pilot.press("escape", "q")
            await until(pilot, lambda: isinstance(app.screen, HomePage))
            await until(pilot, lambda: "at your table" in screen_text(app))
            assert "waits for players" not in screen_text(app)
            await pilot.press("g")  # at the server, never beside it
            await until(pilot, lambda: isinstance(app.screen, TablePage))
            assert app.screen.table.remote  # type: ignore[attr-defined]
            await pilot.press("escape", "q", "p")
            await until(pilot, lambda: isinstance(app.screen, ReplaysPage))
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(app.screen, TablePage))
            assert app.screen.table.remote  # type: ignore[attr-defined]

    run(test)


def test_join_a_table_from_home(network: Networking) -> None:
    async def test() -> None:
        table = network.host(registry.game("oware"), lan=False)
        await table.open()
        app = at_home(network)
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: isinstance(app.screen, HomePage))
            await pilot.press("n", "j", *"nowhere!", "enter")
            await until(pilot, lambda: "is not a code" in screen_text(app))
            claim, host, port = read_code(table.code)
            unknown = {
                f"{table.invitation().partition('/c/')[0]}/m/gone": "here is no such table",
                write_code(claim ^ 1, host, port): "No table has this code (any more)",
                write_code(
                    claim, host, 1
                ): "No server answers at 127.0.0.1:1: check the code, or ask the host",
            }
            for address, reason in unknown.items():
                app.screen.query_one(Input).value = address
                await pilot.press("enter")  # nobody here knows that there is none
                await until(pilot, tells(app, reason))
                assert app.screen.query_one(Input).value == address
            app.screen.query_one(Input).value = table.code
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(app.screen_stack[-2], LobbyPage))
            await until(pilot, lambda: app.screen.query(Input))
            await pilot.press(*"Ben", "enter")
            await until(pilot, lambda: table.places[0].name == "Ben")
            await pilot.press("escape")
            await until(pilot, lambda: isinstance(app.screen, HomePage))
            await pilot.press("g")
            await until(pilot, lambda: wait_at(app, "Ben"))
            await pilot.press("escape", "n")
            await until(pilot, lambda: "Oware: Ben" in screen_text(app))  # the way back
        table.close()

    run(test)


def test_what_is_missing_is_told(network: Networking, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(module: str) -> None:
        raise MissingExtra("playing over the network needs segno: install gamenight[online]")

    monkeypatch.setattr(networks, "online", missing)

    async def test() -> None:
        app = at_home(network)
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: isinstance(app.screen, HomePage))
            await pilot.press("n")
            await until(pilot, lambda: [*app._notifications])
            assert "install gamenight[online]" in next(iter(app._notifications)).message

    run(test)


def test_from_the_plain_menu(tmp_path: Path) -> None:
    ann = Terminal(tmp_path / "ann", GAMENIGHT_SERVE_PORT="0")
    ann.answer("gamenight> ", "join")
    ann.wait_for("Join which table?")
    ann.answer("gamenight> ", "host chess")
    ann.wait_for("There is no game 'chess' to host")
    ann.answer("gamenight> ", "host oware")
    ann.answer("Your name? ", "Ann")
    code = re.findall(r"gamenight join ([0-9A-Z-]+)", ann.wait_for("? > "))[-1]
    ben = Terminal(tmp_path / "ben")
    ben.answer("gamenight> ", f"join {code}")
    ben.answer("Your name? ", "Ben")
    ann.wait_for("Everybody is here")
    ben.answer("? > ", "quit")
    ben.wait_for("To come back:")
    ben.wait_for("  gamenight join http://")
    ben.answer("gamenight> ", "quit")
    ben.end()
    ann.answer("? > ", "quit")
    ann.wait_for("To open it again: gamenight host oware --resume")
    ann.wait_for("back    to your table that waits: Oware")
    ann.answer("gamenight> ", "back")
    ann.wait_for("1. Ann (you)")
    ann.answer("? > ", "quit")
    ann.answer("gamenight> ", "quit")
    ann.end()


def test_a_seat_elsewhere_is_among_what_goes_on(network: Networking, tmp_path: Path) -> None:
    async def test() -> None:
        now = time()
        for chair in (
            Chair("http://h:1/m/a#1", "Ben with Ann", "oware", now),
            Chair("http://h:2/m/b#2", "Ben with Cem", "oware", now, over=True),
        ):
            keep_bookmark(tmp_path, chair)
        app = at_home(network)
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: "Ben with Ann" in screen_text(app))
            assert "at h:1" in screen_text(app)
            assert "Ben with Cem" not in screen_text(app), "that match is over"
            await pilot.press("n")
            await until(pilot, lambda: "Play online" in screen_text(app))
            await until(pilot, lambda: "Ben with Cem (at h:2, over, just now)" in screen_text(app))

    run(test)
