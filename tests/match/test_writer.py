"""The writer: many matches, one transaction, nothing told before it is stored."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Coroutine
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gamenight.match.ledger import Ledger
from gamenight.match.sqlite import SqliteStore
from gamenight.match.store import (
    LockedStore,
    New,
    StaleMatch,
    StoreError,
    UnknownMatch,
    UnwritableStore,
)
from gamenight.match.writer import LARGEST, Writer
from tests.match.written import RECORD, actions, new_ledger, opened, play

FILE = "store.sqlite"
STEPS = ("begin", "insert", "update", "commit", "answer")
EVERY_STEP = [f"{side} {step}" for step in STEPS for side in ("before", "after")]


def run(test: Callable[[Path], Coroutine[Any, Any, None]], folder: Path) -> None:
    asyncio.run(test(folder / FILE))


def test_a_ply_is_stored_when_it_is_settled(tmp_path: Path) -> None:
    async def check(path: Path) -> None:
        async with opened(path) as writer:
            ledger = await new_ledger(writer)
            await play(ledger, "A", "b")
            assert (actions(path, ledger.id), writer.queued) == ("", 2)
            await ledger.settled()
            assert (actions(path, ledger.id), writer.queued) == ("A b", 0)
            await ledger.settled()  # nothing is left to wait for
            assert (writer.groups, writer.plies) == (1, 2)
            assert 0 < writer.last_commit_seconds == writer.commit_seconds

    run(check, tmp_path)


def test_many_matches_are_one_group_and_one_callback(tmp_path: Path) -> None:
    steps: list[str] = []

    async def check(path: Path) -> None:
        async with opened(path, hook=steps.append) as writer:
            ledgers = [await new_ledger(writer) for _ in range(30)]
            steps.clear()  # those of what was done before

            async def game(ledger: Ledger) -> None:
                for ply in range(5):
                    await play(ledger, "A", start=ply)
                    await ledger.settled()

            await asyncio.gather(*map(game, ledgers))
            assert (writer.groups, writer.plies) == (5, 150)
            told = [step for step in steps if step != "after answer"]  # by then we are here
            assert told == 5 * EVERY_STEP[:-1]
        assert {actions(path, ledger.id) for ledger in ledgers} == {"A A A A A"}

    run(check, tmp_path)


def test_the_next_group_gathers_while_one_is_written(tmp_path: Path) -> None:
    async def check(path: Path) -> None:
        async with opened(path) as writer:
            one, two = await new_ledger(writer), await new_ledger(writer)
            await play(one, "A")
            await asyncio.sleep(0)  # the group is away
            await play(two, "A")
            await play(one, "b", "C", start=1)
            assert writer.queued == 4
            await one.settled()
            assert (actions(path, one.id), actions(path, two.id)) == ("A b C", "A")
            assert writer.groups == 2

    run(check, tmp_path)


def test_more_matches_than_a_group_takes(tmp_path: Path) -> None:
    async def check(path: Path) -> None:
        async with opened(path) as writer:
            many = LARGEST + 7
            kept = await writer.do(lambda store: store.create_all([New(RECORD, b"s")] * many))
            ledgers = [writer.ledger(stored) for stored in kept]
            for ledger in ledgers:
                await play(ledger, "A")
            await ledgers[0].settled()
            assert (writer.groups, writer.plies, writer.queued) == (1, LARGEST, 7)
            await ledgers[-1].settled()
            assert (writer.groups, writer.plies) == (2, many)
            assert all([(await writer.load(one.id))[0].record.actions for one in ledgers[::50]])

    run(check, tmp_path)


def test_other_work_comes_after_what_was_noted(tmp_path: Path) -> None:
    async def check(path: Path) -> None:
        async with opened(path) as writer:
            ledger = await new_ledger(writer)
            await play(ledger, "A")
            ledger.keep_draft(ledger.id, 1, 0, "d1")
            stored, drafts = await writer.load(ledger.id)
            assert (stored.record.actions, drafts) == (("A",), {(1, 0): "d1"})
            assert await writer.do(lambda store: store.count()) == 1
            with pytest.raises(UnknownMatch):
                await writer.load(99)

    run(check, tmp_path)


def test_lists_are_in_the_order_of_what_was_noted(tmp_path: Path) -> None:
    async def check(path: Path) -> None:
        async with opened(path) as writer:
            ledgers = [await new_ledger(writer) for _ in range(5)]
            Random(1).shuffle(ledgers)
            for ply in range(3):
                for ledger in ledgers:
                    await play(ledger, "A", start=ply)
                await ledgers[0].settled()
            new = await new_ledger(writer)
            await play(ledgers[2], "A", start=3)
            await ledgers[2].settled()
            listed = await writer.do(lambda store: store.matches())
            wanted = [ledgers[n].id for n in (0, 1, 3, 4)]
            assert [one.id for one in reversed(listed)] == [*wanted, new.id, ledgers[2].id]
            assert len({one.touched for one in listed}) == len(listed)

    run(check, tmp_path)


def test_closing_stores_what_is_noted_and_takes_no_more(tmp_path: Path) -> None:
    async def check(path: Path) -> None:
        writer = Writer(path)
        await writer.start()
        ledger = await new_ledger(writer)
        await play(ledger, "A")
        await writer.close()
        await writer.close()
        await ledger.settled()
        assert actions(path, ledger.id) == "A"
        with pytest.raises(StoreError, match="is being closed"):
            await play(ledger, "b", start=1)
        with pytest.raises(StoreError, match="is being closed"):
            await writer.load(ledger.id)

    run(check, tmp_path)


def test_a_store_that_cannot_be_opened(tmp_path: Path) -> None:
    async def check(path: Path) -> None:
        path.mkdir()
        writer = Writer(path)
        with pytest.raises(UnwritableStore):
            await writer.start()
        await writer.close()

    run(check, tmp_path)


def test_a_change_from_elsewhere_is_refused_at_once(tmp_path: Path) -> None:
    async def check(path: Path) -> None:
        async with opened(path) as writer:
            ledger = await new_ledger(writer)
            with pytest.raises(StaleMatch):
                ledger.append(ledger.id, 1, 0, ["A"])
            with pytest.raises(UnknownMatch):
                ledger.append(ledger.id + 1, 0, 0, ["A"])
            with pytest.raises(StoreError, match="has 0 plies, so ply 1 cannot be next"):
                ledger.append(ledger.id, 0, 1, ["A"])
            with pytest.raises(StoreError, match="a ledger keeps one match"):
                ledger.create(RECORD, b"s")
            assert writer.queued == 0
            await play(ledger, "A")
            await ledger.settled()

    run(check, tmp_path)


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
    def fill(store: SqliteStore) -> None:
        store._db.execute("PRAGMA max_page_count = 1")  # SQLite takes those that there are

    def make_room(store: SqliteStore) -> None:
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
