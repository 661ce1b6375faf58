"""Several servers with one database: a table is at one of them, and whoever comes to another is
served through it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from gamenight.match.places import Address
from gamenight.match.postgres import PostgresStore
from gamenight.online import protocol
from gamenight.online.hosting import Hosting
from gamenight.online.settings import Settings
from tests.effort import times
from tests.faults.figures import Count
from tests.online.servers import AT_ONCE, LIMITS, Screen, ask, open_table, screen, two
from tests.postgres import database


def serve(dsn: str, **settings: Any) -> Hosting:
    usual: dict[str, Any] = {"port": 0, **dict.fromkeys(LIMITS, 100_000)}
    hosting = Hosting(Settings(**{**usual, **settings}), Address(dsn), AT_ONCE)
    hosting.start()
    return hosting


@pytest.fixture
def dsn() -> str:
    return database()


@pytest.fixture
def both(dsn: str) -> Iterator[tuple[Hosting, Hosting]]:
    """Two servers with one database."""
    servers = serve(dsn), serve(dsn)
    yield servers
    for server in servers:
        server.stop()


def test_a_match_is_stored_in_the_database(dsn: str) -> None:
    async def play(url: str) -> None:
        async with two(url) as (_, anna, bert):
            await anna.say("play", n=[0, 0], seat=0, text="C")
            await bert.hear("ply")
            with closing(PostgresStore(Address(dsn))) as store:
                assert store.load(1).record.actions == ("C",)

    hosting = serve(dsn)
    asyncio.run(play(hosting.url))
    hosting.stop()


def test_whoever_comes_to_another_server_is_served_through_it(
    both: tuple[Hosting, Hosting],
) -> None:
    here, there = (hosting.url for hosting in both)

    async def work() -> None:
        async with (
            two(here) as (table, anna, _),
            screen(there, table["id"], table["second"], table["token"]) as bert,
        ):
            assert sorted(bert.welcome["yours"]) == [0, 1]
            await anna.say("play", n=[0, 0], seat=0, text="C")
            await bert.hear("ply")
            await bert.say("play", n=[1, 0], seat=1, text="a")
            assert (await anna.hear("ply"))["text"] == "C"
            assert (await anna.hear("ply"))["n"] == [2, 0]
            assert both[0].house.rooms.keys() == {table["id"]}
            assert not both[1].house.rooms

    asyncio.run(work())


def test_what_is_asked_over_http_is_answered_through_it_too(both: tuple[Hosting, Hosting]) -> None:
    here, there = (hosting.url for hosting in both)

    async def work() -> None:
        async with two(here) as (table, anna, _):
            await anna.say("play", n=[0, 0], seat=0, text="C")
            await anna.hear("ply")
            address = f"/api/tables/{table['id']}"
            for path in (address, f"{address}/record"):
                found = [(await asyncio.to_thread(ask, url + path))[:2] for url in (here, there)]
                assert found[0] == found[1]
                assert found[0][0] == 200
            status, told, _ = await asyncio.to_thread(ask, f"{there}{address}/link")
            assert (status, told["link"]) == (200, f"{there}/m/{table['id']}")

    asyncio.run(work())


def test_a_code_is_good_at_every_server(both: tuple[Hosting, Hosting]) -> None:
    here, there = (hosting.url for hosting in both)
    table = open_table(here)
    assert ask(f"{there}/api/codes", {"code": table["code"]})[1] == {"id": table["id"]}
    assert ask(f"{there}/api/tables/none")[0] == 404


@pytest.mark.parametrize(
    ("tokens", "code"), [(["no token"], protocol.WRONG_LINK), ([1], protocol.NO_HELLO)]
)
def test_why_a_line_is_ended_is_passed_on(
    both: tuple[Hosting, Hosting], tokens: list[object], code: int
) -> None:
    table = open_table(both[0].url)

    async def work() -> int:
        async with screen(both[1].url, table["id"], hello=False) as line:
            await line.line.send(protocol_hello(tokens))
            return await line.closed()

    assert asyncio.run(work()) == code


def protocol_hello(tokens: list[object]) -> str:
    import json

    return json.dumps({"t": "hello", "v": protocol.VERSION, "tokens": tokens, "want": "text"})


def test_limits_count_for_people_wherever_they_came_in(dsn: str) -> None:
    """Somebody who came in elsewhere is one of the two screens that their address may have."""
    one, other = serve(dsn, sockets=2), serve(dsn, sockets=2)
    table = open_table(one.url)

    async def work() -> None:
        async with screen(one.url, table["id"]), screen(other.url, table["id"]):
            for url in (one.url, other.url):
                async with screen(url, table["id"], hello=False) as third:
                    assert await third.closed() == protocol.TOO_MANY

    asyncio.run(work())
    one.stop()
    other.stop()


def test_a_server_that_ends_leaves_its_tables_to_others(dsn: str) -> None:
    """At once: nobody waits for a lease to end."""
    here, there = serve(dsn), serve(dsn)

    async def work() -> None:
        async with two(here.url) as (table, anna, _):
            await anna.say("play", n=[0, 0], seat=0, text="C")
            await anna.hear("ply")
            await asyncio.to_thread(here.stop)
            async with screen(there.url, table["id"], table["second"], table["token"]) as again:
                assert again.welcome["n"] == [1, 0]
                await again.say("play", n=[1, 0], seat=1, text="a")
                await again.hear("ply")
                assert there.house.rooms.keys() == {table["id"]}

    asyncio.run(work())
    there.stop()


def test_an_idle_table_goes_to_whoever_asks_for_it(both: tuple[Hosting, Hosting]) -> None:
    here, there = both
    table = open_table(here.url)["id"]
    here.house._idle = 0.0
    here.call(swept(here))

    async def work() -> None:
        async with screen(there.url, table):
            assert there.house.rooms.keys() == {table}
            assert not here.house.rooms

    asyncio.run(work())


async def swept(hosting: Hosting) -> None:
    """And what has left is given away."""
    hosting.house.sweep()
    assert hosting.house.leases is not None
    await asyncio.gather(*hosting.house.leases._tasks)


@pytest.mark.timeout(times(300, 1800))
def test_of_two_moves_at_once_one_is_played(both: tuple[Hosting, Hosting], count: Count) -> None:
    """One person at two screens, each at another server, chooses differently on the same ply."""
    pairs, faults = times(20, 1000), list[str]()

    async def work() -> None:
        urls, ply = [hosting.url for hosting in both], 0
        while ply < pairs:
            async with two(urls[ply % 2]) as (table, _, _):
                tokens = (table["id"], table["token"], table["second"])
                async with screen(urls[0], *tokens) as one, screen(urls[1], *tokens) as other:
                    ply += await duel(one, other, pairs - ply, faults)

    asyncio.run(work())
    count("pairs of moves on one ply with two servers", pairs, faults)


async def duel(one: Screen, other: Screen, most: int, faults: list[str]) -> int:
    """Play until the match is over; how many plies."""
    from gamenight.core import registry
    from gamenight.core.rules import Decision

    rules = registry.game("oware").rules(2, **one.welcome["options"])
    state = rules.initial()
    for ply in range(most):
        node = rules.node(state)
        if not isinstance(node, Decision):
            return ply
        texts = [rules.format(node.actions[n % len(node.actions)]) for n in (ply, ply + 1)]
        move = {"n": [ply, 0], "seat": node.player}
        said = [
            await screen.say("play", text=text, **move)
            for screen, text in zip((one, other), texts, strict=True)
        ]
        heard = await asyncio.gather(answers(one, said[0]), answers(other, said[1]))
        played = {told["text"] for told, _ in heard}
        done = sum(own for _, own in heard)
        if len(played) != 1 or done > 1 + (texts[0] == texts[1]):
            faults.append(f"ply {ply}: {heard}")
        state = rules.apply(state, rules.parse(played.pop()))
    return most


async def answers(screen: Screen, id: int) -> tuple[dict[str, str], bool]:
    """The ply that was played, as this screen heard it, and whether it was this one's."""
    played: dict[str, str] | None = None
    own: bool | None = None
    while played is None or own is None:
        told = await screen.hear("ply", "no", "ok")
        if told["t"] == "ply":
            texts = told.get("texts")
            played = {"text": told["text"] if texts is None else next(iter(texts.values()))}
            own = own or told.get("id") == id or None
        if told.get("id") == id and own is None:
            own = told["t"] != "no"
    return played, own
