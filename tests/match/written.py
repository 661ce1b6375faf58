"""Stores behind a writer, for tests: one that keeps the promises of every store, and helpers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

from gamenight.core.record import Record, Seat
from gamenight.match.ledger import Ledger
from gamenight.match.places import Address
from gamenight.match.sql import SqlStore
from gamenight.match.sqlite import SqliteStore
from gamenight.match.writer import Writer

RECORD = Record("oware", 1, (Seat("Ann"), Seat("Ben")))
CHANGES = ("append", "cut", "change", "keep_pass", "keep_later", "finish", "keep_draft")


class WrittenStore:
    """All that can be asked of a store, each thing done by a writer and waited for: changes of a
    match by its ledger, the rest as work of its own."""

    def __init__(self, place: Path | Address):
        self._loop = asyncio.new_event_loop()
        self._writer = Writer(place)
        self._ledgers: dict[int, Ledger] = {}
        self._loop.run_until_complete(self._writer.start())

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name == "close":
            return self._close
        deed = self._change if name in CHANGES else self._work
        return lambda *given, **named: self._loop.run_until_complete(deed(name, *given, **named))

    async def _change(self, name: str, id: int, *given: Any, **named: Any) -> Any:
        if id not in self._ledgers:
            self._ledgers[id] = self._writer.ledger(*await self._writer.load(id))
        try:
            done = getattr(self._ledgers[id], name)(id, *given, **named)
            await self._ledgers[id].settled()
        except Exception:
            del self._ledgers[id]
            raise
        if name == "keep_draft":
            ply, seat, text = given
            assert self._ledgers[id].draft(id, ply, seat) == text
        return done

    async def _work(self, name: str, *given: Any, **named: Any) -> Any:
        if name == "delete":
            self._ledgers.pop(given[0], None)

        def work(store: SqlStore) -> Any:
            found = getattr(store, name)(*given, **named)
            return list(found) if isinstance(found, Iterator) else found

        return await self._writer.do(work)

    def _close(self) -> None:
        self._loop.run_until_complete(self._writer.close())
        self._loop.close()


def run(test: Callable[[Path], Coroutine[Any, Any, None]], folder: Path) -> None:
    """A test that needs a loop, with the path of a new store."""
    asyncio.run(test(folder / "store.sqlite"))


@asynccontextmanager
async def opened(path: Path, **given: Any) -> AsyncIterator[Writer]:
    writer = Writer(path, **given)
    await writer.start()
    try:
        yield writer
    finally:
        await writer.close()


async def new_ledger(writer: Writer, record: Record = RECORD) -> Ledger:
    """The ledger of a new match."""
    return writer.ledger(await writer.do(partial(SqlStore.create, record=record, secret=b"s")))


async def play(ledger: Ledger, *texts: str, start: int = 0) -> None:
    """Note plies, each by itself, from this number on; every change so far was a ply."""
    for ply, text in enumerate(texts, start):
        assert ledger.append(ledger.id, ply, ply, [text]) == ply + 1


def actions(path: Path, id: int) -> str:
    """The plies of a match as another program reads them."""
    return " ".join(SqliteStore(path, readonly=True).load(id).record.actions)
