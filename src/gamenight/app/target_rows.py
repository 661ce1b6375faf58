"""Target rows: what can be touched in a picture as rows, for the arrow keys."""

from __future__ import annotations

from collections.abc import Collection

from gamenight.draw.canvas import Picture, Target

TargetRow = list[Target]


def target_rows(picture: Picture, keys: Collection[str]) -> list[TargetRow]:
    """The targets of these keys, row by row; one that is drawn twice counts at its first place."""
    first: dict[str, Target] = {}
    for target in sorted(picture.targets, key=lambda t: (t.centre[1], t.x)):
        if target.key in keys:
            first.setdefault(target.key, target)
    rows: list[TargetRow] = []
    for target in first.values():
        if rows and target.centre[1] < rows[-1][0].y + rows[-1][0].height:
            rows[-1].append(target)
        else:
            rows.append([target])
    return [sorted(row, key=lambda target: target.x) for row in rows]
