"""Relay: whoever has come to one server is served through it by the one that has the table."""

from __future__ import annotations

import asyncio
import hmac
from contextlib import suppress
from http.client import HTTPConnection as Client
from http.client import HTTPException
from time import time

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.websockets import WebSocketDisconnect
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from gamenight.core.errors import GamenightError
from gamenight.online import protocol
from gamenight.online.dialing import LARGEST
from gamenight.online.socket import Flooded, Line, SocketPeer

HEADER = "gamenight-relay"
GOOD_SECONDS = 60.0  # for which a pass is good: clocks differ
CONNECT_SECONDS = 2.0
ANSWER_SECONDS = 30.0
PING_SECONDS = 5.0  # a machine that has lost its power does not hang up


class Unanswered(GamenightError):
    """The server that has the table does not answer: soon it will be another one."""

    code = "draining"

    def __init__(self) -> None:
        super().__init__("the server of this table does not answer: try again in a moment")


class Relay:
    """Between servers with the same key. What one passes on to another has a pass, which says for
    whom, so that limits count for people, wherever they came in."""

    def __init__(self, key: bytes):
        self._key = key

    def caller(self, request: HTTPConnection) -> str | None:
        """For whom another server asks; None if nobody but a stranger does."""
        given = request.headers.get(HEADER, "")
        address, _, signed = given.partition(" ")
        when, _, mac = signed.partition(" ")
        if not hmac.compare_digest(mac.encode(), self._mac(address, when, request).encode()):
            return None
        return address if abs(time() - float(when)) < GOOD_SECONDS else None

    def _mac(self, address: str, when: str, request: HTTPConnection) -> str:
        text = f"relay {address} {when} {request.url.path}"
        return hmac.digest(self._key, text.encode(), "sha256").hex()

    def _pass(self, address: str, request: HTTPConnection) -> str:
        if HEADER in request.headers:  # it has just moved
            raise Unanswered
        when = f"{time():.0f}"
        return f"{address} {when} {self._mac(address, when, request)}"

    async def screen(self, socket: Line, address: str, owner: str) -> None:
        """One screen, until it or its table's server ends; raises Unanswered."""
        path = socket.url.path
        try:
            line = await connect(
                f"ws://{owner}{path}",
                additional_headers={HEADER: self._pass(address, socket)},
                compression=None,
                max_size=LARGEST,
                open_timeout=CONNECT_SECONDS,
                ping_interval=PING_SECONDS,
                ping_timeout=PING_SECONDS,
                close_timeout=1.0,
                proxy=None,
            )
        except (OSError, TimeoutError, WebSocketException) as error:
            raise Unanswered from error
        try:
            await socket.accept()
            await _carry(socket, line)
        finally:
            await line.close()

    async def answer(self, request: Request, address: str, owner: str) -> Response:
        """What the table's server answers; raises Unanswered."""
        asked = request.url.path + (f"?{request.url.query}" if request.url.query else "")
        headers = {HEADER: self._pass(address, request)}
        try:
            return await asyncio.to_thread(_answer, owner, asked, headers)
        except (OSError, HTTPException) as error:
            raise Unanswered from error


async def _carry(socket: Line, line: ClientConnection) -> None:
    """All that comes from either end, until one of them ends."""
    peer = SocketPeer(socket)
    there = asyncio.create_task(_read(socket, line, peer))
    back = asyncio.create_task(_write(line, peer))
    peer.reader = there
    try:
        await asyncio.wait([there, back], return_when=asyncio.FIRST_COMPLETED)
    finally:
        peer.reader = None
        for task in (there, back):
            task.cancel()
        await peer.ended()


async def _read(socket: Line, line: ClientConnection, peer: SocketPeer) -> None:
    try:
        while True:
            await line.send(await socket.read())
    except Flooded:
        peer.close(protocol.TOO_MANY, "too many messages")
    except (WebSocketDisconnect, ConnectionClosed, KeyError, RuntimeError):
        pass  # either end has gone, or bytes were sent


async def _write(line: ClientConnection, peer: SocketPeer) -> None:
    """Whoever's server dies is told to come again."""
    with suppress(ConnectionClosed):
        while True:
            peer.send(str(await line.recv()))
    code, reason = line.close_code or 0, line.close_reason or ""
    known = code >= protocol.NO_HELLO or code in (protocol.TOO_LONG, protocol.BROKEN)
    peer.close(code if known else protocol.GOING_AWAY, reason)


def _answer(owner: str, asked: str, headers: dict[str, str]) -> Response:
    client = Client(owner, timeout=ANSWER_SECONDS)
    try:
        client.request("GET", asked, headers=headers)
        found = client.getresponse()
        kind = found.headers.get("Content-Type")
        return Response(found.read(), found.status, media_type=kind)
    finally:
        client.close()
