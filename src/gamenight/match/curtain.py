"""Curtains: between people at one screen nobody sees what another one holds."""

from __future__ import annotations

from gamenight.match.table import Table


class Curtain:
    """Who looks at one screen. Where several people share it, or have shared it since it was
    opened, the hand of one waits until that one has said ready."""

    def __init__(self, table: Table):
        self.table = table
        self._shown_to: int | None = None
        self._shared = False

    def hides(self, seat: int) -> bool:
        """Whether this person's secrets must wait for a word: the last to whom the screen was
        shown is somebody else."""
        return self._is_shared and self._shown_to != seat and self._has_hand(seat)

    @property
    def shows_a_hand(self) -> bool:
        """Whether what only one of those who share the screen may see stands on it."""
        seat = self._shown_to
        return self._is_shared and seat is not None and self._has_hand(seat)

    def _has_hand(self, seat: int) -> bool:
        return any(area.secret for area in self.table.scene(seat).areas)

    @property
    def viewer(self) -> int | None:
        """With whose eyes what happens to all is shown: those of the only person here, unless
        somebody else may still be looking; else a spectator's."""
        viewer = self.table.viewer
        return None if self._is_shared and self._shown_to != viewer else viewer

    def opens(self, seat: int) -> None:
        """This person looks at the screen now."""
        self._shown_to = seat

    def closes(self) -> None:
        """Who looks at the screen now is not known."""
        self._shown_to = None

    @property
    def _is_shared(self) -> bool:
        self._shared = self._shared or len(self.table.here) > 1
        return self._shared
