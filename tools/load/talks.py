"""Talks: how clients sit down at a table of each server and play there."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from itertools import count
from secrets import token_hex
from typing import Protocol, TypeVar
from urllib.request import Request, urlopen

import msgspec
from msgspec import Raw, Struct

from gamenight.online import protocol
from gamenight.online.protocol import Begin, Claim, Hello, Play

from .line import HOST, Line, Lost
from .pairs import Pair, Talk

T = TypeVar("T", bound=protocol.Told)
encode = msgspec.json.encode


class Venue(Talk, Protocol):
    """A server, as somebody who comes to play sees it."""

    async def sit_down(self, script: Sequence[str]) -> Pair:
        """A new match, with both players at it."""

    async def look_on(self, table: str) -> Line:
        """One more who looks at a table."""


class Heard(Struct):
    """What clients look at in a message of our server's, or of the floor's."""

    t: str
    n: tuple[int, int] = (0, 0)


_heard = msgspec.json.Decoder(Heard)


class Ours:
    """Text clients of `gamenight serve`. others: where the second player of each table comes in, if
    that is at another server with the same store."""

    game = "oware"

    def __init__(self, port: int, others: int | None = None):
        self._port, self._others = port, others or port
        self._ids = count(1)

    async def sit_down(self, script: Sequence[str]) -> Pair:
        table, lines = await self.open()
        return Pair(self, table, lines, script)

    async def open(self) -> tuple[str, list[Line]]:
        """A new table whose match has begun, and the players' lines in the order of seats."""
        new = await asyncio.to_thread(self._new_table)
        first = await self._hello(new["id"], [new["host"], new["token"]])
        second = await self._hello(new["id"], [], self._others)
        second.send(encode(Claim(next(self._ids), "Ben", new["code"])))
        await _next(second, protocol.Ok)
        first.send(encode(Begin(next(self._ids))))
        seats = [await self._seat(line) for line in (first, second)]
        return new["id"], [line for _, line in sorted(zip(seats, (first, second), strict=True))]

    async def look_on(self, table: str) -> Line:
        return await self._hello(table, [])

    def move(self, match: str, seat: int, plies: int, text: str) -> bytes:
        return encode(Play(next(self._ids), (plies, 0), seat, text))

    def plies(self, message: bytes) -> int | None:
        heard = _heard.decode(message)
        if heard.t == "no":
            raise Lost(message.decode())
        return heard.n[0] if heard.t == "ply" else None

    def _new_table(self) -> dict[str, str]:
        wanted = {"game": self.game, "name": "Ann", "places": 2}
        request = Request(f"http://{HOST}:{self._port}/api/tables", json.dumps(wanted).encode())
        with urlopen(request) as answer:
            return dict(json.load(answer))

    async def _hello(self, table: str, tokens: list[str], port: int | None = None) -> Line:
        line = await Line.to(port or self._port, f"/m/{table}/socket")
        line.send(encode(Hello(protocol.VERSION, tokens, "text")))
        await _next(line, protocol.Welcome)
        return line

    async def _seat(self, line: Line) -> int:
        """Which seat of the match this line has, when it has begun."""
        while True:
            told = await _next(line, protocol.Welcome)
            if told.match is not None:
                seat = told.places[told.yours[0]].seat
                assert seat is not None
                return seat


class Floor:
    """The echo server's clients: the same messages, without tables, tokens and rules."""

    def __init__(self, port: int):
        self._port = port
        self._ours = Ours(port)
        self._tables = map(f"{token_hex(4)}-{{}}".format, count(1))
        self.move, self.plies = self._ours.move, self._ours.plies

    async def sit_down(self, script: Sequence[str]) -> Pair:
        table = next(self._tables)
        return Pair(self, table, [await self.look_on(table) for _ in range(2)], script)

    async def look_on(self, table: str) -> Line:
        return await Line.to(self._port, f"/m/{table}/socket")


class State(Struct):
    """What clients of boardgame.io look at in a state."""

    number: int = msgspec.field(name="_stateID")


_update = msgspec.json.Decoder(tuple[str, str, State, Raw])
GAME = "trivial"
CONNECT, EVENT, PING, PONG = b"40", b"42", b"2", b"3"  # packets of engine.io and socket.io
UPDATE = b'42/%s,["update",' % GAME.encode()


class BoardgameIO:
    """Clients of boardgame.io, which talk socket.io over a WebSocket: no polling before it."""

    def __init__(self, port: int):
        self._port = port
        self._matches = map(f"{token_hex(4)}-{{}}".format, count(1))

    async def sit_down(self, script: Sequence[str]) -> Pair:
        match = next(self._matches)
        return Pair(self, match, [await self._sync(match, str(n)) for n in range(2)], script)

    async def look_on(self, table: str) -> Line:
        return await self._sync(table, None)

    def move(self, match: str, seat: int, plies: int, text: str) -> bytes:
        player = str(seat)
        payload = {"type": "sow", "args": [text], "playerID": player, "credentials": None}
        action = {"type": "MAKE_MOVE", "payload": payload}
        return _event("update", action, plies, match, player)

    def plies(self, message: bytes) -> int | None:
        if not message.startswith(UPDATE):
            return None
        return _update.decode(message[len(UPDATE) - len('["update",') :])[2].number

    async def _sync(self, match: str, player: str | None) -> Line:
        """A line whose player has been told the state; the first makes the match."""
        line = await Line.to(self._port, "/socket.io/?EIO=4&transport=websocket")
        line.replies[PING] = PONG
        await _until(line, b"0{")
        line.send(CONNECT + f"/{GAME},".encode())
        await _until(line, CONNECT)
        line.send(_event("sync", match, player, None, 2))
        await _until(line, f'42/{GAME},["sync"'.encode())
        return line


def _event(*arguments: object) -> bytes:
    return b"%s/%s,%s" % (EVENT, GAME.encode(), encode(arguments))


async def _until(line: Line, start: bytes) -> None:
    """Listen for a packet that begins so."""
    while not (await line.listen()).startswith(start):
        pass


async def _next(line: Line, kind: type[T]) -> T:
    """The next message of this kind."""
    while True:
        told = protocol.read_heard(await line.listen())
        if isinstance(told, kind):
            return told
        if isinstance(told, protocol.No):
            raise Lost(told.text)
