"""Leases: the database decides which server has which table, and who may still write."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import psycopg
import pytest

from gamenight.match.fences import NOW
from gamenight.match.places import Address
from gamenight.match.store import LostLease, StoreError
from gamenight.match.writer import Writer
from gamenight.online import journal, leases
from gamenight.online.leases import Elsewhere, Leases
from tests.match.written import RECORD, new_ledger
from tests.postgres import database


class Server:
    """As much of a server as leases need."""

    def __init__(self, dsn: str, name: str):
        self.writer = Writer(Address(dsn))
        self.lost = 0
        self.leases = Leases(self.writer, name, self._lose)

    def _lose(self) -> None:
        self.lost += 1

    async def start(self) -> None:
        await self.writer.start()
        await self.leases.start()


@asynccontextmanager
async def servers(dsn: str, *names: str) -> AsyncIterator[list[Server]]:
    found = [Server(dsn, name) for name in names]
    for server in found:
        await server.start()
    try:
        yield found
    finally:
        for server in found:
            await server.leases.close()
            await server.writer.close()


def expire(dsn: str, server: Server) -> None:
    """As if it had been silent for long."""
    with psycopg.connect(dsn) as db:
        db.execute("UPDATE servers SET until = 1 WHERE number = %s", [server.leases.number])


@pytest.fixture(autouse=True)
def _never_renewed(monkeypatch: pytest.MonkeyPatch) -> None:
    """And a busy machine loses none."""
    monkeypatch.setattr(leases, "RENEW_SECONDS", 1000.0)
    monkeypatch.setattr(leases, "LEASE_SECONDS", 1000.0)


@pytest.fixture
def _quickly(_never_renewed: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leases, "RENEW_SECONDS", 0.05)
    monkeypatch.setattr(leases, "LEASE_SECONDS", 2.0)


def run(test: Callable[[str], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(test(database()))


def test_a_table_is_at_one_server() -> None:
    async def check(dsn: str) -> None:
        async with servers(dsn, "one:1", "two:2") as (one, two):
            await one.leases.take("t")
            await one.leases.take("t")
            with pytest.raises(Elsewhere) as found:
                await two.leases.take("t")
            assert found.value.address == "one:1"
            assert one.leases.peers == {"one:1"}
            assert two.leases.peers == {"one:1", "two:2"}
            one.leases.give("t")
            await asyncio.gather(*one.leases._tasks)
            await two.leases.take("t")

    run(check)


@pytest.mark.parametrize(
    ("addresses", "doubt"),
    [
        (("127.0.0.1:8650", "127.0.0.1:8650"), "is at 127.0.0.1:8650 too, unless"),
        (("10.0.0.5:1", "10.0.0.5:1"), "is at 10.0.0.5:1 too, unless"),
        (("10.0.0.5:1", "127.0.0.1:1"), "one of 10.0.0.5:1, 127.0.0.1:1 is"),
        (("[::1]:1", "10.0.0.5:1"), "one of 10.0.0.5:1, [::1]:1 is"),
        (("localhost:1", "play:1"), "one of localhost:1, play:1 is"),
        (("127.0.0.1:1", "[::1]:2"), ""),
        (("10.0.0.5:1", "play:1"), ""),
    ],
)
@pytest.mark.usefixtures("_quickly")
def test_servers_that_cannot_find_each_other_say_so(
    addresses: tuple[str, str], doubt: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Each of them would pass people on to itself, or to nobody."""

    async def check(dsn: str) -> None:
        async with servers(dsn, *addresses) as (one, two):
            assert doubt in two.leases.doubt()
            assert bool(two.leases.doubt()) == bool(doubt)
            before, one.leases._joined = one.leases._renewed, 0.0
            while one.leases._renewed == before or not one.leases.others:
                await asyncio.sleep(0.01)
            assert one.leases.doubt() == two.leases.doubt()
            await asyncio.sleep(0.1)

    journal._told.clear()
    run(check)
    assert ("unreachable" in caplog.text) == bool(doubt)


def test_a_lease_of_nobody_holds_nobody_up() -> None:
    """As in a database that was put together from a backup."""

    async def check(dsn: str) -> None:
        async with servers(dsn, "one:1") as (one,):
            with psycopg.connect(dsn) as db:
                db.execute("INSERT INTO leases VALUES ('t', 999)")
            await one.leases.take("t")

    run(check)


def test_of_many_who_want_a_table_at_once_one_has_it() -> None:
    async def check(dsn: str) -> None:
        async with servers(dsn, *(f"s:{n}" for n in range(4))) as found:

            async def want(server: Server, table: str) -> int:
                try:
                    await server.leases.take(table)
                except Elsewhere:
                    return 0
                return 1

            for table in "abcde":
                assert sum(await asyncio.gather(*(want(s, table) for s in found))) == 1
            dead, *alive = found
            for table in "fghij":
                await dead.leases.take(table)
            expire(dsn, dead)
            for table in "fghij":
                assert sum(await asyncio.gather(*(want(s, table) for s in alive))) == 1

    run(check)


