"""Offers: what needs a yes, and of whom."""

from __future__ import annotations

import asyncio
from typing import Any
from unittest.mock import patch

import pytest

from gamenight.online import protocol as p
from gamenight.online.offers import MOST_OPEN, Offers, WrongOffer
from tests.online.rooms import Table, idle, run


async def table_of(count: int, **more: Any) -> tuple[Table, list[Any]]:
    """A match, and everybody's screen in the order of play."""
    names = ["Anna", "Bert", "Cara"][:count]
    table = Table("oware" if count == 2 else "thief", names, **more)
    screens = await table.begin()
    return table, [screens[table.place_of(seat)] for seat in range(count)]


def test_one_no_ends_it_and_so_does_the_last_yes() -> None:
    offers = Offers()
    made = offers.make("end", 0, [0, 1, 2])
    assert (made.yes, made.asked) == ([0], [1, 2])
    assert offers.make("end", 0, [0, 1, 2]) is made
    assert offers.answer(made.id, [1], True).asked == [2]
    for places in ([0], [1], [], [7]):
        with pytest.raises(WrongOffer):
            offers.answer(made.id, places, True)
    offers.answer(made.id, [2], False)
    assert offers.all == []


def test_there_are_few_at_a_time() -> None:
    offers = Offers()
    for place in range(MOST_OPEN):
        offers.make("stand_in", 0, [0, 1], place)
    with pytest.raises(WrongOffer):
        offers.make("end", 0, [0, 1])


def test_who_is_gone_decides_what_changes_the_match_until_replaced() -> None:
    offers = Offers()
    end, undo = offers.make("end", 0, [0, 1]), offers.make("undo", 0, [0, 1])
    stand_in = offers.make("stand_in", 0, [0, 1], 2)
    assert offers.unasked(1, replaced=False) == [stand_in]
    assert (end.asked, undo.asked) == ([1], [1])
    assert offers.unasked(1, replaced=True) == [end, undo]


def test_undo_needs_a_yes_and_takes_back_ones_own_last_move() -> None:
    async def work() -> None:
        table, [(anna, peer), (bert, other)] = await table_of(2)
        await table.send(anna, p.Play, (0, 0), 0, "C")
        await table.send(bert, p.Offer, "undo")
        assert other.last().code == "cannot_undo"
        await table.send(anna, p.Offer, "undo")
        assert table.texts == ("C",)
        (open_offer,) = other.last(p.Offers).offers
        assert open_offer.asked == [table.place_of(1)]
        await table.send(anna, p.Answer, open_offer.id, True)
        assert peer.last().code == "wrong_offer"
        await table.send(bert, p.Answer, open_offer.id, True)
        assert not table.texts
        assert other.last(p.Cut).n == (0, 1)
        await table.send(anna, p.Play, (0, 0), 0, "C")
        assert peer.last().code == "stale", "a late click from before the undo"

    run(work())


def test_what_was_hidden_from_somebody_is_not_taken_back() -> None:
    """Else it could be tried out what the others do not know."""

    async def work() -> None:
        table, [(anna, peer), _] = await table_of(2)
        await table.send(anna, p.Play, (0, 0), 0, "C")
        seen = lambda rules, state, action, viewer: action if viewer == 0 else None  # noqa: E731
        with patch.object(type(table.match.rules), "seen", seen):
            await table.send(anna, p.Offer, "undo")
        assert peer.last().code == "cannot_undo"
        assert peer.last().text == "what was hidden from somebody cannot be taken back"

    run(work())


def test_a_no_leaves_everything_as_it_is() -> None:
    async def work() -> None:
        table, [(anna, peer), (bert, _)] = await table_of(2)
        await table.send(anna, p.Play, (0, 0), 0, "C")
        await table.send(anna, p.Offer, "undo")
        await table.send(bert, p.Answer, peer.last(p.Offers).offers[0].id, False)
        assert peer.last(p.Offers).offers == []
        assert peer.last(p.Offers).text
        assert table.texts == ("C",)

    run(work())


def test_a_spectator_proposes_and_answers_nothing() -> None:
    async def work() -> None:
        table, [(anna, peer), _] = await table_of(2)
        watching, heard = await table.enter()
        await table.send(watching, p.Offer, "end")
        assert heard.last().code == "not_allowed"
        await table.send(anna, p.Offer, "end")
        await table.send(watching, p.Answer, peer.last(p.Offers).offers[0].id, True)
        assert heard.last().code == "wrong_offer"
        assert table.match.result is None

    run(work())


