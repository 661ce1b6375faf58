"""A server that is killed, told to end or has no room on its disk loses nothing that anybody was
told."""

from __future__ import annotations

import asyncio
import json
from contextlib import closing
from pathlib import Path
from random import Random

from gamenight.core import registry
from gamenight.core.rules import Decision
from gamenight.match.doctor import examine
from gamenight.match.sqlite import SqliteStore
from gamenight.online import protocol
from tests.effort import times
from tests.faults.figures import Count
from tests.online.mortal import Mortal, ended, serve_by_command
from tests.online.nights import Night, lost
from tests.online.players import Player
from tests.online.servers import open_table, screen, two

FILE = "matches.sqlite"


def lost_in_file(players: list[Player], path: Path) -> list[str]:
    with closing(SqliteStore(path)) as store:
        faults = lost(players, store)
    found = examine(path)
    return faults if found.whole else [*faults, str(found)]


def test_a_kill_loses_nothing_that_was_told(tmp_path: Path, count: Count) -> None:
    kills = times(2, 50)
    mortal, rng = Mortal(tmp_path / FILE), Random(17)

    async def work() -> list[Player]:
        night = Night(17, mortal.url)
        for _ in range(kills):
            await night.plays_on()
            await asyncio.sleep(rng.uniform(0.0, 0.3))
            await asyncio.to_thread(mortal.kill)
            await asyncio.to_thread(mortal.start)
        await night.plays_on()
        await night.end()
        return night.players

    players = asyncio.run(work())
    mortal.kill()
    assert sum(player.connections for player in players) > 2 * kills
    count("kills of a server with five games", kills, lost_in_file(players, tmp_path / FILE))


def test_a_full_disk_loses_nothing_and_play_goes_on_when_there_is_room(
    tmp_path: Path, count: Count
) -> None:
    mortal, faults = Mortal(tmp_path / FILE), []
    tries = times(2, 30)

    async def work() -> None:
        rules = registry.game("oware").rules(2)
        state = rules.initial()
        async with two(mortal.url) as (table, *players):
            for ply in range(tries):
                player, other = players[ply % 2], players[1 - ply % 2]
                node = rules.node(state)
                assert isinstance(node, Decision)
                action = node.actions[0]
                move = {"n": [ply, 0], "seat": ply % 2, "text": rules.format(action)}
                await asyncio.to_thread(mortal.limit, 1)
                id = await player.say("play", **move)
                answer = await player.hear("no", "ply")
                if (answer.get("code"), answer.get("id")) != ("not_kept", id):
                    faults.append(f"answered {answer}")
                async with screen(mortal.url, table["id"]) as late:
                    if late.welcome["n"] != [ply, 0]:
                        faults.append("what is not stored was shown")
                await asyncio.to_thread(mortal.limit, 0)
                await player.say("play", **move)
                for one in (player, other):
                    told = await one.hear("ply")
                    if told["n"] != [ply + 1, 0]:
                        faults.append(f"told {told}")
                state = rules.apply(state, action)

    asyncio.run(work())
    mortal.kill()
    store = SqliteStore(tmp_path / FILE)
    assert len(store.load(1).record.actions) == tries
    count("plays on a full disk of a server", tries, faults)


def test_told_to_end_it_ends_well(tmp_path: Path) -> None:
    """SIGTERM: everybody is told, everything is stored, the exit status is 0, and the links stay
    good."""
    process, url = serve_by_command(tmp_path / FILE)

    async def work() -> tuple[dict[str, str], int, str]:
        async with two(url, name="Annabella") as (table, anna, bert):
            await anna.say("play", n=[0, 0], seat=0, text="C")
            await anna.hear("ply")
            ending = asyncio.create_task(asyncio.to_thread(ended, process))
            for player in (anna, bert):
                await player.hear("bye")
                assert await player.closed() == protocol.GOING_AWAY
            return table, *await ending

    table, status, told = asyncio.run(work())
    assert status == 0
    events = [json.loads(line)["event"] for line in told.splitlines()]
    assert events == ["table", "draining", "ended"]
    for secret in ("Annabella", table["token"], table["host"], table["second"]):
        assert secret not in told
    process, url = serve_by_command(tmp_path / FILE)

    async def again() -> None:
        async with screen(url, table["id"], table["second"]) as bert:
            assert list(bert.welcome["texts"].values()) == [["C"]]

    try:
        asyncio.run(again())
    finally:
        assert ended(process)[0] == 0


def test_a_server_that_is_killed_at_once_has_its_tables(tmp_path: Path) -> None:
    mortal = Mortal(tmp_path / FILE)
    table = open_table(mortal.url)
    mortal.kill()
    mortal.start()

    async def work() -> None:
        async with screen(mortal.url, table["id"], table["token"], table["host"]) as anna:
            assert anna.welcome["yours"] == [0]
            assert anna.welcome["host"]

    asyncio.run(work())
    mortal.kill()