def test_a_server_that_was_silent_writes_nothing() -> None:
    """Neither what it has noted nor anything else, though nobody has taken its tables yet."""

    async def check(dsn: str) -> None:
        async with servers(dsn, "one:1", "two:2") as (one, two):
            await one.leases.take("t")
            ledger = await new_ledger(one.writer)
            ledger.append(ledger.id, 0, 0, ["A"])
            await ledger.settled()
            expire(dsn, one)
            ledger.append(ledger.id, 1, 1, ["b"])
            with pytest.raises(LostLease):
                await ledger.settled()
            with pytest.raises(LostLease):
                await one.writer.do(lambda store: store.create(RECORD, b"s"))
            with pytest.raises(LostLease):
                await one.leases.take("u")
            await two.leases.take("t")
            stored, _ = await two.writer.load(ledger.id)
            assert stored.record.actions == ("A",)

    run(check)


def test_what_was_loaded_under_an_old_number_is_not_stored_under_a_new_one() -> None:
    async def check(dsn: str) -> None:
        async with servers(dsn, "one:1") as (one,):
            ledger = await new_ledger(one.writer)
            before = one.leases.number
            await one.leases._begin_again()
            assert one.leases.number > before
            assert one.lost == 1
            ledger.append(ledger.id, 0, 0, ["A"])
            with pytest.raises(LostLease):
                await ledger.settled()
            again = one.writer.ledger(*await one.writer.load(ledger.id))
            again.append(again.id, 0, 0, ["b"])
            await again.settled()

    run(check)


def test_whoever_declares_a_server_dead_waits_for_what_it_is_writing() -> None:
    """A proof holds until what was written under it is stored."""

    async def check(dsn: str) -> None:
        async with servers(dsn, "one:1", "two:2") as (one, two):
            await one.leases.take("t")
            number, taking = one.leases.number, None
            with psycopg.connect(dsn) as writing:
                writing.execute("SELECT 1 FROM servers WHERE number = %s FOR SHARE", [number])
                with psycopg.connect(dsn) as db:
                    db.execute("SET lock_timeout = '1s'")
                    with pytest.raises(psycopg.errors.LockNotAvailable):
                        db.execute("UPDATE servers SET until = 0 WHERE number = %s", [number])
                taking = asyncio.create_task(two.leases.take("t"))
                await asyncio.sleep(0.1)
            with pytest.raises(Elsewhere):
                await taking  # it was alive

    run(check)


def test_a_table_is_taken_over_only_when_the_last_of_the_dead_is_stored() -> None:
    """It proved that it was alive, and has died since: what it writes under that proof comes
    first."""

    async def check(dsn: str) -> None:
        async with servers(dsn, "one:1", "two:2") as (one, two):
            await one.leases.take("t")
            number = one.leases.number
            with psycopg.connect(dsn, autocommit=True) as db:
                soon = f"UPDATE servers SET until = {NOW} + 0.5 WHERE number = %s"
                with psycopg.connect(dsn) as writing:
                    db.execute(soon, [number])
                    writing.execute("SELECT 1 FROM servers WHERE number = %s FOR SHARE", [number])
                    await asyncio.sleep(0.6)
                    taking = asyncio.create_task(two.leases.take("t"))
                    await asyncio.sleep(0.5)
                    assert not taking.done()
                await taking
                (until,) = db.execute("SELECT until FROM servers WHERE number = %s", [number])
            assert until == (0,), "and it stays dead"

    run(check)


@pytest.mark.usefixtures("_quickly")
def test_a_server_that_cannot_begin_again_tries_until_it_can() -> None:
    """And until then it has no table, and writes nothing."""

    async def check(dsn: str) -> None:
        async with servers(dsn, "one:1") as (one,):
            before = one.leases.number
            with psycopg.connect(dsn, autocommit=True) as db:
                db.execute("ALTER TABLE servers RENAME TO gone")
                async with asyncio.timeout(20):
                    while one.leases.number:
                        await asyncio.sleep(0.02)
                await asyncio.sleep(0.2)
                with pytest.raises(LostLease):
                    await one.leases.take("t")
                with pytest.raises(StoreError):
                    await one.writer.do(lambda store: store.create(RECORD, b"s"))
                db.execute("ALTER TABLE gone RENAME TO servers")
            async with asyncio.timeout(20):
                while not one.leases.number:
                    await asyncio.sleep(0.02)
            assert one.leases.number > before
            assert one.lost == 1
            await one.leases.take("t")

    run(check)


def test_a_server_that_slept_through_an_upgrade_stays_away() -> None:
    async def check(dsn: str) -> None:
        async with servers(dsn, "one:1") as (one,):
            with psycopg.connect(dsn) as db:
                db.execute("UPDATE house SET version = version + 1")
            expire(dsn, one)
            await one.leases._begin_again()
            assert one.leases.number == 0
            with pytest.raises(LostLease):
                await one.leases.take("t")

    run(check)


@pytest.mark.usefixtures("_quickly")
def test_a_server_that_is_alive_says_so_and_one_that_lost_all_begins_again() -> None:
    async def check(dsn: str) -> None:
        async with servers(dsn, "one:1") as (one,):
            before = one.leases.number
            await asyncio.sleep(0.3)
            assert (one.leases.number, one.lost) == (before, 0)
            expire(dsn, one)
            async with asyncio.timeout(20):
                while one.leases.number in (0, before):
                    await asyncio.sleep(0.02)
            assert one.lost == 1
            await one.leases.take("t")

    run(check)
