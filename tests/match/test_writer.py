"""The writer: many matches, one transaction, nothing told before it is stored."""

from __future__ import annotations

import asyncio
from datetime import datetime, tzinfo
from pathlib import Path
from random import Random

import pytest

from gamenight.match import schema
from gamenight.match.ledger import Ledger
from gamenight.match.store import (
    New,
    StaleMatch,
    StoreError,
    UnknownMatch,
    UnwritableStore,
)
from gamenight.match.writer import LARGEST, Writer
from tests.match.written import RECORD, actions, new_ledger, opened, play, run

STEPS = ("begin", "insert", "update", "commit", "answer")
EVERY_STEP = [f"{side} {step}" for step in STEPS for side in ("before", "after")]


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
            for ledger in ledgers:
                await play(ledger, "b", start=1)
            stored, _ = await writer.load(ledgers[-1].id)  # after all of them
            assert (stored.record.actions, writer.groups) == (("A", "b"), 3)

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


class Stopped(datetime):
    """A clock that stands still."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> Stopped:
        return cls(2026, 11, 16, tzinfo=tz)


@pytest.mark.parametrize("clock", [datetime, Stopped])
def test_lists_are_in_the_order_of_what_was_noted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: type[datetime]
) -> None:
    monkeypatch.setattr(schema, "datetime", clock)

    async def check(path: Path) -> None:
        async with opened(path) as writer:
            ledgers = [await new_ledger(writer) for _ in range(5)]
            Random(1).shuffle(ledgers)
            for ply in range(3):
                for ledger in ledgers:
                    await play(ledger, "A", start=ply)
                await ledgers[0].settled()
            await play(ledgers[1], "A", start=3)
            await ledgers[1].settled()
            new = [await new_ledger(writer) for _ in range(3)]
            await play(ledgers[2], "A", start=3)
            await ledgers[2].settled()
            listed = await writer.do(lambda store: store.matches())
            wanted = [*(ledgers[n] for n in (0, 3, 4, 1)), *new, ledgers[2]]
            assert [one.id for one in reversed(listed)] == [ledger.id for ledger in wanted]
            assert len({one.touched for one in listed}) == len(listed)

    run(check, tmp_path)


def test_closing_stores_what_is_noted_and_takes_no_more(tmp_path: Path) -> None:
    async def check(path: Path) -> None:
        writer = Writer(path)
        await writer.start()
        ledger = await new_ledger(writer)
        await play(ledger, "A")
        await asyncio.sleep(0)  # the group is away
        await play(ledger, "b", start=1)
        await writer.close()
        await writer.close()
        await ledger.settled()
        assert actions(path, ledger.id) == "A b"
        with pytest.raises(StoreError, match="is being closed"):
            await play(ledger, "C", start=2)
        with pytest.raises(StoreError, match="is being closed"):
            await writer.load(ledger.id)

    run(check, tmp_path)


def test_closing_goes_on_if_nobody_waits_for_it(tmp_path: Path) -> None:
    async def check(path: Path) -> None:
        writer = Writer(path)
        await writer.start()
        ledger = await new_ledger(writer)
        await play(ledger, "A")
        closing = asyncio.create_task(writer.close())
        await asyncio.sleep(0)
        closing.cancel()
        await ledger.settled()
        await writer.close()
        assert actions(path, ledger.id) == "A"

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
