"""Film: a ply as frames shown one after the other, and what it changed on the board.

Dice that are rolled tumble: they show other faces for a moment before they come to rest.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from gamenight.core.scene import PAGE, Area, Scene, Spot, Step, Tone
from gamenight.match.table import Table

SENTENCE = 0.7  # beats of a sentence without a scene
TUMBLES = 4  # faces that a die shows before it comes to rest
TUMBLE = 0.12  # beats of each


@dataclass(frozen=True, slots=True)
class Frame:
    """A scene and how many beats it stays; one that waits stays until it has been read."""

    scene: Scene
    beats: float
    waits: bool = False


def frames_of(steps: Iterable[Step]) -> list[Frame]:
    """The scenes of a telling, each with its sentence; nobody is asked while something moves."""
    return [
        Frame(step.scene.still(step.text, step.tone), step.beat)
        for step in steps
        if step.scene is not None
    ]


def frames_of_ply(
    table: Table, ply: int, viewer: int | None, steps: tuple[Step, ...], moving: bool
) -> list[Frame]:
    """The frames of a ply at the table; dice tumble where things are moving. A sentence without
    a scene appears below the last scene until the next sentence; a person who acted needs no time
    to read it."""
    by_person = table.mover(ply) in table.here
    scene = table.scene(viewer, ply - 1)
    found: list[Frame] = []
    text = ""
    tone: Tone = ""
    landed = _first_scene(steps)
    if landed is not None and moving:
        found += [Frame(turn.still(), TUMBLE) for turn in tumbling(table, ply, viewer, landed)]
    for step in steps:
        scene = step.scene or scene
        if step.text:
            text, tone = step.text, step.tone
        beats = step.beat if step.scene is not None else 0.0 if by_person else SENTENCE
        waits = by_person and step.scene is not None and step.beat >= PAGE
        found.append(Frame(scene.still(text, tone), beats, waits))
    return found


def changed_spots(before: Scene, after: Scene) -> frozenset[str]:
    """The spots that hold something other than before."""
    held = {spot.key: spot.tokens for area in before.areas for spot in area.spots}
    return frozenset(
        spot.key
        for area in after.areas
        for spot in area.spots
        if held.get(spot.key, spot.tokens) != spot.tokens
    )


def tumbling(table: Table, ply: int, viewer: int | None, landed: Scene) -> list[Scene]:
    """What is seen before the dice of a roll come to rest as in this scene: the faces that other
    outcomes of the same roll would have shown. Nothing where no die fell."""
    before = table.scene(viewer, ply - 1)
    fallen = frozenset(spot.key for spot in _dice(landed) if before.spot(spot.key) != spot)
    if not fallen:
        return []
    shown = map(_first_scene, table.otherwise(ply, viewer, TUMBLES))
    turned = [_with_faces(landed, other, fallen) for other in shown if other is not None]
    return [scene for scene in turned if scene != landed]


def _first_scene(steps: tuple[Step, ...]) -> Scene | None:
    return next((step.scene for step in steps if step.scene is not None), None)


def _dice(scene: Scene) -> list[Spot]:
    """The spots with dice that show a face."""
    spots = (spot for area in scene.areas for spot in area.spots)
    return [spot for spot in spots if any(t.kind == "die" and t.face for t in spot.tokens)]


def _with_faces(landed: Scene, other: Scene, fallen: frozenset[str]) -> Scene:
    """The scene with the faces of another, where the same spots have dice."""
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
