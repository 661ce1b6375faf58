"""Rooms leave memory when nobody is there, and never while somebody comes in or changes a thing."""

from __future__ import annotations

import asyncio
import gc
import json
from functools import partial
from pathlib import Path
from time import time
from unittest.mock import patch
from weakref import ref

import pytest

from gamenight.match.sqlite import SqliteStore
from gamenight.match.writer import Writer
from gamenight.online import protocol as p
from gamenight.online.deeds import handle
from gamenight.online.house import LONELY_SECONDS, Draining, House, NewTable, NoTable
from gamenight.online.room import Closed, Room
from tests.online.rooms import KEY, FakeClock, FakePeer, Table, idle, run
from tests.online.servers import open_table, screen, serve

IDLE = 10.0


async def a_house(tmp_path: Path) -> tuple[House, FakeClock]:
    clock = FakeClock()
    house = House(Writer(tmp_path / "matches.sqlite"), KEY, clock=clock, idle=IDLE)
    await house.start()
    return house, clock


async def begun(house: House) -> tuple[Room, list[str]]:
    """The room of a match that nobody looks at any more, and the tokens in the order of play."""
    seating, host, anna = await house.new(NewTable("oware", name="Anna"))
    async with house.visiting(seating.id) as room:
        peer = FakePeer()
        first = await room.enter(FakePeer(), p.Hello(1, [host, anna]))
        second = await room.enter(peer, p.Hello(1))
        await handle(room, second, p.Claim(1, "Bert", house.code(seating)))
        await handle(room, first, p.Begin(2))
        tokens = [anna, peer.of(p.Ok)[0].token]
        order = [place for place in room.seating.order if place is not None]
        for screen in (first, second):
            room.leave(screen)
    return room, [tokens[place] for place in order]


def test_a_match_that_nobody_looks_at_takes_no_memory(tmp_path: Path) -> None:
    """Not even until rubbish is looked for; whoever comes finds all of it."""

    async def work() -> None:
        house, _ = await a_house(tmp_path)
        gc.collect()
        gc.disable()
        try:
            room, tokens = await begun(house)
            id, left = room.seating.id, ref(room)
            assert house.rooms == {}
            assert room.is_closed
            del room
            await idle()
            assert left() is None
        finally:
            gc.enable()
        async with house.visiting(id) as again:
            peer = FakePeer()
            screen = await again.enter(peer, p.Hello(1, [tokens[0]], "text"))
            await handle(again, screen, p.Play(3, (0, 0), 0, "C"))
            assert peer.last(p.Ply).text == "C"
            assert house.rooms == {id: again}
            again.leave(screen)
        async with house.visiting(id) as again:
            assert (await again.enter(peer, p.Hello(1, [tokens[1]], "text"))) in again.screens
            assert peer.last(p.Welcome).texts == {"1": ["C"]}
            again.leave(again.screens[0])
        await house.close()

    run(work())


def test_what_only_a_room_remembers_stays_for_a_while_without_its_match(tmp_path: Path) -> None:
    """An offer that stands, an answer that may be asked for again, and the time that others have
    waited for somebody."""

    async def offers(room: Room, token: str) -> None:
        screen = await room.enter(FakePeer(), p.Hello(1, [token]))
        await handle(room, screen, p.Offer(3, "end"))
        room.leave(screen)

    async def asks(room: Room, token: str) -> None:
        screen = await room.enter(FakePeer(), p.Hello(1, [token]))
        await handle(room, screen, p.Back(p.UNGUESSED + 1, screen.places[0]))
        room.leave(screen)

    async def waits(room: Room, token: str) -> None:
        screen = await room.enter(FakePeer(), p.Hello(1, [token]))
        assert isinstance(room.clock, FakeClock)
        await room.clock.passes(2.0)
        room.leave(screen)

    async def work() -> None:
        house, clock = await a_house(tmp_path)
        for deed in (offers, asks, waits):
            room, tokens = await begun(house)
            async with house.visiting(room.seating.id) as again:
                await deed(again, tokens[0])
            assert house.rooms[room.seating.id] is again
            while again.is_busy:  # a claim that was used is stored
                await asyncio.sleep(0.01)
            assert house.sweep() == 0
            assert again.playing is not None
            assert again.playing.is_resting
            peer = FakePeer()
            async with house.visiting(room.seating.id) as same:
                assert same is again
                same.leave(await same.enter(peer, p.Hello(1, [tokens[0]])))
            assert len(peer.last(p.Welcome).offers) == (deed is offers)
            await clock.passes(IDLE + 1)
            assert house.sweep() == 1
        await house.close()

    run(work())


def test_a_match_is_not_let_go_of_while_the_store_does_not_know_all_of_it(tmp_path: Path) -> None:
    """Somebody has said that they are ready, and not rolled yet."""

    async def work() -> None:
        table = Table("thief", ["Anna", "Bert", "Cleo"])
        screens = [screen for screen, _ in await table.begin()]
        playing = table.room.playing
        assert playing is not None
        seat = playing.told_turn().seat
        assert seat is not None
        await table.send(screens[table.place_of(seat)], p.Ready, (0, 0), seat)
        assert playing.told_turn().kind == "roll"
        for one in screens:
            table.room.leave(one)
        assert not table.room.rest()
        assert not playing.is_resting
        assert playing.told_turn().kind == "roll"

    run(work())


