"""Machines at a table on a server: for who is gone, and when they fail themselves."""

from __future__ import annotations

import asyncio
from typing import Any

from gamenight.online import protocol as p
from gamenight.online.playing import AGAIN
from tests.online.pairs import Company, played
from tests.online.rooms import Table, idle, run, two


def test_a_machine_plays_for_whoever_is_gone_until_they_return() -> None:
    async def work() -> None:
        table, (anna, peer), (bert, _) = await two(away=60)
        table.room.leave(bert)
        await table.send(anna, p.Play, (0, 0), 0, "C")
        await table.clock.passes(59)
        assert len(table.texts) == 1
        await table.clock.passes(2)
        assert len(table.texts) == 2
        assert peer.last(p.Changed).change[1] == 1
        screen, _ = await table.enter(table.tokens[table.place_of(1)])
        await idle()
        assert not table.match.seats[1].bot
        await table.send(anna, p.Play, (2, 0), 0, "D")
        assert table.texts[2] == "D"
        assert table.room.playing is not None
        await table.clock.passes(100)
        assert len(table.texts) == 3
        assert screen.eyes == (1,)

    run(work())


def test_who_returns_while_the_machine_sits_down_has_the_seat() -> None:
    async def work() -> None:
        table, (_, peer), (bert, _) = await two(away=60)
        table.room.leave(bert)
        await idle()
        table.gate.open.clear()
        await table.clock.passes(61)
        coming = asyncio.create_task(table.enter(table.tokens[table.place_of(1)]))
        await idle()
        table.gate.open.set()
        await coming
        await idle()
        assert not table.match.seats[1].bot
        told = [list(change) for change in table.match.changes]
        heard = peer.last(p.Welcome).changes + [m.change for m in peer.of(p.Changed)]
        assert len(heard) >= len(told)

    run(work())


def test_machines_wait_for_somebody_to_look() -> None:
    async def work() -> None:
        table = Table("oware", ["Anna"], ["random"])
        ((anna, _),) = await table.begin()
        table.room.leave(anna)
        await table.clock.passes(1000)
        assert len(table.texts) <= 1
        before = len(table.texts)
        await table.clock.passes(1000)
        assert len(table.texts) == before

    run(work())


def test_a_room_that_is_closed_does_not_go_on() -> None:
    async def work() -> None:
        table = Table("oware", [], ["random", "random"])
        await table.begin()
        await table.enter()
        await table.clock.passes(5)
        before = len(table.texts)
        assert before
        table.room.close()
        await table.clock.passes(100)
        assert len(table.texts) == before
        assert len(asyncio.all_tasks()) == 1

    run(work())


class Broken:
    """Machines that fail, whatever they are asked."""

    asked = 0

    async def consider(self, rules: Any, bot: str, *_: Any) -> Any:
        self.asked += 1
        if bot == "random":
            raise OSError("even this one")
        raise ValueError("a fault of the machine")


def test_a_machine_that_fails_does_not_spin() -> None:
    async def work() -> None:
        broken = Broken()
        table = Table("oware", ["Anna"], ["easy"], thinkers=broken)
        ((anna, _),) = await table.begin()
        (seat,) = anna.eyes
        assert seat is not None
        if seat == 0:
            await table.send(anna, p.Play, (0, 0), 0, "C")
        await table.clock.passes(10 * AGAIN)
        assert table.match.seats[1 - seat].bot == "random"
        assert broken.asked <= 13
        ping = await table.send(anna, p.Ping)
        assert ping
        table.room.close()

    run(work())


class Moody:
    """Machines that fail when they are asked out of turn."""

    asked = 0

    async def consider(self, rules: Any, bot: str, view: Any, seat: int, rng: Any, *_: Any) -> Any:
        node = rules.node(view)
        if node.player != seat:
            self.asked += 1
            raise ValueError("not now")
        return rng.choice(node.actions)


def test_a_machine_that_fails_out_of_turn_holds_up_nobody() -> None:
    async def work() -> None:
        moody = Moody()
        options = {"cards": True}
        table = Table("thief", ["Anna"], ["random"] * 2, options, moody, secret=bytes(32))
        screens = dict(await table.begin())
        await played(table, screens, Company(1), 1, 60)
        assert moody.asked
        assert len(table.texts) >= 60

    run(work())


def test_peers_learn_who_is_here() -> None:
    async def work() -> None:
        table, (_, peer), (bert, _) = await two()
        table.room.leave(bert)
        assert [place.here for place in peer.last(p.Here).places].count(True) == 1
        await table.enter(table.tokens[table.place_of(1)])
        assert [place.here for place in peer.last(p.Here).places] == [True, True]

    run(work())
