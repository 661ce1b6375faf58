"""Hosting: a server in a thread of this program, for `serve` and for a host who plays along."""

from __future__ import annotations

import asyncio
import logging
import socket
import sqlite3
import sys
from collections.abc import Coroutine
from contextlib import closing, suppress
from dataclasses import replace
from ipaddress import IPv4Address
from pathlib import Path
from threading import Event, Thread
from typing import Any, TypeVar
from urllib.parse import urlsplit

import uvicorn
from uvicorn.loops.auto import auto_loop_factory

from gamenight.core.errors import GamenightError
from gamenight.match.places import Address
from gamenight.match.privacy import KEY_FILE
from gamenight.match.writer import Writer
from gamenight.online import lock, tokens
from gamenight.online.carrier import Carrier
from gamenight.online.doors import Door
from gamenight.online.house import House, NewTable, NoTable
from gamenight.online.journal import loop_failed, structured
from gamenight.online.links import read_address
from gamenight.online.playing import Pauses
from gamenight.online.protocol import LONGEST_MESSAGE
from gamenight.online.server import Server
from gamenight.online.settings import Settings
from gamenight.online.tables import listened
from gamenight.online.thinkers import Pool

T = TypeVar("T")
LOOPBACK = "127.0.0.1"
HTTP_PORT = 80
EVERYWHERE = ("0.0.0.0", "")
SIOCGIFADDR = 0x8915  # asks Linux for the address of a network; see netdevice(7)
DEAF_MILLISECONDS = 30_000  # after which a connection that takes no bytes is ended
LOCKED_SECONDS = 2.0  # for another program that writes to the store, until players hear of it
GRACE_SECONDS = 5  # for what is being done when the server ends


class CannotListen(GamenightError):
    """The address or the port cannot be used."""

    code = "cannot_listen"


def where_it_was(settings: Settings, store: Path, table: str) -> Settings:
    """The same settings, but to listen where this table was, so that its links are good again."""
    with (
        suppress(sqlite3.Error),
        closing(sqlite3.connect(f"{store.as_uri()}?mode=ro", uri=True)) as db,
    ):
        where = listened(db, table)
        if where is not None:
            return replace(settings, address=where[0], port=where[1])
    return settings


class Hosting:
    """A running server. Its store and its key are beside each other, or in one database."""

    def __init__(self, settings: Settings, store: Path | Address, pauses: Pauses | None = None):
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
        try:
            if isinstance(self._store, Path):
                lock.hold(self._store)
        except BaseException:
            self._listening.close()
            raise
        self._thread = Thread(target=self._run, name="server", daemon=True)
        self._thread.start()
        self._ready.wait()
        if self._failure is not None:
            raise self._failure

    def _run(self) -> None:
        """In the thread: a loop of uvloop's where there is one, else asyncio's own."""
        try:
            with asyncio.Runner(loop_factory=auto_loop_factory()) as runner:
                runner.run(self._serve())
        finally:
            if isinstance(self._store, Path):
                lock.let_go(self._store)

    async def _serve(self) -> None:
        settings = self.settings
        self._loop = asyncio.get_running_loop()
        self._loop.set_exception_handler(loop_failed)
        try:
            store, inside = self._store, ""
            if isinstance(store, Path):
                key = tokens.read_key(store.with_name(KEY_FILE))
            else:
                key, inside = b"", settings.inside or self._inside()
            self.house = House(
                Writer(store, patience=LOCKED_SECONDS),
                key,
                Pool(),
                self._where(),
                inside,
                pauses=self._pauses,
                idle=settings.idle,
                away=settings.away,
                clocked=settings.clock,
            )
            await self.house.start()
            self.server = Server(self.house, settings)
            config = uvicorn.Config(
                self.server.app,
                log_config=None,
                access_log=False,
                http=Door,
                ws=Carrier,
                ws_max_size=LONGEST_MESSAGE,
                ws_per_message_deflate=False,
                proxy_headers=False,
                server_header=False,
                timeout_graceful_shutdown=GRACE_SECONDS,
            )
            self._uvicorn = uvicorn.Server(config)
            logging.getLogger("uvicorn.error").addFilter(structured)
        except Exception as error:
            self._failure = error
            self._ready.set()
            return
        serving = asyncio.create_task(self._uvicorn.serve([self._listening]))
        while not self._uvicorn.started and not serving.done():
            await asyncio.sleep(0.005)
        self._ready.set()
        await serving

    def _where(self) -> tuple[str, int] | None:
        """The address and port that codes contain; none where people come by another one, which
        they then name with the code."""
        if self.settings.proxy and not self.settings.url:
            return None
        found = urlsplit(self.url)
        if found.scheme != "http" or not _is_ipv4(found.hostname or ""):
            return None
        return found.hostname or "", found.port or HTTP_PORT

    def _inside(self) -> str:
        """Where other servers find this one."""
        name = f"[{self.host}]" if ":" in self.host else self.host
        return f"{name}:{self.port}"

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
        where = self.settings.address, self.port
        seating, host, own = self.call(self.house.new(asked, where))
        return seating.id, [token for token in (own, host) if token]

    def reopen_table(self, table: str) -> list[str]:
        """The tokens that the host has at an own table from before; raises NoTable."""
        seating = self.call(self.house.room(table)).seating
        if seating.listening is None:
            raise NoTable("somebody else has opened this table, on a server")
        return [self.house.token(seating, place) for place in (*seating.hosts, tokens.HOST)]

    @property
    def host(self) -> str:
        """The address that others use."""
        address = self.settings.address
        return lan_address() if address in EVERYWHERE else address

    @property
    def url(self) -> str:
        """Where others find the server; raises WrongAddress."""
        if self.settings.url:
            return read_address(self.settings.url).server
        return f"http://{self._inside()}"


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
    """The address of this machine on its local network; nothing is sent to find it out. Where no
    way leads farther, as with a hotspot of its own, it is that of its first network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # reserved for documentation
        except OSError:
            return next(iter(_own_addresses()), LOOPBACK)
        return str(probe.getsockname()[0])


def _own_addresses() -> list[str]:
    """One of each network of this machine that is up, where Linux tells them."""
    if sys.platform != "linux":
        return []
    import fcntl

    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        for _, name in socket.if_nameindex():
            with suppress(OSError):  # it has none
                told = fcntl.ioctl(asking, SIOCGIFADDR, name.encode().ljust(32, b"\0"))
                found.append(IPv4Address(told[20:24]))
    return [str(address) for address in found if not address.is_loopback]
