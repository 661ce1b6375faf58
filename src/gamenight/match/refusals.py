"""Refusals: why what somebody typed cannot be chosen now, where the rules say why."""

from __future__ import annotations

from collections.abc import Iterator

from gamenight.core.scene import Scene
from gamenight.match.table import Table

FARTHEST = 60  # plies to look back for what people call an action


def why_not(table: Table, scene: Scene, typed: str, seat: int | None) -> str:
    """As an action, as the label of a spot in the scene, this seat's own spots first, or by the
    first letter of what somebody has done before; empty where the rules do not say."""
    return next(
        filter(None, (table.refusal(text, seat) for text in _texts(table, scene, typed, seat))), ""
    )


def _texts(table: Table, scene: Scene, typed: str, seat: int | None) -> Iterator[str]:
    """The actions that can be meant."""
    yield typed
    spots = [spot for area in scene.areas for spot in area.spots]
    labelled = [spot for spot in spots if typed and spot.label.casefold() == typed.casefold()]
    yield from (spot.key for spot in sorted(labelled, key=lambda spot: spot.owner != seat))
    if len(typed) == 1 and typed.isalpha():
        begun = typed.casefold()
        yield from (text for text in _done(table, seat) if text.casefold().startswith(begun))


def _done(table: Table, seat: int | None) -> list[str]:
    """What players have done lately, as far as this seat saw it, in one word each."""
    plies = [table.ply(n, seat) for n in range(max(table.last - FARTHEST, 0) + 1, table.last + 1)]
    seen = [table.rules.seen(p.before, p.action, seat) for p in plies if p.actor is not None]
    return [text for text in dict.fromkeys(map(table.rules.format, seen)) if text.isalpha()]
