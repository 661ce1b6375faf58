"""Machines that play for people who are gone: when they come, and that they go again."""

from __future__ import annotations

import asyncio

import pytest

from gamenight.core.record import Seat
from gamenight.online import protocol as p
from gamenight.online.deeds import agreed
from gamenight.online.room import Room
from gamenight.online.seating import Seating
from tests.online.rooms import Table, run, two


async def put_away(table: Table) -> None:
    """The room leaves memory, or the server ends; it is opened again from what is stored."""
    for screen in tuple(table.room.screens):
        table.room.leave(screen)
    await restart(table)


async def restart(table: Table) -> None:
    """The server begins again while people are there, from what is stored."""
    table.room.close()
    table.room = Room(table.stored, table.game, table.keeper, agreed, table.clock)
    await table.room.open()


def test_whoever_was_replaced_gets_the_seat_back_after_a_restart_too() -> None:
    async def work() -> None:
        table, (_, anna), (bert, _) = await two(away=5)
        place = table.place_of(1)
        name = table.match.names[1]
        table.room.leave(bert)
        await table.clock.passes(6)
        assert table.match.seats[1].bot
        assert anna.last(p.Changed).text == f"A machine plays for {name} now."
        await put_away(table)
        assert table.match.seats[1].bot
        _, back = await table.enter(table.tokens[place])
        await table.clock.passes(0)
        assert not table.match.seats[1].bot
        assert back.last(p.Changed).text == f"{name} plays again."
        assert table.room.seating.stood_in == []
        assert Seating.read(table.keeper.tables["table"]).stood_in == []

    run(work())


def test_a_machine_stands_in_after_a_restart_too() -> None:
    async def work() -> None:
        table, _, _ = await two(away=5)
        await put_away(table)
        await table.clock.passes(6)
        assert not any(seat.bot for seat in table.match.seats), "nobody was here to play on"
        await table.enter(table.tokens[table.place_of(0)])
        await table.clock.passes(6)
        assert [bool(seat.bot) for seat in table.match.seats] == [False, True]

    run(work())


def test_whoever_came_back_is_waited_for_as_long_as_before() -> None:
    """When they go once more, what others have waited for them is forgotten."""

    async def work() -> None:
        table, (anna, _), (bert, _) = await two(away=5)
        table.room.leave(bert)
        await table.clock.passes(4)
        table.room.leave(anna)
        await table.enter(table.tokens[table.place_of(0)])
        bert, _ = await table.enter(table.tokens[table.place_of(1)])
        table.room.leave(bert)
        await table.clock.passes(4)
        assert not table.match.seats[1].bot
        await table.clock.passes(1)
        assert table.match.seats[1].bot

    run(work())


def test_nobody_is_replaced_while_nobody_plays() -> None:
    """Who only looks on does not want to play on."""

    async def work() -> None:
        table, (anna, _), (bert, _) = await two(away=5)
        await table.enter()
        for screen in (anna, bert):
            table.room.leave(screen)
        await table.clock.passes(60)
        assert not any(seat.bot for seat in table.match.seats)

    run(work())


def test_whoever_is_gone_is_not_waited_for_longer_because_the_other_was_cut_off_too() -> None:
    async def work() -> None:
        table, (anna, _), (bert, _) = await two(away=5)
        table.room.leave(bert)
        await table.clock.passes(3)
        before = len(asyncio.all_tasks())
        table.room.leave(anna)
        await table.clock.passes(1)
        assert len(asyncio.all_tasks()) < before, "nobody waits at a table where nobody is"
        await table.enter(table.tokens[table.place_of(0)])
        await table.clock.passes(1)
        assert not any(seat.bot for seat in table.match.seats)
        await table.clock.passes(1)
        assert [bool(seat.bot) for seat in table.match.seats] == [False, True]

    run(work())


@pytest.mark.parametrize("nobody", [1, 4, 6, 60])
def test_the_time_in_which_nobody_is_here_does_not_count(nobody: int) -> None:
    """Whoever comes back first waits for the other as long as was agreed, however late it is."""

    async def work() -> None:
        table, (anna, _), (bert, _) = await two(away=5)
        for screen in (anna, bert):
            table.room.leave(screen)
        await table.clock.passes(nobody)
        await table.enter(table.tokens[table.place_of(0)])
        await table.clock.passes(4)
        assert not any(seat.bot for seat in table.match.seats)
        await table.clock.passes(2)
        assert [bool(seat.bot) for seat in table.match.seats] == [False, True]

    run(work())


def test_who_has_left_before_it_begins_is_replaced() -> None:
    async def work() -> None:
        table = Table("oware", ["Anna", "Bert"], away=5)
        await table.enter(table.tokens[0])
        host, _ = await table.enter(table.host)
        await table.send(host, p.Begin)
        await table.clock.passes(6)
        seats = {seat.name.split()[0]: bool(seat.bot) for seat in table.match.seats}
        assert seats["Anna"] is False
        assert sum(seats.values()) == 1

    run(work())


def test_nobody_acts_where_a_machine_plays() -> None:
    async def work() -> None:
        table, _, (bert, peer) = await two()
        assert table.room.playing is not None
        await table.room.playing.sit(1, Seat("Bert's machine", "random"))
        for kind, more in ((p.Play, ((0, 0), 1, "a")), (p.Pass, ((0, 0), 1)), (p.Resign, (1,))):
            await table.send(bert, kind, *more)
            assert peer.last().text.startswith("a machine plays for seat 2 now"), kind

    run(work())


def test_undo_asks_those_who_are_away_too() -> None:
    async def work() -> None:
        table, (anna, peer), (bert, _) = await two()
        await table.send(anna, p.Play, (0, 0), 0, "C")
        table.room.leave(bert)
        await table.send(anna, p.Offer, "undo")
        (offer,) = peer.last(p.Offers).offers
        assert offer.asked == [table.place_of(1)]
        assert table.texts == ("C",)

    run(work())


def test_only_those_who_sit_there_get_the_code() -> None:
    async def work() -> None:
        table = Table("oware", ["Anna"])
        codes = [
            (await table.enter(*given))[1].last(p.Welcome).code
            for given in ((), (table.tokens[0],))
        ]
        assert codes[0] == ""
        assert codes[1]

    run(work())
