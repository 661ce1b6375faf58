"""Wishes: who wants another round, and who does not, after the server has begun again, too."""

from __future__ import annotations

from typing import Any

import pytest

from gamenight.match.store import StoreError
from gamenight.online import protocol as p
from gamenight.online.offers import Offers
from gamenight.online.summaries import summary
from tests.online.rooms import Table, idle, run
from tests.online.test_offers import table_of
from tests.online.test_stand_ins import put_away, restart


async def over_for_three(**more: Any) -> tuple[Table, list[Any]]:
    """A match of three, and everybody's screen and peer; it is over."""
    table, screens = await table_of(3, **more)
    assert table.room.playing is not None
    await table.room.playing.end("It is late.")
    return table, screens


@pytest.mark.parametrize("yes", [True, False])
def test_who_wants_another_round_wants_it_after_a_restart_too(yes: bool) -> None:
    """Of three one has proposed it and one has agreed; whoever is left decides."""

    async def work() -> None:
        table, screens = await table_of(3)
        anna, bert, cara = (table.place_of(seat) for seat in range(3))
        first = table.match
        assert table.room.playing is not None
        await table.room.playing.end("It is late.")
        await table.send(screens[0][0], p.Offer, "next")
        (offer,) = screens[1][1].last(p.Offers).offers
        await table.send(screens[1][0], p.Answer, offer.id, True)

        await put_away(table)
        told = {"yes": [anna, bert], "asked": [cara]}
        assert summary(table.room.seating, None, True)["again"] == told, "before anybody has come"
        again = [await table.enter(table.tokens[place]) for place in (anna, bert, cara)]
        wished = p.OpenOffer(offer.id, "next", anna, [anna, bert], [cara])
        assert again[0][1].last(p.Welcome).offers == [wished]
        await table.send(again[2][0], p.Answer, offer.id, yes)
        await idle()
        assert (table.match.id != first.id) == yes
        assert table.stored.again is None
        await put_away(table)
        assert table.room.offers.all == []

    run(work())


def test_another_round_that_could_not_begin_is_wished_no_more() -> None:
    """Else it would come back after a restart, with nobody to answer it."""

    async def work() -> None:
        table, [(anna, peer), (bert, _), (cara, _)] = await over_for_three()
        await table.send(anna, p.Offer, "next")
        (offer,) = peer.last(p.Offers).offers
        await table.send(bert, p.Answer, offer.id, True)
        table.gate.failure = StoreError("the disk is full")
        await table.send(cara, p.Answer, offer.id, True)
        assert peer.last(p.Offers).offers == []
        assert table.stored.again is None
        await restart(table)
        assert table.room.offers.all == []

    run(work())


def test_what_cannot_be_stored_of_a_wish_is_stored_with_the_next_change() -> None:
    async def work() -> None:
        table, [(anna, peer), (bert, other), _] = await over_for_three()
        table.gate.failure = StoreError("the disk is full")
        await table.send(anna, p.Offer, "next")
        assert isinstance(peer.last(), p.Ok), "the others have been asked"
        (offer,) = other.last(p.Offers).offers
        assert table.stored.again is None
        async with table.room.changing():
            pass
        assert table.stored.again == offer
        table.gate.failure = StoreError("the disk is full")
        await table.send(bert, p.Answer, offer.id, True)
        assert table.room.seating.again == table.stored.again == offer, "as it is stored"

    run(work())


def test_the_wish_of_whoever_has_come_back_is_not_changed_in_what_is_stored() -> None:
    """A wish that was loaded is a copy, too."""

    async def work() -> None:
        table, [(anna, peer), *_] = await over_for_three()
        await table.send(anna, p.Offer, "next")
        (offer,) = peer.last(p.Offers).offers
        await restart(table)
        bert, _ = await table.enter(table.tokens[table.place_of(1)])
        table.gate.failure = StoreError("the disk is full")
        await table.send(bert, p.Answer, offer.id, True)
        assert table.room.seating.again == table.stored.again == offer

    run(work())


def test_whoever_was_waited_for_long_enough_is_not_after_a_restart_either() -> None:
    async def work() -> None:
        table, [(anna, peer), _, (cara, _)] = await over_for_three()
        await table.send(anna, p.Offer, "next")
        (offer,) = peer.last(p.Offers).offers
        table.room.leave(cara)
        await table.clock.passes(91)
        assert peer.last(p.Offers).offers[0].asked == [table.place_of(1)]
        await restart(table)
        bert, _ = await table.enter(table.tokens[table.place_of(1)])
        await table.send(bert, p.Answer, offer.id, True)
        assert table.match.id == 2

    run(work())


@pytest.mark.parametrize("returns", [True, False])
def test_whoever_wanted_no_other_round_is_not_waited_for_after_a_restart(returns: bool) -> None:
    """At a table that waits for ever; unless they are back, and may change their mind."""

    async def work() -> None:
        table, [(anna, peer), (bert, _), (cara, _)] = await over_for_three(away=0)
        await table.send(anna, p.Offer, "next")
        await table.send(cara, p.Answer, peer.last(p.Offers).offers[0].id, False)
        await table.send(anna, p.Offer, "next")
        (offer,) = peer.last(p.Offers).offers
        await table.send(bert, p.Answer, offer.id, True)
        assert peer.last(p.Offers).offers[0].asked == [table.place_of(2)]
        await restart(table)
        await table.enter()
        await idle()
        assert table.match.id == 1, "somebody looks on"
        await table.enter(table.tokens[table.place_of(2 if returns else 0)])
        await table.enter(table.tokens[table.place_of(1)])
        await idle()
        assert table.match.id == (1 if returns else 2)

    run(work())


def test_whoever_wanted_no_other_round_is_not_asked_for_one_after_a_restart() -> None:
    async def work() -> None:
        table, [(anna, peer), _, (cara, _)] = await over_for_three(away=0)
        await table.send(anna, p.Offer, "next")
        await table.send(cara, p.Answer, peer.last(p.Offers).offers[0].id, False)
        await restart(table)
        anna, peer = await table.enter(table.tokens[table.place_of(0)])
        await table.send(anna, p.Offer, "next")
        assert peer.last(p.Offers).offers[0].asked == [table.place_of(1)]

    run(work())


def test_no_number_of_an_offer_comes_again_after_a_restart() -> None:
    """The clock that numbers begin with may have been put back since."""
    offers = Offers(1000)
    wished = offers.make("next", 0, [0, 1])
    later = Offers(0)
    later.resume(wished, [])
    assert later.make("next", 1, [0, 1]).id > wished.id
