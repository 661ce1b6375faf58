"""Server: tables over HTTP and WebSockets. Every limit is kept here or in `socket.py`."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta, Struct
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocketState

from gamenight.core.errors import GamenightError
from gamenight.online import pages, protocol, tokens
from gamenight.online.afterwards import Afterwards
from gamenight.online.bodies import body
from gamenight.online.callers import Callers
from gamenight.online.doors import NAME as CONNECTIONS
from gamenight.online.doors import Connections
from gamenight.online.entrance import Entrance
from gamenight.online.guesses import TRY_SECONDS, Guesses, TooMany
from gamenight.online.house import Draining, House, NewTable, NoTable
from gamenight.online.journal import event, failed, trouble
from gamenight.online.leases import Elsewhere
from gamenight.online.library import Library
from gamenight.online.limits import RATE_SECONDS, Limits
from gamenight.online.metrics import Metrics
from gamenight.online.passes import Passes
from gamenight.online.room import Room
from gamenight.online.settings import Settings
from gamenight.online.socket import Caller, Line
from gamenight.online.summaries import summary, whole_summary

RESTARTING = "The server is being restarted."
CLOSING = (  # a host's own server
    "The host has closed the table for now. Your place is kept: "
    "stay here, or come back by the same link when it is open again."
)
T = TypeVar("T")
LARGEST_BODY = 16 * 1024
SWEEP_SECONDS = 30.0
SAFE = {
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}


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
        self._library = Library(house, settings.proxy)
        self._screens: Counter[tuple[str, str]] = Counter()  # by address and table
        passes = Passes(house.key) if house.leases is not None else None
        self._entrance = Entrance(house, self.metrics, passes)
        self._callers = Callers(settings, passes)
        self._afterwards = Afterwards(house, self._callers.address)
        self._tables = Limits(settings.new_tables, 3600.0)
        self._requests = Limits(settings.requests, RATE_SECONDS)
        self._links = Limits(settings.tries, TRY_SECONDS)  # that are wrong
        self._guesses = Guesses(settings.tries, settings.guesses)

    @property
    def app(self) -> Starlette:
        return Starlette(
            routes=[
                Route("/healthz", self._told(self.health)),
                Route("/metrics", self._told(self.measured)),
                Route("/api/house", self._told(self.rules_of_house)),
                Route("/api/games", self._told(self._library.games)),
                Route("/api/games/{id}", self._told(self._library.game)),
                Route("/api/games/{id}/rules", self._told(self._library.rules)),
                Route("/api/games/{id}/signs", self._told(self._library.signs)),
                Route("/api/games/{id}/lesson", self._told(self._library.lesson)),
                Route("/api/tables/{id}/qr.svg", self._told(self._library.qr)),
                Route("/api/tables/{id}/link", self._told(self._library.link)),
                Route("/api/tables", self._told(self.tables)),
                Route("/api/tables", self._told(self.new), methods=["POST"]),
                Route("/api/tables/{id}", self._told(self.table)),
                Route("/api/tables/{id}/record", self._told(self.record)),
                Route("/api/tables/{id}/replay", self._told(self._afterwards.replay)),
                Route("/api/tables/{id}/proof", self._told(self._afterwards.proof)),
                Route("/api/tables/{id}/review", self._told(self._afterwards.review)),
                Route("/api/replays", self._told(self._afterwards.replay_of), methods=["POST"]),
                Route("/api/reviews", self._told(self._afterwards.review_of), methods=["POST"]),
                Route("/api/codes", self._told(self.code), methods=["POST"]),
                WebSocketRoute("/m/{id}/socket", Lines(self.socket)),
                WebSocketRoute("/c/{code}/socket", Lines(self.socket)),
                *pages.routes(),
            ],
            lifespan=self._lifespan,
            exception_handlers={404: pages.nowhere},
        )

    @asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[dict[str, Any]]:
        sweeping = asyncio.create_task(self._sweep())
        try:
            yield {CONNECTIONS: Connections(self.settings, self.house.servers)}
        finally:
            sweeping.cancel()
            self._afterwards.close()
            await self.house.close()
            event("ended")

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            self.house.sweep()
            with suppress(GamenightError):  # the next time, perhaps
                await self.house.look_at_clocks()
                await self.house.back_up()
                await self.house.tidy()

    def drain(self) -> None:
        """No new tables; everybody learns that the server ends."""
        if not self.house.draining:
            self.house.draining = True
            event("draining", peers=sum(len(r.screens) for r in self.house.rooms.values()))
            for room in self.house.rooms.values():
                room.tell(protocol.Bye(RESTARTING if self.settings.tables else CLOSING))
                for screen in tuple(room.screens):
                    screen.peer.close(protocol.GOING_AWAY, "the server ends")

    # HTTP.

    def _told(
        self, answer: Callable[[Request], Awaitable[Response]]
    ) -> Callable[[Request], Awaitable[Response]]:
        """An answer with safe headers, or one sentence that says what is wrong."""

        async def respond(request: Request) -> Response:
            try:
                self._callers.check(request)
                address = self._callers.address(request)
                if not self._requests.of(address).allows(_now()):
                    raise TooMany("you ask for too much: wait a moment")
                response = await self._entrance.answer(answer, request, address)
            except GamenightError as error:
                status = STATUS.get(error.code, 400)
                response = JSONResponse({"code": error.code, "text": str(error)}, status)
            except Exception as error:
                failed(error)
                response = JSONResponse({"code": Failed.code, "text": str(Failed())}, 500)
            response.headers.update(SAFE)
            return response

        return respond

    async def health(self, request: Request) -> Response:
        ending = self.house.draining
        return PlainTextResponse("draining\n" if ending else "ok\n", 503 if ending else 200)

    async def measured(self, request: Request) -> Response:
        """For whoever runs the server: a count tells others when somebody has done a thing."""
        if not self._callers.is_operator(request):
            raise NotHere("figures are for this machine, or for whoever has the token for them")
        return PlainTextResponse(self.metrics.text(self.house))

    async def rules_of_house(self, request: Request) -> Response:
        """What this server does for everybody: the page offers nothing else."""
        settings, where = self.settings, self.house.where
        return JSONResponse(
            {
                "public": settings.public,
                "tables": settings.tables,
                "chat": settings.chat,
                "clock": settings.clock,
                "where": "http://{}:{}".format(*where) if where else "",
            }
        )

    async def tables(self, request: Request) -> Response:
        found, rooms = await self.house.public() if self.settings.public else [], self.house.rooms
        return JSONResponse([summary(one, rooms.get(one.id), over) for one, over in found])

    async def table(self, request: Request) -> Response:
        try:
            async with self._visiting(request) as room:
                await room.settled()
                return JSONResponse(whole_summary(room))
        except (Elsewhere, NoTable, TooMany, Draining):
            raise
        except Exception as error:  # of a plug-in, or of a match that cannot be read
            try:
                seating, over = await self.house.glance(request.path_params["id"])
            except NoTable:
                raise error from None
            trouble("summary", type(error).__name__)
            return JSONResponse(summary(seating, None, over))

    async def new(self, request: Request) -> Response:
        """A new table: its links, once for whoever opened it."""
        address = self._callers.address(request)
        if not self.settings.tables:
            raise NotHere("tables are opened by this server's host only")
        if not self._tables.of(address).allows(_now()):
            raise TooMany("you have opened many tables: wait a while")
        asked = await _body(request, NewTable)
        if asked.chat and not self.settings.chat:
            raise NotHere("nobody talks at this server: its host has not allowed it")
        asked.public = asked.public and self.settings.public  # also if that changes later
        seating, host, own = await self.house.new(asked)
        event("table", game=seating.game)
        code = self.house.code(seating)
        return JSONResponse({"id": seating.id, "host": host, "token": own, "code": code}, 201)

    async def code(self, request: Request) -> Response:
        """Not by GET: a picture of another site would use up the tries of whoever looks at it."""
        code = (await _body(request, Coded)).code
        return JSONResponse({"id": await self._coded(code, self._callers.address(request))})

    async def _coded(self, code: str, address: str) -> str:
        """The table that a code belongs to; few may be wrong."""
        guess = await self._guesses.begin(address)
        claim, _, _ = tokens.read_code(code)
        found = await self.house.claimed(claim)
        if found is None:
            told = "no table has this code (any more): check it, or ask the host for a new one"
            raise tokens.WrongCode(told)
        guess.right()
        return found

    @asynccontextmanager
    async def _visiting(self, request: Request) -> AsyncIterator[Room]:
        """The table that a request is about; few may be wrong."""
        wrong = self._links.of(self._callers.address(request))
        if wrong.is_used_up(_now()):
            raise TooMany("too many wrong links: wait ten minutes")
        try:
            async with self.house.visiting(request.path_params["id"], looks=True) as room:
                yield room
        except NoTable:
            wrong.allows(_now())
            raise

    async def record(self, request: Request) -> Response:
        """The match: whole when it is over, else as a spectator sees it."""
        async with self._visiting(request) as room:
            if room.playing is None:
                raise NoTable("the match has not begun")
            wanted = request.query_params.get("match", "")
            _, record = await self.house.round(room.playing, wanted)
        whole = record if record.result is not None else record.seen_by(None)
        return Response(whole.dumps(), media_type="application/json")

    # WebSockets.

    async def socket(self, socket: Line) -> None:
        """A screen at the table that its path names, by its id or by its code."""
        address, id = self._callers.address(socket), socket.path_params.get("id", "")
        caller = Caller(address, self._guesses, self._links.of(address), coded=not id)
        try:
            self._callers.check(socket)
            id = id or await self._coded(socket.path_params["code"], address)
            self._check_room_for(address, id)
        except GamenightError as error:
            await _refuse(socket, error)
            return
        self._screens[address, id] += 1
        try:
            await self._attend(socket, id, caller)
        except Exception as error:
            failed(error)
            await _refuse(socket, Failed())
        finally:
            self._screens[address, id] -= 1
            if not self._screens[address, id]:
                del self._screens[address, id]

    def _check_room_for(self, address: str, id: str) -> None:
        """Whether one more screen from this address may look at a table."""
        if self.house.draining:
            raise Draining("this server is about to end")
        if self._screens[address, id] >= self.settings.sockets:
            raise TooMany("too many screens from here")

    async def _attend(self, socket: Line, id: str, caller: Caller) -> None:
        try:
            await self._entrance.screen(socket, id, caller)
        except GamenightError as error:
            if isinstance(error, NoTable) and not caller.links.allows(_now()):
                error = TooMany("too many wrong links: wait ten minutes")
            await _refuse(socket, error)


async def _refuse(socket: Line, error: GamenightError) -> None:
    """Say why and end it, if it can still hear it."""
    with suppress(Exception):
        if socket.application_state is WebSocketState.CONNECTING:
            await socket.accept()
        await socket.close(CLOSED.get(error.code, protocol.NO_TABLE), str(error)[:100])


def _now() -> float:
    return asyncio.get_running_loop().time()


class NotHere(GamenightError):
    """This server does not do that."""

    code = "not_here"


class Failed(GamenightError):
    """A fault of this program."""

    code = "failed"

    def __init__(self) -> None:
        super().__init__("this went wrong at the server, which has noted it")


STATUS = {
    "no_table": 404,
    "unknown_game": 404,
    "no_lesson": 404,
    "foreign_origin": 403,
    "wrong_host": 403,
    "not_here": 403,
    "too_many": 429,
    "too_early": 409,
    "draining": 503,
}
CLOSED = {
    "foreign_origin": protocol.WRONG_LINK,
    "wrong_host": protocol.WRONG_LINK,
    "too_many": protocol.TOO_MANY,
    "draining": protocol.GOING_AWAY,
    "failed": protocol.BROKEN,
}


class Coded(Struct, forbid_unknown_fields=True):
    """A code, to learn whose it is."""

    code: Annotated[str, Meta(max_length=LARGEST_BODY)]


async def _body(request: Request, kind: type[T]) -> T:
    """What was sent."""
    data = await body(request, LARGEST_BODY)
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise protocol.WrongMessage(f"this cannot be read ({error})") from None
