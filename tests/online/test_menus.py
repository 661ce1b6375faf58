"""Play online, from the menus: host a table or join one."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.widgets import Input

from gamenight.app.app import Gamenight
from gamenight.app.screens.home import HomePage
from gamenight.app.screens.lobby import LobbyPage
from gamenight.cli import network as networks
from gamenight.cli.extras import MissingExtra
from gamenight.cli.network import Networking
from gamenight.core import registry
from gamenight.match.sqlite import SqliteStore
from tests.app.screens import new_app, screen_text
from tests.app.tables import run, until
from tests.terminal import Terminal


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
            assert app.farewell == "To open it again: gamenight host oware --resume"

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
            await pilot.press(*["backspace"] * 8, *table.code, "enter")
            await until(pilot, lambda: isinstance(app.screen_stack[-2], LobbyPage))
            await until(pilot, lambda: app.screen.query(Input))
            await pilot.press(*"Ben", "enter")
            await until(pilot, lambda: table.places[0].name == "Ben")
            await pilot.press("escape")
            await until(pilot, lambda: isinstance(app.screen, HomePage))
            await pilot.press("n")
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
    ann.wait_for("Host which game?")
    ann.answer("gamenight> ", "host oware")
    ann.answer("Your name? ", "Ann")
    code = re.findall(r"gamenight join ([0-9A-Z-]+)", ann.wait_for("? > "))[-1]
    ben = Terminal(tmp_path / "ben")
    ben.answer("gamenight> ", f"join {code}")
    ben.answer("Your name? ", "Ben")
    ann.wait_for("Everybody is here")
    ben.answer("? > ", "quit")
    ben.wait_for("To come back: gamenight join")
    ben.answer("gamenight> ", "quit")
    ben.end()
    ann.answer("? > ", "quit")
    ann.wait_for("To open it again: gamenight host oware --resume")
    ann.answer("gamenight> ", "quit")
    ann.end()
