"""Server: tables over HTTP and WebSockets. Every limit is kept here or in `socket.py`."""

from __future__ import annotations

import asyncio
import json
import logging
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any
from urllib.parse import urlsplit

import msgspec
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import Receive, Scope, Send

from gamenight.core import registry
from gamenight.core.errors import GamenightError
from gamenight.online import protocol, tokens
from gamenight.online.catalogue import described, entry
from gamenight.online.house import Draining, House, NewTable, NoTable
from gamenight.online.limits import Limit, Limits
from gamenight.online.metrics import Metrics
from gamenight.online.seating import Seating
from gamenight.online.settings import Settings
from gamenight.online.socket import RATE_SECONDS, Line, attend

LARGEST_BODY = 16 * 1024
SWEEP_SECONDS = 30.0
SAFE = {
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}
log = logging.getLogger("gamenight.online")


def event(what: str, **values: Any) -> None:
    """A line of the log, as JSON; it never holds a token, a name or a card."""
    log.info(json.dumps({"event": what, **values}))


class Lines:
    """A route for WebSockets that this function attends to."""

    def __init__(self, attend: Callable[[Line], Awaitable[None]]):
        self._attend = attend

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._attend(Line(scope, receive, send))


class Server:
    """The routes of a server, over a house of tables."""

    def __init__(self, house: House, settings: Settings):
        self.house, self.settings = house, settings
        self.metrics = Metrics()
        self._screens: Counter[tuple[str, str]] = Counter()  # by address and table
        self._tables = Limits(settings.new_tables, 3600.0)
        self._tries = Limits(settings.tries, 600.0)

    @property
    def app(self) -> Starlette:
        return Starlette(
            routes=[
                Route("/healthz", self._told(self.health)),
                Route("/metrics", self._told(self.measured)),
                Route("/api/games", self._told(self.games)),
                Route("/api/games/{id}", self._told(self.game)),
                Route("/api/tables", self._told(self.tables)),
                Route("/api/tables", self._told(self.new), methods=["POST"]),
                Route("/api/tables/{id}", self._told(self.table)),
                Route("/api/tables/{id}/record", self._told(self.record)),
                Route("/api/codes/{code}", self._told(self.code)),
                WebSocketRoute("/m/{id}/socket", Lines(self.socket)),
                WebSocketRoute("/c/{code}/socket", Lines(self.socket)),
            ],
            lifespan=self._lifespan,
        )

    @asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        sweeping = asyncio.create_task(self._sweep())
        try:
            yield
        finally:
            sweeping.cancel()
            await self.house.close()
            event("ended")

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            self.house.sweep()

    def drain(self) -> None:
        """No new tables; everybody learns that the server ends."""
        if not self.house.draining:
            self.house.draining = True
            event("draining", peers=sum(len(r.screens) for r in self.house.rooms.values()))
            for room in self.house.rooms.values():
                room.tell(protocol.Bye("The server is being restarted."))
                for screen in tuple(room.screens):
                    screen.peer.close(protocol.GOING_AWAY, "the server ends")

    # HTTP.

    def _told(
        self, answer: Callable[[Request], Awaitable[Response]]
    ) -> Callable[[Request], Awaitable[Response]]:
        """An answer with safe headers, or one sentence that says what is wrong."""

        async def respond(request: Request) -> Response:
            try:
                self._check_origin(request)
                response = await answer(request)
            except GamenightError as error:
                status = STATUS.get(error.code, 400)
                response = JSONResponse({"code": error.code, "text": str(error)}, status)
            response.headers.update(SAFE)
            return response

        return respond

    def _check_origin(self, request: HTTPConnection) -> None:
        """A page of somebody else cannot act for whoever looks at it."""
        origin = request.headers.get("origin")
        if origin is None:
            return
        with suppress(ValueError):
            site = urlsplit(origin).netloc
            if site and site == request.headers.get("host"):
                return
        raise ForeignOrigin("this came from another site")

    def _address(self, request: HTTPConnection) -> str:
        """Who asks; a proxy that is trusted says for whom it does."""
        address = request.client.host if request.client is not None else ""
        forwarded = request.headers.get("x-forwarded-for", "")
        if forwarded and address == self.settings.proxy:
            return forwarded.rsplit(",", 1)[-1].strip()
        return address

    async def health(self, request: Request) -> Response:
        ending = self.house.draining
        return PlainTextResponse("draining\n" if ending else "ok\n", 503 if ending else 200)

    async def measured(self, request: Request) -> Response:
        return PlainTextResponse(self.metrics.text(self.house))

    async def games(self, request: Request) -> Response:
        return JSONResponse([entry(registry.game(id)) for id in registry.games()])

    async def game(self, request: Request) -> Response:
        return JSONResponse(described(registry.game(request.path_params["id"])))

    async def tables(self, request: Request) -> Response:
        found = await self.house.public() if self.settings.public else []
        return JSONResponse([self._summary(seating) for seating in found])

    async def table(self, request: Request) -> Response:
        room = await self.house.room(request.path_params["id"])
        return JSONResponse(self._summary(room.seating))

    def _summary(self, seating: Seating) -> dict[str, Any]:
        """What everybody may know of a table."""
        room = self.house.rooms.get(seating.id)
        over = room is not None and room.playing is not None and room.playing.result is not None
        return {
            "id": seating.id,
            "game": seating.game,
            "places": [{"name": place.name, "bot": place.bot} for place in seating.places],
            "state": "open" if seating.match is None else "over" if over else "playing",
        }

    async def new(self, request: Request) -> Response:
        """A new table: its links, once for whoever opened it."""
        address, now = self._address(request), asyncio.get_running_loop().time()
        if not self.settings.tables:
            raise NotHere("tables are opened by this server's host only")
        if not self._tables.of(address).allows(now):
            raise TooMany("you have opened many tables: wait a while")
        asked = await _body(request)
        asked.chat &= self.settings.chat
        seating, host, own = await self.house.new(asked)
        event("table", game=seating.game)
        code = self.house.code(seating)
        return JSONResponse({"id": seating.id, "host": host, "token": own, "code": code}, 201)

    async def code(self, request: Request) -> Response:
        return JSONResponse({"id": await self._coded(request)})

    async def _coded(self, request: HTTPConnection) -> str:
        """The table that a code belongs to; few may be wrong."""
        tries, now = self._tries.of(self._address(request)), asyncio.get_running_loop().time()
        if tries.is_used_up(now):
            raise TooMany("too many wrong codes: wait ten minutes")
        try:
            claim, _, _ = tokens.read_code(request.path_params["code"])
            found = await self.house.claimed(claim)
            if found is None:
                raise tokens.WrongCode("no table has this code (any more)")
        except tokens.WrongCode:
            tries.allows(now)
            raise
        return found

    async def record(self, request: Request) -> Response:
        """The match: whole when it is over, else as a spectator sees it."""
        room = await self.house.room(request.path_params["id"])
        if room.playing is None:
            raise NoTable("the match has not begun")
        await room.playing.settled()
        record = room.playing.match.record
        whole = record if record.result is not None else record.seen_by(None)
        return Response(whole.dumps(), media_type="application/json")

    # WebSockets.

    async def socket(self, socket: Line) -> None:
        """A screen at the table that its path names, by its id or by its code."""
        address, id = self._address(socket), socket.path_params.get("id", "")
        try:
            self._check_origin(socket)
            id = id or await self._coded(socket)
            self._check_room_for(address, id)
        except GamenightError as error:
            await _refuse(socket, error)
            return
        self._screens[address, id] += 1
        try:
            await self._attend(socket, id, self._tries.of(address))
        finally:
            self._screens[address, id] -= 1
            if not self._screens[address, id]:
                del self._screens[address, id]

    def _check_room_for(self, address: str, id: str) -> None:
        """Whether one more screen from this address may look at a table."""
        if self.house.draining:
            raise Draining("this server is about to end")
        tries, now = self._tries.of(address), asyncio.get_running_loop().time()
        if self._screens[address, id] >= self.settings.sockets or tries.is_used_up(now):
            raise TooMany("too many screens or wrong links from here")

    async def _attend(self, socket: Line, id: str, tries: Limit) -> None:
        try:
            room = await self.house.room(id)
        except GamenightError as error:
            if isinstance(error, NoTable):
                tries.allows(asyncio.get_running_loop().time())
            await _refuse(socket, error)
            return
        await socket.accept()
        messages = Limit(self.settings.messages, RATE_SECONDS)
        await attend(socket, room, messages, tries, self.metrics)


