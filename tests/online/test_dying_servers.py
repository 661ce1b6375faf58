"""Two servers with one database, either of which dies or sleeps, and the database too: nothing
that anybody was told is lost, and everybody plays on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import closing, suppress
from random import Random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from gamenight.match.places import Address
from gamenight.match.postgres import PostgresStore
from gamenight.online.leases import LEASE_SECONDS
from tests.effort import SOAK, times
from tests.faults.figures import Count
from tests.online.mortal import Mortal
from tests.online.nights import Night, lost
from tests.online.players import Player
from tests.online.servers import Screen, screen, two
from tests.postgres import Missing, Postgres, database

SETTLED_SECONDS = 0.3  # after a death: what was stored before is told by then
BACK_SECONDS = 10.0  # until everybody plays on, on a machine that does nothing else
Deed = Callable[[], object]
pytestmark = pytest.mark.timeout(times(300, 1800))


@pytest.fixture
def postgres() -> Postgres:
    """A database of our own, to be killed."""
    try:
        return Postgres()
    except Missing as missing:
        pytest.skip(str(missing))


def deaths(dsn: str, kills: int, *deeds: Deed, seed: int) -> tuple[list[str], float]:
    """What is lost while people play at two servers and these things happen in turn, and after how
    many seconds the last of them were back."""
    rng, longest = Random(seed), 0.0

    async def work(mortals: list[Mortal]) -> list[Player]:
        nonlocal longest
        night = Night(seed, *(mortal.url for mortal in mortals))
        for number in range(kills):
            await night.plays_on()
            await asyncio.sleep(rng.uniform(0.0, 0.5))
            happened = asyncio.create_task(asyncio.to_thread(deeds[number % len(deeds)]))
            await asyncio.sleep(SETTLED_SECONDS)
            longest = max(longest, SETTLED_SECONDS + await night.plays_on())
            await happened
        await night.plays_on()
        await night.end()
        return night.players

    mortals = [Mortal(dsn) for _ in range(2)]
    deeds = deeds or tuple(mortal.die for mortal in mortals)
    players = asyncio.run(work(mortals))
    for mortal in mortals:
        mortal.kill()
    assert sum(player.connections for player in players) > 2 * kills
    with closing(PostgresStore(Address(dsn))) as store:
        faults = lost(players, store)
    if SOAK and longest > BACK_SECONDS:
        faults.append(f"somebody was back after {longest:.1f} s")
    return faults, longest


def test_a_server_that_is_killed_loses_nothing(count: Count) -> None:
    kills = times(2, 20)
    faults, longest = deaths(database(), kills, seed=3)
    print(f"Back after {longest:.1f} s at most.")
    count("kills of one of two servers", kills, faults)


def test_a_database_that_is_killed_loses_nothing(postgres: Postgres, count: Count) -> None:
    kills = times(1, 5)

    def die() -> None:
        postgres.kill()
        postgres.start()

    faults, longest = deaths(postgres.dsn, kills, die, seed=5)
    print(f"Back after {longest:.1f} s at most.")
    count("kills of PostgreSQL below two servers", kills, faults)


@pytest.mark.parametrize("played_on", [True, False])
def test_a_server_that_slept_too_long_writes_nothing(played_on: bool) -> None:
    """It sleeps with a move in its hands; another server takes the table over, whether somebody
    plays there or not."""
    dsn = database()
    sleeper, other = Mortal(dsn), Mortal(dsn)

    async def work() -> None:
        async with two(sleeper.url) as (table, anna, _):
            await anna.say("play", n=[0, 0], seat=0, text="C")
            await anna.hear("ply")
            tokens = (table["id"], table["second"], table["token"])
            async with screen(sleeper.url, *tokens) as late:
                sleeper.stop()
                id = await late.say("play", n=[1, 0], seat=1, text="a")
                await asyncio.sleep(LEASE_SECONDS + 1.0)
                async with screen(other.url, *tokens) as bert:
                    assert bert.welcome["n"] == [1, 0]
                    if played_on:
                        await bert.say("play", n=[1, 0], seat=1, text="b")
                        assert (await bert.hear("ply"))["n"] == [2, 0]
                    sleeper.go_on()
                    async for told in heard(late):
                        assert told["t"] != "ply", "it was told as if it were stored"
                        assert told.get("id") != id or told["t"] == "no"

    asyncio.run(work())
    for mortal in (sleeper, other):
        mortal.kill()
    with closing(PostgresStore(Address(dsn))) as store:
        assert store.load(1).record.actions == (("C", "b") if played_on else ("C",))


async def heard(late: Screen) -> AsyncIterator[dict[str, Any]]:
    """All that a screen is told until the server ends the line."""
    with suppress(ConnectionClosed):
        while True:
            yield await late.hear()
