"""Clocks of days: people come and go, and nobody's absence blocks the others for ever."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from time import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamenight.match.match import Match
from gamenight.match.proof import verified
from gamenight.match.sqlite import SqliteStore
from gamenight.match.writer import Writer
from gamenight.online import protocol as p
from gamenight.online.calendar import uncovered
from gamenight.online.deeds import handle
from gamenight.online.house import House, NewTable
from gamenight.online.playing import Pauses
from gamenight.online.room import Room
from tests.online.rooms import BEGINNING, KEY, FakeClock, FakePeer, idle, run

DAY = 86_400.0


async def a_house(folder: Path, clock: FakeClock) -> House:
    pauses = Pauses(0, 0, 0)
    house = House(Writer(folder / "matches.sqlite"), KEY, clock=clock, pauses=pauses)
    await house.start()
    return house


async def begun(house: House, game: str, names: Sequence[str], clock: str = "3d") -> str:
    """A match that nobody looks at any more; the table's id."""
    seating, host, own = await house.new(
        NewTable(game, name=names[0], places=len(names), clock=clock)
    )
    async with house.visiting(seating.id) as room:
        first = await room.enter(FakePeer(), p.Hello(1, [host, own]))
        for number, name in enumerate(names[1:], 1):
            screen = await room.enter(FakePeer(), p.Hello(1))
            await handle(room, screen, p.Claim(number, name, house.code(seating)))
        await handle(room, first, p.Begin(99))
        for screen in tuple(room.screens):
            room.leave(screen)
        await settled(room)
    assert house.rooms == {}, "it is in the store only"
    return seating.id


async def settled(room: Room) -> None:
    """Until all that goes on by itself has been done."""
    while getattr(room, "_tasks") or getattr(room.playing, "_task"):  # noqa: B009
        await asyncio.sleep(0.01)


async def told(house: House, id: str) -> Any:
    """The match as somebody who comes by sees it."""
    async with house.visiting(id) as room:
        peer = FakePeer()
        screen = await room.enter(peer, p.Hello(1, [], "text"))
        room.leave(screen)
        return peer.last(p.Welcome)


def test_a_deadline_that_passes_while_nobody_looks_is_found(tmp_path: Path) -> None:
    async def work() -> None:
        clock = FakeClock()
        house = await a_house(tmp_path, clock)
        id = await begun(house, "oware", ["Anna", "Bert"])
        first = (await told(house, id)).seats[0][0]
        await live_until(house, clock, 2.9 * DAY)
        assert (await told(house, id)).result is None
        await live_until(house, clock, 0.2 * DAY)
        assert (await told(house, id)).result.reason == f"{first} ran out of time."
        assert await house.look_at_clocks() == 0, "it is not looked at again"
        assert house.rooms == {}
        await house.close()

    run(work())


async def live_until(house: House, clock: FakeClock, seconds: float) -> None:
    """The server runs for so long, and looks at its clocks now and then."""
    for _ in range(10):
        await clock.passes(seconds / 10)
        await house.look_at_clocks()
        for room in tuple(house.rooms.values()):
            await settled(room)
        await idle()
        house.sweep()


def test_the_time_in_which_no_server_was_there_counts_against_nobody(tmp_path: Path) -> None:
    async def work() -> None:
        clock = FakeClock()
        house = await a_house(tmp_path, clock)
        id = await begun(house, "oware", ["Anna", "Bert"])
        await live_until(house, clock, 2 * DAY)
        await house.close()
        await clock.passes(30 * DAY)
        house = await a_house(tmp_path, clock)
        await house.look_at_clocks()
        welcome = await told(house, id)
        assert welcome.result is None
        left = welcome.turn.clocks.left[welcome.turn.clocks.runs]
        assert left == pytest.approx(1 * DAY * 1_000, rel=0.01)
        await live_until(house, clock, 1.1 * DAY)
        assert (await told(house, id)).result is not None
        await house.close()

    run(work())


