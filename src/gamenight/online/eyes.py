"""Eyes: who looks at a screen."""

from __future__ import annotations

from collections.abc import Sequence

Eyes = tuple[int | None, ...]
"""The only seat of a screen, a spectator, or each of several seats and a spectator, for what all of
them may see."""


def eyes_of(seats: Sequence[int]) -> Eyes:
    return tuple(seats) if len(seats) == 1 else (*sorted(seats), None)


def key(viewer: int | None) -> str:
    """A viewer as a name in JSON."""
    return "" if viewer is None else str(viewer)
