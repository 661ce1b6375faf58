"""Cable: a line to a server that a test cuts whenever it likes, in the middle of frames too."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from threading import Event, Thread


class Cable:
    """In a thread of its own. cuts: how often somebody's connection was cut."""

    def __init__(self, port: int):
        self._port, self._ready = port, Event()
        self._ends: set[asyncio.StreamWriter] = set()
        self._dead: set[asyncio.StreamWriter] = set()
        self.deaf = 0  # how many of the next lines lead nowhere
        self.cuts = 0
        Thread(target=asyncio.run, args=(self._run(),), daemon=True).start()
        self._ready.wait()

    async def _run(self) -> None:
        self._loop, self._done = asyncio.get_running_loop(), asyncio.Event()
        async with await asyncio.start_server(self._carry, "127.0.0.1", 0) as listening:
            self.url = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
            self._ready.set()
            await self._done.wait()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.deaf:
            self.deaf -= 1
            await self._done.wait()
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._port)
        except OSError:  # there is no server just now
            writer.transport.abort()
            return
        ends = {writer, far_writer}
        self._ends |= ends
        ways = [self._forward(reader, far_writer), self._forward(far_reader, writer)]
        await asyncio.wait(map(asyncio.create_task, ways), return_when=asyncio.FIRST_COMPLETED)
        self._ends -= ends
        for end in ends:
            end.transport.abort()

    def cut(self) -> None:
        """Everybody's line is gone."""
        self._loop.call_soon_threadsafe(self._cut)

    def _cut(self) -> None:
        self.cuts += bool(self._ends)
        for end in self._ends:
            end.transport.abort()

    def die(self) -> None:
        """Nothing gets through any more on the lines there are, and nobody is told."""
        self._loop.call_soon_threadsafe(lambda: self._dead.update(self._ends))

    async def _forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(4096):
                if writer not in self._dead:
                    writer.write(data)
                    await writer.drain()

    def close(self) -> None:
        self.cut()
        self._loop.call_soon_threadsafe(self._done.set)