async def _refuse(socket: Line, error: GamenightError) -> None:
    await socket.accept()
    await socket.close(CLOSED.get(error.code, protocol.NO_TABLE), str(error)[:100])


class ForeignOrigin(GamenightError):
    """A page of another site."""

    code = "foreign_origin"


class NotHere(GamenightError):
    """This server does not do that."""

    code = "not_here"


class TooMany(GamenightError):
    """Too often."""

    code = "too_many"


STATUS = {
    "no_table": 404,
    "unknown_game": 404,
    "foreign_origin": 403,
    "not_here": 403,
    "too_many": 429,
    "draining": 503,
}
CLOSED = {
    "foreign_origin": protocol.WRONG_LINK,
    "too_many": protocol.TOO_MANY,
    "draining": protocol.GOING_AWAY,
}


async def _body(request: Request) -> NewTable:
    """What was sent, if it is not too much."""
    data = b""
    try:
        async for chunk in request.stream():
            data += chunk
            if len(data) > LARGEST_BODY:
                raise protocol.WrongMessage("this is too long")
        return msgspec.json.decode(data, type=NewTable)
    except (msgspec.DecodeError, UnicodeError, RecursionError, ClientDisconnect) as error:
        raise protocol.WrongMessage(f"this cannot be read ({error})") from None
