"""Before the match: who may sit where, by which link or code, and who may set the table."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from gamenight.core import registry
from gamenight.core.errors import InvalidPlayers
from gamenight.match.store import StoreError
from gamenight.online import protocol as p
from gamenight.online.deeds import handle
from gamenight.online.room import NotAllowed
from gamenight.online.seating import Full, Place, Seating
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


def test_a_new_code_ends_the_old_one() -> None:
    async def work() -> None:
        table = Table("zombie", ["Anna"], ["random", "random"])
        for place in table.room.seating.places[1:]:
            place.name = place.bot = ""
        host, told = await table.enter(table.host)
        guest, peer = await table.enter()
        await table.send(guest, p.NewCode)
        assert peer.last().code == "not_allowed"
        await table.send(host, p.NewCode)
        new = told.of(p.Welcome)[-1].code
        assert new != told.of(p.Welcome)[0].code == CODE
        assert peer.of(p.Welcome)[-1].code == "", "who has no place does not learn it"
        await table.send(guest, p.Claim, "Bert", CODE)
        assert peer.last().code == "wrong_code"
        await table.send(guest, p.Claim, "Bert", new)
        assert [place.name for place in table.room.seating.places] == ["Anna", "Bert", ""]
        assert table.stored.claim == table.room.seating.claim

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


def test_a_claim_is_used_up_once_its_token_is_used() -> None:
    """In this room, and in one that is opened from the store again."""

    async def work() -> None:
        table = Table("oware", ["Anna"], ["random"])
        table.room.seating.places[1].name = table.room.seating.places[1].bot = ""
        first, told = await table.enter()
        message = p.Claim(2**40, "Bert", CODE)
        await handle(table.room, first, message)
        assert table.stored.places[1].claim == message.id
        table.room.leave(first)
        bert, _ = await table.enter(told.last(p.Ok).token)
        await idle()
        assert table.stored.places[1].claim == 0
        table.room.leave(bert)
        thief, peer = await table.enter()
        await handle(table.room, thief, message)
        assert isinstance(peer.last(), p.No)

    run(work())


def test_a_claim_that_could_not_be_used_up_is_with_the_next_change() -> None:
    async def work() -> None:
        table = Table("oware", ["Anna"], ["random"])
        table.room.seating.places[0].claim = 2**40
        table.gate.failure = StoreError("the disk is full")
        _, peer = await table.enter(table.tokens[0], table.host)
        await idle()
        assert peer.names == ["welcome", "here"], "they are here all the same"
        await table.send(table.room.screens[0], p.NewCode)
        assert table.stored.places[0].claim == 0

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
        assert [place.name for place in table.stored.places] == ["Anna", "Bert", "Cara"]

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


def test_the_host_frees_the_place_of_a_person() -> None:
    async def work() -> None:
        table = Table("thief", ["Anna", "Bert", "Cid"])
        host, _ = await table.enter(table.tokens[0], table.host)
        bert, peer = await table.enter(table.tokens[1])
        await table.send(host, p.Machine, 1)
        assert bert.places == []
        assert peer.last(p.Welcome).yours == []
        assert peer.last(p.Here).text == "The host has freed your place."
        assert peer.last(p.Here).places[1] == p.Place()
        with pytest.raises(NotAllowed):
            await table.enter(table.tokens[1])
        await table.send(bert, p.Claim, "Bea", CODE)
        assert peer.last(p.Ok).token != table.tokens[1], "an old link stays no good"
        await table.enter(peer.last(p.Ok).token)

    run(work())


def test_nobody_frees_their_own_place_or_that_of_others() -> None:
    async def work() -> None:
        table = Table("thief", ["Anna", "Bert", "Cid"])
        host, peer = await table.enter(table.tokens[0], table.host)
        bert, other = await table.enter(table.tokens[1])
        await table.send(host, p.Machine, 0)
        assert peer.last().text == "this is your own place"
        await table.send(bert, p.Machine, 2)
        assert other.last().code == "not_allowed"
        await table.send(host, p.Machine, 1, "random")
        assert peer.last().text == "Bert sits there"
        assert [place.name for place in table.room.seating.places] == ["Anna", "Bert", "Cid"]

    run(work())


def test_a_link_that_is_open_twice_is_told_to_both() -> None:
    async def work() -> None:
        table = Table("oware", ["Anna", "Bert"])
        _, first = await table.enter(table.tokens[0])
        _, other = await table.enter(table.tokens[1])
        assert not any(told.text for told in first.of(p.Here))
        _, second = await table.enter(table.tokens[0])
        for peer in (first, second):
            assert peer.last(p.Here).text == "This seat is open on another screen, too."
        assert not any(told.text for told in other.of(p.Here))

    run(work())


def test_the_host_learns_that_somebody_found_no_place() -> None:
    async def work() -> None:
        table = Table("circuit", ["Anna"], [])
        _, host = await table.enter(table.host, table.tokens[0])
        await table.enter()
        told = [heard.text for heard in host.of(p.Here)]
        assert "Somebody has come and found no free place: you can add one." in told
        assert host.heard[0].hosts == table.room.seating.hosts

    run(work())


def test_nobody_sits_down_where_it_plays_by_itself() -> None:
    game = registry.game("preys")
    seating = Seating("T", game.id, {}, [Place()], "", 0, 0)
    seating.agree(game, {"escort": "closest"})
    with pytest.raises(Full, match="plays by itself"):
        seating.sit(game, "Anna")
    seating.agree(game, {"escort": "choose"})
    seating.sit(game, "Anna")
    with pytest.raises(InvalidPlayers, match="plays by itself"):
        seating.agree(game, {"escort": "closest"})
