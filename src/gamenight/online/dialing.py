"""Dialing: how a line to a server is opened, and how it is asked for something."""

from __future__ import annotations

from http.client import HTTPException
from urllib.request import ProxyHandler, build_opener

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from gamenight.online.connection import Lost, NotATable, Transport

FETCH_SECONDS = 5.0
LARGEST = 16 * 1024 * 1024  # bytes of a message: the texts of a very long match


class Socket:
    """A WebSocket as a transport."""

    def __init__(self, socket: ClientConnection):
        self._socket = socket

    async def send(self, text: str) -> None:
        try:
            await self._socket.send(text)
        except ConnectionClosed as closed:
            raise _lost(closed) from closed

    async def receive(self) -> str | bytes:
        try:
            return await self._socket.recv()
        except ConnectionClosed as closed:
            raise _lost(closed) from closed

    async def close(self) -> None:
        await self._socket.close()


async def dial(url: str) -> Transport:
    """The socket at this address; raises OSError where nobody answers."""
    try:
        return Socket(await connect(url, max_size=LARGEST, proxy=None))
    except (InvalidHandshake, InvalidMessage) as error:
        raise NotATable("what answers there is not a table") from error


def fetch(url: str) -> str:
    """What is at this address of a server; raises OSError."""
    try:
        with build_opener(ProxyHandler({})).open(url, timeout=FETCH_SECONDS) as found:
            return bytes(found.read(LARGEST)).decode(errors="replace")
    except HTTPException as error:
        raise NotATable("what answers there is not a table") from error


def _lost(closed: ConnectionClosed) -> Lost:
    return Lost() if closed.rcvd is None else Lost(closed.rcvd.code, closed.rcvd.reason)
