"""Of more than two, somebody has no time left: what that costs, and when they are back."""

from __future__ import annotations

import json
from typing import Any

import pytest

from gamenight.core.errors import InvalidRecord
from gamenight.core.play import mover
from gamenight.core.record import Record
from gamenight.online import protocol as p
from tests.online.rooms import Table, run


async def three(clock: str, **more: Any) -> tuple[Table, int, Any]:
    """A match of three with a clock, the seat that is asked, and its screen."""
    table = Table("zombie", ["Anna", "Bert", "Cleo"], clock=clock, **more)
    screens = await table.begin()
    assert table.room.playing is not None
    (seat, *_) = table.room.playing.turn().seats
    return table, seat, screens[table.place_of(seat)][0]


def test_what_a_machine_does_for_somebody_without_time_takes_all_that_they_had() -> None:
    """Else a bank would be full again after each move that was missed."""

    async def work() -> None:
        table, seat, screen = await three("1m+5s")
        await table.clock.passes(60.1)
        assert table.match.seats[seat].bot
        await table.clock.passes(10)
        timed = [n for n, time in enumerate(table.match.times) if time is not None]
        assert [table.match.times[n] for n in timed[:1]] == [60_000]
        await table.send(screen, p.Back, table.place_of(seat))
        assert not table.match.seats[seat].bot
        assert table.room.playing is not None
        left = table.room.playing.timing.left(table.match)
        assert left[seat] <= 5_000
        assert Record.loads(table.match.record.dumps()).times == table.match.record.times

    run(work())


def test_whoever_missed_a_move_is_not_asked_for_it_again() -> None:
    """They have their seat back as soon as the machine has moved: else nobody else would ever be
    asked, if they came back just in time again and again."""

    async def work() -> None:
        table = Table("thief", ["Anna", "Bert", "Cleo"], options={"cards": True}, clock="30s")
        screens = await table.begin()
        assert table.room.playing is not None
        await table.clock.passes(0)
        (seat, *_) = table.room.playing.turn().seats
        screen, _ = screens[table.place_of(seat)]
        await table.clock.passes(3 + 30.1)
        assert table.match.seats[seat].bot
        before = len(table.match.plies)
        await table.send(screen, p.Back, table.place_of(seat))
        assert table.match.seats[seat].bot
        await table.send(screen, p.Play, table.match.at, seat, "roll")
        await table.clock.passes(5)
        assert len(table.match.plies) > before
        assert not table.match.seats[seat].bot

    run(work())


def test_a_time_of_a_machine_that_was_never_asked_for_is_no_record() -> None:
    async def work() -> None:
        table, seat, _ = await three("1m+5s")
        await table.clock.passes(60.1)
        await table.clock.passes(10)
        data = json.loads(table.match.record.dumps())
        movers = [mover(table.match.rules, ply) for ply in table.match.plies]
        later = [n for n, one in enumerate(movers) if one == seat][1]
        data["times"][later] = 5_000
        with pytest.raises(InvalidRecord, match="no clock counts a machine's time"):
            Record.loads(json.dumps(data))

    run(work())


def test_what_comes_while_a_machine_is_put_there_comes_too_late() -> None:
    """Time is up, and that is being stored."""

    async def work() -> None:
        table, seat, screen = await three("30s")
        table.gate.open.clear()
        await table.clock.passes(30.01)
        assert not table.match.seats[seat].bot
        await table.send(screen, p.Ready, table.match.at, seat, True)
        assert screen.peer.last().code == "late"
        table.gate.open.set()
        await table.clock.passes(1)
        assert table.match.seats[seat].bot

    run(work())
