"""Socket: a screen far away, on a WebSocket. What it does not read in time costs it the line."""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from gamenight.online import protocol
from gamenight.online.deeds import handle
from gamenight.online.limits import Limit
from gamenight.online.metrics import Metrics
from gamenight.online.protocol import WrongMessage, read_hello, read_message, write
from gamenight.online.room import NotAllowed, Room

RATE_SECONDS = 20.0
CLOSE_SECONDS = 5.0  # for the last words, and again for the end


class SocketPeer:
    """A WebSocket as a room sees it: sending never waits."""

    def __init__(self, socket: WebSocket):
        self._socket = socket
        self._queue: deque[str] = deque()
        self._task: asyncio.Task[None] | None = None
        self._closed = False
        self._closing: asyncio.Task[None] | None = None

    def send(self, text: str) -> None:
        if self._closed:
            return
        if len(self._queue) >= protocol.MOST_QUEUED:
            self.close(protocol.TOO_SLOW, "this screen does not read what it is sent")
            return
        self._queue.append(text)
        if self._task is None:
            self._task = asyncio.create_task(self._drain())

    async def _drain(self) -> None:
        try:
            while self._queue:
                await self._socket.send_text(self._queue[0])
                self._queue.popleft()
        except Exception:
            self._closed = True  # the line is dead: the reader notices, too
            self._queue.clear()
        finally:
            self._task = None

    def close(self, code: int, reason: str) -> None:
        """End it when what was sent before has arrived, unless that is what it does not read."""
        if self._closed:
            return
        self._closed = True
        if code == protocol.TOO_SLOW and self._task is not None:
            self._queue.clear()
            self._task.cancel()
        self._closing = asyncio.create_task(self._close(code, reason))

    async def _close(self, code: int, reason: str) -> None:
        if self._task is not None:
            await asyncio.wait([self._task], timeout=CLOSE_SECONDS)
        with suppress(Exception):
            await asyncio.wait_for(self._socket.close(code, reason[:100]), CLOSE_SECONDS)

    async def gone(self) -> None:
        """When the other end has been told why it ends."""
        if self._closing is not None:
            await asyncio.wait([self._closing], timeout=CLOSE_SECONDS)


async def attend(socket: WebSocket, room: Room, now: Limit, metrics: Metrics) -> bool:
    """One screen at a table, from hello to its end; False if its link was wrong."""
    peer = SocketPeer(socket)
    try:
        return await _attended(socket, peer, room, now, metrics)
    finally:
        await peer.gone()


async def _attended(
    socket: WebSocket, peer: SocketPeer, room: Room, now: Limit, metrics: Metrics
) -> bool:
    try:
        async with asyncio.timeout(protocol.HELLO_SECONDS):
            first = await socket.receive_text()
        hello = read_hello(first)
    except (TimeoutError, WrongMessage, KeyError, WebSocketDisconnect):
        peer.close(protocol.NO_HELLO, "say hello first")
        return True
    if hello.v != protocol.VERSION:
        peer.close(protocol.OTHER_VERSION, f"this server speaks version {protocol.VERSION}")
        return True
    try:
        screen = room.enter(peer, hello)
    except NotAllowed as error:
        peer.close(protocol.WRONG_LINK, str(error))
        return False
    loop = asyncio.get_running_loop()
    try:
        while True:
            data = await socket.receive_text()
            metrics.messages += 1
            if len(data) > protocol.LONGEST_MESSAGE:
                peer.close(protocol.TOO_LONG, "this message is too long")
                return True
            if not now.allows(loop.time()):
                peer.close(protocol.TOO_MANY, "too many messages")
                return True
            try:
                message = read_message(data)
            except WrongMessage as error:
                peer.send(write(protocol.No(error.code, str(error)[:300])))
                continue
            await handle(room, screen, message)
    except (WebSocketDisconnect, KeyError, RuntimeError):
        return True  # it has gone, or sent bytes
    finally:
        room.leave(screen)
        peer.close(protocol.GOING_AWAY, "")
