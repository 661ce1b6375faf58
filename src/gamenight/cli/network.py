"""Networking: tables far away for the menus, and the client behind every lobby."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import redirect_stderr
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import time
from typing import Any

from gamenight.cli.extras import online
from gamenight.cli.session import STORE_FILE, data_folder
from gamenight.core.clock import read_control
from gamenight.core.command import command
from gamenight.core.game import Game
from gamenight.match.hall import Hall
from gamenight.match.lobby import Lobby
from gamenight.match.network import Chair, Network, News
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
    dial, mixer = dialing.dial, online("mixer")
    given = {"fetch": dialing.fetch, "mixer": mixer.Mixer(mixer.own_key(config_folder()))}
    given["kept"] = _left_seats
    seated = (lambda client: None) if again else partial(_remember, config_folder())
    if console is None:
        client = make(address, dial, beside, seated, **given)
    else:
        line = partial(online("background").ThreadLine, think=console.think)
        client = make(address, dial, console.think, seated, line, **given)
    client.again = command(again) if again else ""
    return client


def open_hall(address: Any, console: Console | None) -> Hall:
    """A server, to choose one of its tables."""
    found: Hall = online("directory").Directory(
        address, lambda table: open_client(table, console), _with_seats
    )
    return found


def _with_seats(address: Any) -> Any:
    """The same address, with the tokens of the seats that somebody here has there."""
    chair = _chair(address)
    if chair is None:
        return address
    return replace(address, tokens=online("links").read_address(chair.link).tokens)


def _left_seats(client: Any) -> Any:
    """The same for whoever came without a token, unless somebody is in these seats: two people can
    play at two terminals of one machine."""
    chair, places = _chair(client.address), client.places
    taken = chair and any(places[n].here for n in chair.places if n < len(places))
    return client.address if taken else _with_seats(client.address)


def _chair(address: Any) -> Chair | None:
    """The seat that somebody here has at the table of this address."""
    table = address.without_tokens().link
    for chair in online("bookmarks").read_bookmarks(config_folder()):
        if chair.link.partition("#")[0] == table:
            found: Chair = chair
            return found
    return None


def _remember(folder: Path, client: Any) -> None:
    """Somebody here has a seat: keep how to come back to it."""
    own = [client.places[place].name for place in client.yours]
    others = [one.name for n, one in enumerate(client.places) if one.name and n not in client.yours]
    names = ", ".join(own) + (f" with {', '.join(others)}" if others else "")
    over = client.table is not None and client.table.result is not None
    control = read_control(client.clock)
    slow = control is not None and control.is_slow
    game, yours = client.game.id, tuple(client.yours)
    chair = Chair(client.address.link, names, game, time(), over, yours, slow)
    online("bookmarks").keep_bookmark(folder, chair)


def _settings(address: str | None = None) -> Any:
    """Of a server for our own tables: strangers open none there."""
    return online("settings").read_settings(None, address=address, tables="no")


class Networking(Network):
    """What the menus offer. Our own tables have servers, one for each place where somebody listens,
    which run as long as the program; `gamenight host` has started one already."""

    def __init__(self, arguments: argparse.Namespace, console: Console | None = None):
        self._arguments, self._console = arguments, console
        self._given: list[Any] = getattr(arguments, "servers", [])
        self._servers: list[Any] = []

    def check(self) -> None:
        for module in ("client", "dialing", "hosting"):
            online(module)

    def host(self, game: Game, lan: bool) -> Lobby:
        settings = _settings(EVERY_NETWORK if lan else None)
        server = self._running(settings.address) or self._started(settings)
        table, tokens = server.open_table(online("house").NewTable(game.id))
        return self._own(server, game.id, table, tokens)

    def resume(self, game: str, table: str) -> Lobby:
        settings = online("hosting").where_it_was(_settings(), self._store, table)
        server = self._running(settings.address, settings.port) or self._start(settings)
        return self._own(server, game, table, server.reopen_table(table))

    @property
    def _store(self) -> Path:
        return data_folder(self._arguments).absolute() / STORE_FILE

    def _own(self, server: Any, game: str, table: str, tokens: Sequence[str]) -> Lobby:
        address = online("links").Address(server.url, table, tuple(tokens))
        again = f"host {game} --resume --table={table}"
        found: Lobby = open_client(address, self._console, again)
        return found

    def _running(self, address: str, port: int | None = None) -> Any:
        """Our server that listens there, perhaps on this port."""
        for server in (*self._given, *self._servers):
            if server.settings.address == address and port in (None, server.port):
                return server
        return None

    def _started(self, settings: Any) -> Any:
        """A new server; where its usual port is taken, any other is as good."""
        try:
            return self._start(settings)
        except online("hosting").CannotListen:
            return self._start(replace(settings, port=ANY_PORT))

    def _start(self, settings: Any) -> Any:
        """Machines think in processes, and the first of these needs a real standard error, which
        the full screen has put aside."""
        server = online("hosting").Hosting(settings, self._store)
        with redirect_stderr(sys.__stderr__):
            server.start()
        self._servers.append(server)
        return server

    def join(self, address: str) -> Lobby:
        return self._client(online("links").read_address(address))

    def hall(self, address: str) -> Hall | None:
        found = online("links").read_address(address)
        return open_hall(found, self._console) if found.is_server else None

    def _client(self, address: Any) -> Lobby:
        found: Lobby = open_client(address, self._console)
        return found

    def seats(self) -> Sequence[Chair]:
        found: Sequence[Chair] = online("bookmarks").read_bookmarks(config_folder())
        return found

    def news(self, chair: Chair) -> News:
        found: News = online("directory").news(chair)
        return found

    def close(self) -> None:
        while self._servers:
            self._servers.pop().stop()
