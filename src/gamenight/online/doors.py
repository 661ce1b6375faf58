"""Doors: connections to a server before anything is asked, and how many there may be. Whoever opens
one and says nothing keeps nobody else out."""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from collections.abc import Callable, Collection
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from gamenight.online.callers import read_ip
from gamenight.online.journal import trouble
from gamenight.online.settings import Settings

NAME = "gamenight.connections"  # of what all connections share, in the state of the app
HEADER_SECONDS = 10.0  # until what is asked for is there
OTHER_FILES = 100  # that this program opens besides connections
REFUSAL = (
    b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Type: text/plain\r\n"
    b"Content-Length: 22\r\n\r\ntoo many connections.\n"
)


class Connections:
    """All that there are, by address. A proxy that is trusted has as many as there are in all, and
    so have the other servers of this store. servers: their addresses now."""

    def __init__(self, settings: Settings, servers: Callable[[], Collection[str]] = tuple):
        self._each, self._most = settings.connections, most_connections(settings.most_connections)
        self.messages = settings.messages  # of each that is a WebSocket
        self._proxy, self._servers = read_ip(settings.proxy), servers
        self._known: Counter[str] = Counter()
        self._count = 0

    def admit(self, address: str) -> bool:
        """Whether there may be one more; then it counts until it is `ended`."""
        full = self._known[address] >= self._each and not self._is_trusted(address)
        if self._count >= self._most or full:
            trouble("too_many_connections", connections=self._count)
            return False
        self._known[address] += 1
        self._count += 1
        return True

    def _is_trusted(self, address: str) -> bool:
        found = read_ip(address)
        return found is not None and found in (self._proxy, *map(read_ip, self._servers()))

    def ended(self, address: str) -> None:
        self._count -= 1
        self._known[address] -= 1
        if not self._known[address]:
            del self._known[address]


class Door(H11Protocol):
    """uvicorn's protocol, for a connection that is counted and does not wait for ever."""

    _counted = False
    _deadline: asyncio.TimerHandle | None = None

    @property
    def _address(self) -> str:
        return self.client[0] if self.client else ""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._counted = self.app_state[NAME].admit(self._address)
        if self._counted:
            self._wait()
        else:
            transport.write(REFUSAL)
            transport.close()

    def data_received(self, data: bytes) -> None:
        if not self._counted:
            return
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            self._wait_no_more()
        elif self._deadline is None:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait_no_more()
        if self._counted:
            self.app_state[NAME].ended(self._address)
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._wait_no_more()
        super().handle_websocket_upgrade(event)  # where it counts until the socket has ended

    def _wait(self) -> None:
        self._deadline = self.loop.call_later(HEADER_SECONDS, self.transport.abort)

    def _wait_no_more(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


def most_connections(wanted: int) -> int:
    """As many as wanted, or as files that may be open: as many as this user can have."""
    if sys.platform == "win32":
        return wanted
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return min(wanted, max(hard - OTHER_FILES, 1))
