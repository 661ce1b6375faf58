"""PostgreSQL: what its store does besides what every store promises."""

from __future__ import annotations

import asyncio
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from threading import Barrier
from time import time
from typing import Any
from unittest.mock import patch

import psycopg
import pytest

from gamenight.core.record import Record, Seat
from gamenight.match import postgres
from gamenight.match.groups import open_store
from gamenight.match.places import Address
from gamenight.match.postgres import PostgresStore, translated
from gamenight.match.schema import VERSION
from gamenight.match.store import (
    LockedStore,
    NewerStore,
    StaleMatch,
    StoreError,
    UnwritableStore,
)
from gamenight.match.writer import Writer
from tests.effort import times
from tests.faults.figures import Count, counter
from tests.match.store_model import RESULT
from tests.match.written import new_ledger, play
from tests.postgres import database

RECORD = Record("oware", 1, (Seat("Ann"), Seat("Ben")))


@pytest.fixture
def count(request: pytest.FixtureRequest) -> Count:
    return counter(request)


def test_of_two_who_add_the_same_ply_one_does(count: Count) -> None:
    """Two connections, each as a server of its own that knows no leases: the primary key and the
    revision decide."""
    dsn, pairs, faults = database(), times(20, 1000), list[str]()
    barrier = Barrier(2)
    stores = [PostgresStore(Address(dsn)) for _ in range(2)]
    with closing(stores[0]) as here, closing(stores[1]):
        id = here.create(RECORD, b"s").id

        def add(store: PostgresStore, ply: int, text: str) -> bool:
            barrier.wait()
            try:
                return store.append(id, ply, ply, [text]) == ply + 1
            except StaleMatch:
                return False

        with ThreadPoolExecutor(2) as pool:
            for ply in range(pairs):
                done = list(pool.map(add, stores, (ply, ply), ("A", "b")))
                if sum(done) != 1:
                    faults.append(f"ply {ply}: {done}")
        assert len(here.load(id).record.actions) == pairs
    count("pairs of plies of one number in PostgreSQL", pairs, faults)


def test_many_open_an_empty_database_at_once() -> None:
    dsn = database()
    with ThreadPoolExecutor(4) as pool:
        stores = list(pool.map(lambda _: PostgresStore(Address(dsn)), range(4)))
    assert len({store.key for store in stores}) == 1
    assert len(stores[0].key) == 32
    for store in stores:
        store.close()


def test_a_connection_that_was_lost_comes_back() -> None:
    dsn = database()
    with closing(PostgresStore(Address(dsn))) as store:
        id = store.create(RECORD, b"s").id
        with psycopg.connect(dsn, autocommit=True) as db:
            ours = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> %s"
            db.execute(
                f"{ours} AND application_name = 'gamenight'", [db.info.backend_pid]
            ).fetchall()
        with pytest.raises(UnwritableStore, match="it does not answer"):
            store.append(id, 0, 0, ["A"])
        assert store.append(id, 0, 0, ["A"]) == 1


def test_a_database_of_another_version_is_left_alone() -> None:
    dsn = database()
    PostgresStore(Address(dsn)).close()
    for version in (99, VERSION - 1):
        with psycopg.connect(dsn) as db:
            db.execute("UPDATE house SET version = %s", [version])
        with pytest.raises(NewerStore, match=f"has version {version}, but this gamenight knows"):
            PostgresStore(Address(dsn))


def moods(store: PostgresStore) -> Any:
    return store.within(lambda db: db.execute("SELECT mood FROM matches").fetchall(), writes=False)


def version_of(dsn: str) -> int:
    with psycopg.connect(dsn) as db:
        ((found,),) = db.execute("SELECT version FROM house").fetchall()
        return int(found)


def test_an_older_database_is_brought_up_to_date_once(monkeypatch: pytest.MonkeyPatch) -> None:
    dsn = database()
    with closing(PostgresStore(Address(dsn))) as store:
        id = store.create(RECORD, b"s").id
        store.append(id, 0, 0, ["A"])
    steps = ("ALTER TABLE matches ADD COLUMN mood TEXT", "UPDATE matches SET mood = 'good'")
    monkeypatch.setattr(postgres, "VERSION", VERSION + 1)
    monkeypatch.setattr(postgres, "STEPS", {VERSION: steps})
    with ThreadPoolExecutor(3) as pool:
        stores = list(pool.map(lambda _: PostgresStore(Address(dsn)), range(3)))
    assert moods(stores[0]) == [("good",)]
    assert stores[1].load(id).record.actions == ("A",)
    for store in stores:
        store.close()
    assert version_of(dsn) == VERSION + 1


