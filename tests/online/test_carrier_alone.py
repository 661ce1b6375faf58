"""The end of a WebSocket without a socket: what it does with a transport that a test looks into."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, cast
from unittest.mock import patch

from uvicorn.config import Config
from uvicorn.server import ServerState

from gamenight.online.carrier import FLOOD, Carrier
from gamenight.online.doors import NAME as CONNECTIONS
from gamenight.online.doors import Connections
from gamenight.online.settings import Settings
from gamenight.online.socket import SocketPeer
from tests.online.rooms import idle
from tests.online.servers import frame

SHAKE = (
    b"GET /m/table/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
    b"Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    b"Sec-WebSocket-Version: 13\r\n\r\n"
)
PING, PONG = 9, 0x8A


class Transport:
    """Keeps what is written, and knows whether anybody reads."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.reading, self.closing, self.aborted = True, False, False

    def get_extra_info(self, name: str) -> Any:
        return None

    def write(self, data: bytes) -> None:
        self.written.append(data)

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True

    def is_closing(self) -> bool:
        return self.closing

    def close(self) -> None:
        self.closing = True

    def abort(self) -> None:
        self.closing = self.aborted = True


def carried(work: Callable[[Carrier, Transport, asyncio.Event], Any]) -> None:
    """A socket that is open, until the event lets the app that has it end."""

    async def run() -> None:
        over = asyncio.Event()

        async def app(scope: Any, receive: Any, send: Any) -> None:
            await receive()
            await send({"type": "websocket.accept"})
            await over.wait()

        config = Config(app, log_config=None, ws_ping_interval=None)
        config.load()
        shared = {CONNECTIONS: Connections(Settings())}
        carrier, transport = Carrier(config, ServerState(), shared), Transport()
        carrier.connection_made(transport)  # type: ignore[arg-type]
        carrier.data_received(SHAKE)
        await idle()
        transport.written.clear()
        await work(carrier, transport, over)
        over.set()
        await idle()

    asyncio.run(run())


def test_who_sends_faster_than_it_is_read_has_to_wait() -> None:
    """Else it would fill the memory with what nobody has looked at yet."""

    async def work(carrier: Carrier, transport: Transport, over: asyncio.Event) -> None:
        carrier.data_received(frame(b"one"))
        assert transport.reading, "one message waits for nobody"
        carrier.data_received(frame(b"two"))
        assert not transport.reading
        heard = [await carrier.receive(), await carrier.receive()]
        assert [message["text"] for message in heard] == ["one", "two"]
        assert transport.reading

    carried(work)


def test_who_does_not_read_gets_no_pongs() -> None:
    async def work(carrier: Carrier, transport: Transport, over: asyncio.Event) -> None:
        carrier.data_received(frame(b"x", PING))
        assert [data[0] for data in transport.written] == [PONG]
        carrier.pause_writing()
        carrier.data_received(frame(b"x", PING))
        carrier.resume_writing()
        assert len(transport.written) == 1
        carrier.data_received(frame(b"y", PING))
        assert b"".join(transport.written[1:]) == bytes((PONG, 1)) + b"y", "that one is not late"

    carried(work)


def test_who_does_not_read_is_not_waited_for_at_the_end() -> None:
    async def work(carrier: Carrier, transport: Transport, over: asyncio.Event) -> None:
        carrier.pause_writing()
        over.set()
        await idle()
        assert transport.aborted

    carried(work)


def test_64_messages_wait_for_whoever_does_not_read_and_no_more() -> None:
    class Deaf:
        is_free = False

        async def freed(self) -> None:
            await asyncio.Event().wait()

    class Line:
        carrier = Deaf()

    async def work() -> None:
        peer = SocketPeer(cast(Any, Line()))
        for _ in range(64):
            peer.send("{}")
            await asyncio.sleep(0)
        assert not peer.dropped
        peer.send("{}")
        assert peer.dropped

    asyncio.run(work())


def test_of_a_flood_that_comes_at_once_little_is_read() -> None:
    """Every frame takes its time, and everybody else would wait for all of them."""

    async def work(carrier: Carrier, transport: Transport, over: asyncio.Event) -> None:
        with patch.object(carrier.conn, "receive_data", wraps=carrier.conn.receive_data) as read:
            carrier.data_received(frame(b"", PING) * 40_000)
        assert sum(len(call.args[0]) for call in read.call_args_list) < 4_096
        assert (await carrier.receive())["type"] == FLOOD

    carried(work)