def test_a_server_with_a_wrong_clock_takes_nobody_s_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its clock is five days ahead of the one that all servers of a store share."""

    async def work() -> None:
        clock = FakeClock()
        house = await a_house(tmp_path, clock)
        id = await begun(house, "oware", ["Anna", "Bert"])
        await live_until(house, clock, 1 * DAY)
        await house.close()
        clock._now += 5 * DAY
        monkeypatch.setattr(SqliteStore, "ahead", lambda store: -5 * DAY)
        house = await a_house(tmp_path, clock)
        await house.look_at_clocks()
        welcome = await told(house, id)
        assert welcome.result is None
        left = welcome.turn.clocks.left[welcome.turn.clocks.runs]
        assert left == pytest.approx(2 * DAY * 1_000, rel=0.01)
        await house.close()

    run(work())


def test_a_server_that_was_killed_before_it_stored_who_is_asked_begins_their_time(
    tmp_path: Path,
) -> None:
    """And does not look at a match again and again that is over."""

    async def work() -> None:
        clock = FakeClock()
        house = await a_house(tmp_path, clock)
        id = await begun(house, "oware", ["Anna", "Bert"])
        before = await house.load(id)
        async with house.visiting(id) as room:
            place = room.seating.order[0]
            assert place is not None
            screen = await room.enter(FakePeer(), p.Hello(1, [house.token(room.seating, place)]))
            await handle(room, screen, p.Play(7, (0, 0), 0, "C"))
            room.leave(screen)
            await settled(room)
        now = await house.load(id)
        now.asked, now.deadline = before.asked, before.deadline
        await house.save(now)
        await live_until(house, clock, 3.1 * DAY)
        assert (await told(house, id)).result is None
        seating = await house.load(id)
        assert seating.asked is not None
        assert seating.asked.seat == 1
        await live_until(house, clock, 3.1 * DAY)
        assert (await told(house, id)).result is not None
        over = await house.load(id)
        over.deadline = clock.date() - 1
        await house.save(over)
        assert await house.look_at_clocks() == 1
        assert await house.look_at_clocks() == 0
        await house.close()

    run(work())


def test_what_nobody_plays_on_ends_at_last_and_tells_its_secret(tmp_path: Path) -> None:
    async def work() -> None:
        clock = FakeClock()
        house = await a_house(tmp_path, clock)
        id = await begun(house, "zombie", ["Anna", "Bert"], clock="")
        clock._now = time() - BEGINNING + 399 * DAY
        await house.tidy()
        assert (await told(house, id)).result is None
        clock._now += 2 * DAY
        await house.tidy()
        assert (await told(house, id)).result.reason == "Nobody came back."
        stored, _ = await house.writer.load((await house.load(id)).match or 0)
        record = Match(SqliteStore(), stored).record
        assert verified(record).is_proven
        await house.close()

    run(work())


def test_of_three_the_match_goes_on_without_whoever_does_not_come(tmp_path: Path) -> None:
    """A machine moves for them, and the next one has their days."""

    async def work() -> None:
        clock = FakeClock()
        house = await a_house(tmp_path, clock)
        id = await begun(house, "zombie", ["Anna", "Bert", "Cleo"])
        before = (await told(house, id)).turn.seat
        await live_until(house, clock, 3.3 * DAY)
        welcome = await told(house, id)
        assert welcome.result is None
        assert welcome.n[0] > 0, "the machine has played"
        assert [change[1] for change in welcome.changes] == [before]
        assert welcome.turn.seat != before
        assert welcome.turn.clocks.runs == welcome.turn.seat
        seating = await house.load(id)
        assert seating.deadline is not None
        assert seating.deadline > clock.date() + 2 * DAY
        await house.close()

    run(work())


def test_a_move_of_somebody_who_comes_by_begins_the_time_of_the_next(tmp_path: Path) -> None:
    async def work() -> None:
        clock = FakeClock()
        house = await a_house(tmp_path, clock)
        id = await begun(house, "oware", ["Anna", "Bert"])
        await live_until(house, clock, 1 * DAY)
        async with house.visiting(id) as room:
            place = room.seating.order[0]
            assert place is not None
            token = house.token(room.seating, place)
            screen = await room.enter(FakePeer(), p.Hello(1, [token], "text"))
            await handle(room, screen, p.Play(7, (0, 0), 0, "C"))
            room.leave(screen)
            await settled(room)
        assert house.rooms == {}
        seating = await house.load(id)
        assert seating.asked is not None
        assert seating.asked.seat == 1
        assert seating.deadline == pytest.approx(clock.date() + 3 * DAY, abs=5)
        await house.close()

    run(work())


RUNS = st.lists(st.tuples(st.integers(0, 100), st.integers(0, 100)).map(sorted), max_size=6)


@given(RUNS, st.integers(0, 50), st.integers(50, 100))
def test_what_no_run_covers_is_counted_second_by_second(
    runs: list[list[int]], since: int, now: int
) -> None:
    covered = {moment for began, alive in runs for moment in range(began, alive)}
    wanted = sum(moment not in covered for moment in range(since, now))
    given = [(float(began), float(alive)) for began, alive in sorted(runs) if alive >= since]
    assert uncovered(given, since, now) == wanted
