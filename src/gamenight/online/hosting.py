"""Hosting: a server in a thread of this program, for `serve` and for a host who plays along."""

from __future__ import annotations

import asyncio
import logging
import socket
import sqlite3
from collections.abc import Coroutine
from contextlib import closing, suppress
from dataclasses import replace
from ipaddress import IPv4Address
from pathlib import Path
from threading import Event, Thread
from typing import Any, TypeVar

import uvicorn

from gamenight.core.errors import GamenightError
from gamenight.match.privacy import KEY_FILE
from gamenight.match.writer import Writer
from gamenight.online import tokens
from gamenight.online.house import House, NewTable, NoTable, latest_table
from gamenight.online.playing import Pauses
from gamenight.online.protocol import LONGEST_MESSAGE
from gamenight.online.server import Server
from gamenight.online.settings import Settings
from gamenight.online.thinkers import Pool

T = TypeVar("T")
LOOPBACK = "127.0.0.1"
EVERYWHERE = ("0.0.0.0", "")
DEAF_MILLISECONDS = 30_000  # after which a connection that takes no bytes is ended
GRACE_SECONDS = 5  # for what is being done when the server ends


class CannotListen(GamenightError):
    """The address or the port cannot be used."""

    code = "cannot_listen"


def where_it_was(settings: Settings, store: Path, game: str = "") -> Settings:
    """The same settings, but to listen where the host's latest table was, so that its links are
    good again."""
    with (
        suppress(sqlite3.Error),
        closing(sqlite3.connect(f"{store.as_uri()}?mode=ro", uri=True)) as db,
    ):
        found = latest_table(db, game)
        if found is not None and found.listening is not None:
            address, port = found.listening
            return replace(settings, address=address, port=port)
    return settings


class Hosting:
    """A running server. Its store and its key are beside each other."""

    def __init__(self, settings: Settings, store: Path, pauses: Pauses | None = None):
        self.settings, self._store, self._pauses = settings, store, pauses
        self.house: House
        self.server: Server
        self.port = settings.port
        self._ready = Event()
        self._failure: Exception | None = None

    def start(self) -> None:
        """Listen; raises a GamenightError."""
        self._listening = _listening(self.settings.address, self.settings.port)
        self.port = self._listening.getsockname()[1]
        self._thread = Thread(target=lambda: asyncio.run(self._serve()), name="server", daemon=True)
        self._thread.start()
        self._ready.wait()
        if self._failure is not None:
            raise self._failure

    async def _serve(self) -> None:
        settings = self.settings
        self._loop = asyncio.get_running_loop()
        try:
            key = tokens.read_key(self._store.with_name(KEY_FILE))
            where = (self.host, self.port) if _is_ipv4(self.host) else None
            self.house = House(
                Writer(self._store),
                key,
                Pool(),
                where,
                pauses=self._pauses,
                idle=settings.idle,
                away=settings.away,
            )
            await self.house.start()
            self.server = Server(self.house, settings)
            config = uvicorn.Config(
                self.server.app,
                log_config=None,
                access_log=False,
                ws="websockets-sansio",
                ws_max_size=LONGEST_MESSAGE,
                ws_per_message_deflate=False,
                proxy_headers=False,
                server_header=False,
                timeout_graceful_shutdown=GRACE_SECONDS,
            )
            self._uvicorn = uvicorn.Server(config)
            logging.getLogger("uvicorn.error").addFilter(_is_ours)
        except Exception as error:
            self._failure = error
            self._ready.set()
            return
        serving = asyncio.create_task(self._uvicorn.serve([self._listening]))
        while not self._uvicorn.started and not serving.done():
            await asyncio.sleep(0.005)
        self._ready.set()
        await serving

    def stop(self) -> None:
        """End: people learn it, and everything is stored."""
        self._loop.call_soon_threadsafe(self._end)
        self._thread.join()

    def _end(self) -> None:
        self.server.drain()
        self._uvicorn.should_exit = True

    def call(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something in the loop of the server, and wait for it."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def open_table(self, asked: NewTable) -> tuple[str, list[str]]:
        """A new table of the host's: its id, and the tokens that the host has there."""
        seating, host, own = self.call(self.house.new(asked))
        seating.listening = (self.settings.address, self.port)
        self.call(self.house.save(seating))
        return seating.id, [token for token in (own, host) if token]

    def reopen_table(self, game: str = "") -> tuple[str, list[str]]:
        """The host's latest table, perhaps of a game, with the same tokens; raises NoTable."""
        seating = self.call(self.house.latest(game))
        if seating is None:
            raise NoTable("there is no table to resume")
        own = [0] if seating.places and seating.places[0].hash else []
        return seating.id, [self.house.token(seating, place) for place in (*own, tokens.HOST)]

    @property
    def host(self) -> str:
        """The address that others use."""
        address = self.settings.address
        return lan_address() if address in EVERYWHERE else address

    @property
    def url(self) -> str:
        """Where others find the server."""
        name = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{name}:{self.port}"

    @property
    def own_url(self) -> str:
        """Where this machine finds it."""
        everywhere = self.settings.address in EVERYWHERE
        return f"http://{LOOPBACK}:{self.port}" if everywhere else self.url


def _is_ours(record: logging.LogRecord) -> bool:
    """Not about bytes that somebody else got wrong: anybody could fill the log with these."""
    return not record.getMessage().startswith("Invalid ")


def _listening(address: str, port: int) -> socket.socket:
    """A socket that listens. asyncio turns Nagle's delay off, 40 ms a move, only where a socket
    names its protocol."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # whoever reads nothing is forgotten
            found.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, DEAF_MILLISECONDS)
        found.bind((address, port))
        found.listen(1024)
    except (OSError, OverflowError) as error:
        found.close()
        raise CannotListen(
            f"cannot listen on {address}:{port}: {error} (--port names another, 0 any)"
        ) from None
    return found


def _is_ipv4(host: str) -> bool:
    try:
        IPv4Address(host)
    except ValueError:
        return False
    return True


def lan_address() -> str:
    """The address of this machine on its local network; nothing is sent to find it out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # reserved for documentation
        except OSError:
            return LOOPBACK
        return str(probe.getsockname()[0])
