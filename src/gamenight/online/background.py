"""Background: the line of a front end without a loop, in a thread, so that the server is answered
while `input` waits for somebody to type."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine
from contextlib import suppress
from threading import Event, Thread
from typing import Any, TypeVar

from gamenight.match.waiting import Think
from gamenight.online.connection import Answered, Connection, Dial
from gamenight.online.line import Connected, Stirred, Told
from gamenight.online.protocol import Heard, Hello, Sent

T = TypeVar("T")
WAITING = "Waiting for the server ..."
CLOSING = 2.0  # seconds


class ThreadLine(Connected):
    """What comes waits until the front end looks, so that nothing changes behind its back. think:
    how the front end waits."""

    def __init__(
        self,
        dial: Dial,
        hello: Callable[[], Hello],
        hear: Told,
        stir: Stirred,
        think: Think,
    ):
        self._hear, self._stir, self._think = hear, stir, think
        self._came, self._is_closed = Event(), False
        self._waiting: deque[Heard] = deque()
        self._loop = asyncio.new_event_loop()
        super().__init__(Connection(dial, hello, self._heard, self._stirred))
        self._thread = Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    async def open(self) -> None:
        await self._do(self._connection.open())

    async def ask(self, message: Sent) -> Answered:
        return await self._do(self._connection.ask(message))

    async def wait(self, sentence: str = "") -> None:
        await self._think(sentence, self._came.wait)
        self._came.clear()

    def interrupt(self) -> None:
        self._came.set()

    def take_in(self) -> None:
        while self._waiting:
            self._hear(self._waiting.popleft())

    def again(self) -> None:
        asyncio.run_coroutine_threadsafe(self._connection.again(), self._loop)

    def close(self) -> None:
        """Hang up; nobody waits long for that."""
        if not self._is_closed:
            self._is_closed = True
            closing = asyncio.run_coroutine_threadsafe(self._connection.close(), self._loop)
            with suppress(TimeoutError):
                closing.result(CLOSING)
            self._loop.call_soon_threadsafe(self._loop.stop)

    async def _do(self, work: Coroutine[Any, Any, T]) -> T:
        doing = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return await self._think(self.trouble or WAITING, doing.result)
        finally:
            doing.cancel()

    def _heard(self, heard: Heard) -> None:
        self._waiting.append(heard)
        self._stirred()

    def _stirred(self) -> None:
        self._came.set()
        self._stir()
