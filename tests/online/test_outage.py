"""A store that can be neither written to nor read for a while."""

from __future__ import annotations

import asyncio
from typing import Any

from gamenight.match.store import UnwritableStore
from gamenight.online import protocol as p
from tests.online.rooms import FakePeer, Table, idle


def test_dice_that_could_neither_be_stored_nor_read_again_fall_later() -> None:
    """People wait for them, and nobody else would throw them again."""

    async def work() -> None:
        table = Table("zombie", ("Anna", "Bert"))
        (anna, _), (_, other) = sorted(await table.begin(), key=lambda one: str(one[0].eyes))
        await table.send(anna, p.Ready, (0, 0), 0)
        await table.clock.passes(5.0)
        at = table.match.at
        playing, store = table.room.playing, table.match.store
        assert playing is not None
        load, append = playing._load, store.append
        gone = UnwritableStore(None, "it does not answer")

        async def unreadable() -> Any:
            raise gone

        def only_the_first(id: int, revision: int, ply: int, *given: Any, **named: Any) -> int:
            if ply == at.plies:
                return append(id, revision, ply, *given, **named)
            table.gate.failure = gone
            return revision + 1  # noted, and never stored

        setattr(store, "append", only_the_first)  # noqa: B010
        playing._load = unreadable
        await table.send(anna, p.Play, at, 0, "roll")
        await table.clock.passes(10.0)
        assert told(other) == at.plies + 1
        playing._load = load
        await table.clock.passes(10.0)
        await idle()
        assert told(other) > at.plies + 1
        table.room.close()

    asyncio.run(work())


def told(peer: FakePeer) -> int:
    """How many plies somebody knows."""
    found = [message.n for message in peer.heard if isinstance(message, p.Ply | p.Welcome)]
    return int(found[-1][0])
