"""Company: people at tables of a server, without browsers, who play on until there is something to
see. Whoever opens the page with their links sees what they see."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from random import Random
from threading import Thread
from typing import Any, TypeVar

from gamenight.bots import bots_for
from gamenight.match.table import Table
from gamenight.online.client import Client
from gamenight.online.dialing import dial
from gamenight.online.hosting import Hosting
from gamenight.online.house import NewTable
from gamenight.online.links import BETWEEN, Address, read_address

T = TypeVar("T")
NAMES = ("Ama", "Kofi", "Esi", "Yaw", "Abena", "Kwame")
GLANCE = 0.005  # seconds until the next look
PATIENCE = 300.0  # seconds until something hangs


class Company:
    """Everybody who sits at tables of this server, in a thread of their own."""

    def __init__(self, hosting: Hosting):
        self.hosting = hosting
        self._loop = asyncio.new_event_loop()
        Thread(target=self._loop.run_forever, daemon=True).start()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE)

    def gather(self, asked: NewTable, people: int, names: Sequence[str] = NAMES) -> Party:
        """A table that waits, with this many people at it."""
        seating, host, _ = self.hosting.call(self.hosting.house.new(asked))
        address = Address(self.hosting.url, seating.id, (host,))
        return Party(self, self.run(_seated(address, names[:people])))

    def seat(self, asked: NewTable, people: int) -> Party:
        """A match that has begun."""
        found = self.gather(asked, people)
        found.begin()
        return found


async def _seated(address: Address, names: Sequence[str]) -> list[Client]:
    found: list[Client] = []
    for name in names:
        client = Client(read_address(found[0].invitation()) if found else address, dial)
        await client.open()
        await client.claim(name)
        found.append(client)
    return found


class Party:
    """The people at one table; the first is its host."""

    def __init__(self, company: Company, clients: Sequence[Client]):
        self._company, self.clients, self._rng = company, clients, Random(7)

    @property
    def id(self) -> str:
        return self.clients[0].address.table

    @property
    def tables(self) -> list[Table]:
        return [client.table for client in self.clients if client.table is not None]

    def path(self, person: int = 0) -> str:
        """The address of the page as this person has it."""
        return f"/m/{self.id}#{BETWEEN.join(self.clients[person].address.tokens)}"

    def begin(self) -> None:
        async def begun() -> None:
            await self.clients[0].begin()
            await self._until(lambda: len(self.tables) == len(self.clients))

        self._company.run(begun())

    def play(self, enough: Callable[[Sequence[Table]], bool]) -> None:
        """As `greedy` plays, until this is so or it is over."""
        self._company.run(self._play(enough))

    def play_one(self) -> None:
        """Somebody moves."""
        before = self.tables[0].last
        self.play(lambda tables: tables[0].last > before)

    async def _play(self, enough: Callable[[Sequence[Table]], bool]) -> None:
        while True:
            await self._until(self._settled)
            if enough(self.tables) or self._over():
                return
            asked = [table for table in self.tables if table.turn().kind not in WAITING]
            await self._act(min(asked, key=lambda table: table.turn().kind == "offered"))

    def _settled(self) -> bool:
        """Everybody has seen everything, and somebody is asked."""
        for client in self.clients:
            client.look()
        kinds = {table.turn().kind for table in self.tables}
        same = len({table.last for table in self.tables}) == 1
        return self._over() or (same and not kinds <= {*WAITING, "offered"})

    def _over(self) -> bool:
        return any(table.turn().kind == "over" for table in self.tables)

    async def _act(self, table: Table) -> None:
        turn = table.turn()
        seat = turn.seats[0]
        if turn.kind in ("ready", "roll"):
            await table.ready(seat)
            return
        own, view = bots_for(table.game)["greedy"], table.rules.hide(table.state(), seat)
        action = own.bot.choose(table.rules, view, seat, self._rng, own.limit)
        if action is None:
            await table.passes(seat)
        else:
            await table.play(table.rules.format(action), seat)

    async def _until(self, so: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not so():
                await asyncio.sleep(GLANCE)
                for client in self.clients:
                    client.look()


WAITING = ("elsewhere", "over")
