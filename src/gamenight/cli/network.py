"""Networking: tables far away for the menus, and the client behind every lobby."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import redirect_stderr
from functools import partial
from pathlib import Path
from typing import Any

from gamenight.cli.extras import online
from gamenight.cli.session import STORE_FILE, data_folder
from gamenight.core.command import command
from gamenight.core.errors import GamenightError
from gamenight.core.game import Game
from gamenight.match.lobby import Lobby, Network
from gamenight.match.waiting import beside
from gamenight.plain.console import Console

EVERY_NETWORK = "0.0.0.0"
ANY_PORT = 0


def config_folder() -> Path:
    from gamenight.app import settings

    return settings.config_folder()


def open_client(address: Any, console: Console | None, again: str = "") -> Any:
    """This screen at a table: line by line at a console, else full screen. again: what opens a
    table of our own again; it has no link to keep, for its server ends with this program."""
    dialing, make = online("dialing"), online("client").Client
    dial, fetch = dialing.dial, dialing.fetch
    seated = (lambda client: None) if again else partial(_remember, config_folder())
    if console is None:
        client = make(address, dial, beside, seated, fetch=fetch)
    else:
        line = partial(online("background").ThreadLine, think=console.think)
        client = make(address, dial, console.think, seated, line, fetch)
    client.again = command(again) if again else ""
    return client


def _remember(folder: Path, client: Any) -> None:
    """Somebody here has a seat: keep how to come back to it."""
    bookmarks = online("bookmarks")
    names = ", ".join(client.places[place].name for place in client.yours)
    about = f"{client.game.title}: {names}"
    bookmarks.keep_bookmark(folder, bookmarks.Bookmark(client.address.link, about))


class Networking(Network):
    """What the menus offer. Our own tables have one server, which runs as long as the program."""

    def __init__(self, arguments: argparse.Namespace, console: Console | None = None):
        self._arguments, self._console = arguments, console
        self._hosting: Any = None

    def check(self) -> None:
        for module in ("client", "dialing", "hosting"):
            online(module)

    def host(self, game: Game, lan: bool) -> Lobby:
        hosting = self._server(EVERY_NETWORK if lan else None)
        table, tokens = hosting.open_table(online("house").NewTable(game.id))
        address = online("links").Address(hosting.url, table, tuple(tokens))
        return self._client(address, f"host {game.id} --resume")

    def _server(self, address: str | None) -> Any:
        """The server of our tables; another one where it listens elsewhere. Where its usual port
        is taken, any other is as good."""
        settings = online("settings").read_settings(None, address=address)
        if self._hosting is not None and self._hosting.settings.address == settings.address:
            return self._hosting
        self.close()
        hosting, store = online("hosting"), data_folder(self._arguments) / STORE_FILE
        try:
            self._start(hosting.Hosting(settings, store))
        except hosting.CannotListen:
            anywhere = online("settings").read_settings(None, address=address, port=ANY_PORT)
            self._start(hosting.Hosting(anywhere, store))
        return self._hosting

    def _start(self, hosting: Any) -> None:
        """Machines think in processes, and the first of these needs a real standard error, which
        the full screen has put aside."""
        with redirect_stderr(sys.__stderr__):
            hosting.start()
        self._hosting = hosting

    def join(self, address: str) -> Lobby:
        found = online("links").read_address(address)
        if found.is_server:
            raise GamenightError(f"which table? {command(f'join {address}')} lists them", address)
        return self._client(found)

    def _client(self, address: Any, again: str = "") -> Lobby:
        found: Lobby = open_client(address, self._console, again)
        return found

    def seats(self) -> Sequence[tuple[str, str]]:
        found: Sequence[tuple[str, str]] = online("bookmarks").read_bookmarks(config_folder())
        return found

    def close(self) -> None:
        if self._hosting is not None:
            self._hosting.stop()
            self._hosting = None