def test_ending_it_by_agreement() -> None:
    async def work() -> None:
        table, [(anna, peer), (bert, other)] = await table_of(2)
        await table.send(anna, p.Offer, "end")
        await table.send(bert, p.Answer, other.last(p.Offers).offers[0].id, True)
        assert table.match.result is not None
        assert table.match.result.winners == ()
        assert peer.last(p.Over).result.winners == []
        await table.send(anna, p.Offer, "end")
        assert peer.last().code == "wrong_offer"

    run(work())


def test_nobody_ends_it_while_the_other_is_cut_off() -> None:
    async def work() -> None:
        table, [(anna, peer), (bert, _)] = await table_of(2)
        table.room.leave(bert)
        await table.send(anna, p.Offer, "end")
        assert table.match.result is None
        assert peer.last(p.Offers).offers[0].asked == [table.place_of(1)]
        bert, other = await table.enter(table.tokens[table.place_of(1)])
        await table.send(bert, p.Answer, other.last(p.Welcome).offers[0].id, False)
        assert table.match.result is None

    run(work())


def test_a_machine_in_their_place_says_nothing_to_an_offer() -> None:
    async def work() -> None:
        table, [(anna, _), (bert, _)] = await table_of(2)
        table.room.leave(bert)
        await table.send(anna, p.Offer, "end")
        await table.clock.passes(91)
        assert table.match.result is not None
        assert table.match.result.winners == ()

    run(work())


def test_who_was_gone_before_everybody_was_is_replaced_too() -> None:
    """After a restart nobody is here, and whoever comes first waits for the others."""

    async def work() -> None:
        table, [(anna, _), (bert, _)] = await table_of(2)
        for screen in (bert, anna):
            table.room.leave(screen)
        await table.clock.passes(300)
        assert not any(seat.bot for seat in table.match.seats), "nobody wants to play on"
        await table.enter(table.tokens[table.place_of(0)])
        await table.clock.passes(89)
        assert not table.match.seats[1].bot
        await table.clock.passes(2)
        assert table.match.seats[1].bot
        assert not table.match.seats[0].bot

    run(work())


def test_two_offers_of_another_round_begin_one() -> None:
    async def work() -> None:
        table, [(anna, peer), (bert, other)] = await table_of(2)
        await table.send(anna, p.Offer, "next")
        assert peer.last().code == "wrong_offer"
        await table.send(anna, p.Resign, 0)
        await table.send(anna, p.Offer, "next")
        await table.send(bert, p.Offer, "next")
        first, second = other.last(p.Offers).offers
        table.gate.open.clear()
        sent = [
            asyncio.create_task(table.send(bert, p.Answer, first.id, True)),
            asyncio.create_task(table.send(anna, p.Answer, second.id, True)),
        ]
        await idle()
        table.gate.open.set()
        await asyncio.gather(*sent)
        assert len(list(table.keeper.store.matches())) == 2
        assert peer.last(p.Welcome).match == other.last(p.Welcome).match == 2
        assert len(peer.last(p.Welcome).series) == 1

    run(work())


def test_another_round_waits_for_the_yes_of_whoever_is_gone() -> None:
    async def work() -> None:
        table, [(anna, peer), (bert, _), (cara, _)] = await table_of(3)
        await table.send(anna, p.Offer, "end")
        for screen in (bert, cara):
            await table.send(screen, p.Answer, peer.last(p.Offers).offers[0].id, True)
        table.room.leave(cara)
        await table.send(anna, p.Offer, "next")
        (offer,) = peer.last(p.Offers).offers
        assert {*offer.asked} == {table.place_of(1), table.place_of(2)}
        await table.send(bert, p.Answer, offer.id, True)
        assert peer.last(p.Offers).offers[0].asked == [table.place_of(2)]
        cara, late = await table.enter(table.tokens[table.place_of(2)])
        assert late.last(p.Welcome).offers[0].asked == [table.place_of(2)]
        table.room.leave(cara)
        await idle()
        assert table.match.id == 1, "they looked at something else for a moment"
        cara, _ = await table.enter(table.tokens[table.place_of(2)])
        await table.send(cara, p.Answer, offer.id, True)
        assert table.match.id == 2

    run(work())


