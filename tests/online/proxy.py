"""Proxy: a line to a server that is delayed and cut, in the middle of frames too."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from random import Random


class Proxy:
    """cuts: how many there were; most: how many there may be."""

    def __init__(self, port: int, rng: Random, most: int):
        self._port, self._rng, self._most = port, rng, most
        self.cuts = 0
        self.url = ""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection. It is cut after some bytes, whoever sent them."""
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._port)
        ways = (self._forward(reader, far_writer), self._forward(far_reader, writer))
        tasks = [asyncio.create_task(way) for way in ways]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()
        for end in (writer, far_writer):
            end.transport.abort()

    async def _forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        left = self._rng.randint(300, 3000)
        with suppress(OSError):
            while data := await reader.read(4096):
                if self._rng.random() < 0.1:
                    await asyncio.sleep(self._rng.random() * 0.01)
                if self.cuts < self._most and len(data) > left:
                    self.cuts += 1
                    writer.write(data[:left])  # half a frame, as it may be
                    if self._rng.random() < 0.5:
                        await writer.drain()
                        await asyncio.sleep(0.001)
                    return
                left -= len(data)
                writer.write(data)
                await writer.drain()


@asynccontextmanager
async def proxied(port: int, rng: Random, most: int) -> AsyncIterator[Proxy]:
    proxy = Proxy(port, rng, most)
    listening = await asyncio.start_server(proxy.serve, "127.0.0.1", 0)
    proxy.url = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
    try:
        yield proxy
    finally:
        listening.close()
