"""Lines: how a client talks to its server, on the loop of the front end."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Protocol

from gamenight.core.errors import GamenightError
from gamenight.online.connection import Answered, Connection, Dial
from gamenight.online.protocol import Heard, Hello, Sent

Told = Callable[[Heard], None]
Stirred = Callable[[], None]


class Line(Protocol):
    """How a client talks to its server: on the loop of the front end, or in a thread."""

    @property
    def trouble(self) -> str: ...

    @property
    def failure(self) -> GamenightError | None: ...

    def number(self) -> int: ...

    async def open(self) -> None: ...

    async def ask(self, message: Sent) -> Answered: ...

    async def wait(self, sentence: str = "") -> None:
        """Until something has come, or `interrupt`; meanwhile the sentence says for whom."""

    def interrupt(self) -> None: ...

    def take_in(self) -> None:
        """Let the client hear what has come."""

    def again(self) -> None:
        """Connect again: something was missed."""

    def close(self) -> None: ...


class Connected:
    """What every line says about its connection."""

    def __init__(self, connection: Connection):
        self._connection = connection

    @property
    def trouble(self) -> str:
        return self._connection.trouble

    @property
    def failure(self) -> GamenightError | None:
        return self._connection.failure

    def number(self) -> int:
        return self._connection.number()


class LoopLine(Connected):
    """A line on the loop of the front end: everything is heard as it comes."""

    def __init__(self, dial: Dial, hello: Callable[[], Hello], hear: Told, stir: Stirred):
        self._came = asyncio.Event()
        self._hear, self._stir = hear, stir
        super().__init__(Connection(dial, hello, self._heard, self._stirred))
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        await self._connection.open()

    async def ask(self, message: Sent) -> Answered:
        return await self._connection.ask(message)

    async def wait(self, sentence: str = "") -> None:
        await self._came.wait()
        self._came.clear()

    def interrupt(self) -> None:
        self._came.set()

    def take_in(self) -> None:
        return  # it was heard as it came

    def again(self) -> None:
        self._begin(self._connection.again())

    def close(self) -> None:
        self._begin(self._connection.close())

    def _begin(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _heard(self, heard: Heard) -> None:
        self._hear(heard)
        self._stirred()

    def _stirred(self) -> None:
        self._came.set()
        self._stir()
