"""Entrance: how people come to a table, at this server or through the one that has it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response
from uvicorn.protocols.utils import ClientDisconnected

from gamenight.online.house import House
from gamenight.online.leases import Elsewhere
from gamenight.online.metrics import Metrics
from gamenight.online.passes import Passes
from gamenight.online.relay import Relay, Unanswered
from gamenight.online.socket import Caller, Line, attend

TAKING_SECONDS = 8.0  # for a table whose server does not answer
AGAIN_SECONDS = 0.25


class Entrance:
    """To the tables of a house. passes: for other servers, where there may be any."""

    def __init__(self, house: House, metrics: Metrics, passes: Passes | None):
        self._house, self._metrics = house, metrics
        self._relay = Relay(passes) if passes is not None else None

    async def screen(self, socket: Line, id: str, caller: Caller) -> None:
        """One screen at a table, from its first word to the last. While the server that has the
        table does not answer, this waits: soon the table will be here. Raises a GamenightError."""
        until = asyncio.get_running_loop().time() + TAKING_SECONDS
        while True:
            try:
                await self._attend(socket, id, caller)
                return
            except ClientDisconnected:
                return  # they did not wait for an answer
            except Unanswered:
                if asyncio.get_running_loop().time() > until:
                    raise
            await asyncio.sleep(AGAIN_SECONDS)

    async def _attend(self, socket: Line, id: str, caller: Caller) -> None:
        try:
            async with self._house.visiting(id) as room:
                await socket.accept()
                await attend(socket, room, caller, self._metrics)
        except Elsewhere as other:
            assert self._relay is not None
            await self._relay.screen(socket, caller.address, other.address)

    async def answer(
        self, answer: Callable[[Request], Awaitable[Response]], request: Request, address: str
    ) -> Response:
        """What is answered to a request from this address."""
        try:
            return await answer(request)
        except Elsewhere as other:
            assert self._relay is not None
            return await self._relay.answer(request, address, other.address)
