"""News: what became of somebody since they last decided, which stays to be read until they decide
again, however quickly the others played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from gamenight.core.play import mover
from gamenight.core.scene import Scene, Step, who
from gamenight.match.table import Table

FARTHEST = 60  # plies to look back


def news(table: Table, seat: int, viewer: int | None, shown: int) -> list[str]:
    """The sentences of what was done to this player, or chance did in their last roll, up to the
    ply before the last one that is shown: the log says that one anyway."""
    first = _decided(table, seat, shown)
    before, found = _has(table, seat, viewer, first), list[str]()
    for ply in range(first + 1, shown):
        after = _has(table, seat, viewer, ply)
        own = mover(table.rules, table.plies[ply - 1]) == seat
        steps = table.story(ply, viewer)
        if before != after or (own and any(step.tone for step in steps)):
            found += _heart(steps)
        before = after
    return found


def with_news(table: Table, seat: int, viewer: int | None, shown: int, latest: str) -> str:
    """What happened just now, and then the news, of which it need not come: others have played.
    In a small window the first sentences have no room, and the log has what happened last."""
    found = news(table, seat, viewer, shown)
    before = ["Before that:"] if found and latest else []
    return " ".join(filter(None, [latest, *before, *found]))


def _decided(table: Table, seat: int, shown: int) -> int:
    """The plies played when this player had last decided; what they rolled by that comes after."""
    for ply in range(shown, max(shown - FARTHEST, 0), -1):
        if mover(table.rules, table.plies[ply - 1]) == seat:
            return ply if table.plies[ply - 1].actor == seat else ply - 1
    return shown


def _has(table: Table, seat: int, viewer: int | None, ply: int) -> object:
    """What a viewer sees of what this player has after this many plies: points, stake and cards."""
    scene = table.unnamed(viewer, ply)
    points = [(row.value, row.stake) for row in scene.scores if row.seat == seat]
    return points, Counter(_cards(scene, seat, viewer))


def _cards(scene: Scene, seat: int, viewer: int | None) -> Iterator[tuple[str, ...]]:
    """The cards that concern a player: in a hand that is seen by its owner, and on the table those
    that lie before the player, or have words that name them."""
    for area in scene.areas:
        for spot in area.spots:
            if any(token.kind == "card" for token in spot.tokens) and (
                viewer == seat if area.secret else spot.owner == seat or who(seat) in spot.note
            ):
                note = "" if area.secret else spot.note  # in a hand: what it could do now
                yield spot.name, note, *(token.face for token in spot.tokens)


def _heart(steps: tuple[Step, ...]) -> list[str]:
    """The sentences of a ply that matter most: those with a tone, or else its last."""
    told = [step for step in steps if step.text]
    return [step.text for step in told if step.tone] or [step.text for step in told[-1:]]
