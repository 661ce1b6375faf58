"""A writer when something fails: everybody learns it, and no other match suffers."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from gamenight.match.sql import SqlStore
from gamenight.match.sqlite import SqliteStore
from gamenight.match.store import (
    LockedStore,
    StaleMatch,
    StoreError,
    UnknownMatch,
    UnwritableStore,
)
from tests.match.written import actions, new_ledger, opened, play, run


def test_one_that_does_not_fit_spoils_no_other(tmp_path: Path) -> None:
    """Another program plays on in one match and deletes another; the rest is stored."""

    async def check(path: Path) -> None:
        async with opened(path) as writer:
            ledgers = [await new_ledger(writer) for _ in range(4)]
            with closing(SqliteStore(path)) as other:
                other.append(ledgers[1].id, 0, 0, ["x"])
                other.delete(ledgers[2].id)
            for ledger in ledgers:
                await play(ledger, "A")
            ends = await asyncio.gather(
                *(ledger.settled() for ledger in ledgers), return_exceptions=True
            )
            assert [type(end) for end in ends] == [
                type(None), StaleMatch, UnknownMatch, type(None)
            ]  # fmt: skip
            assert [actions(path, ledgers[n].id) for n in (0, 1, 3)] == ["A", "x", "A"]
            assert writer.plies == 2
            with pytest.raises(StaleMatch):  # it has to be loaded again
                await play(ledgers[1], "b", start=1)
            with pytest.raises(StaleMatch):
                await ledgers[1].settled()
            again = writer.ledger(*await writer.load(ledgers[1].id))
            await play(again, "A", start=1)
            await again.settled()
            assert actions(path, again.id) == "x A"

    run(check, tmp_path)


def test_nothing_after_a_failure_is_stored(tmp_path: Path) -> None:
    async def check(path: Path) -> None:
        async with opened(path) as writer:
            ledger = await new_ledger(writer)
            with closing(SqliteStore(path)) as other:
                other.keep_later(ledger.id, 0, [])
            await play(ledger, "A")
            await asyncio.sleep(0)  # the group is away
            await play(ledger, "b", start=1)  # it would fit what the other has stored
            first, second = await asyncio.gather(
                ledger.settled(), ledger.settled(), return_exceptions=True
            )
            assert isinstance(first, StaleMatch)
            assert second is first
            assert (actions(path, ledger.id), writer.queued) == ("", 0)

    run(check, tmp_path)


def test_two_ledgers_of_a_match_do_not_fork_it(tmp_path: Path) -> None:
    async def check(path: Path) -> None:
        async with opened(path) as writer:
            one = await new_ledger(writer)
            two = writer.ledger(*await writer.load(one.id))
            await play(one, "A")
            await play(two, "b")
            await one.settled()
            with pytest.raises(StaleMatch):
                await two.settled()
            assert actions(path, one.id) == "A"

    run(check, tmp_path)


def test_a_full_disk_stores_nothing_and_says_so_to_all(tmp_path: Path) -> None:
    def fill(store: SqlStore) -> None:
        store._db.execute("PRAGMA max_page_count = 1")  # SQLite takes those that there are

    def make_room(store: SqlStore) -> None:
        store._db.execute("PRAGMA max_page_count = 1000000")

    async def check(path: Path) -> None:
        async with opened(path) as writer:
            ledgers = [await new_ledger(writer) for _ in range(3)]
            await writer.do(fill)
            for ledger in ledgers:
                await play(ledger, *"x" * 9, "y" * 9000)
            ends = await asyncio.gather(
                *(ledger.settled() for ledger in ledgers), return_exceptions=True
            )
            assert {type(end) for end in ends} == {UnwritableStore}
            assert "the disk is full" in str(ends[0])
            assert {actions(path, ledger.id) for ledger in ledgers} == {""}
            await writer.do(make_room)
            again = writer.ledger(*await writer.load(ledgers[0].id))
            await play(again, "A")
            await again.settled()
            assert actions(path, again.id) == "A"

    run(check, tmp_path)


def test_a_file_that_is_gone(tmp_path: Path) -> None:
    async def check(path: Path) -> None:
        async with opened(path) as writer:
            ledger = await new_ledger(writer)
            path.rename(path.with_name("elsewhere"))
            await play(ledger, "A")
            with pytest.raises(UnwritableStore, match="its file is gone"):
                await ledger.settled()

    run(check, tmp_path)


def test_a_locked_store_is_waited_for_while_the_loop_runs(tmp_path: Path) -> None:
    told: list[str] = []

    async def check(path: Path) -> None:
        async with opened(path, tell=told.append) as writer:
            ledger = await new_ledger(writer)
            with closing(sqlite3.connect(path, isolation_level=None)) as other:
                other.execute("BEGIN IMMEDIATE")
                await play(ledger, "A")
                counting = asyncio.create_task(writer.do(lambda store: store.count()))
                while not told:
                    await asyncio.sleep(0.01)  # the loop is alive
                assert not counting.done()
                other.execute("ROLLBACK")
            await ledger.settled()
            assert (actions(path, ledger.id), await counting) == ("A", 1)
        assert "Another program is writing" in told[0]

    run(check, tmp_path)


def test_patience_ends(tmp_path: Path) -> None:
    async def check(path: Path) -> None:
        async with opened(path, patience=0.1) as writer:
            ledger = await new_ledger(writer)
            with closing(sqlite3.connect(path, isolation_level=None)) as other:
                other.execute("BEGIN IMMEDIATE")
                await play(ledger, "A")
                with pytest.raises(LockedStore):
                    await ledger.settled()
            assert actions(path, ledger.id) == ""

    run(check, tmp_path)


def test_whoever_stops_waiting_loses_nothing(tmp_path: Path) -> None:
    async def check(path: Path) -> None:
        async with opened(path) as writer:
            ledger = await new_ledger(writer)
            await play(ledger, "A")
            waiting = [asyncio.create_task(ledger.settled()) for _ in range(3)]
            counting = asyncio.create_task(writer.do(lambda store: store.append(1, 1, 1, ["b"])))
            await asyncio.sleep(0)
            waiting[1].cancel()
            counting.cancel()
            ends = await asyncio.gather(*waiting, return_exceptions=True)
            assert [type(end) for end in ends] == [
                type(None), asyncio.CancelledError, type(None)
            ]  # fmt: skip
        assert actions(path, ledger.id) == "A b"

    run(check, tmp_path)


def test_a_mistake_of_ours_is_told_too(tmp_path: Path) -> None:
    """It must not leave anybody waiting for ever."""

    async def check(path: Path) -> None:
        async with opened(path) as writer:
            one, two = await new_ledger(writer), await new_ledger(writer)
            one.append(one.id, 0, 0, [object()])  # type: ignore[list-item]
            await play(two, "A")
            with pytest.raises(StoreError):
                await one.settled()
            await two.settled()
            with pytest.raises(ZeroDivisionError):
                await writer.do(lambda store: 1 // 0)
            assert (actions(path, one.id), actions(path, two.id)) == ("", "A")

    run(check, tmp_path)
