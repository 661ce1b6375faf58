"""Rooms leave memory when nobody is there, and never while somebody comes in or changes a thing."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from gamenight.match.writer import Writer
from gamenight.online import protocol as p
from gamenight.online.house import House, NewTable, NoTable
from gamenight.online.room import Closed
from tests.online.rooms import KEY, FakeClock, FakePeer, run
from tests.online.servers import open_table, screen, serve

IDLE = 10.0


async def a_house(tmp_path: Path) -> tuple[House, FakeClock]:
    clock = FakeClock()
    house = House(Writer(tmp_path / "matches.sqlite"), KEY, clock=clock, idle=IDLE)
    await house.start()
    return house, clock


def test_a_room_that_nobody_is_in_leaves_and_comes_back(tmp_path: Path) -> None:
    async def work() -> None:
        house, clock = await a_house(tmp_path)
        id = (await house.new(NewTable("oware", name="Anna"))).seating.id
        before = house.rooms[id]
        assert house.sweep() == 0
        await clock.passes(IDLE + 1)
        assert house.sweep() == 1
        assert house.rooms == {}
        assert (await house.room(id)).seating.places[0].name == "Anna"
        with pytest.raises(Closed):
            await before.enter(FakePeer(), p.Hello(1))
        with pytest.raises(Closed):
            async with before.changing():
                pass
        await house.close()

    run(work())


def test_it_stays_while_somebody_comes_in_or_something_is_done(tmp_path: Path) -> None:
    async def work() -> None:
        house, clock = await a_house(tmp_path)
        id = (await house.new(NewTable("oware", name="Anna"))).seating.id
        await clock.passes(IDLE + 1)
        async with house.visiting(id):
            assert house.sweep() == 0
        async with house.rooms[id].changing():
            assert house.sweep() == 0
        done = asyncio.Event()
        house.rooms[id].spawn(done.wait())
        assert house.sweep() == 0
        done.set()
        await asyncio.sleep(0.01)
        assert house.sweep() == 1
        await house.close()

    run(work())


def test_between_connection_and_hello_it_is_the_same_room(tmp_path: Path) -> None:
    """What the one who came then is told is so for everybody, and stays so."""
    hosting = serve(tmp_path)

    async def work() -> None:
        table = open_table(hosting.url)
        async with screen(hosting.url, table["id"], hello=False) as early:
            house = hosting.house
            while not house.rooms[table["id"]].visitors:
                await asyncio.sleep(0.01)
            house._idle = -1.0
            hosting.call(_swept(house))
            await early.line.send(json.dumps({"t": "hello", "v": 1}))
            await early.hear("welcome")
            await early.say("claim", name="Bert", code=table["code"])
            token = (await early.hear("ok"))["token"]
            async with screen(hosting.url, table["id"], table["host"]) as host:
                assert [place.get("name") for place in host.welcome["places"]] == ["Anna", "Bert"]
                await host.say("rename", place=0, name="X")
                await host.hear("no")
            async with screen(hosting.url, table["id"], token) as bert:
                assert bert.welcome["yours"] == [1]

    run(work())
    hosting.stop()


async def _swept(house: House) -> int:
    return house.sweep()


def test_many_ask_for_the_same_table_at_once(tmp_path: Path) -> None:
    async def work() -> None:
        house, clock = await a_house(tmp_path)
        id = (await house.new(NewTable("oware", name="Anna"))).seating.id
        await clock.passes(IDLE + 1)
        house.sweep()
        found = await asyncio.gather(*(house.room(id) for _ in range(20)))
        assert all(room is found[0] for room in found)
        lost = await asyncio.gather(
            *(house.room("none") for _ in range(20)), return_exceptions=True
        )
        assert {type(one) for one in lost} == {NoTable}
        gone = asyncio.ensure_future(house.room("none"))
        await asyncio.sleep(0)
        gone.cancel()
        with pytest.raises(NoTable):
            await house.room("none")
        await house.close()

    run(work())
