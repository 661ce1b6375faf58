"""A table's row is changed only by whoever knows it as it is: nobody overwrites what another room,
or another program, has stored meanwhile."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest

from gamenight.match.writer import Writer
from gamenight.online import protocol as p
from gamenight.online.deeds import handle
from gamenight.online.house import House, NewTable
from gamenight.online.room import Closed
from gamenight.online.seating import Changed
from tests.online.rooms import KEY, FakePeer, run
from tests.online.servers import open_table, screen, serve

FILE = "matches.sqlite"


@asynccontextmanager
async def houses(folder: Path, count: int = 2) -> AsyncIterator[list[House]]:
    """Programs that share a store."""
    found = [House(Writer(folder / FILE), KEY) for _ in range(count)]
    for house in found:
        await house.start()
    yield found
    for house in found:
        await house.close()


def test_of_two_who_change_a_table_one_looks_again(tmp_path: Path) -> None:
    async def work() -> None:
        async with houses(tmp_path) as (here, there):
            opened = await here.new(NewTable("oware", name="Anna"))
            id = opened.seating.id
            room, other = here.rooms[id], await there.room(id)
            peer = FakePeer()
            await room.enter(peer, p.Hello(p.VERSION, [opened.own]))
            async with other.changing() as seating:
                seating.rename(other.game, 0, "Berta")
            with pytest.raises(Changed):
                async with room.changing() as seating:
                    seating.rename(room.game, 0, "Cara")
            assert (await here.load(id)).places[0].name == "Berta"
            assert (peer.closed, id in here.rooms) == (p.GOING_AWAY, False)
            with pytest.raises(Closed):
                async with room.changing():
                    pass
            async with (await here.room(id)).changing() as seating:
                seating.rename(room.game, 0, "Cara")
            assert (await there.load(id)).places[0].name == "Cara"

    run(work())


def test_of_many_at_once_each_change_is_there_or_refused(tmp_path: Path) -> None:
    async def work() -> None:
        async with houses(tmp_path, 4) as all:
            id = (await all[0].new(NewTable("oware", name="Anna"))).seating.id

            async def count(house: House) -> int:
                done = 0
                for _ in range(25):
                    try:
                        async with (await house.room(id)).changing() as seating:
                            seating.away += 1
                        done += 1
                    except (Changed, Closed):
                        pass
                return done

            before = (await all[0].load(id)).away
            done = await asyncio.gather(*map(count, all))
            assert sum(done) == (await all[0].load(id)).away - before
            assert (await all[0].load(id)).revision == sum(done) + 1

    run(work())


def test_whoever_goes_in_the_middle_leaves_no_other_table_behind(tmp_path: Path) -> None:
    """Their change is stored, though nobody waits for it: the room has to know that."""

    async def work() -> None:
        async with houses(tmp_path, 1) as (house,):
            opened = await house.new(NewTable("oware", name="Anna"))
            id, room = opened.seating.id, house.rooms[opened.seating.id]
            screen = await room.enter(FakePeer(), p.Hello(p.VERSION, [opened.own, opened.host]))
            changing = asyncio.ensure_future(handle(room, screen, p.Rename(1, 0, "Berta")))
            await asyncio.sleep(0)
            while not house.writer.queued:
                await asyncio.sleep(0)
            changing.cancel()
            with pytest.raises(asyncio.CancelledError):
                await changing
            again = await house.room(id)
            assert again.seating.places[0].name == (await house.load(id)).places[0].name == "Berta"
            async with again.changing() as seating:
                seating.rename(room.game, 0, "Cara")

    run(work())


def test_a_change_that_was_overtaken_is_asked_for_again(tmp_path: Path) -> None:
    """Whoever asked comes back to the table as it is, and can do what they wanted."""
    hosting = serve(tmp_path)

    async def work() -> None:
        table = open_table(hosting.url)
        async with screen(hosting.url, table["id"], table["token"], table["host"]) as anna:
            with closing(sqlite3.connect(tmp_path / FILE)) as db, db:
                db.execute("UPDATE tables SET state = json_set(state, '$.revision', 9)")
            await anna.say("rename", place=0, name="Berta")
            assert await anna.closed() == p.GOING_AWAY
        async with screen(hosting.url, table["id"], table["token"], table["host"]) as anna:
            await anna.say("rename", place=0, name="Berta")
            assert (await anna.hear("ok", "no"))["t"] == "ok"

    run(work())
    hosting.stop()
