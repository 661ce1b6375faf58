"""Somebody comes while a match lasts, where the game has an empty seat."""

from __future__ import annotations

import asyncio
from typing import Any
from unittest.mock import patch

import pytest

from gamenight.core.record import Seat
from gamenight.core.rules import Decision
from gamenight.match.store import StoreError
from gamenight.online import protocol as p
from gamenight.online.room import Screen
from gamenight.online.tokens import write_code
from tests.online.rooms import FakePeer, Table, idle, run

CODE = write_code(7)
EMPTY, DORA = Seat(""), Seat("Dora")
NEW = 3  # the seat that is empty


async def come(empty: int = 1) -> tuple[Table, Screen, FakePeer]:
    """A match of three with an empty seat, and somebody who watches."""
    options = {"open_table": True, "empty": empty}
    table = Table("thief", ["Anna", "Bert", "Cara"], options=options, secret=bytes(32))
    for screen, _ in await table.begin():
        seat = table.room.seating.seat_of(screen.places[0])
        if seat == 0:
            await table.send(screen, p.Ready, (0, 0), 0, True)
    await idle()
    assert isinstance(table.match.node, Decision), "where somebody can join at once"
    assert table.match.absent == tuple(range(NEW, NEW + empty))
    return table, *await table.enter()


async def fails(*_: Any) -> None:
    raise StoreError("the disk is full")


def test_they_get_the_seat_and_come_back_to_it() -> None:
    async def work() -> None:
        table, guest, peer = await come()
        await table.send(guest, p.Claim, "Dora", CODE)
        await idle()
        assert (table.match.seats[NEW], table.match.absent) == (DORA, ())
        assert table.stored.order[NEW] == 3
        for _ in range(2):  # at two screens
            _, again = await table.enter(peer.last(p.Ok).token)
            await idle()
            assert again.heard[0].yours == [3]
        assert (table.match.seats[NEW], table.match.absent) == (DORA, ())

    run(work())


def test_whose_place_was_not_stored_does_not_sit_there() -> None:
    """Else nobody could play that seat, and the others would wait for ever."""

    async def work() -> None:
        table, guest, peer = await come()
        with patch.object(table.keeper, "save", fails):
            await table.send(guest, p.Claim, "Dora", CODE)
        await idle()
        assert peer.last(p.No).code == "not_kept"
        assert (table.match.seats[NEW], table.match.absent) == (EMPTY, (NEW,))

    run(work())


def test_who_has_a_place_and_no_seat_yet_gets_it_when_they_come_back() -> None:
    async def work() -> None:
        table, guest, peer = await come()
        with patch.object(table.room.playing, "join", fails):  # as if the server was killed here
            await table.send(guest, p.Claim, "Dora", CODE)
            await idle()
        assert table.match.seats[NEW] == EMPTY
        table.room.leave(guest)
        await table.enter(peer.last(p.Ok).token)
        await idle()
        assert (table.match.seats[NEW], table.match.absent) == (DORA, ())

    run(work())


def test_two_who_come_at_once_get_a_seat_each() -> None:
    async def work() -> None:
        table, guest, _ = await come(empty=2)
        other, _ = await table.enter()
        claims = [(guest, "Dora"), (other, "Emil")]
        await asyncio.gather(*(table.send(one, p.Claim, name, CODE) for one, name in claims))
        await idle()
        assert table.match.names[NEW:] == ("Dora", "Emil")
        assert table.match.absent == ()
        assert table.stored.order[NEW:] == [3, 4]

    run(work())


def test_a_seat_is_kept_for_whoever_has_the_place() -> None:
    async def work() -> None:
        table, guest, peer = await come()
        with patch.object(table.room.playing, "join", fails):  # as if the server was killed here
            await table.send(guest, p.Claim, "Dora", CODE)
            await idle()
        other, answer = await table.enter()
        await table.send(other, p.Claim, "Emil", CODE)
        assert "all 4 seats are taken" in answer.last(p.No).text
        await table.enter(peer.last(p.Ok).token)
        await idle()
        assert (table.match.seats[NEW], table.match.absent) == (DORA, ())

    run(work())


@pytest.mark.parametrize("over", [True, False])
def test_there_may_be_no_seat(over: bool) -> None:
    async def work() -> None:
        table, guest, _ = await come()
        if over:
            assert table.room.playing is not None
            await table.room.playing.end("Enough.")
        else:
            await table.send(guest, p.Claim, "Dora", CODE)
            await idle()
        await table.send((await table.enter())[0], p.Claim, "Emil", CODE)
        assert len(table.stored.places) == (3 if over else 4)
        assert "Emil" not in table.match.names

    run(work())