def test_a_step_that_fails_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    dsn = database()
    PostgresStore(Address(dsn)).close()
    steps = ("ALTER TABLE matches ADD COLUMN mood TEXT", "UPDATE nothing SET mood = 'bad'")
    monkeypatch.setattr(postgres, "VERSION", VERSION + 1)
    monkeypatch.setattr(postgres, "STEPS", {VERSION: steps})
    with pytest.raises(StoreError, match="nothing"):
        PostgresStore(Address(dsn))
    assert version_of(dsn) == VERSION
    monkeypatch.undo()
    with closing(PostgresStore(Address(dsn))) as store, pytest.raises(StoreError, match="mood"):
        moods(store)


def test_nothing_is_brought_up_to_date_while_an_old_server_runs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    dsn = database()
    PostgresStore(Address(dsn)).close()
    with psycopg.connect(dsn) as db:
        db.execute("INSERT INTO servers (address, until) VALUES ('10.0.0.11:8650', 9e9)")
    monkeypatch.setattr(postgres, "VERSION", VERSION + 1)
    monkeypatch.setattr(postgres, "STEPS", {VERSION: ("DROP TABLE matches",)})
    with pytest.raises(LockedStore, match=r"end the servers .* first \(10.0.0.11:8650\)"):
        PostgresStore(Address(dsn))
    assert version_of(dsn) == VERSION


def test_the_date_is_the_database_s() -> None:
    with closing(PostgresStore(Address(database()))) as store:
        assert abs(store.ahead()) < 5, "it runs on this machine"
        with patch.object(postgres, "time", lambda: time() - 7200):
            assert abs(store.ahead() - 7200) < 5


def test_what_is_answered_is_on_the_disk_whatever_others_have_set() -> None:
    dsn = database()
    off = dsn.replace("options=", "options=-c%20synchronous_commit%3Doff%20")
    with closing(PostgresStore(Address(off))) as store:
        (found,) = store.within(
            lambda db: db.execute("SHOW synchronous_commit").fetchone(), writes=False
        )
        assert found == "on"


def test_a_sleeper_holds_nobody_up_for_long() -> None:
    """A server that stops in the middle of a transaction: the database ends it."""
    dsn = database()
    with closing(PostgresStore(Address(dsn))) as store:
        ((seconds,),) = store.within(
            lambda db: db.execute("SHOW idle_in_transaction_session_timeout").fetchall(),
            writes=False,
        )
        assert seconds == "2s"


@pytest.mark.parametrize(
    "dsn",
    ["postgresql://nobody@127.0.0.1:1/none", "postgresql://?host=/nowhere", "postgresql://x y"],
)
def test_nobody_answers(dsn: str) -> None:
    with pytest.raises(StoreError, match="cannot be used"):
        PostgresStore(Address(dsn))


def test_without_the_extra_it_says_which_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gamenight.match.postgres", None)
    with pytest.raises(StoreError, match=r"postgresql://h/d needs the extra postgres: pip install"):
        open_store(Address("postgresql://me:secret@h/d"))


def test_a_text_that_it_does_not_take_is_refused_in_a_sentence() -> None:
    with closing(PostgresStore(Address(database()))) as store:
        id = store.create(RECORD, b"s").id
        for text in ("\0", "\udc80"):
            with pytest.raises(StoreError):
                store.append(id, 0, 0, [text])
        assert store.append(id, 0, 0, ["100 % ?"]) == 1
        assert store.load(id).record.actions == ("100 % ?",)


def test_signs_of_the_driver_are_no_values() -> None:
    assert translated("SELECT '%' WHERE a = ?") == b"SELECT '%%' WHERE a = %s"


def test_one_batch_that_does_not_fit_takes_no_other_along() -> None:
    """In a pipeline too: the group is undone, and then stored one by one."""
    dsn = database()

    async def check() -> None:
        writer = Writer(Address(dsn))
        await writer.start()
        ledgers = [await new_ledger(writer) for _ in range(3)]
        with closing(PostgresStore(Address(dsn))) as other:
            other.append(ledgers[1].id, 0, 0, ["x"])  # the same ply
            other.keep_later(ledgers[2].id, 0, ["word"])  # another revision
            for ledger in ledgers:
                await play(ledger, "A")
            await ledgers[0].settled()
            for ledger in ledgers[1:]:
                with pytest.raises(StaleMatch):
                    await ledger.settled()
            stored = [other.load(ledger.id).record.actions for ledger in ledgers]
            assert stored == [("A",), ("x",), ()]
        await writer.close()

    asyncio.run(check())


def test_a_group_is_stored_whole_after_the_connection_was_lost() -> None:
    dsn = database()

    async def check() -> None:
        writer = Writer(Address(dsn))
        await writer.start()
        ledger = await new_ledger(writer)
        await writer.do(lambda store: store.close())
        await play(ledger, "A", "b")
        ledger.finish(ledger.id, 2, RESULT)
        await ledger.settled()
        stored, _ = await writer.load(ledger.id)
        assert (stored.record.actions, stored.record.result) == (("A", "b"), RESULT)
        await writer.close()

    asyncio.run(check())
