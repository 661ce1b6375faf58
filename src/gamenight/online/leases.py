"""Leases: which of several servers with one store has which table. The database decides.

A server that starts gets a number that no other ever has, its fence, and says again and again that
it is there. Every transaction in which it writes proves that it is not too long since, by the clock
of the database. Only a server that has ended, or was silent for too long, loses its tables to
others; what it still writes under its old number is refused. So one row is renewed for a server,
however many tables it has.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from ipaddress import ip_address
from time import monotonic
from typing import NamedTuple

from gamenight.core.errors import GamenightError
from gamenight.core.text import listed
from gamenight.match.database import Database
from gamenight.match.fences import NOW, other_version
from gamenight.match.schema import VERSION
from gamenight.match.sql import SqlStore
from gamenight.match.store import LostLease, StoreError
from gamenight.match.writer import Writer
from gamenight.online.journal import event, trouble

LEASE_SECONDS = 4.0  # of silence after which a server's tables are free
RENEW_SECONDS = 1.0
JOIN_SECONDS = 0.25  # between two tries to join the others again
ADVICE = "give each the address at which the others reach it (--inside HOST:PORT)"
FORGOTTEN_SECONDS = 3600.0  # after which a server that has died leaves nothing behind


class Elsewhere(GamenightError):
    """Another server has this table; address: where that is found by servers."""

    code = "elsewhere"

    def __init__(self, address: str):
        super().__init__("another server has this table: try again in a moment")
        self.address = address


class Owner(NamedTuple):
    number: int
    address: str
    alive: bool


class Leases:
    """The tables of this server. address: where other servers find it; lost: is called when all of
    them are lost, before anything else can be written. others: the addresses of the others."""

    def __init__(self, writer: Writer, address: str, lost: Callable[[], None]):
        self._writer, self._address, self._lost = writer, address, lost
        self.number = 0
        self.others: tuple[str, ...] = ()
        self._joined = self._renewed = 0.0
        self._task: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Future[None]] = set()

    async def start(self) -> None:
        """Become one of the servers; raises StoreError."""
        await self._register()
        self._task = asyncio.create_task(self._keep())

    @property
    def peers(self) -> frozenset[str]:
        """The addresses of all servers."""
        return frozenset((self._address, *self.others))

    def doubt(self) -> str:
        """Why the servers may not find each other by the addresses that they give; else empty."""
        if self._address in self.others:
            return (
                f"another server with this database is at {self._address} too, unless that was "
                f"this one until a moment ago: {ADVICE}"
            )
        if len({_is_loopback(address) for address in self.peers}) > 1:
            return (
                f"one of {listed(sorted(self.peers))} is an address that only its own machine "
                f"reaches: {ADVICE}"
            )
        return ""

    async def close(self) -> None:
        """All tables are free from now on."""
        if self._task is not None:
            self._task.cancel()
        number = self.number
        with suppress(StoreError):  # then they are free a few seconds later
            await self._writer.do(lambda store: store.within(lambda db: _end(db, number)))

    async def take(self, id: str) -> None:
        """This server has the table from now on; raises Elsewhere, or a StoreError."""
        number = self.number
        if not number:
            raise LostLease(self._writer.place, "this server has to join the others again")
        owner = await self._writer.do(lambda store: store.within(lambda db: _take(db, id, number)))
        if owner is not None:
            raise Elsewhere(owner.address)

    def give(self, id: str) -> None:
        """Nobody here needs the table: whoever wants it may have it, unless somebody asks for it
        here before this is stored."""
        self._tasks.add(task := asyncio.ensure_future(self._give(id, self.number)))
        task.add_done_callback(self._tasks.discard)

    async def _give(self, id: str, number: int) -> None:
        statement = "DELETE FROM leases WHERE id = ? AND server = ?"
        with suppress(StoreError):  # then it ends with this server
            await self._writer.do(
                lambda store: store.within(lambda db: db.execute(statement, (id, number)))
            )

    async def tables(self) -> set[str]:
        """Those that any server has."""
        query = "SELECT id FROM leases"
        return await self._writer.do(
            lambda store: store.within(lambda db: {id for (id,) in db.execute(query)}, writes=False)
        )

    async def _register(self) -> None:
        start = monotonic()

        def register(store: SqlStore) -> tuple[int, tuple[str, ...]]:
            """Which proves nothing: it has nothing yet."""
            number, others = store.within(lambda db: _begin(db, self._address), writes=False)
            store.fence = number
            return number, others

        self.number, self.others = await self._writer.do(register)
        self._writer.fence, self._joined, self._renewed = self.number, start, start
        event("joined", server=self.number)

    async def _keep(self) -> None:
        while True:
            await asyncio.sleep(RENEW_SECONDS if self.number else JOIN_SECONDS)
            start, number = monotonic(), self.number
            if not number:
                await self._begin_again()
                continue
            try:
                self.others = await self._writer.do(
                    lambda store: store.within(lambda db: _renew(db, number))  # noqa: B023
                )
                self._renewed = start
                if start - self._joined > LEASE_SECONDS and self.doubt():
                    trouble("unreachable")
            except LostLease:
                await self._begin_again()
            except StoreError as error:
                trouble("not_renewed", type(error).__name__)
                if monotonic() - self._renewed > LEASE_SECONDS:
                    await self._begin_again()

    async def _begin_again(self) -> None:
        """What this server had may be somebody else's by now."""
        if self.number:
            event("lost", server=self.number)
            self.number = 0
            self._lost()
        try:
            await self._register()
        except StoreError as error:
            trouble("not_joined", type(error).__name__)


