"""Clocks at a table on a server: what is counted, for whom, and what happens when time is up."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from gamenight.core.record import Record
from gamenight.core.rules import Decision
from gamenight.online import protocol as p
from gamenight.online.deeds import agreed
from gamenight.online.room import Room
from gamenight.online.seating import Seating
from tests.online.rooms import BEGINNING, Table, run, two
from tests.toys.nim import NIM


async def clocked(clock: str, **more: Any) -> tuple[Table, list[Any]]:
    """A match of two with a clock, and their screens in the order of play."""
    table, *screens = await two(clock=clock, **more)
    return table, screens


def shown(peer: Any) -> tuple[list[int | None], int | None, int]:
    """What the clocks show, as a screen heard it last."""
    turns = [one.turn for one in peer.heard if getattr(one, "turn", None) is not None]
    clocks = turns[-1].clocks
    return clocks.left, clocks.runs, clocks.wait


async def play(table: Table, screens: list[Any], text: str) -> Any:
    """Whoever is asked plays; the answer to them."""
    match, node = table.match, table.match.node
    assert isinstance(node, Decision)
    seat = node.player
    screen, peer = screens[seat]
    await table.send(screen, p.Play, match.at, seat, text)
    return peer.last()


def test_time_counts_from_the_question_to_the_answer_and_is_stored() -> None:
    async def work() -> None:
        table, screens = await clocked("30s")
        assert shown(screens[0][1]) == ([30_000, 30_000], 0, 0)
        await table.clock.passes(4)
        await play(table, screens, "C")
        assert table.match.times == [4_000]
        assert table.keeper.store.load(table.match.id).record.times == (4_000,)
        assert shown(screens[0][1]) == ([30_000, 30_000], 1, 1_000), "a second to see what was done"
        await table.clock.passes(1 + 7)
        await play(table, screens, "a")
        assert len(table.clock._sleeping) == 1, "one alarm, for whoever is asked"
        assert table.match.record.times == (4_000, 7_000)
        assert Record.loads(table.match.record.dumps()).times == (4_000, 7_000)

    run(work())


def test_of_two_whoever_has_no_time_left_has_lost() -> None:
    async def work() -> None:
        table, screens = await clocked("30s")
        await table.clock.passes(29.9)
        assert table.match.result is None
        await table.clock.passes(0.2)
        result = table.match.result
        assert result is not None
        assert result.winners == (1,)
        assert result.reason == f"{table.match.names[0]} ran out of time."
        assert screens[1][1].last(p.Over).result.reason == result.reason
        written = table.match.record.dumps()
        assert Record.loads(written).result == result
        await table.send(screens[0][0], p.Play, table.match.at, 0, "C")
        assert screens[0][1].last().code == "illegal_action"
        assert table.clock.next is None, "no alarm is left"

    run(work())


def test_a_bank_loses_what_was_spent_and_gains_after_each_choice() -> None:
    async def work() -> None:
        table, screens = await clocked("1m+5s")
        await table.clock.passes(20)
        await play(table, screens, "C")
        await table.clock.passes(1 + 2)
        await play(table, screens, "a")
        assert shown(screens[0][1]) == ([45_000, 63_000], 0, 1_000)
        await table.clock.passes(1 + 44)
        assert table.match.result is None
        await table.clock.passes(1.1)
        assert table.match.result is not None
        assert table.match.result.winners == (1,)

    run(work())


@pytest.mark.parametrize(("lag", "spent"), [(0.3, 4_700), (0.0, 5_000), (30.0, 4_000)])
def test_a_slow_line_gives_back_what_was_measured_and_no_more_than_a_second(
    lag: float, spent: int
) -> None:
    async def work() -> None:
        table, screens = await clocked("30s")
        screens[0][1].lag = lag
        await table.clock.passes(5)
        await play(table, screens, "C")
        assert table.match.times == [spent]

    run(work())


def test_an_answer_that_was_under_way_in_time_is_in_time() -> None:
    async def work() -> None:
        table, screens = await clocked("30s")
        screens[0][1].lag = 0.4
        await table.clock.passes(30.3)
        await table.room.time_up(0)
        assert table.match.result is None
        await play(table, screens, "C")
        assert table.match.times == [29_900]
        await table.clock.passes(1 + 30.01)
        assert table.match.result is not None, "the other line is a good one"

    run(work())


def test_an_undo_gives_the_time_back() -> None:
    async def work() -> None:
        table, screens = await clocked("1m+5s")
        await table.clock.passes(20)
        await play(table, screens, "C")
        await table.send(screens[0][0], p.Offer, "undo")
        (offer,) = screens[1][1].last(p.Offers).offers
        await table.send(screens[1][0], p.Answer, offer.id, True)
        assert table.match.record.times == ()
        assert shown(screens[0][1]) == ([60_000, 60_000], 0, 0)

    run(work())


def test_the_next_round_has_the_same_clock() -> None:
    async def work() -> None:
        table, screens = await clocked("30s")
        await table.clock.passes(31)
        await table.send(screens[0][0], p.Offer, "next")
        (offer,) = screens[1][1].last(p.Offers).offers
        await table.send(screens[1][0], p.Answer, offer.id, True)
        assert (table.match.result, table.match.clock, table.match.times) == (None, "30s", [])
        assert shown(screens[1][1])[1] is not None, "and it runs"

    run(work())


def test_nobody_waits_for_somebody_who_is_gone_longer_than_the_clock_says() -> None:
    async def work() -> None:
        table, screens = await clocked("5m", away=5)
        table.room.leave(screens[0][0])
        await table.clock.passes(60)
        assert not any(seat.bot for seat in table.match.seats)
        table.room.leave(screens[1][0])
        assert not table.room.rest(), "only this program knows what the clock shows"
        await table.clock.passes(241)
        assert table.match.result is not None
        assert table.match.result.winners == (1,)

    run(work())


def test_of_more_than_two_a_machine_moves_until_the_person_is_back() -> None:
    async def work() -> None:
        table = Table("zombie", ["Anna", "Bert", "Cleo"], clock="30s")
        screens = await table.begin()
        assert table.room.playing is not None
        (seat, *_) = table.room.playing.turn().seats
        screen, peer = screens[table.place_of(seat)]
        name = table.match.names[seat]
        await table.clock.passes(30.1)
        assert table.match.result is None
        assert table.match.seats[seat].bot
        told = [one.text for one in peer.of(p.Changed)]
        assert told == [f"{name} ran out of time: a machine plays on."]
        await table.send(screen, p.Back, table.place_of(seat))
        assert not table.match.seats[seat].bot
        assert table.room.seating.stood_in == []

    run(work())


def test_a_roll_takes_the_time_until_it_is_asked_for_and_no_other() -> None:
    async def work() -> None:
        table = Table("zombie", ["Anna", "Bert", "Cleo"], clock="2m+10s")
        screens = await table.begin()
        assert table.room.playing is not None
        playing = table.room.playing
        screen, peer = screens[table.place_of(0)]
        assert playing.turn().kind == "ready"
        await table.clock.passes(12)
        await table.send(screen, p.Ready, (0, 0), 0, True)
        await table.clock.passes(3)
        assert table.match.plies[0].actor is None
        assert table.match.times[0] == 12_000
        assert playing.turn().kind == "person"
        assert shown(peer)[0][0] == 108_000, "nothing is gained by a roll"

    run(work())


def test_a_room_is_not_kept_for_a_clock_that_stands_still() -> None:
    """Whoever asked for a roll has gone before the dice fell, and nobody looks on."""

    async def work() -> None:
        table = Table("zombie", ["Anna", "Bert", "Cleo"], clock="2m+10s")
        screens = await table.begin()
        assert table.room.playing is not None
        timing = table.room.playing.timing
        for screen, _ in screens:
            table.room.leave(screen)
        assert timing.is_held
        assert table.room.is_busy
        await table.room.playing.ready(0, table.match.at, rolls=True)
        assert not timing.is_held
        await table.clock.passes(1)
        assert not table.room.is_busy

    run(work())


def test_a_game_may_say_what_is_done_for_somebody_who_does_nothing() -> None:
    def first(rules: Any, view: Any, seat: int) -> Any:
        return rules.node(view).of(seat)[0]

    async def work() -> None:
        table = Table(replace(NIM, on_time=first), ["Anna", "Bert"], clock="30s")
        await table.begin()
        await table.clock.passes(30.1)
        assert table.match.result is None
        assert table.match.times == [30_000]
        await table.clock.passes(1 + 30.1)
        assert table.match.times == [30_000, 30_000]

    run(work())


def test_a_default_that_is_not_possible_is_none() -> None:
    async def work() -> None:
        table = Table(replace(NIM, on_time=lambda *_: 99), ["Anna", "Bert"], clock="30s")
        await table.begin()
        await table.clock.passes(30.1)
        assert table.match.result is not None
        assert table.match.result.winners == (1,)

    run(work())


async def put_away(table: Table) -> None:
    """Nobody is there, and the table is in the store only."""
    for screen in tuple(table.room.screens):
        table.room.leave(screen)
    await table.clock.passes(0)
    assert table.room.rest()
    table.room.close()


async def reopen(table: Table) -> None:
    table.room = Room(table.stored, table.game, table.keeper, agreed, table.clock)
    await table.room.open()


def test_a_clock_of_days_goes_on_while_nobody_is_there() -> None:
    async def work() -> None:
        table, _ = await clocked("3d")
        day = 86_400.0
        await put_away(table)
        assert table.stored.deadline == BEGINNING + 3 * day
        await table.clock.passes(2 * day)
        await reopen(table)
        _, peer = await table.enter(table.tokens[table.place_of(0)])
        assert shown(peer) == ([day * 1_000, 3 * day * 1_000], 0, 0)
        await put_away(table)
        await table.clock.passes(1.1 * day)
        await reopen(table)
        await table.room.look_at_clock()
        assert table.match.result is not None
        assert table.match.result.winners == (1,)

    run(work())


def test_a_live_clock_begins_again_when_the_server_was_killed() -> None:
    async def work() -> None:
        table, screens = await clocked("30s")
        await table.clock.passes(10)
        await play(table, screens, "C")
        await table.clock.passes(1 + 25)
        table.room.close()
        table.room.screens.clear()
        await table.clock.passes(3_600)
        table.room = Room(
            Seating.read(table.room.seating.write()), table.game, table.keeper, agreed, table.clock
        )
        await table.room.open()
        assert table.match.result is None
        _, peer = await table.enter(table.tokens[table.place_of(1)])
        left, runs, _ = shown(peer)
        assert (left, runs) == ([30_000, 30_000], 1)

    run(work())


def test_only_the_host_sets_the_clock_and_only_before_it_begins() -> None:
    async def work() -> None:
        table = Table("oware", ["Anna", "Bert"])
        anna, peer = await table.enter(table.tokens[0])
        await table.send(anna, p.SetClock, "5m+10s")
        assert peer.last(p.No).code == "not_allowed"
        host, hosting = await table.enter(table.host)
        await table.send(host, p.SetClock, "300s + 10s")
        assert peer.last(p.Welcome).clock == "5m+10s"
        await table.send(host, p.SetClock, "soon")
        assert hosting.last(p.No).code == "invalid_clock"
        await table.send(host, p.Begin)
        await table.send(host, p.SetClock, "none")
        assert hosting.last(p.No).code == "begun"
        assert table.match.clock == "5m+10s"

    run(work())
