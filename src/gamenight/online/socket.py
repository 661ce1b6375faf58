"""Socket: a screen far away, on a WebSocket. What it does not read in time costs it the line."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Coroutine, Generator
from contextlib import suppress
from typing import Any

from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from gamenight.core.errors import GamenightError
from gamenight.online import protocol
from gamenight.online.deeds import handle
from gamenight.online.limits import Limit
from gamenight.online.metrics import Metrics
from gamenight.online.protocol import WrongMessage, read_hello, read_message, write
from gamenight.online.room import NotAllowed, Room, Screen
from gamenight.online.tokens import WrongCode

RATE_SECONDS = 20.0
CLOSE_SECONDS = 5.0  # for the last words, and again for the end


class Line(WebSocket):
    """A WebSocket whose messages, once it is open, go straight to the web server and come straight
    from there: it checks by itself what Starlette would check again."""

    def __init__(self, scope: Scope, receive: Receive, send: Send):
        super().__init__(scope, receive, send)
        self._hear, self._tell = receive, send

    async def read(self) -> str:
        """The next text; raises WebSocketDisconnect, or KeyError for bytes."""
        message = await self._hear()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message["code"], message.get("reason"))
        text: str = message["text"]
        return text

    async def write(self, text: str) -> None:
        await self._tell({"type": "websocket.send", "text": text})


class _Begun:
    """The rest of a coroutine that was begun by hand, up to what it waits for."""

    def __init__(self, work: Coroutine[Any, Any, None], waiting: Any):
        self._work, self._waiting = work, waiting

    def __await__(self) -> Generator[Any, Any, None]:
        try:
            yield self._waiting
            yield from self._work.__await__()
        finally:
            self._work.close()


class SocketPeer:
    """A WebSocket as a room sees it: sending never waits. What the line takes is written at once,
    without a task for each message; only what it does not take is queued. It belongs to the task
    that made it, which reads."""

    def __init__(self, socket: Line):
        self._socket = socket
        self._queue: deque[str] = deque()
        self._task: asyncio.Task[None] | None = None
        self._closing: asyncio.Task[None] | None = None
        self._reader = asyncio.current_task()
        self.dropped = False  # whether nobody listens to it any more

    def send(self, text: str) -> None:
        if self._closing is not None:
            return
        if len(self._queue) >= protocol.MOST_QUEUED:
            self._queue.clear()
            self.close(protocol.TOO_SLOW, "this screen does not read what it is sent")
            self._drop()
            return
        if self._task is not None:
            self._queue.append(text)
        elif (rest := self._write(text)) is not None:
            self._queue.append(text)  # it counts until it is written
            self._task = asyncio.create_task(self._drain(rest))

    def _write(self, text: str) -> _Begun | None:
        """Write it; what is left to be done if the line takes no more bytes now."""
        work = self._socket.write(text)
        try:
            return _Begun(work, work.send(None))
        except Exception:  # StopIteration: it is done; else the line is dead, as the reader notices
            return None

    async def _drain(self, begun: _Begun) -> None:
        try:
            await begun
            if self._queue:
                self._queue.popleft()
            while self._queue:
                await self._socket.write(self._queue[0])
                if self._queue:
                    self._queue.popleft()
        except Exception:
            self._queue.clear()  # the line is dead: the reader notices, too
        finally:
            self._task = None

    def close(self, code: int, reason: str) -> None:
        """End it when what was sent before has arrived."""
        if self._closing is None:
            self._closing = asyncio.create_task(self._close(code, reason))

    async def _close(self, code: int, reason: str) -> None:
        if self._task is not None:
            await asyncio.wait([self._task], timeout=CLOSE_SECONDS)
        with suppress(Exception):
            await asyncio.wait_for(self._socket.close(code, reason[:100]), CLOSE_SECONDS)

    def _drop(self) -> None:
        """Nobody waits for what it still has to say."""
        self.dropped = True
        if self._reader is not None:
            self._reader.cancel()

    async def ended(self) -> None:
        """When it is closed, with the reason told or not."""
        self.close(protocol.GOING_AWAY, "")
        assert self._closing is not None
        await self._closing


async def attend(socket: Line, room: Room, messages: Limit, tries: Limit, metrics: Metrics) -> None:
    """One screen at a table, from hello to its end. messages: how many it may send; tries: how many
    wrong links and codes."""
    peer = SocketPeer(socket)
    try:
        await _listen(socket, peer, room, messages, tries, metrics)
    except (WebSocketDisconnect, KeyError, RuntimeError):
        pass  # it has gone, or sent bytes
    except asyncio.CancelledError:
        if not peer.dropped:
            raise
    finally:
        await peer.ended()


async def _listen(
    socket: Line,
    peer: SocketPeer,
    room: Room,
    messages: Limit,
    tries: Limit,
    metrics: Metrics,
) -> None:
    """Read until it ends."""
    now = asyncio.get_running_loop().time
    screen = await _enter(socket, peer, room, tries)
    if screen is None:
        return
    try:
        while True:
            data = await socket.read()
            metrics.messages += 1
            if not messages.allows(now()):
                peer.close(protocol.TOO_MANY, "too many messages")
                return
            try:
                message = read_message(data)
            except WrongMessage as error:
                peer.send(write(protocol.No(error.code, str(error)[:300])))
                continue
            answer = await handle(room, screen, message)
            if isinstance(answer, protocol.No) and answer.code == WrongCode.code:
                tries.allows(now())
            if tries.is_used_up(now()):
                peer.close(protocol.TOO_MANY, "too many wrong codes")
                return
    finally:
        room.leave(screen)


async def _enter(socket: Line, peer: SocketPeer, room: Room, tries: Limit) -> Screen | None:
    """Wait for hello; None if it cannot stay, and then it knows why."""
    try:
        async with asyncio.timeout(protocol.HELLO_SECONDS):
            first = await socket.read()
        hello = read_hello(first)
        if hello.v != protocol.VERSION:
            peer.close(protocol.OTHER_VERSION, f"this server speaks version {protocol.VERSION}")
            return None
        return await room.enter(peer, hello)
    except (TimeoutError, WrongMessage, KeyError):
        peer.close(protocol.NO_HELLO, "say hello first")
    except NotAllowed as error:
        tries.allows(asyncio.get_running_loop().time())
        peer.close(protocol.WRONG_LINK, str(error))
    except GamenightError as error:
        peer.close(protocol.GOING_AWAY, str(error))
    return None
