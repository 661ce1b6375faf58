"""Real servers on 127.0.0.1, and clients that a test tells what to do."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import websockets
from websockets.asyncio.client import ClientConnection, connect

from gamenight.online.hosting import Hosting
from gamenight.online.playing import Pauses
from gamenight.online.protocol import VERSION
from gamenight.online.settings import Settings

AT_ONCE = Pauses(0.0, 0.0, 0.0)
LIMITS = ("connections", "guesses", "messages", "new_tables", "requests", "sockets", "tries")
PATIENCE = 30.0  # seconds until something hangs


def serve(folder: Path, **settings: Any) -> Hosting:
    """A server in this process, in a hurry; limits only where a test names them."""
    usual = {"port": 0, **dict.fromkeys(LIMITS, 100_000)}
    hosting = Hosting(Settings(**{**usual, **settings}), folder / "matches.sqlite", AT_ONCE)
    hosting.start()
    return hosting


def ask(url: str, body: object = None, **headers: str) -> tuple[int, Any, dict[str, str]]:
    """Status, body and headers of an answer; a body is posted."""
    data = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    try:
        with urlopen(Request(url, data, named), timeout=PATIENCE) as answer:
            text, status, got = answer.read(), answer.status, dict(answer.headers)
    except HTTPError as error:
        text, status, got = error.read(), error.code, dict(error.headers)
    try:
        return status, json.loads(text), got
    except ValueError:
        return status, text.decode(), got


def open_table(url: str, **asked: Any) -> dict[str, str]:
    status, found, _ = ask(f"{url}/api/tables", {"game": "oware", "name": "Anna", **asked})
    assert status == 201, found
    return dict(found)


def socket_url(url: str, table: str) -> str:
    return f"{url.replace('http', 'ws', 1)}/m/{table}/socket"


class Screen:
    """A client that speaks the protocol and decides nothing."""

    numbers = count(2**40)

    def __init__(self, line: ClientConnection):
        self.line = line
        self.welcome: dict[str, Any] = {}

    async def say(self, t: str, **more: Any) -> int:
        """Send a message; its id."""
        id = next(self.numbers)
        await self.line.send(json.dumps({"t": t, "id": id, **more}))
        return id

    async def hear(self, *kinds: str) -> dict[str, Any]:
        """The next message of such a kind."""
        async with asyncio.timeout(PATIENCE):
            while True:
                message: dict[str, Any] = json.loads(await self.line.recv())
                if not kinds or message["t"] in kinds:
                    return message

    async def closed(self) -> int:
        """The code with which the server ends the connection."""
        async with asyncio.timeout(PATIENCE):
            try:
                while True:
                    await self.line.recv()
            except websockets.ConnectionClosed:
                return self.line.close_code or 0


@asynccontextmanager
async def screen(
    url: str, table: str, *tokens: str, want: str = "text", hello: bool = True, **more: Any
) -> AsyncIterator[Screen]:
    """A client at a table, welcomed unless it says no hello."""
    async with connect(socket_url(url, table), max_size=None, close_timeout=1, **more) as line:
        found = Screen(line)
        if hello:
            await line.send(
                json.dumps({"t": "hello", "v": VERSION, "tokens": tokens, "want": want})
            )
            found.welcome = await found.hear("welcome")
        yield found


@asynccontextmanager
async def two(url: str, **asked: Any) -> AsyncIterator[tuple[dict[str, str], Screen, Screen]]:
    """A match of two that has begun: the table, and their screens in the order of play."""
    table = open_table(url, **asked)
    async with (
        screen(url, table["id"], table["token"], table["host"]) as anna,
        screen(url, table["id"]) as bert,
    ):
        await bert.say("claim", name="Bert", code=table["code"])
        table["second"] = (await bert.hear("ok"))["token"]
        await anna.say("begin")
        for player in (anna, bert):
            while "match" not in player.welcome:
                player.welcome = await player.hear("welcome")
        first = anna if anna.welcome["places"][0]["seat"] == 0 else bert
        yield table, first, bert if first is anna else anna


def shake(line: socket.socket, path: str) -> None:
    """Turn a connection into a WebSocket by hand."""
    line.sendall(
        f"GET {path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    answer = b""
    while b"\r\n\r\n" not in answer:
        answer += line.recv(1)
    assert b" 101 " in answer


def frame(data: bytes, opcode: int = 1) -> bytes:
    """A masked frame; the mask is zero, so the bytes stay what they are."""
    size = len(data)
    length = bytes([0x80 | size]) if size < 126 else bytes([0xFE, size >> 8, size & 255])
    return bytes([0x80 | opcode]) + length + bytes(4) + data
