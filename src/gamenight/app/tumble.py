"""Tumble: dice that are rolled show other faces for a moment before they lie still."""

from __future__ import annotations

from dataclasses import replace

from gamenight.core.scene import Area, Scene, Spot, Step
from gamenight.match.table import Table

TURNS = 4
BEATS = 0.12  # of each turn


def tumbling(table: Table, ply: int, viewer: int | None, landed: Scene) -> list[Scene]:
    """What is seen before the dice of a roll lie as in this scene: the faces that other outcomes
    of the same roll would have shown. Nothing where no die fell."""
    before = table.scene(viewer, ply - 1)
    fallen = frozenset(spot.key for spot in _dice(landed) if before.spot(spot.key) != spot)
    if not fallen:
        return []
    shown = map(_first_scene, table.otherwise(ply, viewer, TURNS))
    turned = [_with_faces(landed, other, fallen) for other in shown if other is not None]
    return [scene for scene in turned if scene != landed]


def _first_scene(steps: tuple[Step, ...]) -> Scene | None:
    return next((step.scene for step in steps if step.scene is not None), None)


def _dice(scene: Scene) -> list[Spot]:
    """The spots on which dice lie that show a face."""
    spots = (spot for area in scene.areas for spot in area.spots)
    return [spot for spot in spots if any(t.kind == "die" and t.face for t in spot.tokens)]


def _with_faces(landed: Scene, other: Scene, fallen: frozenset[str]) -> Scene:
    """The scene with the dice of another one, where they lie on the same spots."""
    return replace(landed, areas=tuple(_turned(area, other, fallen) for area in landed.areas))


def _turned(area: Area, other: Scene, fallen: frozenset[str]) -> Area:
    if not any(spot.key in fallen for spot in area.spots):
        return area
    return replace(area, spots=tuple(_turning(spot, other, fallen) for spot in area.spots))


def _turning(spot: Spot, other: Scene, fallen: frozenset[str]) -> Spot:
    found = other.spot(spot.key) if spot.key in fallen else None
    if found is None or len(found.tokens) != len(spot.tokens):
        return spot
    tokens = (replace(t, face=o.face) for t, o in zip(spot.tokens, found.tokens, strict=True))
    return replace(spot, tokens=tuple(tokens))
