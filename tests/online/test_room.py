"""A room with screens that are lists: what is played, who learns it, and when."""

from __future__ import annotations

import asyncio
from typing import Any
from unittest.mock import patch

import pytest
from msgspec import UNSET

from gamenight.match.store import StoreError
from gamenight.online import protocol as p
from gamenight.online.deeds import handle
from gamenight.online.playing import Pauses
from gamenight.online.seating import Seating
from tests.online.rooms import Table, idle, run, two
from tests.toys.heist import HEIST


def full(table: Table) -> None:
    """The disk is full for the next ply: as in a ledger it is noted, and never stored."""
    refuse: Any = lambda id, revision, *_, **__: revision + 1  # noqa: E731
    setattr(table.match.store, "append", refuse)  # noqa: B010
    table.gate.failure = StoreError("the disk is full")


def test_the_id_of_a_ply_is_for_the_screens_of_its_seat() -> None:
    """Whoever learned the ids of others could answer their messages, or claim their places."""

    async def work() -> None:
        table, (anna, _), _ = await two()
        own, other = (table.tokens[table.place_of(seat)] for seat in (0, 1))
        with_id, without = [], []
        wants: tuple[p.Want, ...] = ("text", "scene")
        for want in wants:
            with_id += [await table.enter(own, want=want), await table.enter(own, other, want=want)]
            without += [await table.enter(other, want=want), await table.enter(want=want)]
        id = await table.send(anna, p.Play, (0, 0), 0, "C")
        assert [peer.last(p.Ply).id for _, peer in with_id] == [id] * 4
        assert [peer.last(p.Ply).id for _, peer in without] == [UNSET] * 4

    run(work())


def test_a_text_is_for_the_seat_that_may_know_it() -> None:
    """In a game with secrets no screen shares what another seat has seen."""

    async def work() -> None:
        table = Table(HEIST, ["Anna", "Bert"], pauses=Pauses(0.0, 0.0, 0.0))
        screens = await table.begin()
        await idle()
        match, rules = table.match, table.match.rules
        dealt = [ply for ply in match.plies if rules.seen(ply.before, ply.action, 0) != ply.action]
        assert 0 < len(dealt) < len(match.plies)
        for seat in (0, 1):
            _, peer = screens[table.place_of(seat)]
            seen = [rules.format(rules.seen(ply.before, ply.action, seat)) for ply in match.plies]
            assert [ply.text for ply in peer.of(p.Ply)] == seen
        table.room.close()

    run(work())


def test_a_ply_goes_to_all_and_is_the_answer() -> None:
    async def work() -> None:
        table, (anna, peer), (_, other) = await two()
        id = await table.send(anna, p.Play, (0, 0), 0, "C")
        for heard, answered in ((peer, id), (other, UNSET)):
            ply = heard.last()
            assert (ply.n, ply.by, ply.id, ply.text) == ((1, 0), 0, answered, "C")
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
        assert table.room.whose_turn() is None, "not yet the other's"
        assert not coming.done() or coming.result()[1].last(p.Welcome).n == (0, 0)
        table.gate.open.set()
        await sending
        _, late = await coming
        assert table.room.whose_turn() == table.place_of(1)
        known = [message.n for message in late.heard if isinstance(message, p.Welcome | p.Ply)]
        assert known in ([(1, 0)], [(0, 0), (1, 0)]), "a ply comes once"

    run(work())


@pytest.mark.parametrize("claims", [True, False], ids=["claim", "new code"])
def test_a_look_at_the_table_shows_nothing_before_it_is_stored(claims: bool) -> None:
    """Somebody plays while the table is being stored, and that is stored first."""

    async def work() -> None:
        table, (first, _), (second, _) = await two()
        screen, peer = await table.enter(table.host)
        place = table.room.seating.places[table.place_of(1)]
        table.room.leave(second)
        place.claim = 2**40  # it was cut off before it had its token
        playing: list[asyncio.Task[int]] = []

        async def save(seating: Seating) -> None:
            table.gate.open.clear()
            playing.append(asyncio.create_task(table.send(first, p.Play, (0, 0), 0, "C")))
            await asyncio.sleep(0)  # it begins

        with patch.object(table.keeper, "save", save):
            asked = p.Claim(2**40, place.name) if claims else p.NewCode(9)
            asking = asyncio.create_task(handle(table.room, screen, asked))
            await idle()
        assert [welcome.n for welcome in peer.of(p.Welcome)] == [(0, 0)]
        table.gate.open.set()
        await asyncio.gather(asking, *playing)
        assert [told.n for told in peer.of(p.Ply)] == [(1, 0)]
        assert peer.last(p.Welcome).n == (1, 0)

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


def test_ready_for_a_moment_that_is_past_comes_too_late() -> None:
    async def work() -> None:
        table = Table("zombie", ["Anna", "Bert"])
        screen, peer = (await table.begin())[table.place_of(0)]
        await table.send(screen, p.Ready, (0, 0), 0, True)
        await idle()
        rolled = table.texts
        assert rolled
        await table.send(screen, p.Ready, (0, 0), 0, True)
        assert peer.last(p.No).code == "stale"
        assert table.texts == rolled

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


def test_who_comes_late_is_told_where_the_last_move_was() -> None:
    async def work() -> None:
        table, (anna, _), (bert, other) = await two()
        _, peer = await table.enter(want="scene")
        assert peer.heard[0].last == {"": []}
        await table.send(anna, p.Play, (0, 0), 0, "C")
        await table.send(bert, p.Play, (1, 0), 1, "a")
        for eye, tokens in (("", []), ("0", [table.tokens[table.place_of(0)]])):
            _, peer = await table.enter(*tokens, want="scene")
            ((seen, keys),) = peer.heard[0].last.items()
            assert (seen, {*keys}) == (eye, {*"abcdef"})
        await table.send(bert, p.Offer, "undo")
        (offer,) = other.last(p.Offers).offers
        await table.send(anna, p.Answer, offer.id, True)
        assert {*peer.last(p.Cut).last["0"]} == {*"CDEFa"}
        assert other.last(p.Cut).last is UNSET, "texts need no such thing"

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
