"""Thinkers: bots think in processes of their own, so that nobody's move waits for them.

A bot in a thread would hold up the server's loop by tens of milliseconds.
"""

from __future__ import annotations

import asyncio
import json
import logging
import multiprocessing
import os
import sys
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import redirect_stderr
from multiprocessing import resource_tracker
from typing import Any, TypeVar

from gamenight.bots import find_bot
from gamenight.bots.worker import begin, unheard
from gamenight.core import registry
from gamenight.core.bot import Interrupted, Limit, Stoppable
from gamenight.core.game import Game

T = TypeVar("T")
START_SECONDS = 60.0  # for the first process to answer
log = logging.getLogger("gamenight.online")


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
    """As many processes as there are processors, and at least two, so that what takes long leaves
    one for the rest; none is started before a bot has to think. Where they cannot be started, bots
    think in threads of the server: that is slower, but it goes on."""

    def __init__(self, count: int | None = None):
        self.count = count or max(os.cpu_count() or 1, 2)
        self._executor: Executor | None = None
        self._starting = asyncio.Lock()

    def of(self, game: Game) -> Processes:
        """Those who think for the bots of a game."""
        return Processes(self, game)

    async def run(self, *question: Any) -> Any | None:
        """What a bot answers."""
        return await self.do(_choose, *question)

    async def do(self, work: Callable[..., T], *given: Any) -> T:
        """What work gives, once more with new processes if somebody has killed one."""
        try:
            return await self._done(work, *given)
        except BrokenProcessPool:
            self.close()
            return await self._done(work, *given)

    async def _done(self, work: Callable[..., T], *given: Any) -> T:
        async with self._starting:
            if self._executor is None:
                self._executor = await self._started()
        return await _done(self._executor, work, *given)

    async def _started(self) -> Executor:
        """Processes that answer, else threads."""
        executor: Executor | None = None
        try:
            _start_tracker()
            spawning = multiprocessing.get_context("spawn")
            executor = ProcessPoolExecutor(self.count, spawning, initializer=begin)
            await asyncio.wait_for(_done(executor, os.getpid), START_SECONDS)
        except Exception as error:  # there are too many ways not to start a process
            why = type(error).__name__
            log.warning(json.dumps({"event": "no_processes", "why": why}))
            _end(executor)
            return ThreadPoolExecutor(self.count)
        return executor

    def close(self) -> None:
        """End the processes; what they think about is dropped."""
        _end(self._executor)
        self._executor = None


def _done(executor: Executor, work: Callable[..., T], *given: Any) -> asyncio.Future[T]:
    """Have this done; it may start one more process."""
    with unheard():
        return asyncio.wrap_future(executor.submit(work, *given))


def _start_tracker() -> None:
    """The process that `multiprocessing` starts beside the first of a pool gets our standard error:
    the real one, for what a full screen has put in its place is not a file."""
    with redirect_stderr(sys.__stderr__):
        resource_tracker.ensure_running()


def _end(executor: Executor | None) -> None:
    if executor is None:
        return
    workers = list((getattr(executor, "_processes", None) or {}).values())
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
