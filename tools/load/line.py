"""Line: a client's end of a WebSocket.

It is written by hand because one process has to be both players of 500 matches without being the
slowest of all: it takes whole text frames of a server that it trusts, and masks with zeros.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import cast

HEADERS = (
    "GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
HOST = "127.0.0.1"
FINAL, MASKED = 0x80, 0x80
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
SHORT, TWO_BYTES, EIGHT_BYTES = 125, 126, 127  # how long a payload is
NO_MASK = bytes(4)
PATIENCE = 60.0  # seconds for an answer, before the moves that are measured


class Lost(Exception):
    """The server has closed the line, or does not answer."""


class Line(asyncio.Protocol):
    """Messages wait to be asked for (`listen`) until somebody takes them at once (`heard`)."""

    def __init__(self) -> None:
        self._rest = b""
        self._open = False
        self.replies: dict[bytes, bytes] = {}  # messages that are answered at once
        self._waiting: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.heard: Callable[[bytes], None] = self._waiting.put_nowait
        self.lost: Callable[[str], None] = lambda reason: self._waiting.put_nowait(None)

    @classmethod
    async def to(cls, port: int, path: str) -> Line:
        loop = asyncio.get_running_loop()
        _, line = await loop.create_connection(cls, HOST, port)
        line._transport.write(HEADERS.format(path=path, host=HOST, port=port).encode())
        answer = await line.listen()
        if not answer.startswith(b"HTTP/1.1 101 "):
            raise Lost(f"{path}: {answer[:200]!r}")
        return line

    async def listen(self) -> bytes:
        """The next message."""
        async with asyncio.timeout(PATIENCE):
            message = await self._waiting.get()
        if message is None:
            raise Lost("the server has closed the line")
        return message

    def send(self, text: bytes) -> None:
        self._write(TEXT, text)

    def close(self) -> None:
        self.lost = lambda reason: None
        self._transport.close()

    def _write(self, kind: int, payload: bytes) -> None:
        length = len(payload)
        if length <= SHORT:
            head = bytes((FINAL | kind, MASKED | length))
        else:
            head = bytes((FINAL | kind, MASKED | TWO_BYTES)) + length.to_bytes(2)
        self._transport.write(head + NO_MASK + payload)

    # asyncio.Protocol.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost(str(exc) if exc else "the server has closed the line")

    def data_received(self, data: bytes) -> None:
        if self._rest:
            data = self._rest + data
        start = 0 if self._open else self._greeted(data)
        while frame := _frame(data, start):
            kind, first, start = frame
            self._take(kind, data[first:start])
        self._rest = data[start:]

    def _greeted(self, data: bytes) -> int:
        """Where the answer to the first request ends, if it is there."""
        end = data.find(b"\r\n\r\n")
        if end < 0:
            return 0
        self._open = True
        self.heard(data[:end])
        return end + 4

    def _take(self, kind: int, payload: bytes) -> None:
        if kind == TEXT:
            if reply := self.replies.get(payload):
                self.send(reply)
            else:
                self.heard(payload)
        elif kind == PING:
            self._write(PONG, payload)
        elif kind == CLOSE:
            self.lost(f"closed: {payload[2:].decode()} ({int.from_bytes(payload[:2])})")


def _frame(data: bytes, start: int) -> tuple[int, int, int] | None:
    """The kind of the frame that begins here, where its payload does, and where it ends."""
    if len(data) < start + 2:
        return None
    length, first = data[start + 1], start + 2
    if length >= TWO_BYTES:
        size = 8 if length == EIGHT_BYTES else 2
        length, first = int.from_bytes(data[first : first + size]), first + size
    end = first + length
    if len(data) < end:
        return None
    assert data[start] & FINAL, "a server of ours sends whole messages"
    return data[start] & 0x0F, first, end
