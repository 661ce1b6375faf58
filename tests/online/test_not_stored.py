"""What somebody has done is not seen before it is stored, even if they have gone meanwhile."""

from __future__ import annotations

import asyncio
from unittest.mock import patch

from gamenight.online import protocol as p
from gamenight.online.summaries import summary
from tests.online.rooms import idle, run, two
from tests.online.test_room import full


def test_nobody_sees_the_move_of_somebody_who_has_gone_before_it_is_stored() -> None:
    async def work() -> None:
        table, (anna, _), _ = await two()
        full(table)
        table.gate.open.clear()
        sending = asyncio.create_task(table.send(anna, p.Play, (0, 0), 0, "C"))
        await idle()
        coming = asyncio.create_task(table.enter())
        await idle()
        sending.cancel()
        await idle()
        _, peer = await coming
        assert {welcome.n for welcome in peer.of(p.Welcome)} == {(0, 0)}

    run(work())


def test_who_is_ready_meanwhile_shows_nobody_that_move() -> None:
    async def work() -> None:
        table, (anna, _), (bert, peer) = await two()
        full(table)
        table.gate.open.clear()
        sending = asyncio.create_task(table.send(anna, p.Play, (0, 0), 0, "C"))
        await idle()
        waiting = asyncio.create_task(table.send(bert, p.Ready, (1, 0), 1))
        await idle()
        sending.cancel()
        await idle()
        await waiting
        assert peer.last(p.No).code == "stale"
        assert (1, 0) not in {told.n for told in peer.of(p.Turned)}

    run(work())


def test_a_machine_that_has_gone_on_shows_nobody_that_move() -> None:
    async def nothing() -> None:
        pass

    async def work() -> None:
        table, (anna, _), (_, peer) = await two()
        playing = table.room.playing
        assert playing is not None
        full(table)
        table.gate.open.clear()
        sending = asyncio.create_task(table.send(anna, p.Play, (0, 0), 0, "C"))
        await idle()
        with (
            patch.object(playing, "settled", nothing),
            patch.object(playing.course, "go_on", nothing),
        ):
            going = asyncio.create_task(playing._go_on())
            await idle()
            sending.cancel()
            await going
        assert (1, 0) not in {told.n for told in peer.of(p.Turned)}

    run(work())


def test_a_list_says_that_a_match_is_over_when_that_is_stored() -> None:
    async def work() -> None:
        table, (anna, _), _ = await two()
        room = table.room

        def state() -> str:
            return str(summary(room.seating, room)["state"])

        table.gate.open.clear()
        sending = asyncio.create_task(table.send(anna, p.Resign, 0))
        await idle()
        assert state() == "playing"
        table.gate.open.set()
        await sending
        assert state() == "over"

    run(work())


def test_of_a_match_that_is_in_the_store_only_no_list_says_whose_turn_it_is() -> None:
    async def work() -> None:
        table, *sitting = await two()
        assert table.room.whose_turn() == table.place_of(0)
        for screen, _ in sitting:
            table.room.leave(screen)
        table.room.rest()
        assert table.room.playing is not None
        assert table.room.playing.is_resting
        assert table.room.whose_turn() is None

    run(work())
