"""Nights: people at matches of all games, for servers that do not live long."""

from __future__ import annotations

import asyncio

from gamenight.core import registry
from gamenight.match.sql import SqlStore
from tests.online.players import Player, begun
from tests.online.servers import PATIENCE


class Night:
    """A match of each game, and another as soon as one is over; of several servers, any."""

    def __init__(self, seed: int, *urls: str):
        self._seed, self._urls = seed, urls
        self.players: list[Player] = []
        self._tasks: dict[str, list[asyncio.Task[None]]] = {}

    async def fill(self) -> None:
        """Everybody is at a match that is not over, and up to date."""
        for game in registry.games():
            if all(task.done() for task in self._tasks.get(game, [])):
                table, tokens = await begun(self._urls[len(self.players) % len(self._urls)], game)
                players = [Player(table, token, self._seed) for token in tokens]
                self.players += players
                self._tasks[game] = [
                    asyncio.create_task(player.play(*self._urls)) for player in players
                ]
        await self.back()

    async def back(self) -> None:
        """When everybody is at a table, and up to date."""
        async with asyncio.timeout(PATIENCE):
            for player in self.players:
                if not player.over:
                    await player.up_to_date.wait()

    async def plays_on(self) -> None:
        """When every match that is not over has gone on from here."""
        before = {player: len(player.texts) for player in self.players}
        async with asyncio.timeout(PATIENCE):
            for player, plies in before.items():
                while not player.over and len(player.texts) == plies:
                    await asyncio.sleep(0.02)

    async def end(self) -> None:
        tasks = [task for tasks in self._tasks.values() for task in tasks]
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)


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
