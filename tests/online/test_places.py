"""Before the match: who may sit where, by which link or code, and who may set the table."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from gamenight.match.store import StoreError
from gamenight.online import protocol as p
from gamenight.online.deeds import handle
from gamenight.online.room import NotAllowed
from gamenight.online.seating import Seating
from gamenight.online.tokens import token, write_code
from tests.online.rooms import KEY, Table, idle, run, two

CODE = write_code(7)


def test_wrong_links_open_nothing() -> None:
    async def work() -> None:
        table, _, _ = await two()
        good, bad = table.tokens[0], token(KEY, "another table", 0, 0)
        for given in ([bad], [good, bad], [good, good, bad], [""], ["\x00"], [table.host[:-1]]):
            before = len(table.room.screens)
            with pytest.raises(NotAllowed):
                await table.enter(*given)
            assert len(table.room.screens) == before
        screen, _ = await table.enter(good, good)
        assert screen.places == [0]

    run(work())


def test_a_code_is_good_for_a_free_place_once_each() -> None:
    async def work() -> None:
        table = Table("oware", ["Anna"], ["random"])
        table.room.seating.places[1].name = table.room.seating.places[1].bot = ""
        screen, peer = await table.enter()
        await table.send(screen, p.Claim, "Bert", write_code(8))
        assert peer.last().code == "wrong_code"
        await table.send(screen, p.Claim, "Anna", CODE)
        assert peer.last().code == "invalid_name"
        await table.send(screen, p.Claim, "Bert", CODE)
        claimed = peer.of(p.Ok)[-1]
        assert (claimed.place, screen.places) == (1, [1])
        _, back = await table.enter(claimed.token)
        assert back.heard[0].yours == [1]
        await table.send((await table.enter())[0], p.Claim, "Cara", CODE)
        assert table.room.seating.places[1].name == "Bert"

    run(work())


def test_a_claim_that_is_sent_again_gets_the_same_place() -> None:
    """Whoever was cut off before the answer has no token yet."""

    async def work() -> None:
        table = Table("oware", ["Anna"], ["random"])
        table.room.seating.places[1].name = table.room.seating.places[1].bot = ""
        first, _ = await table.enter()
        message = p.Claim(2**40, "Bert", CODE)
        await handle(table.room, first, message)
        table.room.leave(first)
        again, peer = await table.enter()
        await handle(table.room, again, message)
        assert peer.of(p.Ok)[-1].place == 1
        assert again.places == [1]
        thief, peer = await table.enter()
        await handle(table.room, thief, message)
        assert isinstance(peer.last(), p.No), "somebody sits there"

    run(work())


def test_a_claim_with_a_number_that_can_be_guessed_is_not_given_again() -> None:
    async def work() -> None:
        table = Table("oware", ["Anna"], ["random"])
        table.room.seating.places[1].name = table.room.seating.places[1].bot = ""
        first, _ = await table.enter()
        await handle(table.room, first, p.Claim(1, "Bert", CODE))
        table.room.leave(first)
        thief, peer = await table.enter()
        await handle(table.room, thief, p.Claim(1, "Bert", CODE))
        assert isinstance(peer.last(), p.No)
        assert thief.places == []

    run(work())


def test_simultaneous_claims_get_different_places() -> None:
    async def work() -> None:
        table = Table("thief", ["Anna"], ["random"] * 2)
        for place in table.room.seating.places[1:]:
            place.name = place.bot = ""
        table.gate.open.clear()
        screens = [await table.enter() for _ in range(3)]
        names = ("Bert", "Cara", "Dora")
        sent = [
            asyncio.create_task(table.send(screen, p.Claim, name, CODE))
            for (screen, _), name in zip(screens, names, strict=True)
        ]
        await idle()
        table.gate.open.set()
        await asyncio.gather(*sent)
        assert sorted(screen.places for screen, _ in screens) == [[], [1], [2]]
        stored = Seating.read(table.keeper.tables["table"])
        assert [place.name for place in stored.places] == ["Anna", "Bert", "Cara"]

    run(work())


def test_a_place_that_could_not_be_stored_is_free() -> None:
    async def work() -> None:
        table = Table("oware", ["Anna"], ["random"])
        table.room.seating.places[1].name = table.room.seating.places[1].bot = ""
        screen, peer = await table.enter()
        table.gate.failure = StoreError("the disk is full")
        await table.send(screen, p.Claim, "Bert", CODE)
        assert isinstance(peer.last(), p.No)
        assert screen.places == []
        await table.send(screen, p.Claim, "Bert", CODE)
        assert screen.places == [1]

    run(work())


def test_fewer_places_move_nobody() -> None:
    async def work() -> None:
        table = Table("thief", ["Anna", "Bert", "Cara"], ["random"])
        seating = table.room.seating
        seating.places.insert(0, seating.places.pop())  # the machine sits first
        seating.places[0].name = seating.places[0].bot = ""
        host, peer = await table.enter(table.host)
        screens = [await table.enter(token) for token in table.tokens]
        await table.send(host, p.Places, 3)
        assert isinstance(peer.last(), p.Ok)
        for (screen, _), name in zip(screens, ("Anna", "Bert", "Cara"), strict=True):
            (place,) = screen.places
            assert table.room.seating.places[place].name == name

    run(work())


@pytest.mark.parametrize(
    "message",
    [
        (p.Machine, 1, "random"),
        (p.Places, 3),
        (p.Options, {"houses": 4}),
        (p.Begin,),
        (p.Rename, 0, "Eve"),
    ],
)
def test_only_the_host_sets_the_table(message: tuple[Any, ...]) -> None:
    async def work() -> None:
        table = Table("oware", ["Anna", "Bert"])
        before = table.room.seating.write()
        bert, peer = await table.enter(table.tokens[1])
        await table.send(bert, *message)
        assert peer.last().code == "not_allowed"
        assert table.room.seating.write() == before

    run(work())


def test_a_match_begins_once() -> None:
    async def work() -> None:
        table = Table("oware", ["Anna", "Bert"])
        hosts = [await table.enter(table.host) for _ in range(2)]
        table.gate.open.clear()
        sent = [asyncio.create_task(table.send(screen, p.Begin)) for screen, _ in hosts]
        await idle()
        table.gate.open.set()
        await asyncio.gather(*sent)
        assert len(list(table.keeper.store.matches())) == 1
        codes = [peer.last().code for _, peer in hosts if isinstance(peer.last(), p.No)]
        assert codes == ["begun"]

    run(work())


def test_a_round_that_could_not_be_stored_has_not_begun() -> None:
    async def work() -> None:
        table = Table("oware", ["Anna", "Bert"])
        host, peer = await table.enter(table.host)
        table.gate.failure = StoreError("the disk is full")
        await table.send(host, p.Begin)
        assert isinstance(peer.last(), p.No)
        assert table.room.playing is None
        assert table.room.seating.match is None
        await table.send(host, p.Begin)
        assert table.room.playing is not None

    run(work())
