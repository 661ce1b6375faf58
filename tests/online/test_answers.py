"""What was asked for and is sent again after a broken line is done once, and answered again."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from gamenight.online import protocol as p
from gamenight.online.answers import MOST, Answers
from gamenight.online.deeds import handle
from gamenight.online.room import Screen
from gamenight.online.seating import Seating
from tests.online.rooms import FakePeer, Table, idle

ID = 2**40


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


async def match_of(*names: str, **more: Any) -> tuple[Table, list[tuple[Screen, FakePeer]]]:
    """A match that has begun, and everybody's screen in the order of play."""
    table = Table("oware" if len(names) == 2 else "thief", names, **more)
    screens = await table.begin()
    return table, [screens[table.place_of(seat)] for seat in range(len(names))]


async def cut_off(table: Table, screen: Screen) -> tuple[Screen, FakePeer]:
    """The same person at a new line."""
    table.room.leave(screen)
    return await table.enter(*(table.tokens[place] for place in screen.places))


async def sent_twice(table: Table, screen: Screen, message: p.Sent) -> FakePeer:
    """A message of somebody who is cut off before the answer; the second line."""
    await handle(table.room, screen, message)
    again, peer = await cut_off(table, screen)
    await handle(table.room, again, message)
    return peer


def test_giving_up() -> None:
    async def work() -> None:
        table, [(anna, _), _] = await match_of("Anna", "Bert")
        peer = await sent_twice(table, anna, p.Resign(ID, 0))
        assert peer.last() == p.Ok(ID)
        assert table.match.result is not None

    run(work())


def test_giving_up_at_a_table_of_three_and_coming_back_meanwhile() -> None:
    """The second one must not make a machine of somebody who has sat down again."""

    async def work() -> None:
        table, [(anna, _), *_] = await match_of("Anna", "Bert", "Cara")
        await handle(table.room, anna, p.Resign(ID, 0))
        await handle(table.room, anna, p.Back(ID + 1, anna.places[0]))
        again, peer = await cut_off(table, anna)
        await handle(table.room, again, p.Resign(ID, 0))
        assert peer.last() == p.Ok(ID)
        assert not table.match.seats[0].bot

    run(work())


def test_an_offer_that_was_agreed_to_is_not_made_again() -> None:
    async def work() -> None:
        table, [(anna, _), (bert, other)] = await match_of("Anna", "Bert")
        for n, screen, seat, text in ((0, anna, 0, "C"), (1, bert, 1, "a"), (2, anna, 0, "D")):
            await handle(table.room, screen, p.Play(n, (n, 0), seat, text))
        await handle(table.room, anna, p.Offer(ID, "undo"))
        await handle(table.room, bert, p.Answer(ID, other.last(p.Offers).offers[0].id, True))
        assert table.texts == ("C", "a")
        await handle(table.room, bert, p.Play(3, (2, 1), 1, "b"))  # refused: it is Anna's turn
        again, peer = await cut_off(table, anna)
        await handle(table.room, again, p.Offer(ID, "undo"))
        assert peer.last() == p.Ok(ID)
        assert table.room.offers.all == []

    run(work())


def test_a_yes_that_was_heard() -> None:
    async def work() -> None:
        table, [(anna, _), (bert, other)] = await match_of("Anna", "Bert")
        await handle(table.room, anna, p.Offer(ID, "end"))
        yes = p.Answer(ID, other.last(p.Offers).offers[0].id, True)
        assert (await sent_twice(table, bert, yes)).last() == p.Ok(ID)

    run(work())


def test_ready_and_roll() -> None:
    async def work() -> None:
        table, [(anna, _), *_] = await match_of("Anna", "Bert", "Cara")
        before, sent = table.match.at, list[p.Ready]()
        while table.match.at == before:
            sent.append(p.Ready(ID + len(sent), before, 0))
            await handle(table.room, anna, sent[-1])
            await table.clock.passes(5)
        again, peer = await cut_off(table, anna)
        await handle(table.room, again, sent[-1])
        assert peer.last() == p.Ok(sent[-1].id)

    run(work())


def test_begin() -> None:
    async def work() -> None:
        table = Table("oware", ["Anna", "Bert"])
        host, _ = await table.enter(table.host)
        await handle(table.room, host, p.Begin(ID))
        table.room.leave(host)
        number = table.match.id
        again, peer = await table.enter(table.host)
        await handle(table.room, again, p.Begin(ID))
        assert peer.last() == p.Ok(ID)
        assert table.match.id == number

    run(work())


def test_a_line_of_chat_is_heard_once() -> None:
    async def work() -> None:
        table, [(anna, _), (_, other)] = await match_of("Anna", "Bert", chat=True)
        await sent_twice(table, anna, p.Say(ID, "Hello"))
        assert [said.text for said in other.of(p.Said)] == ["Hello"]

    run(work())


