"""Marks: several spots chosen together, toggled one by one and confirmed with Enter."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from gamenight.core.rules import Decision, Node
from gamenight.core.scene import Choice, Scene


def marked(scene: Scene, keys: tuple[str, ...] | None) -> Scene:
    """The scene with these marks instead of its own, and the stake that goes with them; None:
    nothing was kept from before."""
    if keys is None or scene.marks is None:
        return scene
    more = _points(scene, keys) - _points(scene, scene.marks)
    rows = tuple(
        replace(row, stake=(row.stake or 0) + more or None) if row.current and more else row
        for row in scene.scores
    )
    return replace(scene, marks=keys, scores=rows)


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