@pytest.mark.parametrize("before", [0, 60, 200])
def test_nobody_waits_for_another_round_longer_than_for_a_move(before: int) -> None:
    """before: seconds since they left until it is proposed."""

    async def work() -> None:
        table, [(anna, _), (bert, _)] = await table_of(2)
        await table.send(anna, p.Resign, 0)
        table.room.leave(bert)
        await table.clock.passes(before)
        await table.send(anna, p.Offer, "next")
        await table.clock.passes(max(89 - before, 0))
        assert table.match.id == (1 if before < 90 else 2)
        await table.clock.passes(2)
        assert table.match.id == 2
        assert [bool(seat.bot) for seat in table.match.seats].count(True) == 1, "a machine at once"

    run(work())


def test_whoever_wants_no_other_round_and_leaves_is_not_asked_again() -> None:
    async def work() -> None:
        table, [(anna, peer), (bert, _)] = await table_of(2)
        await table.send(anna, p.Resign, 0)
        await table.send(anna, p.Offer, "next")
        await table.send(bert, p.Answer, peer.last(p.Offers).offers[0].id, False)
        assert "would rather not play another round" in peer.last(p.Offers).text
        await table.send(anna, p.Offer, "next")
        assert table.match.id == 1, "Bert is here, and may change his mind"
        table.room.leave(bert)
        await idle()
        assert table.match.id == 2

    run(work())


def test_an_offer_is_gone_only_after_what_came_of_it() -> None:
    """Else whoever waits for another round would think that somebody has said no."""

    async def work() -> None:
        table, [(anna, peer), (bert, _)] = await table_of(2)
        await table.send(anna, p.Resign, 0)
        await table.send(anna, p.Offer, "next")
        offer = peer.last(p.Offers).offers[0].id
        heard = len(peer.sent)
        table.gate.open.clear()
        answering = asyncio.ensure_future(table.send(bert, p.Answer, offer, True))
        await idle()
        assert peer.names[heard:] == []
        table.gate.open.set()
        await answering
        kinds = [kind for kind in peer.names[heard:] if kind in ("welcome", "offers")]
        assert kinds == ["welcome", "offers"]

    run(work())


def test_a_resignation_of_three_is_a_machine_and_the_seat_can_be_had_back() -> None:
    async def work() -> None:
        table, [(anna, peer), _, _] = await table_of(3)
        await table.send(anna, p.Resign, 0)
        assert table.match.result is None
        assert table.match.seats[0].bot
        await table.send(anna, p.Back, table.place_of(0))
        assert not table.match.seats[0].bot
        await table.send(anna, p.Back, table.place_of(1))
        assert peer.last().code == "not_allowed"

    run(work())


def test_who_has_given_up_and_gone_gets_the_seat_of_the_next_round_on_return() -> None:
    async def work() -> None:
        table, [(anna, peer), (bert, _), (cara, _)] = await table_of(3)
        place, name = table.place_of(1), table.match.names[1]
        await table.send(bert, p.Resign, 1)
        table.room.leave(bert)
        await table.send(anna, p.Offer, "end")
        await table.send(cara, p.Answer, peer.last(p.Offers).offers[0].id, True)
        await table.send(anna, p.Offer, "next")
        await table.send(cara, p.Answer, peer.last(p.Offers).offers[0].id, True)
        assert len(list(table.keeper.store.matches())) == 2
        seat = table.room.seating.seat_of(place)
        assert seat is not None
        assert table.match.seats[seat].bot
        _, back = await table.enter(table.tokens[place])
        await table.clock.passes(0)
        assert table.match.seats[seat].name == name
        assert not table.match.seats[seat].bot
        assert back.last(p.Changed).text == f"{name} plays."
        assert table.room.seating.stood_in == []

    run(work())


def test_a_machine_only_for_who_is_gone() -> None:
    async def work() -> None:
        table, [(anna, peer), (bert, _), _] = await table_of(3)
        for place in (table.place_of(1), 99, None):
            await table.send(anna, p.Offer, "stand_in", place)
            assert peer.last().code == "wrong_offer"
        table.room.leave(bert)
        await table.send(anna, p.Offer, "stand_in", table.place_of(1))
        assert not table.match.seats[1].bot, "Cara is asked"

    run(work())


def test_a_ply_ends_offers_to_take_one_back() -> None:
    async def work() -> None:
        table, [(anna, peer), (bert, _)] = await table_of(2)
        await table.send(anna, p.Play, (0, 0), 0, "C")
        await table.send(anna, p.Offer, "undo")
        await table.send(bert, p.Play, (1, 0), 1, "c")
        assert peer.last(p.Offers).offers == []

    run(work())
