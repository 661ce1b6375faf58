"""Writer: many matches in one process, stored durably without a wait for the disk at every ply.

A thread has the store. What matches note while one group is being written is the next group, one
transaction, and the loop hears of it once. A server imports this; local play has no need of it.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from queue import SimpleQueue
from threading import Thread
from time import perf_counter
from typing import Any, TypeVar

from gamenight.match.groups import Groups, Hook, no_hook
from gamenight.match.ledger import Batch, Drafts, Ledger
from gamenight.match.locks import PATIENCE
from gamenight.match.places import Place
from gamenight.match.schema import drafts_of
from gamenight.match.sql import SqlStore
from gamenight.match.store import Stored, StoreError, Tell

T = TypeVar("T")
Work = Callable[[SqlStore], Any]
LARGEST = 1000  # matches in a group


@dataclass(slots=True)
class _Group:
    """What the thread gets, and what came of it. One other work at most comes with a group, after
    it, so that many of them hold no match up."""

    batches: list[Batch]
    work: tuple[Work, asyncio.Future[Any]] | None
    failures: list[Exception | None] = field(default_factory=list)
    result: Any = None
    failure: Exception | None = None
    seconds: float = 0.0


class Writer:
    """Stores the matches of one process. All methods belong to the loop that it was started in.

    tell: gets a sentence while another program writes to the store, in the thread; patience: for
    how many seconds that is waited for; hook: see `Hook`.

    fence: under which matches that are loaded now are written; see `PostgresStore`.
    For those who watch a server: groups, plies: how many are stored; commit_seconds: how long that
    took, in all; last_commit_seconds: for the last group.
    """

    def __init__(
        self,
        place: Place,
        tell: Tell = None,
        hook: Hook = no_hook,
        patience: float = PATIENCE,
    ):
        self.place, self.fence = place, 0
        self.groups = self.plies = 0
        self.commit_seconds = self.last_commit_seconds = 0.0
        self._tell, self._hook, self._patience = tell, hook, patience
        self._gathered: deque[Ledger] = deque()  # those that have noted something
        self._works: deque[tuple[Work, asyncio.Future[Any]]] = deque()
        self._away: _Group | None = None
        self._due = False  # whether the next group is about to be sent
        self._queue: SimpleQueue[_Group | None] = SimpleQueue()
        self._thread: Thread | None = None
        self._ending: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Open the store; raises StoreError."""
        self._loop = asyncio.get_running_loop()
        opened = self._loop.create_future()
        thread = Thread(target=self._run, args=(opened,), name="writer", daemon=True)
        thread.start()
        try:
            await opened
        except BaseException:
            self._queue.put(None)
            raise
        self._thread = thread

    def ledger(self, stored: Stored, drafts: Drafts | None = None) -> Ledger:
        """Where a match that was just loaded is kept from now on."""
        return Ledger(stored, drafts or {}, self.place, self._gather, self.fence)

    async def load(self, id: int) -> tuple[Stored, Drafts]:
        """A match as it is stored, and what is marked in it: what `ledger` needs."""
        return await self.do(
            lambda store: (store.load(id), store.within(lambda db: drafts_of(db, id), writes=False))
        )

    async def do(self, work: Callable[[SqlStore], T]) -> T:
        """Other work on the store, after all that was noted so far. It makes one change at most:
        while another program writes, it is tried again. It is done even if nobody waits."""
        self._refuse_when_closed()
        return await self._do(work)

    async def close(self) -> None:
        """Store all that is noted, and close the store, if it was opened."""
        if self._thread is None:
            return
        if self._ending is None:
            self._ending = self._loop.create_task(self._end(self._thread))
        await asyncio.shield(self._ending)

    @property
    def queued(self) -> int:
        """How many changes and other works wait to be done."""
        away = self._away
        waiting = {batch.ledger for batch in away.batches} if away else set()
        works = len(self._works) + (1 if away and away.work else 0)
        return works + sum(ledger.queued for ledger in waiting.union(self._gathered))

    # In the loop.

    def _refuse_when_closed(self) -> None:
        if self._ending is not None:
            raise StoreError(f"the store {self.place or 'in memory'} is being closed")

    async def _do(self, work: Callable[[SqlStore], T]) -> T:
        done: asyncio.Future[T] = self._loop.create_future()
        self._works.append((work, done))
        self._send_soon()
        return await done

    async def _end(self, thread: Thread) -> None:
        try:
            await self._do(lambda store: store.close())
        finally:
            self._queue.put(None)
            thread.join()

    def _gather(self, ledger: Ledger) -> None:
        self._refuse_when_closed()
        self._gathered.append(ledger)
        self._send_soon()

    def _send_soon(self) -> None:
        """Whatever else the loop does now can still be noted for the same group."""
        if not self._due and self._away is None:
            self._due = True
            self._loop.call_soon(self._send)

    def _send(self) -> None:
        """A work comes after all that was noted before it, however much that is."""
        self._due = False
        many = len(self._gathered) if self._works else LARGEST
        batches: list[Batch] = []
        while self._gathered and len(batches) < many:
            batch = self._gathered.popleft().send()
            if batch is not None:  # what came after a failure is gone
                batches.append(batch)
        work = self._works.popleft() if self._works else None
        if batches or work:
            self._away = _Group(batches, work)
            self._queue.put(self._away)

    def _answer(self, group: _Group) -> None:
        self._away = None
        for batch, failure in zip(group.batches, group.failures, strict=True):
            batch.ledger.answer(failure)
            self.plies += batch.plies if failure is None else 0
        if group.batches:
            self.groups += 1
            self.commit_seconds += group.seconds
            self.last_commit_seconds = group.seconds
        if group.work is not None:
            _settle(group.work[1], group.result, group.failure)
        if self._gathered or self._works:
            self._send_soon()

    # In the thread.

    def _run(self, opened: asyncio.Future[None]) -> None:
        try:
            groups = Groups(self.place, self._tell, self._hook, self._patience)
        except Exception as error:
            self._hand(_settle, opened, None, error)
            return
        self._hand(_settle, opened, None, None)
        while (group := self._queue.get()) is not None:
            self._write(groups, group)
            self._hook("before answer")
            self._hand(self._answer, group)
            self._hook("after answer")

    def _hand(self, callback: Callable[..., None], *given: Any) -> None:
        with suppress(RuntimeError):  # the loop is closed: the program has ended
            self._loop.call_soon_threadsafe(callback, *given)

    def _write(self, groups: Groups, group: _Group) -> None:
        if group.batches:
            start = perf_counter()
            group.failures = groups.write(group.batches)
            group.seconds = perf_counter() - start
        if group.work is not None:
            try:
                group.result = groups.do(group.work[0])
            except Exception as error:
                group.failure = error


def _settle(future: asyncio.Future[Any], result: Any, failure: Exception | None) -> None:
    if future.done():
        return  # nobody waits any more
    if failure is None:
        future.set_result(result)
    else:
        future.set_exception(failure)
