"""Curtains: between people at one screen nobody sees what another one holds."""

from __future__ import annotations

from gamenight.match.table import Table


def needs_curtain(table: Table, seat: int, shown_to: int | None) -> bool:
    """Whether this person's secrets must wait for a word: several are at this screen, and the
    last to whom it was shown is somebody else."""
    if len(table.here) < 2 or shown_to == seat:
        return False
    return any(area.secret for area in table.scene(seat).areas)
