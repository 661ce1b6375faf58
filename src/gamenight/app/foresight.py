"""Foresight: what the choice under the cursor would lead to, worked out once."""

from __future__ import annotations

from dataclasses import replace

from gamenight.core.scene import Scene
from gamenight.draw.context import Focus
from gamenight.draw.parts.choices import pointed
from gamenight.match.table import Table
from gamenight.match.turn import At


class Foresight:
    """Keeps what was foreseen until something happens at the table."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._at: At | None = None
        self._seen: dict[tuple[str, int], Scene | None] = {}

    def into(self, focus: Focus, scene: Scene, seat: int | None) -> Focus:
        """The focus with what its choice would lead to, as this seat would see it."""
        choice = pointed(scene, focus)
        if choice is None or seat is None:
            return focus
        if self._at != self._table.at:
            self._at, self._seen = self._table.at, {}
        key = choice.text, seat
        if key not in self._seen:
            self._seen[key] = self._table.ahead(*key)
        return replace(focus, ahead=self._seen[key])
