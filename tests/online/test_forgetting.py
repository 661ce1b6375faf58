"""A table that leaves memory whenever nobody looks, beside one that never does: whoever comes and
goes, plays, proposes, waits and talks there hears the same."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import count
from random import Random
from unittest.mock import patch

import pytest

from gamenight.core.play import possible_actions
from gamenight.match import match as matches
from gamenight.match.writer import Writer
from gamenight.online import protocol as p
from gamenight.online import tokens
from gamenight.online.deeds import handle
from gamenight.online.house import House, NewTable
from gamenight.online.playing import Pauses
from gamenight.online.room import Room, Screen
from tests.effort import times
from tests.online.rooms import KEY, FakeClock, FakePeer, idle, run

NAMES = ("Anna", "Bert", "Cleo")
AWAY = 20
STEPS = 40
PAUSES = Pauses(0, 0, 0)
SEEDS = times(2)


class Memory(House):
    """Never forgets a room."""

    def _rest(self, room: Room) -> None:
        return


def _goes_on(room: Room) -> bool:
    """Whether something is done in it; somebody may be there."""
    playing = room.playing
    return bool(room._tasks) or room._changing.locked() or bool(playing and playing.is_changing)


class Evening:
    """One table and all who ever look at it, driven by chance. here: their screens; told: what
    they have heard, and when."""

    def __init__(self, house: House, clock: FakeClock, seed: int):
        self.house, self.clock, self.rng = house, clock, Random(seed)
        self.here: dict[str, tuple[Screen, asyncio.Event, asyncio.Task[None]]] = {}
        self.links: dict[str, list[str]] = {"": []}
        self.told: list[tuple[str, list[tuple[float, str]]]] = []
        self.ids = count(1)
        self.id = ""

    async def settled(self) -> None:
        """Until nothing goes on but what waits for the clock: the store knows all, and has said
        so."""
        await idle()
        while any(_goes_on(room) for room in self.house.rooms.values()):
            await self.house.writer.do(lambda store: None)
            await idle()

    async def begin(self, game: str) -> None:
        asked = NewTable(game, places=len(NAMES) if game != "oware" else 2, chat=True, away=AWAY)
        seating, host, _ = await self.house.new(asked)
        self.id, names = seating.id, NAMES[: len(seating.places)]
        async with self.house.visiting(self.id) as room:
            screen = await room.enter(FakePeer(), p.Hello(1, [host]))
            for name in names:
                peer = FakePeer()
                guest = await room.enter(peer, p.Hello(1))
                claim = p.Claim(next(self.ids), name, self.house.code(seating))
                await handle(room, guest, claim)
                self.links[name] = [peer.of(p.Ok)[0].token]
                room.leave(guest)
            await handle(room, screen, p.Begin(next(self.ids)))
            room.leave(screen)
        await self.settled()

    async def step(self) -> None:
        rng = self.rng
        who = rng.choice([*self.links])
        if who not in self.here:
            await self._comes(who)
        elif rng.random() < 0.5:
            await self._goes(who)
        else:
            await self._does(who)
        if rng.random() < 0.3:
            await self._waits(rng.choice([2.0, 5.0, 12.0, 30.0]))
        await self.settled()
        self.house.sweep()

    async def _waits(self, seconds: float) -> None:
        """Time passes, and everything that comes of it is stored before more of it does."""
        end = self.clock.now() + seconds
        await self.settled()
        while self.clock.next is not None and self.clock.next <= end:
            await self.clock.pass_to(self.clock.next)
            await self.settled()
        await self.clock.pass_to(end)

    async def _comes(self, who: str) -> None:
        peer, entered, gone = FakePeer(self.clock), asyncio.Event(), asyncio.Event()

        async def visit() -> None:
            async with self.house.visiting(self.id) as room:
                screen = await room.enter(peer, p.Hello(1, self.links[who], "text"))
                self.here[who] = screen, gone, task
                entered.set()
                await gone.wait()
                room.leave(screen)

        task = asyncio.create_task(visit())
        self.told.append((who, peer.sent))
        await entered.wait()

    async def _goes(self, who: str) -> None:
        _, gone, task = self.here.pop(who)
        gone.set()
        await task

    async def leave(self) -> None:
        for who in [*self.here]:
            await self._goes(who)
        await self.settled()

    async def _does(self, who: str) -> None:
        screen, rng, id = self.here[who][0], self.rng, next(self.ids)
        room = self.house.rooms[self.id]
        playing = room.playing
        assert playing is not None
        match, turn = playing.match, playing.told_turn()
        place = screen.places[0] if screen.places else 0
        seat = room.seating.seat_of(place) or 0
        offers = [one.id for one in room.offers.all] or [1]
        choices = [*possible_actions(match.rules, match.state, seat)] if not match.result else []
        deeds: list[p.Sent] = [
            p.Say(id, "hello"),
            p.Offer(id, rng.choice(["undo", "stand_in", "next"]), rng.randrange(len(self.links))),
            p.Answer(id, rng.choice(offers), rng.random() < 0.7),
            p.Back(id, place),
            p.Can(id),
        ]
        acts: list[p.Sent] = []
        if turn.seat == seat and turn.kind in ("ready", "roll"):
            acts = [p.Ready(id, match.at, seat, roll=rng.random() < 0.5)]
        elif choices and turn.seat == seat:
            acts = [p.Play(id, match.at, seat, match.rules.format(rng.choice(choices)))]
        await handle(room, screen, rng.choice(acts or deeds) if rng.random() < 0.8 else deeds[1])


@pytest.fixture(autouse=True)
def same_chance() -> Iterator[None]:
    """Both tables have the same name, code and secret."""
    fixed = patch.multiple(tokens, new_id=lambda: "table", new_claim=lambda: 7)
    with fixed, patch.object(matches, "new_secret", lambda seed=None: bytes(32)):
        yield


async def evening(house: type[House], game: str, seed: int) -> Evening:
    clock = FakeClock()
    found = Evening(
        house(Writer(None), KEY, clock=clock, pauses=Pauses(0, 0, 0), idle=1e9), clock, seed
    )
    await found.house.start()
    await found.begin(game)
    for _ in range(STEPS):
        await found.step()
    await found.leave()
    await found.house.close()
    return found


@pytest.mark.parametrize("game", ["oware", "zombie"])
@pytest.mark.parametrize("seed", range(SEEDS))
def test_a_house_that_forgets_tells_the_same(game: str, seed: int) -> None:
    async def work() -> None:
        forgets = await evening(House, game, seed)
        remembers = await evening(Memory, game, seed)
        for ours, theirs in zip(forgets.told, remembers.told, strict=True):
            assert ours == theirs

    run(work())
