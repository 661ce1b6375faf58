"""Deltas: what is different in the next scene, as it is sent. `docs/protocol.md` explains them, and
`page/js/scene.js` has the same `patch`.

A delta has the fields that changed, null for one that is as usual again. Where things have keys
(rows of the scoreboard, areas, the spots of an area) it has those that changed, by key; or, where
some have come or gone, a list of all, with the mere key of each that is as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Raw
from msgspec.json import Encoder

from gamenight.core.scene import Area, Scene, ScoreRow, Spot
from gamenight.online.scenes import lean, usual_fields

Data = dict[str, Any]
Part = ScoreRow | Area | Spot
KEYED = frozenset({"scores", "areas", "spots"})

_encoder = Encoder()


class Known:
    """What was compared, and what turns one into the other. Where everybody gets a scene of their
    own, the board and the standings in it may be the same objects: what changes in them is worked
    out and written once for all."""

    def __init__(self) -> None:
        self._found: dict[tuple[int, int], tuple[Any, Any, Any]] = {}  # which stay as they are here

    def change(self, before: Any, after: Any, work: Callable[[Any, Any], Any]) -> Any:
        found = self._found.get((id(before), id(after)))
        if found is None:
            change = work(before, after)
            found = before, after, Raw(_encoder.encode(change)) if change else change
            self._found[id(before), id(after)] = found
        return found[2]


def delta(before: Scene | Area, after: Scene | Area, known: Known | None = None) -> Data:
    """What turns one scene, or one area, into the other; ready for JSON."""
    kind: Any = type(after)
    changes: Data = {}
    for name, usual in usual_fields(kind):
        was, now = getattr(before, name), getattr(after, name)
        if now is was:
            continue
        if name in KEYED and now != usual:
            if name == "areas":
                found = _areas_delta(was, now, known)
            else:
                found = _change(was, now, _keyed_delta, known)
            if found != {}:
                changes[name] = found
        elif now != was:
            changes[name] = None if now == usual else lean(now)
    return changes


def _change(was: Any, now: Any, work: Callable[[Any, Any], Any], known: Known | None) -> Any:
    return work(was, now) if known is None else known.change(was, now, work)


def _areas_delta(
    before: Sequence[Area], after: Sequence[Area], known: Known | None
) -> Data | list[Any]:
    if not _same_keys(before, after):
        return _keyed_delta(before, after)
    both = zip(before, after, strict=True)
    changes = {now.key: _change(was, now, delta, known) for was, now in both if now is not was}
    return {key: change for key, change in changes.items() if change}


def _keyed_delta(before: Sequence[Part], after: Sequence[Part]) -> Data | list[Any]:
    if _same_keys(before, after):
        both = zip(before, after, strict=True)
        return {now.key: lean(now) for was, now in both if now is not was and now != was}
    known = {part.key: part for part in before}
    return [part.key if known.get(part.key) == part else lean(part) for part in after]


def _same_keys(before: Sequence[Part], after: Sequence[Part]) -> bool:
    return [part.key for part in before] == [part.key for part in after]


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
