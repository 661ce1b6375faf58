"""Nights: people at matches of all games, for servers that do not live long."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from time import monotonic

from gamenight.core import registry
from gamenight.match.sql import SqlStore
from tests.online.players import Player, begun
from tests.online.servers import PATIENCE

AGAIN_SECONDS = 0.2  # until a table is asked for again of a server that has just died


class Night:
    """A match of each game, and another as soon as one is over; of several servers, any."""

    def __init__(self, seed: int, *urls: str):
        self._seed, self._urls = seed, urls
        self._games: defaultdict[str, list[Player]] = defaultdict(list)
        self._tasks = [asyncio.create_task(self._evening(game)) for game in registry.games()]

    @property
    def players(self) -> list[Player]:
        """All who have sat down somewhere."""
        found = [player for players in self._games.values() for player in players]
        return [player for player in found if player.match is not None]

    async def _evening(self, game: str) -> None:
        for number in range(10**9):
            try:
                table, tokens = await begun(self._urls[number % len(self._urls)], game)
            except Exception:  # of a server that is not there, or ends meanwhile
                await asyncio.sleep(AGAIN_SECONDS)
                continue
            players = [Player(table, token, self._seed) for token in tokens]
            self._games[game] += players
            await asyncio.gather(*(player.play(*self._urls) for player in players))

    async def plays_on(self) -> float:
        """When a match of every game has gone on from now; after how many seconds."""
        start = monotonic()
        async with asyncio.timeout(PATIENCE):
            for game in registry.games():
                while not any(player.heard > start for player in self._games[game]):
                    await asyncio.sleep(0.01)
        return monotonic() - start

    async def end(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.wait(self._tasks)


def lost(players: list[Player], store: SqlStore) -> list[str]:
    """What players were told that is not in the store as they were told it."""
    faults = [fault for player in players for fault in player.faults]
    for player in players:
        assert player.match is not None
        stored = store.load(player.match).record
        seen = list(stored.seen_by(player.seat).actions)
        if seen[: len(player.texts)] != player.texts:
            faults.append(f"{stored.game}: told {player.texts}, stored {seen}")
    return faults
