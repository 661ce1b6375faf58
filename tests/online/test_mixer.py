"""What a terminal mixes into the chance of its matches, and what it knows of them at the end."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from gamenight.core.rules import Decision
from gamenight.match.proof import sealed
from gamenight.online import protocol as p
from gamenight.online.client import Client
from gamenight.online.deeds import handle
from gamenight.online.dialing import dial, fetch
from gamenight.online.hosting import Hosting
from gamenight.online.links import Address
from gamenight.online.mixer import KEY_FILE, Mixer, own_key
from gamenight.online.playing import Pauses
from gamenight.online.remote import RemoteTable
from gamenight.online.room import Screen
from gamenight.online.settings import Settings
from tests.online.rooms import FakePeer, Table, idle
from tests.online.servers import open_table
from tests.toys.heist import HEIST


def new_table() -> Table:
    return Table(HEIST, ["Anna", "Bert"], pauses=Pauses(0.0, 0.0, 0.0), live=True)


async def reply(table: Table, mixers: list[Mixer], screens: list[tuple[Screen, FakePeer]]) -> None:
    """Every mixer hears what came, and what it says is done; until nothing more comes."""
    said = True
    while said:
        said = False
        for mixer, (screen, peer) in zip(mixers, screens, strict=True):
            heard = peer.heard
            peer.sent.clear()
            for message in heard:
                for answer in [*mixer.replies(message)]:
                    said = True
                    await handle(table.room, screen, answer)
        await idle()


async def played(table: Table, mixers: list[Mixer]) -> None:
    screens = [await table.enter(token) for token in table.tokens]
    await reply(table, mixers, screens)
    host, _ = await table.enter(table.host)
    await table.send(host, p.Begin)
    table.room.leave(host)
    while table.match.result is None:
        await reply(table, mixers, screens)
        match, turn = table.match, table.room._turn
        if turn is not None and turn.kind in ("ready", "roll") and turn.seat is not None:
            await table.send(screens[table.place_of(turn.seat)][0], p.Ready, match.at, turn.seat)
        elif isinstance(node := match.node, Decision):
            text = match.rules.format(node.actions[len(match.plies) % len(node.actions)])
            screen = screens[table.place_of(node.player)][0]
            await table.send(screen, p.Play, match.at, node.player, text)
        await idle()


def test_a_mixer_gives_what_is_asked_for_and_vouches_for_it() -> None:
    async def work() -> None:
        table, mixers = new_table(), [Mixer(), Mixer()]
        await played(table, mixers)
        fair = table.match.record.fair
        assert fair is not None
        assert [mixer.vouches(fair) for mixer in mixers] == [True, True]
        assert all(mix.salt for mix in fair.mixes)
        assert Mixer().vouches(fair) is None
        without = fair._replace(mixes=fair.mixes[:-1])
        assert not all(mixer.vouches(without) for mixer in mixers)
        assert not mixers[0].vouches(fair._replace(commit=bytes(32)))

    asyncio.run(work())


def test_a_server_that_leaves_out_what_it_took_is_found() -> None:
    """The number of somebody who sat down as well as those before rolls."""

    async def work() -> None:
        table = Table(HEIST, ["Anna", "Bert"], pauses=Pauses(0.0, 0.0, 0.0))
        mixers = [Mixer(), Mixer()]
        await played(table, mixers)
        fair = table.match.record.fair
        assert fair is not None
        assert len(fair.mixes) == 2
        assert [mixer.vouches(fair) for mixer in mixers] == [True, True]
        for left in fair.mixes:
            found = [mixer.vouches(fair._replace(mixes=(left,))) for mixer in mixers]
            assert sorted(filter(None, found)) == [True], "whoever is left out says so"

    asyncio.run(work())


def test_a_number_that_came_too_late_is_not_missed() -> None:
    """A bad line makes nobody a cheat."""

    async def work() -> None:
        table, mixers = new_table(), [Mixer(), Mixer()]
        screens = [await table.enter(token) for token in table.tokens]
        await reply(table, mixers, screens)
        host, _ = await table.enter(table.host)
        await table.send(host, p.Begin)
        await idle()
        late = [
            (screen, answer)
            for mixer, (screen, peer) in zip(mixers, screens, strict=True)
            for message in peer.heard
            for answer in [*mixer.replies(message)]
            if isinstance(answer, p.GiveSalt)
        ]
        assert late
        await table.clock.passes(3)
        for _, peer in screens:
            peer.sent.clear()
        for screen, answer in late:
            await handle(table.room, screen, answer)
        for mixer, (_, peer) in zip(mixers, screens, strict=True):
            for message in peer.heard:
                assert not isinstance(message, p.Ok)
                assert [*mixer.replies(message)] == []
        await table.send(host, p.Resign, 0)
        fair = table.match.mixing.told(True)
        assert fair is not None
        assert [mixer.vouches(fair) for mixer in mixers] == [True, True]

    asyncio.run(work())


def test_a_program_that_is_started_again_goes_on_with_its_numbers(tmp_path: Path) -> None:
    async def work() -> None:
        table = new_table()
        keys = [own_key(tmp_path / name) for name in ("anna", "bert")]
        screens = [await table.enter(token) for token in table.tokens]
        await reply(table, [Mixer(key) for key in keys], screens)
        host, _ = await table.enter(table.host)
        await table.send(host, p.Begin)
        for screen, _ in screens:
            table.room.leave(screen)
        again = [await table.enter(token) for token in table.tokens]
        await reply(table, [Mixer(own_key(tmp_path / name)) for name in ("anna", "bert")], again)
        fair = table.match.mixing.fair
        assert fair is not None
        given = [mix for mix in fair.mixes[fair.sat :] if mix.salt]
        assert len(given) == 2 or not table.match.plies

    asyncio.run(work())
    assert (tmp_path / "anna" / KEY_FILE).stat().st_mode & 0o077 == 0


def test_where_no_key_can_be_kept_there_is_another_each_time(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert own_key(tmp_path / "file") != own_key(tmp_path / "file")


@pytest.mark.parametrize("end", ["resigned", "agreed"])
def test_two_terminals_prove_the_dice_of_a_server(end: str, tmp_path: Path) -> None:
    """Over real sockets, from the lobby to the seal at the end."""
    hosting = Hosting(Settings(port=0), tmp_path / "matches.sqlite", Pauses(0.0, 0.0, 0.0))
    hosting.start()

    async def work() -> None:
        asked = open_table(hosting.url, game="zombie", places=2, live=True)
        tokens = (asked["host"], asked["token"])
        host = Client(Address(hosting.url, asked["id"], tokens), dial, fetch=fetch)
        await host.open()
        guest = Client(Address(hosting.url, asked["id"], (), host._code), dial, fetch=fetch)
        await guest.open()
        await guest.claim("Bert")
        await asyncio.sleep(0.2)
        await host.begin()
        tables = list[RemoteTable]()
        while len(tables) < 2:
            await asyncio.sleep(0.02)
            tables = [one.table for one in (host, guest) if one.table is not None]
        for _ in range(8):
            for table in tables:
                turn = table.turn()
                if turn.kind in ("ready", "roll"):
                    await table.ready(turn.seats[0])
                elif turn.kind == "person":
                    scene = table.scene(turn.seats[0])
                    await table.play(scene.choices[0].text, turn.seats[0])
            await asyncio.sleep(0.05)
        if end == "resigned":
            await tables[0].resign(tables[0].here[0])
        else:
            await tables[0].propose("end")
            while not tables[1].offers:
                await asyncio.sleep(0.02)
                tables[1].look()
            await tables[1].answer(tables[1].offers[0].id, True)
        while any(table.result is None for table in tables):
            await asyncio.sleep(0.02)
        for table in tables:
            await table.reveal()
            report = sealed(table)
            assert report is not None
            assert report.headline == "proven", report.lines
            assert [one.holds for one in report.findings if one.code == "own"] == [True]
            assert {"asked", "salts", "live"} <= {one.code for one in report.findings}
        for client in (host, guest):
            client.close()
        await asyncio.sleep(0.05)

    try:
        asyncio.run(work())
    finally:
        hosting.stop()
