"""Deltas: what is different in the next scene, as it is sent. `docs/protocol.md` explains them, and
`page/js/scene.js` has the same `patch`.

A delta has the fields that changed, null for one that is as usual again. Where things have keys
(rows of the scoreboard, areas, the spots of an area) it has those that changed, by key; or, where
some have come or gone, a list of all, with the mere key of each that is as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gamenight.core.scene import Area, Scene, ScoreRow, Spot
from gamenight.online.scenes import lean, usual_fields

Data = dict[str, Any]
Part = ScoreRow | Area | Spot
KEYED = frozenset({"scores", "areas", "spots"})


def delta(before: Scene | Area, after: Scene | Area) -> Data:
    """What turns one scene, or one area, into the other; ready for JSON."""
    kind: Any = type(after)
    changes: Data = {}
    for name, usual in usual_fields(kind):
        was, now = getattr(before, name), getattr(after, name)
        if now is was:
            continue
        if name in KEYED and now != usual:
            found = _keyed_delta(was, now, delta if name == "areas" else _whole)
            if found != {}:
                changes[name] = found
        elif now != was:
            changes[name] = None if now == usual else lean(now)
    return changes


def _whole(before: Part, after: Part) -> Any:
    return lean(after)


def _keyed_delta(
    before: Sequence[Part], after: Sequence[Part], change: Callable[[Any, Any], Any]
) -> Data | list[Any]:
    if [part.key for part in before] == [part.key for part in after]:
        both = zip(before, after, strict=True)
        return {now.key: change(was, now) for was, now in both if now is not was and now != was}
    known = {part.key: part for part in before}
    return [part.key if known.get(part.key) == part else lean(part) for part in after]


def patch(before: Data, changes: Data) -> Data:
    """The next scene, or area, as JSON has it."""
    after = {name: found for name, found in before.items() if changes.get(name, found) is not None}
    for name, change in changes.items():
        if name in KEYED and change is not None:
            after[name] = _keyed_patch(before.get(name, []), change, name == "areas")
        elif change is not None:
            after[name] = change
    return after


def _keyed_patch(before: list[Data], change: Data | list[Any], deep: bool) -> list[Data]:
    if isinstance(change, list):
        known = {part["key"]: part for part in before}
        return [known[part] if isinstance(part, str) else part for part in change]
    return [
        part
        if part["key"] not in change
        else patch(part, change[part["key"]])
        if deep
        else change[part["key"]]
        for part in before
    ]
