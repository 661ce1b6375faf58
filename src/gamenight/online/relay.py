"""Relay: whoever has come to one server is served through it by the one that has the table."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from http.client import HTTPConnection as Client
from http.client import HTTPException

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.websockets import WebSocketDisconnect
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from gamenight.core.errors import GamenightError
from gamenight.online import protocol
from gamenight.online.dialing import LARGEST
from gamenight.online.passes import HEADER, Passes
from gamenight.online.socket import Flooded, Line, SocketPeer

PASSED_ON = ("host", "accept-encoding")  # of a request
PASSED_BACK = ("content-type", "content-encoding", "vary")
CONNECT_SECONDS = 2.0
ANSWER_SECONDS = 30.0
PING_SECONDS = 5.0  # a machine that has lost its power does not hang up


class Unanswered(GamenightError):
    """The server that has the table does not answer: soon it will be another one."""

    code = "draining"

    def __init__(self) -> None:
        super().__init__("the server of this table does not answer: try again in a moment")


class Relay:
    """From this server to others with the same store."""

    def __init__(self, passes: Passes):
        self._passes = passes

    def _headers(self, address: str, request: HTTPConnection) -> dict[str, str]:
        if self._passes.caller(request) is not None:  # a table that has moved just now
            raise Unanswered
        return {HEADER: self._passes.write(address, request)}

    async def screen(self, socket: Line, address: str, owner: str) -> None:
        """One screen, until it or its table's server ends; raises Unanswered."""
        headers = self._headers(address, socket)
        try:
            line = await connect(
                f"ws://{owner}{socket.url.path}",
                additional_headers=headers,
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
        headers = self._headers(address, request)
        for name in PASSED_ON:
            if name in request.headers:
                headers[name] = request.headers[name]
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
    """If that server dies, whoever was there comes again."""
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
        named = {name: text for name in PASSED_BACK if (text := found.getheader(name))}
        return Response(found.read(), found.status, named)
    finally:
        client.close()
