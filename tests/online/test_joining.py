"""People at screens of their own play whole matches through a real server, by codes and links."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

import pytest

from gamenight.cli.network import open_client
from gamenight.core import registry
from gamenight.core.errors import InvalidAction
from gamenight.match.table import Table
from gamenight.online.client import Client
from gamenight.online.connection import TurnedAway
from gamenight.online.dialing import dial, fetch
from gamenight.online.hosting import Hosting
from gamenight.online.house import NewTable
from gamenight.online.links import Address, read_address
from gamenight.online.playing import Pauses
from gamenight.online.remote import RemoteTable
from gamenight.online.settings import Settings

NAMES = ("Ann", "Ben", "Cat")
QUICK = Pauses(window=0.0, pace=0.0, listening=0.0)


@pytest.fixture
def hosting(tmp_path: Path) -> Hosting:
    return Hosting(Settings(port=0), tmp_path / "gamenight.sqlite", QUICK)


def run(test: Callable[[], Awaitable[None]]) -> None:
    async def whole() -> None:
        async with asyncio.timeout(120):
            await test()

    asyncio.run(whole())


async def table_of(hosting: Hosting, game: str, people: int) -> list[Client]:
    """A table with this many people, each with a client; the first is the host."""
    asked = NewTable(game, places=people)
    seating, host, _ = await asyncio.to_thread(lambda: hosting.call(hosting.house.new(asked)))
    first = Client(Address(hosting.url, seating.id, (host,)), dial)
    await first.open()
    await first.claim(NAMES[0])
    clients = [first]
    for name in NAMES[1:people]:
        client = Client(read_address(first.invitation()), dial)
        await client.open()
        await client.claim(name)
        clients.append(client)
    return clients


async def begun(clients: list[Client]) -> list[RemoteTable]:
    await clients[0].begin()
    for client in clients:
        while client.table is None:
            await client.wait()
    return [client.table for client in clients if client.table is not None]


async def play_at_random(table: Table, rng: Random) -> None:
    """Somebody at one screen, until it is over."""
    while (turn := table.turn()).kind != "over":
        try:
            if turn.kind in ("ready", "roll"):
                await table.ready(turn.seats[0])
            elif turn.kind == "offered" and rng.random() < 0.7:
                await table.passes(turn.seats[0])
            elif turn.kind in ("person", "offered"):
                choices = table.scene(turn.seats[0]).choices
                await table.play(rng.choice(choices).text, turn.seats[0])
            else:
                await table.advance()
        except InvalidAction as error:
            assert error.code in ("stale", "illegal_action")  # somebody else was quicker


@pytest.mark.parametrize("game", registry.games())
def test_a_whole_match_of_people_far_away(hosting: Hosting, game: str) -> None:
    async def test() -> None:
        people = min(3, registry.game(game).asked()[-1])
        clients = await table_of(hosting, game, people)
        tables = await begun(clients)
        await asyncio.gather(*(play_at_random(t, Random(n)) for n, t in enumerate(tables)))
        assert len({table.result for table in tables}) == 1
        assert tables[0].result is not None
        assert {table.last for table in tables} == {tables[0].last}
        for client in clients:
            client.close()

    hosting.start()
    try:
        run(test)
    finally:
        hosting.stop()


def test_what_was_hidden_is_told_when_it_is_over(hosting: Hosting) -> None:
    async def test() -> None:
        asked = NewTable("circuit", places=2)
        seating, host, _ = await asyncio.to_thread(lambda: hosting.call(hosting.house.new(asked)))
        ann = Client(Address(hosting.url, seating.id, (host,)), dial, fetch=fetch)
        await ann.open()
        await ann.claim("Ann")
        ben = Client(read_address(ann.invitation()), dial)
        await ben.open()
        await ben.claim("Ben")
        clients = [ann, ben]
        tables = await begun(clients)
        await asyncio.gather(*(play_at_random(t, Random(n)) for n, t in enumerate(tables)))
        assert tables[0].record().partial
        for table in tables:
            await table.reveal()
        whole, seen = tables[0].record(), tables[1].record()
        assert not whole.partial
        assert seen.partial, "nobody answers there: it stays what Ben saw"
        assert whole.seen_by(tables[1].viewer).actions == seen.actions
        for client in clients:
            client.close()

    hosting.start()
    try:
        run(test)
    finally:
        hosting.stop()


@pytest.mark.parametrize("url", ["/api/tables/nothing/record", "/nowhere"])
def test_nothing_can_be_fetched_there(hosting: Hosting, url: str) -> None:
    hosting.start()
    try:
        with pytest.raises(OSError, match=r"404|not a table"):
            fetch(hosting.url + url)
    finally:
        hosting.stop()
    with pytest.raises(OSError):  # noqa: PT011
        fetch(hosting.url + url)


def test_a_link_leads_back_and_a_wrong_one_does_not(hosting: Hosting) -> None:
    async def test() -> None:
        ann, ben = await table_of(hosting, "oware", 2)
        await begun([ann, ben])
        link = ben.address.link
        ben.close()
        again = Client(read_address(link), dial)
        await again.open()
        assert again.table is not None
        assert again.table.names[again.table.here[0]] == "Ben"
        with pytest.raises(TurnedAway, match="this link is not good"):
            await Client(read_address(f"{link}x"), dial).open()
        for client in (ann, again):
            client.close()

    hosting.start()
    try:
        run(test)
    finally:
        hosting.stop()


def test_a_spectator_sees_no_hand(hosting: Hosting) -> None:
    async def test() -> None:
        clients = await table_of(hosting, "circuit", 2)
        await begun(clients)
        watching = Client(Address(hosting.url, clients[0].address.table), dial)
        await watching.open()
        assert watching.table is not None
        assert watching.table.here == ()
        assert watching.table.can == {"odds"}
        assert not any(area.secret for area in watching.table.scene(None).areas)
        for client in (*clients, watching):
            client.close()

    hosting.start()
    try:
        run(test)
    finally:
        hosting.stop()


def test_a_code_leads_back_to_the_seat_that_was_left(
    hosting: Hosting, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not to one where somebody sits, for two people can play at one machine."""
    monkeypatch.setenv("GAMENIGHT_CONFIG", str(tmp_path / "config"))

    async def test() -> None:
        (ann,) = await table_of(hosting, "oware", 1)
        await ann.count(2)
        address = read_address(ann.invitation())
        ben = open_client(address, None)
        await ben.open()
        await ben.claim("Ben")
        await begun([ann, ben])
        other = open_client(address, None)
        await other.open()
        assert (other.yours, other.table.here) == ([], ())
        assert other.table.watching == "You are watching: the match has begun."
        other.close()
        await ben._line._connection.close()  # as a killed program does
        while ann.places[1].here:
            await ann.wait()
        for again in (address, read_address(ben.address.without_tokens().link)):
            back = open_client(again, None)
            await back.open()
            assert [back.places[place].name for place in back.yours] == ["Ben"]
            assert len(back.table.here) == 1
            assert "You are back in your seat." in back.look()
            back.close()
            while not ann.places[1].here:
                await ann.wait()
            while ann.places[1].here:
                await ann.wait()
        ann.close()

    hosting.start()
    try:
        run(test)
    finally:
        hosting.stop()


def test_a_seat_that_is_no_longer_ours_is_no_way_back(
    hosting: Hosting, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GAMENIGHT_CONFIG", str(tmp_path / "config"))

    async def test() -> None:
        (ann,) = await table_of(hosting, "oware", 1)
        await ann.count(2)
        address = read_address(ann.invitation())
        ben = open_client(address, None)
        await ben.open()
        await ben.claim("Ben")
        await ann.machine(1, "")
        ben.close()
        back = open_client(address, None)
        await back.open()
        assert (back.yours, back.may_sit, back.look()) == ([], True, "")
        back.close()
        ann.close()

    hosting.start()
    try:
        run(test)
    finally:
        hosting.stop()