def _is_loopback(address: str) -> bool:
    """Whether only the machine itself finds it; address: a name or number, and a port."""
    host = address.rpartition(":")[0].strip("[]")
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _begin(db: Database, address: str) -> tuple[int, tuple[str, ...]]:
    """A new server, and the addresses of the others. One that has slept may find the store changed
    by a newer gamenight: it stays away."""
    (version,) = db.execute("SELECT version FROM house").fetchone()
    if version != VERSION:
        raise other_version("of all servers", version)
    db.execute(
        f"DELETE FROM leases WHERE server IN (SELECT number FROM servers WHERE until < {NOW} - ?)",
        (FORGOTTEN_SECONDS,),
    )
    db.execute(f"DELETE FROM servers WHERE until < {NOW} - ?", (FORGOTTEN_SECONDS,))
    (number,) = db.execute(
        f"INSERT INTO servers (address, until) VALUES (?, {NOW} + ?) RETURNING number",
        (address, LEASE_SECONDS),
    ).fetchone()
    return number, _others(db, number)


def _others(db: Database, number: int) -> tuple[str, ...]:
    query = f"SELECT address FROM servers WHERE until > {NOW} AND number <> ?"
    return tuple(address for (address,) in db.execute(query, (number,)))


def _renew(db: Database, number: int) -> tuple[str, ...]:
    """The transaction has proved by itself that it is not too late."""
    statement = f"UPDATE servers SET until = {NOW} + ? WHERE number = ?"
    db.execute(statement, (LEASE_SECONDS, number))
    return _others(db, number)


def _end(db: Database, number: int) -> None:
    db.execute("DELETE FROM leases WHERE server = ?", (number,))
    db.execute("DELETE FROM servers WHERE number = ?", (number,))


def _take(db: Database, id: str, number: int) -> Owner | None:
    """Have a table, unless a server that is alive has it: then that one. Of two who want it at
    once the second waits for the first, and finds its lease."""
    owner = _owner(db, id)
    if owner is not None and owner.number != number:
        if owner.alive or not _is_over(db, owner.number):
            return owner
        db.execute("DELETE FROM leases WHERE id = ? AND server = ?", (id, owner.number))
    db.execute("INSERT INTO leases VALUES (?, ?) ON CONFLICT (id) DO NOTHING", (id, number))
    owner = _owner(db, id)
    return None if owner is None or owner.number == number else owner


def _owner(db: Database, id: str) -> Owner | None:
    row = db.execute(
        f"SELECT server, coalesce(address, ''), coalesce(until > {NOW}, FALSE) "
        "FROM leases LEFT JOIN servers ON number = server WHERE id = ?",
        (id,),
    ).fetchone()
    return None if row is None else Owner(*row)


def _is_over(db: Database, number: int) -> bool:
    """Whether a server is dead, and will stay so: this waits for what it is writing under a proof
    from before."""
    dead = f"UPDATE servers SET until = 0 WHERE number = ? AND until <= {NOW}"
    if db.execute(dead, (number,)).rowcount:
        return True
    return db.execute("SELECT 1 FROM servers WHERE number = ?", (number,)).fetchone() is None
