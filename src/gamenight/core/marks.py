"""Marks: several spots chosen together, toggled one by one and confirmed with Enter."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from gamenight.core.rules import Decision, Node
from gamenight.core.scene import Choice, Scene, Spot


def marked(scene: Scene, keys: tuple[str, ...] | None) -> Scene:
    """The scene with these marks instead of its own, and wherever it is shown the stake that goes
    with them; None: nothing was kept from before."""
    if keys is None or scene.marks is None:
        return scene
    more = _points(scene, keys) - _points(scene, scene.marks)
    stake = next((row.stake or 0 for row in scene.scores if row.current), 0)
    rows = tuple(
        replace(row, stake=stake + more or None) if row.current and more else row
        for row in scene.scores
    )
    areas = tuple(
        replace(area, spots=tuple(_retold(spot, stake, stake + more) for spot in area.spots))
        if any(spot.staked for spot in area.spots)
        else area
        for area in scene.areas
    )
    return replace(scene, marks=keys, scores=rows, areas=areas)


def _retold(spot: Spot, before: int, after: int) -> Spot:
    """The spot, with the new stake in its note if it tells that."""
    if not spot.staked:
        return spot
    return replace(spot, note=spot.note.replace(str(before), str(after)))


def _points(scene: Scene, keys: tuple[str, ...]) -> int:
    return sum(spot.points for key in keys if (spot := scene.spot(key)) is not None)


def still_choosing(before: Node[Any], after: Node[Any], actor: int | None) -> int | None:
    """The player whose marks stay while somebody else acts (leaves the table, plays a card),
    because all that can be chosen afterwards could be chosen before."""
    if not isinstance(before, Decision) or not isinstance(after, Decision):
        return None
    same = before.player == after.player and set(after.actions) <= set(before.actions)
    return before.player if same and actor != before.player else None


def toggled(scene: Scene, typed: str) -> tuple[str, ...] | None:
    """The marks once the typed labels are toggled; None if something else was typed."""
    if scene.marks is None or not typed.split():
        return None
    keys = dict.fromkeys(key for choice in scene.choices for key in choice.on)
    by_label = {scene.label(key).casefold(): key for key in keys if scene.label(key)}
    marks = set(scene.marks)
    for word in typed.casefold().split():
        if word not in by_label:
            return None
        marks ^= {by_label[word]}
    return tuple(key for key in keys if key in marks)


def chosen(scene: Scene) -> Choice | None:
    """The choice that the marks stand for: spots that hold the same are interchangeable."""
    wanted = _held(scene, scene.marks or ())
    return next((c for c in scene.choices if c.on and _held(scene, c.on) == wanted), None)


def _held(scene: Scene, keys: tuple[str, ...]) -> Counter[tuple[tuple[str, str], ...]]:
    spots = (scene.spot(key) for key in keys)
    return Counter(tuple((t.kind, t.face) for t in spot.tokens) for spot in spots if spot)
