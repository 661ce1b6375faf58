"""Curtain: people who share a screen do not see each other's hands."""

from __future__ import annotations

from gamenight.match.table import Table


class Curtain:
    """Who is looking at a screen. Where several people share it, or have shared it since it was
    opened, a hand stays hidden until its owner says ready."""

    def __init__(self, table: Table):
        self.table = table
        self._shown_to: int | None = None
        self._shared = False

    def hides(self, seat: int) -> bool:
        """Whether this person's hand must wait until they say ready: the screen was last shown to
        somebody else."""
        return self._is_shared and self._shown_to != seat and self._has_hand(seat)

    @property
    def shows_a_hand(self) -> bool:
        """Whether the screen shows what only one of the people sharing it may see."""
        seat = self._shown_to
        return self._is_shared and seat is not None and self._has_hand(seat)

    def _has_hand(self, seat: int) -> bool:
        return any(area.secret for area in self.table.scene(seat).areas)

    @property
    def viewer(self) -> int | None:
        """Whose view everybody gets of what happens: that of the only person here, unless somebody
        else may still be looking; otherwise a spectator's."""
        viewer = self.table.viewer
        return None if self._is_shared and self._shown_to != viewer else viewer

    def opens(self, seat: int) -> None:
        """This person is looking at the screen now."""
        self._shown_to = seat

    def closes(self) -> None:
        """Nobody knows who is looking at the screen now."""
        self._shown_to = None

    @property
    def _is_shared(self) -> bool:
        self._shared = self._shared or len(self.table.here) > 1
        return self._shared