def test_whoever_comes_just_when_the_room_has_left_gets_another(tmp_path: Path) -> None:
    async def work() -> None:
        house, _ = await a_house(tmp_path)
        id = (await begun(house))[0].seating.id

        async def looks() -> bool:
            async with house.visiting(id) as room:
                return not room.is_closed

        assert all(await asyncio.gather(*(looks() for _ in range(5))))
        await house.close()

    run(work())


def test_whoever_comes_when_the_house_is_closed_is_told_so(tmp_path: Path) -> None:
    async def work() -> None:
        house, _ = await a_house(tmp_path)
        id = (await house.new(NewTable("oware", name="Anna"))).seating.id
        await house.close()
        with pytest.raises(Draining):
            async with house.visiting(id):
                pass

    run(work())


@pytest.mark.parametrize("seconds", [0, IDLE + 1])
def test_a_late_answer_is_for_no_other_offer(tmp_path: Path, seconds: float) -> None:
    """Not even when nobody was there meanwhile, or for so long that the table has left memory, or
    the match has ended."""

    async def offers(room: Room, token: str, what: p.Offered) -> int:
        peer = FakePeer()
        screen = await room.enter(peer, p.Hello(1, [token]))
        await handle(room, screen, p.Offer(3, what))
        (made,) = room.offers.all
        await handle(room, screen, p.Resign(4, room.seating.seat_of(screen.places[0]) or 0))
        room.leave(screen)
        return made.id

    async def work() -> None:
        house, clock = await a_house(tmp_path)
        room, tokens = await begun(house)
        id = room.seating.id
        async with house.visiting(id) as again:
            first = await offers(again, tokens[0], "end")
        await clock.passes(seconds)
        assert house.sweep() == bool(seconds)
        async with house.visiting(id) as again:
            other = await again.enter(FakePeer(), p.Hello(1, [tokens[1]]))
            assert await offers(again, tokens[0], "next") > first
            again.leave(other)
        await house.close()

    run(work())


def test_a_room_stays_until_the_others_have_learned_what_was_stored(tmp_path: Path) -> None:
    """Whoever asked for it was cut off meanwhile, and was the last to go."""

    async def work() -> None:
        house, _ = await a_house(tmp_path)
        room, tokens = await begun(house)
        failed: list[dict[str, object]] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, told: failed.append(told))

        async def does(message: p.Sent) -> None:
            async with house.visiting(room.seating.id) as again:
                screen = await again.enter(FakePeer(), p.Hello(1, [tokens[0]]))
                try:
                    await handle(again, screen, message)
                finally:
                    again.leave(screen)

        await does(p.Ping(2))  # that a claim was used has to be stored, too
        while house.rooms:
            await asyncio.sleep(0.01)
            house.sweep()
        playing = asyncio.create_task(does(p.Play(3, (0, 0), 0, "C")))
        while not any(one.playing and one.playing.is_changing for one in house.rooms.values()):
            await asyncio.sleep(0)
        playing.cancel()
        await asyncio.wait([playing])
        while house.rooms:
            await asyncio.sleep(0.01)
            house.sweep()
        await asyncio.sleep(0.05)
        gc.collect()
        assert not failed
        await house.close()

    run(work())


def test_a_game_that_fails_keeps_no_other_table_in_memory(tmp_path: Path) -> None:
    async def work() -> None:
        house, _ = await a_house(tmp_path)
        broken, other = [await house.room((await begun(house))[0].seating.id) for _ in range(2)]
        assert broken.playing is not None
        with patch.object(broken.playing, "turn", side_effect=ZeroDivisionError):
            assert house.sweep() == 1
        assert other.is_closed
        assert not broken.is_closed
        await house.close()

    run(work())


def test_a_room_that_nobody_is_in_leaves_and_comes_back(tmp_path: Path) -> None:
    async def work() -> None:
        house, clock = await a_house(tmp_path)
        id = (await house.new(NewTable("oware", name="Anna"))).seating.id
        before = house.rooms[id]
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
        room = await house.room(id)
        async with room.changing():
            assert house.sweep() == 0
        done = asyncio.Event()
        room.spawn(done.wait())
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


def _touch(id: str, when: float, store: SqliteStore) -> None:
    update = "UPDATE tables SET touched = ? WHERE id = ?"
    store.within(lambda db: db.execute(update, (when, id)))


async def _swept(house: House) -> int:
    return house.sweep()


def test_a_table_that_nobody_came_to_is_gone_after_a_week(tmp_path: Path) -> None:
    """Not one that somebody else sits at or looks at, nor one whose match has begun, nor a young
    one."""

    async def opened(house: House) -> Room:
        return await house.room((await house.new(NewTable("oware", name="Anna"))).seating.id)

    async def work() -> None:
        house, _ = await a_house(tmp_path)
        lonely, visited, seen, young = [await opened(house) for _ in range(4)]
        async with visited.changing() as seating:
            seating.sit(visited.game, "Bert")
        played, _ = await begun(house)
        old = (lonely, visited, played, seen)
        house.sweep()
        week_ago = time() - LONELY_SECONDS - 1
        for room in old:
            await house.writer.do(partial(_touch, room.seating.id, week_ago))
        async with house.visiting(seen.seating.id):
            assert await house.tidy() == 1
        for room in (visited, played, seen, young):
            await house.load(room.seating.id)
        with pytest.raises(NoTable):
            await house.load(lonely.seating.id)
        await house.close()

    run(work())


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
