"""Dialing: how a line to a server is opened."""

from __future__ import annotations

import json
from urllib.error import HTTPError
from urllib.request import ProxyHandler, build_opener

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage, InvalidStatus

from gamenight.core.errors import GamenightError
from gamenight.online import protocol
from gamenight.online.connection import PATIENCE, Dial, Lost, Transport, Unreachable
from gamenight.online.links import Address
from gamenight.online.tokens import WrongCode

LARGEST_ANSWER = 4096  # bytes
LARGEST = 16 * 1024 * 1024  # bytes of a message: the texts of a very long match
STATUSES = {403: protocol.WRONG_LINK, 404: protocol.NO_TABLE, 429: protocol.TOO_MANY}


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


def dial(url: str) -> Dial:
    """How the socket at this address is opened."""

    async def open_socket() -> Transport:
        try:
            return Socket(await connect(url, max_size=LARGEST, proxy=None))
        except InvalidStatus as error:
            raise Lost(STATUSES.get(error.response.status_code, 1006)) from error
        except (InvalidHandshake, InvalidMessage) as error:
            raise OSError("what answers there is not a table") from error

    return open_socket


def _lost(closed: ConnectionClosed) -> Lost:
    return Lost(closed.rcvd.code if closed.rcvd is not None else 1006)


def find_table(address: Address) -> Address:
    """The address of the table that a code belongs to; raises a GamenightError."""
    if address.table:
        return address
    url = f"{address.server}/api/codes/{address.code}"
    try:
        with build_opener(ProxyHandler({})).open(url, timeout=PATIENCE) as answer:
            return address.at_table(str(json.loads(answer.read(LARGEST_ANSWER))["id"]))
    except HTTPError as error:
        raise _refusal(error) from error
    except OSError as error:
        reason = getattr(error, "reason", error)
        raise Unreachable(f"no server answers at {address.server} ({reason})") from error
    except (ValueError, KeyError, TypeError) as error:
        raise Unreachable(f"what answers at {address.server} is not gamenight") from error


def _refusal(error: HTTPError) -> GamenightError:
    """What the server says of a code."""
    try:
        return WrongCode(str(json.loads(error.read(LARGEST_ANSWER))["text"]))
    except (ValueError, KeyError, TypeError):
        return WrongCode("no table has this code (any more)")