def test_an_id_of_somebody_else_is_another_message() -> None:
    async def work() -> None:
        table, [(anna, _), (bert, other)] = await match_of("Anna", "Bert", chat=True)
        await handle(table.room, anna, p.Say(ID, "Hello"))
        await handle(table.room, bert, p.Say(ID, "Hi"))
        assert [said.text for said in other.of(p.Said)] == ["Hello", "Hi"]

    run(work())


def test_small_ids_are_not_remembered() -> None:
    """A client that counts from one says something new with each of them, after a break too."""

    async def work() -> None:
        table, [(anna, _), (_, other)] = await match_of("Anna", "Bert", chat=True)
        await sent_twice(table, anna, p.Say(1, "Hello"))
        assert len(other.of(p.Said)) == 2

    run(work())


def test_while_the_first_is_being_done_the_second_waits_for_it() -> None:
    async def work() -> None:
        table, [(anna, _), _] = await match_of("Anna", "Bert")
        table.gate.open.clear()
        first = asyncio.ensure_future(handle(table.room, anna, p.Resign(ID, 0)))
        await idle()
        screen = Screen(peer := FakePeer(), anna.places, False, "text")
        second = asyncio.ensure_future(handle(table.room, screen, p.Resign(ID, 0)))
        await idle()
        assert not first.done()
        table.gate.open.set()
        await asyncio.gather(first, second)
        assert peer.last() == p.Ok(ID)

    run(work())


def test_what_was_broken_off_is_looked_at_anew() -> None:
    async def work() -> None:
        answers = Answers()
        asker, stuck = ((0,), False, "", ID), asyncio.get_running_loop().create_future()
        first = asyncio.ensure_future(answers.once(asker, lambda: stuck))
        await idle()
        first.cancel()
        with pytest.raises(asyncio.CancelledError):
            await first

        async def do() -> p.Told:
            return p.Ok(7)

        assert await answers.once(asker, do) == p.Ok(7)

    run(work())


def test_a_no_is_not_remembered_and_neither_is_what_is_long_ago() -> None:
    async def work() -> None:
        answers, done = Answers(), []

        async def do(answer: p.Told) -> p.Told:
            done.append(answer)
            return answer

        for answer in (p.No("full", ""), p.Ok(1), p.Ok(1)):
            await answers.once(((0,), False, "", ID), lambda answer=answer: do(answer))  # type: ignore[misc]
        assert done == [p.No("full", ""), p.Ok(1)]
        for number in range(1, MOST + 1):
            await answers.once(((0,), False, "", ID + number), lambda: do(p.Ok(2)))
        await answers.once(((0,), False, "", ID), lambda: do(p.Ok(3)))
        assert done[-1] == p.Ok(3)

    run(work())


def test_a_claim_is_known_again_after_the_server_was_killed() -> None:
    async def work() -> None:
        table = Table("oware", ["Anna"], ["random"])
        table.room.seating.machine(table.game, 1, "")
        first, _ = await table.enter()
        message = p.Claim(ID, "Bert ", table.keeper.code(table.room.seating))
        await handle(table.room, first, message)
        table.room.leave(first)
        table.room.seating = Seating.read(table.keeper.tables["table"])
        again, peer = await table.enter()
        await handle(table.room, again, message)
        assert peer.of(p.Ok)[-1].place == 1

    run(work())


def test_once_the_token_is_used_the_claim_gives_it_to_nobody() -> None:
    async def work() -> None:
        table = Table("oware", ["Anna"], ["random"])
        table.room.seating.machine(table.game, 1, "")
        first, peer = await table.enter()
        message = p.Claim(ID, "Bert", table.keeper.code(table.room.seating))
        await handle(table.room, first, message)
        token = peer.of(p.Ok)[-1].token
        table.room.leave(first)
        bert, _ = await table.enter(token)
        table.room.leave(bert)
        thief, heard = await table.enter()
        await handle(table.room, thief, message)
        assert isinstance(heard.last(), p.No)

    run(work())


def test_another_message_of_the_same_id_is_another_one() -> None:
    async def work() -> None:
        table, [(anna, peer), _] = await match_of("Anna", "Bert")
        await handle(table.room, anna, p.Offer(ID, "end"))
        await handle(table.room, anna, p.Resign(ID, 0))
        assert peer.last() == p.Ok(ID)
        assert table.match.result is not None

    run(work())


def test_the_same_message_of_another_is_another() -> None:
    async def work() -> None:
        table, [(anna, _), (bert, _), (cara, peer)] = await match_of("Anna", "Bert", "Cara")
        await handle(table.room, anna, p.Offer(ID, "end"))
        [offer] = table.room.offers.all
        for screen in (bert, cara):
            await handle(table.room, screen, p.Answer(ID, offer.id, True))
        assert peer.last(p.Ok) == p.Ok(ID)
        assert table.match.result is not None

    run(work())
