"""Arrivals: how somebody at this screen leaves a match on a server, or comes back to it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress

from gamenight.core.errors import GamenightError
from gamenight.core.rules import Decision
from gamenight.match.changes import told_later
from gamenight.match.table import NotPossible, Table


class Arrivals:
    """own: the seats of the people at this screen; play: sends an action of one of them. Before a
    roll nobody can leave or join: it waits here until one leaves a choice."""

    def __init__(
        self,
        table: Table,
        own: Callable[[], tuple[int, ...]],
        play: Callable[[str, int], Awaitable[str]],
    ):
        self._table, self._own, self._play = table, own, play
        self._later: dict[int, bool] = {}  # who joins (True) or leaves

    def text(self, seat: int) -> str | None:
        """How this seat leaves or joins the table now."""
        node = self._table.rules.node(self._table.state(None, seat))
        actions = node.at_table(seat) if isinstance(node, Decision) else ()
        return next(map(self._table.rules.format, actions), None)

    async def change(self, seat: int, joins: bool) -> str:
        """Somebody leaves or joins: now, or as soon as a roll leaves a choice."""
        table, way = self._table, "join" if joins else "leave"
        if seat not in self._own():
            raise NotPossible(f"only people at this screen can {way} the table here")
        if self._stands(seat) == joins:
            told = "is at the table" if joins else "has left the table"
            raise NotPossible(f"{table.names[seat]} {told} already")
        if (text := self.text(seat)) is not None:
            return await self._play(text, seat)
        self._later[seat] = joins
        return told_later({table.names[n]: comes for n, comes in self._later.items()})

    async def catch_up(self) -> None:
        """The dice may have fallen: whoever waits for it leaves or joins; if something else came
        first, they wait on."""
        for seat, joins in [*self._later.items()]:
            text = self.text(seat)
            if self._table.result is not None or self._stands(seat) == joins:
                del self._later[seat]
            elif text is not None:
                with suppress(GamenightError):
                    await self._play(text, seat)
                    self._later.pop(seat, None)

    def _stands(self, seat: int) -> bool:
        return seat not in self._table.absent
