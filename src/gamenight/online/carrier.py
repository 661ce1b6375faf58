"""Carrier: the web server's end of a WebSocket. It hands over what has come, and takes what is
ready to be sent."""

from __future__ import annotations

import asyncio
from statistics import median
from typing import Any, cast
from weakref import ref

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import OPEN

from gamenight.online.doors import NAME as CONNECTIONS
from gamenight.online.frames import framed, is_end, only_frame
from gamenight.online.limits import RATE_SECONDS, Limit

NAME = "gamenight.carrier"  # of the extension by which a socket finds it
FLOOD = "gamenight.flood"  # of the last event of a line that sends too much
PIECE = 1_024  # bytes that are read before their frames are counted: at most 171
TRIPS = 5  # pings whose answers tell how slow a line is
SOON = 1.0  # seconds until the next of the first pings
MOST_UNHEARD = 64 * 1_024  # bytes that may still come when nobody listens any more


class Inbox:
    """What has come, for the one task that reads it. asyncio's queue is for many, and every message
    would pay for that. It is a list, for hardly ever do more than two wait, and an empty deque is
    0.6 kB of every line."""

    __slots__ = ("_events", "_reader")

    def __init__(self) -> None:
        self._events: list[Any] = []
        self._reader: asyncio.Future[None] | None = None

    def __len__(self) -> int:
        return len(self._events)

    def empty(self) -> bool:
        return not self._events

    def put_nowait(self, event: Any) -> None:
        self._events.append(event)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    def coming(self) -> asyncio.Future[None]:
        """When something has come, where nothing is there."""
        self._reader = asyncio.get_running_loop().create_future()
        return self._reader

    def take(self) -> Any:
        return self._events.pop(0)


class Carrier(WebSocketsSansIOProtocol):
    """uvicorn's protocol; its scope leads back to it."""

    _alone = True  # whether all that has come were frames by themselves
    _flooded = False  # whether too many frames have come: nobody listens any more
    _unheard = 0  # bytes that have come since then
    is_free = True  # whether it takes more bytes now
    _measured = False  # whether somebody wants to know how slow it is
    _trips: tuple[float, ...] = ()  # the seconds that the latest pings and their answers took

    def __init__(self, *given: Any, **named: Any):
        super().__init__(*given, **named)
        self._inbox = Inbox()
        self.queue = cast(Any, self._inbox)
        self._frames = Limit(self.app_state[CONNECTIONS].messages, RATE_SECONDS)

    @staticmethod
    def of(scope: Any) -> Carrier:
        """The carrier of an ASGI scope."""
        return cast("Carrier", scope["extensions"][NAME]())

    async def run_asgi(self) -> None:
        cast(Any, self.scope)["extensions"][NAME] = ref(self)
        await super().run_asgi()
        if not self.is_free:  # whoever does not read does not read the rest either
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """What a line was made of is free at once: else it would wait until rubbish is looked for,
        which a server does seldom."""
        self.app_state[CONNECTIONS].ended(self.client[0] if self.client else "")
        super().connection_lost(exc)
        self.is_free = True
        self.conn.parser.close()

    def pause_writing(self) -> None:
        self.is_free = False
        super().pause_writing()

    def resume_writing(self) -> None:
        self.is_free = True
        super().resume_writing()

    def data_received(self, data: bytes) -> None:
        """A text that comes by itself is read here, a tenth of the work of a move. Once anything
        else has come, the library reads it all: only it knows where the next frame begins. It does
        so piece by piece, for some bytes can be so many frames that everybody would wait."""
        if self._flooded:
            self._ignore(data)
            return
        only = only_frame(data) if self._alone and self.conn.state is OPEN else None
        if only is not None and only.text is not None:
            if self._frames.allows(self.loop.time()):
                self._hear(only.text)
            else:
                self._flood()
            return
        if only is None and self.handshake_initiated:
            self._alone = False
        for start in range(0, len(data), PIECE):
            if not self._flooded and not self.transport.is_closing():
                super().data_received(data[start : start + PIECE])

    def handle_events(self) -> None:
        """What the library has read. Every frame counts, of whatever kind: empty ones, pieces of a
        message and pings cost as much as a message does."""
        now, frames = self.loop.time(), self.handshake_initiated and self.conn.events
        if frames and not all(self._frames.allows(now) for _ in frames):
            self._flood()
        else:
            super().handle_events()

    def _flood(self) -> None:
        """Whoever reads this line learns it after all that came before."""
        self._flooded = True
        self._inbox.put_nowait({"type": FLOOD})

    def _ignore(self, data: bytes) -> None:
        """Wait for the other end to hang up, but not for long."""
        self._unheard += len(data)
        if self._unheard > MOST_UNHEARD:
            self.transport.abort()
        elif self.close_sent and is_end(data):
            self.transport.close()

    def handle_ping(self) -> None:
        """A ping is answered if the answer can go out: whoever does not read gets none."""
        if self.is_free:
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def handle_pong(self, event: Any) -> None:
        """How long the answer took."""
        waiting = self.pending_ping_payload
        super().handle_pong(event)
        if waiting is not None and self.pending_ping_payload is None:
            self._trips = (*self._trips, self.last_ping_rtt)[-TRIPS:]

    def schedule_ping(self) -> None:
        super().schedule_ping()
        self._ping_soon()

    def measure(self) -> None:
        """From now on it matters how slow this line is. Where nobody asks, it is not looked at: a
        ping and its answer cost as much as a move."""
        if not self._measured:
            self._measured = True
            self._ping_soon()

    def _ping_soon(self) -> None:
        """The first pings, so that it is known early how slow a line is."""
        if self._measured and len(self._trips) < TRIPS and self.ping_timer is not None:
            self.ping_timer.cancel()
            self.ping_timer = self.loop.call_later(SOON, self.send_keepalive_ping)

    async def receive(self) -> Any:
        """The next event; when none is left, more may come."""
        inbox = self._inbox
        while inbox.empty():
            await inbox.coming()
        event = inbox.take()
        if self.read_paused and inbox.empty():
            self.read_paused = False
            self.transport.resume_reading()
        return event

    @property
    def lag(self) -> float:
        """The seconds that a ping and its answer take, as a rule: a slow one does not count, nor
        does one that was answered late on purpose, unless most are."""
        return median(self._trips) if self._trips else 0.0

    def _hear(self, text: str) -> None:
        """Whoever sends more before this is read has to wait; after the end nobody reads."""
        if self.close_sent:
            return
        self._inbox.put_nowait({"type": "websocket.receive", "text": text})
        if len(self._inbox) > 1 and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def carry(self, text: str) -> None:
        """Send a text at once; what comes after the end of the line is lost."""
        if not self.close_sent and not self.disconnected:
            self.transport.write(framed(text))

    async def freed(self) -> None:
        """When it takes bytes again, or never will."""
        await self.writable.wait()
