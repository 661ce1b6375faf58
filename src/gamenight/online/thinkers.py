"""Thinkers: bots think in processes of their own, so that nobody's move waits for them.

A bot in a thread would hold up the server's loop by tens of milliseconds.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import resource_tracker
from typing import Any

from gamenight.bots import find_bot
from gamenight.core import registry
from gamenight.core.bot import Interrupted, Limit, Stoppable
from gamenight.core.game import Game


class Processes:
    """The bots of one game, in a pool that all games share."""

    def __init__(self, pool: Pool, game: Game):
        self._pool, self._game = pool, game

    async def consider(
        self, rules: Any, bot: str, view: Any, seat: int, rng: Stoppable, seconds: float | None
    ) -> Any | None:
        """What a bot chooses in this seat, in at most this time."""
        return await self._pool.run(self._game.id, rules, bot, view, seat, rng, seconds)


class Pool:
    """As many processes as there are processors; none is started before a bot has to think."""

    def __init__(self, count: int | None = None):
        self._count = count or os.cpu_count() or 1
        self._executor: ProcessPoolExecutor | None = None
        # Later a full screen may have taken standard error, without which this cannot be started.
        resource_tracker.ensure_running()

    def of(self, game: Game) -> Processes:
        """Those who think for the bots of a game."""
        return Processes(self, game)

    async def run(self, *question: Any) -> Any | None:
        """What a bot answers; once more with new processes if somebody has killed one."""
        try:
            return await self._asked(question)
        except BrokenProcessPool:
            self.close()
            return await self._asked(question)

    async def _asked(self, question: tuple[Any, ...]) -> Any | None:
        if self._executor is None:
            context = multiprocessing.get_context("spawn")
            self._executor = ProcessPoolExecutor(self._count, context)
        return await asyncio.wrap_future(self._executor.submit(_choose, *question))

    def close(self) -> None:
        """End the processes; what they think about is dropped."""
        executor, self._executor = self._executor, None
        if executor is not None:
            workers = list((executor._processes or {}).values())
            executor.shutdown(wait=False, cancel_futures=True)
            for worker in workers:
                worker.terminate()


_prepared: set[tuple[str, str, str]] = set()


def _choose(
    id: str, rules: Any, bot: str, view: Any, seat: int, rng: Stoppable, seconds: float | None
) -> Any | None:
    """In a process of the pool: what the bot chooses."""
    game = registry.game(id)
    info, limit = find_bot(game, bot)
    known = (id, bot, repr(rules))
    if known not in _prepared:
        for _ in info.prepare(rules):
            pass
        _prepared.add(known)
    if seconds is not None:
        limit = Limit(seconds=min(seconds, limit.seconds or seconds))
    try:
        return info.bot.choose(rules, view, seat, rng, limit)
    except Interrupted:
        return None
