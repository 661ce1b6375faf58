"""A room with screens that are lists: who may do what, who learns what, and when."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from gamenight.match.store import StoreError
from gamenight.online import protocol as p
from gamenight.online.deeds import handle
from gamenight.online.playing import AGAIN
from gamenight.online.room import NotAllowed
from gamenight.online.seating import Seating
from gamenight.online.tokens import token, write_code
from tests.online.pairs import Company, played
from tests.online.rooms import KEY, FakePeer, Table, idle

CODE = write_code(7)


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


async def two(**more: Any) -> tuple[Table, Any, Any]:
    """A match of two, and their screens in the order of play."""
    table = Table("oware", ["Anna", "Bert"], **more)
    screens = await table.begin()
    first, second = (screens[table.place_of(seat)] for seat in (0, 1))
    return table, first, second


def full(table: Table) -> None:
    """The disk is full for the next ply: as in a ledger it is noted, and never stored."""
    refuse: Any = lambda id, revision, *_: revision + 1  # noqa: E731
    setattr(table.match.store, "append", refuse)  # noqa: B010
    table.gate.failure = StoreError("the disk is full")


def test_a_ply_goes_to_all_and_is_the_answer() -> None:
    async def work() -> None:
        table, (anna, peer), (_, other) = await two()
        id = await table.send(anna, p.Play, (0, 0), 0, "C")
        for heard in (peer, other):
            ply = heard.last()
            assert (ply.n, ply.by, ply.id, ply.text) == ((1, 0), 0, id, "C")
            assert ply.turn == p.Turn("choose", 1)
        assert p.Ok not in map(type, peer.heard)
        assert table.texts == ("C",)

    run(work())


def test_the_same_play_again_is_done_once() -> None:
    async def work() -> None:
        table, (anna, peer), (_, other) = await two()
        await table.send(anna, p.Play, (0, 0), 0, "C")
        heard = len(other.sent)
        id = await table.send(anna, p.Play, (0, 0), 0, "C")
        assert peer.last() == p.Ok(id)
        assert table.texts == ("C",)
        assert len(other.sent) == heard

    run(work())


def test_another_play_from_before_is_stale() -> None:
    async def work() -> None:
        table, (anna, peer), (bert, second) = await two()
        await table.send(anna, p.Play, (0, 0), 0, "C")
        id = await table.send(anna, p.Play, (0, 0), 0, "D")
        assert (peer.last().code, peer.last().id) == ("stale", id)
        await table.send(bert, p.Play, (0, 0), 1, "a")
        assert second.last().code == "stale"
        assert table.texts == ("C",)

    run(work())


@pytest.mark.parametrize("kind", [p.Play, p.Pass, p.Ready, p.Resign])
def test_nobody_acts_for_another_seat(kind: type[p.Message]) -> None:
    async def work() -> None:
        table, (_, peer), (bert, second) = await two()
        more = {p.Play: ((0, 0), 0, "C"), p.Resign: (0,)}.get(kind, ((0, 0), 0))
        for screen, heard in ((bert, second), await table.enter()):
            heard_by_anna = len(peer.sent)
            await table.send(screen, kind, *more)
            assert heard.last().code == "not_allowed"
            assert len(peer.sent) == heard_by_anna
        assert table.match.result is None
        assert table.texts == ()

    run(work())


def test_simultaneous_plays_are_decided_once() -> None:
    """Two screens of one person, and a double click, at the same moment."""

    async def work() -> None:
        table, (anna, peer), _ = await two()
        twin, twins_peer = await table.enter(table.tokens[table.place_of(0)])
        table.gate.open.clear()
        sent = [
            asyncio.create_task(table.send(screen, p.Play, (0, 0), 0, text))
            for screen, text in ((anna, "C"), (twin, "D"), (anna, "C"), (twin, "C"))
        ]
        await idle()
        table.gate.open.set()
        await asyncio.gather(*sent)
        assert table.texts == ("C",)
        assert len(peer.of(p.Ply)) == len(twins_peer.of(p.Ply)) == 1
        assert [no.code for no in twins_peer.of(p.No)] == ["stale"]
        assert [len(heard.of(p.Ok)) for heard in (peer, twins_peer)] == [1, 1]

    run(work())


def test_nothing_is_shown_before_it_is_stored() -> None:
    async def work() -> None:
        table, (anna, _), (_, other) = await two()
        table.gate.open.clear()
        sending = asyncio.create_task(table.send(anna, p.Play, (0, 0), 0, "C"))
        coming = asyncio.create_task(table.enter())
        await idle()
        assert not other.of(p.Ply)
        assert not coming.done() or coming.result()[1].last(p.Welcome).n == (0, 0)
        table.gate.open.set()
        await sending
        _, late = await coming
        known = [message.n for message in late.heard if isinstance(message, p.Welcome | p.Ply)]
        assert known in ([(1, 0)], [(0, 0), (1, 0)]), "a ply comes once"

    run(work())


def test_what_cannot_be_stored_has_not_happened() -> None:
    async def work() -> None:
        table, (anna, peer), (_, other) = await two()
        full(table)
        id = await table.send(anna, p.Play, (0, 0), 0, "C")
        answer = peer.of(p.No)[-1]
        assert (answer.code, answer.id) == ("not_kept", id)
        assert not other.of(p.Ply)
        assert other.last(p.Welcome).n == (0, 0)
        await table.send(anna, p.Play, (0, 0), 0, "D")
        assert table.texts == ("D",)
        assert other.last(p.Ply).text == "D"

    run(work())


def test_who_waits_while_the_store_fails_acts_in_the_match_that_is_stored() -> None:
    async def work() -> None:
        table, (anna, _), (_, other) = await two()
        twin, _ = await table.enter(table.tokens[table.place_of(0)])
        full(table)
        table.gate.open.clear()
        first = asyncio.create_task(table.send(anna, p.Play, (0, 0), 0, "C"))
        await idle()
        second = asyncio.create_task(table.send(twin, p.Play, (0, 0), 0, "D"))
        await idle()
        table.gate.open.set()
        await asyncio.gather(first, second)
        assert table.texts == ("D",)
        assert other.last(p.Ply).text == "D"
        assert table.keeper.store.load(table.match.id).record.actions == ("D",)

    run(work())


def test_who_comes_back_gets_what_was_missed() -> None:
    async def work() -> None:
        table, (anna, _), (bert, _) = await two()
        await table.send(anna, p.Play, (0, 0), 0, "C")
        table.room.leave(bert)
        own = table.tokens[table.place_of(1)]
        _, peer = await table.enter(own, match=table.match.id, have=(0, 0))
        welcome = peer.heard[0]
        assert (welcome.start, welcome.texts, welcome.n) == (0, {"1": ["C"]}, (1, 0))
        _, peer = await table.enter(own, match=table.match.id, have=(1, 0))
        assert (peer.heard[0].start, peer.heard[0].texts) == (1, {"1": []})
        for odd in ((2, 0), (1, 1), (1_000_000, 0)):
            _, peer = await table.enter(own, match=table.match.id, have=odd)
            assert (peer.heard[0].start, peer.heard[0].texts) == (0, {"1": ["C"]})
        _, peer = await table.enter(own, match=99, have=(1, 0))
        assert peer.heard[0].start == 0

    run(work())


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


def test_who_comes_while_another_round_begins_sees_one_of_them() -> None:
    async def work() -> None:
        table, (anna, _), (bert, other) = await two()
        await table.send(anna, p.Play, (0, 0), 0, "C")
        await table.send(anna, p.Resign, 0)
        await table.send(anna, p.Offer, "next")
        (offer,) = other.last(p.Offers).offers
        table.gate.open.clear()
        answering = asyncio.create_task(table.send(bert, p.Answer, offer.id, True))
        await idle()
        _, late = await table.enter()
        table.gate.open.set()
        await answering
        seen = [(w.match, w.n, w.texts) for w in late.of(p.Welcome)]
        assert seen == [(1, (1, 0), {"": ["C"]}), (2, (0, 0), {"": []})]

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


def test_chat_is_off_unless_the_host_turns_it_on() -> None:
    async def work() -> None:
        table, (anna, peer), _ = await two()
        await table.send(anna, p.Say, "Hello")
        assert peer.last().code == "not_allowed"
        table, (anna, _), (_, other) = await two(chat=True)
        await table.send(anna, p.Say, "Hel\u202elo\x1b[2J")
        said = other.last(p.Said)
        assert not {"\u202e", "\x1b"} & set(said.text)
        spectator, peer = await table.enter()
        await table.send(spectator, p.Say, "Hello")
        assert peer.last().code == "not_allowed"

    run(work())


def test_a_spectator_sees_no_secret() -> None:
    async def work() -> None:
        table = Table("thief", ["Anna", "Bert", "Cara"], options={"cards": True})
        screens = await table.begin()
        _, watching = await table.enter()
        await idle()
        welcome: Any = watching.heard[0]
        dealt = [text for text in table.texts if text.startswith("card ")]
        assert dealt
        assert "card ?" not in dealt
        assert {t for t in welcome.texts[""] if t.startswith("card")} <= {"card ?"}
        for screen, peer in screens:
            (seat,) = screen.eyes
            texts = [*peer.last(p.Welcome).texts[str(seat)], *(m.text for m in peer.of(p.Ply))]
            known = [text for text in texts if text.startswith("card") and text != "card ?"]
            assert len(known) == len(dealt) / 3

    run(work())


def test_two_at_one_screen_see_what_each_may_see() -> None:
    async def work() -> None:
        table = Table("thief", ["Anna", "Bert", "Cara"], options={"cards": True})
        await table.begin()
        await idle()
        screen, peer = await table.enter(*table.tokens[:2])
        welcome = peer.heard[0]
        assert set(welcome.texts) == {str(eye) for eye in screen.eyes[:2]} | {""}
        for eye in screen.eyes[:2]:
            known = [t for t in welcome.texts[str(eye)] if t.startswith("card") and "?" not in t]
            assert len(known) == 2
        assert not any("card" in t and "?" not in t for t in welcome.texts[""])

    run(work())


def test_a_peer_is_a_list() -> None:
    peer = FakePeer()
    peer.send(p.write(p.Pong(3)))
    assert peer.names == ["pong"]
