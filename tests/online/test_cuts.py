"""However often connections are cut, nothing is played twice, out of order, or not at all."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from gamenight.core import registry
from gamenight.online.hosting import Hosting
from tests.effort import times
from tests.faults.figures import Count
from tests.online.players import Player, begun, same_secret
from tests.online.proxy import proxied
from tests.online.servers import PATIENCE, ask, serve


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosting]:
    hosting = serve(tmp_path_factory.mktemp("server"))
    yield hosting
    hosting.stop()


async def played(server: Hosting, game: str, seed: int, cuts: int) -> tuple[Any, int, list[str]]:
    """The record of a match whose lines are cut so often, how often that was, and what the players
    did not like."""
    with same_secret(seed):
        table, tokens = await begun(server.url, game)
    players = [Player(table, token, seed) for token in tokens]
    async with proxied(server.port, Random(seed), cuts) as proxy, asyncio.timeout(2 * PATIENCE):
        await asyncio.gather(*(player.play(proxy.url) for player in players))
    _, record, _ = await asyncio.to_thread(ask, f"{server.url}/api/tables/{table}/record")
    del record["fair"]["id"], record["fair"]["commit"]  # which are those of the table
    return record, proxy.cuts, [fault for player in players for fault in player.faults]


@pytest.mark.parametrize("game", registry.games())
def test_a_match_with_cuts_is_the_match_without(server: Hosting, game: str, count: Count) -> None:
    wanted, cuts, faults = times(6, 100), 0, []
    for seed in range(1000):
        straight, none, odd = asyncio.run(played(server, game, seed, 0))
        assert not none
        record, found, more = asyncio.run(played(server, game, seed, wanted - cuts))
        cuts += found
        faults += [f"seed {seed}: {fault}" for fault in (*odd, *more)]
        if record != straight:
            faults.append(f"seed {seed}: {record['actions']} instead of {straight['actions']}")
        if cuts >= wanted:
            break
    count("cut connections", cuts, faults)


def test_players_notice_what_is_wrong(server: Hosting) -> None:
    """The players of these tests are no good if they notice nothing."""

    async def work() -> None:
        table, tokens = await begun(server.url, "oware")
        player = Player(table, tokens[0], 0)
        player.match, player.texts = 1, ["A", "a", "B"]
        player.rules = registry.game("oware").rules(2)
        player._state = player.rules.initial()
        playing = asyncio.create_task(player.play(server.url))
        async with asyncio.timeout(PATIENCE):
            while not player.faults:
                await asyncio.sleep(0.01)
        playing.cancel()

    asyncio.run(work())
