"""Motion: the moments of a ply that are shown one after the other, and what it changed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gamenight.core.scene import Scene, Step


@dataclass(frozen=True, slots=True)
class Frame:
    """A scene that stands for so many seconds."""

    scene: Scene
    seconds: float


def frames_of(steps: Iterable[Step], beat: float) -> list[Frame]:
    """The scenes of a telling, each with its sentence; nobody is asked while something moves."""
    return [
        Frame(step.scene.still(step.text, step.tone), step.beat * beat)
        for step in steps
        if step.scene is not None
    ]


def touched(before: Scene, after: Scene) -> frozenset[str]:
    """The spots that hold something else than before."""
    held = {spot.key: spot.tokens for area in before.areas for spot in area.spots}
    return frozenset(
        spot.key
        for area in after.areas
        for spot in area.spots
        if held.get(spot.key, spot.tokens) != spot.tokens
    )
