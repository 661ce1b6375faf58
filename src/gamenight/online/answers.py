"""Answers: what a table has answered lately. Whoever was cut off before an answer came sends the
same message again, and it is done once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from gamenight.online import protocol as p

MOST = 64  # answers of a table that are remembered
Asker = tuple[tuple[int, ...], bool, str, int]
"""Whose message it was: the places of a screen, whether it is the host's, all of it, and its id."""


class Answers:
    """Only messages whose id nobody has by chance; a no is not remembered, for it changed
    nothing."""

    def __init__(self) -> None:
        self._known: dict[Asker, asyncio.Future[p.Told]] = {}

    def __len__(self) -> int:
        return len(self._known)

    async def once(self, asker: Asker, do: Callable[[], Awaitable[p.Told]]) -> p.Told:
        """The answer to a message that was sent before, or what doing it gives; while it is being
        done, the second one waits for the first."""
        if asker[-1] < p.UNGUESSED:
            return await do()
        known = self._known.get(asker)
        if known is not None:
            return await asyncio.shield(known)
        coming = self._known[asker] = asyncio.get_running_loop().create_future()
        try:
            answer = await do()
        except BaseException:  # whoever asked has gone: what is sent again is looked at again
            coming.cancel()
            del self._known[asker]
            raise
        coming.set_result(answer)
        if not isinstance(answer, p.Ok):
            del self._known[asker]
        while len(self._known) > MOST:
            del self._known[next(iter(self._known))]
        return answer
