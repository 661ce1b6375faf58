"""Socket: a screen far away, on a WebSocket. What it does not read in time costs it the line."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import NamedTuple

from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from gamenight.core.errors import GamenightError
from gamenight.online import protocol
from gamenight.online.carrier import FLOOD, Carrier
from gamenight.online.deeds import handle
from gamenight.online.guesses import Guesses
from gamenight.online.limits import Limit
from gamenight.online.metrics import Metrics
from gamenight.online.protocol import WrongMessage, read_hello, read_message, write
from gamenight.online.room import NotAllowed, Room, Screen
from gamenight.online.tokens import WrongCode

CLOSE_SECONDS = 5.0  # for the last words, and again for the end


class Flooded(Exception):
    """Too many messages have come."""


class Line(WebSocket):
    """A WebSocket whose messages, once it is open, come straight from the web server: it checks by
    itself what Starlette would check again."""

    def __init__(self, scope: Scope, receive: Receive, send: Send):
        super().__init__(scope, receive, send)
        self._hear = receive
        self.carrier = Carrier.of(scope)

    async def read(self) -> str:
        """The next text; raises WebSocketDisconnect, Flooded, or KeyError for bytes."""
        message = await self._hear()
        if message["type"] == FLOOD:
            raise Flooded
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message["code"], message.get("reason"))
        text: str = message["text"]
        return text


class SocketPeer:
    """A WebSocket as a room sees it: sending never waits. What the line takes is written at once,
    without a task for each message; only what it does not take is queued. reader: the task that
    reads from it."""

    def __init__(self, socket: Line):
        self._socket, self._carrier = socket, socket.carrier
        self._queue: list[str] = []
        self._task: asyncio.Task[None] | None = None
        self._closing: asyncio.Task[None] | None = None
        self.reader: asyncio.Task[None] | None = None
        self.dropped = False  # whether nobody listens to it any more

    @property
    def lag(self) -> float:
        return self._carrier.lag

    def measure(self) -> None:
        self._carrier.measure()

    def send(self, text: str) -> None:
        if self._closing is not None:
            return
        if self._task is None and self._carrier.is_free:
            self._carrier.carry(text)
            return
        if len(self._queue) >= protocol.MOST_QUEUED:
            self._queue.clear()
            self.close(protocol.TOO_SLOW, "this screen does not read what it is sent")
            self._drop()
            return
        self._queue.append(text)
        if self._task is None:
            self._task = asyncio.create_task(self._drain())

    async def _drain(self) -> None:
        while self._queue:
            await self._carrier.freed()
            if self._queue:
                self._carrier.carry(self._queue.pop(0))
        self._task = None

    def close(self, code: int, reason: str) -> None:
        """End it when what was sent before has arrived."""
        if self._closing is None:
            self._closing = asyncio.create_task(self._close(code, reason))

    async def _close(self, code: int, reason: str) -> None:
        if self._task is not None:
            await asyncio.wait([self._task], timeout=CLOSE_SECONDS)
        with suppress(Exception):
            async with asyncio.timeout(CLOSE_SECONDS):
                await self._socket.close(code, reason[:100])

    def _drop(self) -> None:
        """Nobody waits for what it still has to say."""
        self.dropped = True
        if self.reader is not None:
            self.reader.cancel()

    async def ended(self) -> None:
        """When it is closed, with the reason told or not."""
        self.close(protocol.GOING_AWAY, "")
        assert self._closing is not None
        await self._closing


class Caller(NamedTuple):
    """Who is at a screen: their address, the codes and the wrong links that were tried from there,
    and whether a good code has led here."""

    address: str
    guesses: Guesses
    links: Limit
    coded: bool


async def attend(socket: Line, room: Room, caller: Caller, metrics: Metrics) -> None:
    """One screen at a table, from hello to its end. It is read by a task of its own, so that a
    message wakes up nothing but that."""
    peer = SocketPeer(socket)
    peer.reader = asyncio.create_task(_listen(socket, peer, room, caller, metrics))
    try:
        await peer.reader
    except Flooded:
        peer.close(protocol.TOO_MANY, "too many messages")
    except (WebSocketDisconnect, KeyError, RuntimeError):
        pass  # it has gone, or sent bytes
    except asyncio.CancelledError:
        if not peer.dropped:
            raise
    finally:
        peer.reader = None
        await peer.ended()


async def _listen(
    socket: Line, peer: SocketPeer, room: Room, caller: Caller, metrics: Metrics
) -> None:
    """Read until it ends."""
    screen = await _enter(socket, peer, room, caller)
    if screen is None:
        return
    try:
        while True:
            data = await socket.read()
            metrics.messages += 1
            try:
                message = read_message(data)
            except WrongMessage as error:
                peer.send(write(protocol.No(error.code, str(error)[:300])))
                continue
            if isinstance(message, protocol.Claim) and message.code:
                await _claim(room, screen, message, caller)
            else:
                await handle(room, screen, message)
    finally:
        room.leave(screen)


async def _claim(room: Room, screen: Screen, message: protocol.Claim, caller: Caller) -> None:
    """Somebody sits down by a code: when too many were wrong, none is looked at."""
    try:
        guess = await caller.guesses.begin(caller.address)
    except GamenightError as error:
        screen.peer.send(write(protocol.No(error.code, str(error), message.id)))
        return
    answer = await handle(room, screen, message)
    if not isinstance(answer, protocol.No) or answer.code != WrongCode.code:
        guess.right()


async def _enter(socket: Line, peer: SocketPeer, room: Room, caller: Caller) -> Screen | None:
    """Wait for hello; None if it cannot stay, and then it knows why. Whoever has a good token or
    code can, whatever others have tried from the same address."""
    now = asyncio.get_running_loop().time
    try:
        async with asyncio.timeout(protocol.HELLO_SECONDS):
            first = await socket.read()
        hello = read_hello(first)
        if hello.v != protocol.VERSION:
            peer.close(protocol.OTHER_VERSION, f"this server speaks version {protocol.VERSION}")
            return None
        if not hello.tokens and not caller.coded and caller.links.is_used_up(now()):
            peer.close(protocol.TOO_MANY, "too many wrong links from here")
            return None
        return await room.enter(peer, hello)
    except (TimeoutError, WrongMessage, KeyError):
        peer.close(protocol.NO_HELLO, "say hello first")
    except NotAllowed as error:
        if caller.links.allows(now()):
            peer.close(protocol.WRONG_LINK, str(error))
        else:
            peer.close(protocol.TOO_MANY, "too many wrong links from here")
    except GamenightError as error:
        peer.close(protocol.GOING_AWAY, str(error))
    return None
