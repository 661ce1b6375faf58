"""Hints and odds on a server: what a seat may ask for, and that it learns nothing else by it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import pytest

from gamenight.core.lab import READY
from gamenight.core.view import odds_of
from gamenight.match.hints import NO_HINTS
from gamenight.online import advising
from gamenight.online import protocol as p
from gamenight.online.thinkers import Pool
from tests.online.rooms import FakePeer, Table, idle, run, two
from tests.toys.heist import HEIST

PATIENCE = 20.0


async def advice(peer: FakePeer, id: int) -> Any:
    """The answer to this message."""
    async with asyncio.timeout(PATIENCE):
        while True:
            for message in peer.of(p.Advice | p.No):  # type: ignore[arg-type]
                if message.id == id:
                    return message
            await asyncio.sleep(0.01)


def test_a_hint_is_what_the_best_bot_would_do(compile_lab: Callable[[str], None]) -> None:
    compile_lab("oware")  # which may take a minute, and nobody waits so long for a hint

    async def work() -> None:
        table, (anna, peer), (bert, other) = await two()
        found = await advice(peer, await table.send(anna, p.Hint, (0, 0), 0))
        assert found.text in {"A", "B", "C", "D", "E", "F"}
        assert found.sentence.startswith("Try house ")
        assert len(found.lines) == 6
        assert found.heading.startswith("Each choice")
        assert (await advice(other, await table.send(bert, p.Hint, (0, 0), 1))).code == "no_hint"
        assert (await advice(other, await table.send(bert, p.Hint, (0, 0), 0))).code == (
            "not_allowed"
        )
        assert (await advice(peer, await table.send(anna, p.Hint, (1, 0), 0))).code == "stale"
        found = await advice(peer, await table.send(anna, p.Odds, (0, 0), 1))
        assert found.code == "not_allowed"

    run(work())


def test_odds_are_for_everybody_and_worked_out_once() -> None:
    async def work() -> None:
        table = Table("zombie", ["Anna", "Bert"])
        screens = await table.begin()
        watcher, watching = await table.enter()
        with patch.object(advising, "odds_of", wraps=odds_of) as worked_out:
            for screen, peer, seat in [
                (watcher, watching, None),
                (watcher, watching, None),
                (*screens[table.place_of(0)], 0),
            ]:
                found = await advice(peer, await table.send(screen, p.Odds, (0, 0), seat))
                assert found.heading == f"The odds now: {table.match.names[0]} rolls"
                assert any("%" in line for line in found.lines)
        assert worked_out.call_count == 2

    run(work())


def test_whoever_asks_first_is_told_that_it_takes_longer() -> None:
    """Once for hints and once for odds; whoever may not ask is just told that."""

    async def work() -> None:
        table = Table("zombie", ["Anna", "Bert"])
        screens = await table.begin()
        (anna, peer), (bert, other) = (screens[table.place_of(seat)] for seat in (0, 1))
        await advice(other, await table.send(bert, p.Hint, (0, 0), 0))
        for kind in (p.Odds, p.Odds, p.Hint):
            await advice(peer, await table.send(anna, kind, (0, 0), 0))
        assert [(one.of, one.text) for one in peer.of(p.Wait)] == [(3, READY), (5, READY)]
        assert not other.of(p.Wait)

    run(work())


def test_nobody_learns_more_than_their_seat_may_know() -> None:
    seen: list[Any] = []

    def odds(game: Any, rules: Any, view: Any, *more: Any) -> list[str]:
        seen.append((view, more[0]))
        return []

    async def work() -> None:
        table = Table(HEIST, ["Anna", "Bert"])
        screens = await table.begin()
        screen, peer = screens[table.place_of(0)]
        await idle()
        with patch.object(advising, "odds_of", odds):
            await advice(peer, await table.send(screen, p.Odds, table.match.at, 0))
        (view, seat), match = seen[0], table.match
        assert seat == 0
        assert view == match.rules.hide(match.state, 0) != match.state

    run(work())


def test_who_waits_for_advice_can_play_and_a_failure_is_answered() -> None:
    async def work() -> None:
        table, (anna, peer), _ = await two()
        begun, go_on = asyncio.Event(), asyncio.Event()

        async def slow(*given: Any) -> Any:
            begun.set()
            await go_on.wait()
            raise ZeroDivisionError

        with patch.object(asyncio, "to_thread", slow):
            id = await table.send(anna, p.Hint, (0, 0), 0)
            await begun.wait()
            await table.send(anna, p.Play, (0, 0), 0, "C")
            assert table.texts == ("C",)
            go_on.set()
            assert (await advice(peer, id)).code == "no_advice"

    run(work())


class HeldPool(Pool):
    """Processes that answer when a test lets them. asked: for which seats."""

    def __init__(self, count: int):
        super().__init__(count)
        self.asked: list[int | None] = []
        self.go_on = asyncio.Event()

    async def do(self, work: Any, *given: Any) -> Any:
        self.asked.append(given[4])
        await self.go_on.wait()
        return p.Advice(0, "heading", [])


@pytest.mark.parametrize(("count", "at_once"), [(1, 1), (2, 1), (3, 2), (8, 2)])
def test_advice_leaves_processes_to_the_machines(count: int, at_once: int) -> None:
    async def work() -> None:
        table = Table("zombie", ["Anna", "Bert"])
        screens = await table.begin()
        pool = HeldPool(count)
        table.keeper.advising = advising.Advising(pool)
        ids = [
            await table.send(screen, p.Odds, (0, 0), seat, fractions)
            for seat, (screen, _) in ((n, screens[table.place_of(n)]) for n in (0, 1))
            for fractions in (False, True)
        ]
        await idle()
        assert len(pool.asked) == at_once
        pool.go_on.set()
        await idle()
        assert len(pool.asked) == 4
        for id, seat in zip(ids, (0, 0, 1, 1), strict=True):
            await advice(screens[table.place_of(seat)][1], id)
        table.room.close()

    run(work())


def test_what_nobody_waits_for_is_not_worked_out() -> None:
    """The match has moved on, or those who asked have left, before its turn came."""

    async def work() -> None:
        table, (anna, peer), (bert, _) = await two()
        watchers = [await table.enter() for _ in range(2)]
        pool = HeldPool(2)
        table.keeper.advising = advising.Advising(pool)
        await table.send(anna, p.Odds, (0, 0), 0)
        left = [await table.send(screen, p.Odds, (0, 0), None) for screen, _ in watchers]
        await table.send(bert, p.Odds, (0, 0), 1)
        await idle()
        table.room.leave(watchers[0][0])
        table.room.leave(bert)
        pool.go_on.set()
        await advice(watchers[1][1], left[1])
        assert pool.asked == [0, None], "one of two is still there"
        pool.go_on.clear()
        await table.send(anna, p.Odds, (0, 0), None, True)
        late = await table.send(anna, p.Hint, (0, 0), 0)
        await idle()
        await table.send(anna, p.Play, (0, 0), 0, "C")
        pool.go_on.set()
        assert (await advice(peer, late)).code == "stale"
        assert pool.asked == [0, None, None]

    run(work())


def test_only_so_many_wait_for_advice() -> None:
    async def work() -> None:
        table, (anna, peer), (bert, other) = await two()
        pool = HeldPool(2)
        table.keeper.advising = advising.Advising(pool)
        with patch.object(advising, "MOST_WAITING", 2):
            for fractions in (False, True):
                await table.send(bert, p.Odds, (0, 0), 1, fractions)
            await idle()
            again = await table.send(bert, p.Odds, (0, 0), 1, True)
            refused = await table.send(anna, p.Odds, (0, 0), 0)
            assert (await advice(peer, refused)).code == "no_advice"
            table.room.leave(bert)
            taken = await table.send(anna, p.Odds, (0, 0), 0)
            pool.go_on.set()
            assert isinstance(await advice(peer, taken), p.Advice)
            assert isinstance(await advice(other, again), p.No), "who has left waits for nothing"

    run(work())


def test_what_can_be_proposed_is_told_with_the_reason() -> None:
    async def work() -> None:
        table, (anna, peer), (bert, other) = await two()
        watcher, watching = await table.enter()

        async def why(screen: Any, heard: FakePeer) -> dict[str, str]:
            await table.send(screen, p.Can)
            return dict(heard.last(p.Cannot).why)

        assert (await why(anna, peer))["undo"] == "there is no move to undo"
        await table.send(anna, p.Play, (0, 0), 0, "C")
        assert {*await why(anna, peer)} == {"next", "stand_in"}
        assert (await why(bert, other))["undo"] == "you can only take back your own last move"
        assert {*await why(watcher, watching)} == {"undo", "next", "stand_in", "end"}
        table.room.leave(bert)
        await idle()
        assert {*await why(anna, peer)} == {"next"}
        await table.send(anna, p.Resign, 0)
        assert {*await why(anna, peer)} == {"undo", "stand_in", "end"}

    run(work())


def test_a_table_may_go_without_hints() -> None:
    async def work() -> None:
        table, (anna, peer), _ = await two()
        table.room.seating.hints = False
        for kind in (p.Hint, p.Odds):
            found = await advice(peer, await table.send(anna, kind, (0, 0), 0))
            assert (found.code, found.text) == ("no_hint", NO_HINTS)
        assert table.room.welcome(anna).hints is False

    run(work())
