"""Objection: why a key does nothing at the table, in a sentence."""

from __future__ import annotations

from collections.abc import Iterator

from gamenight.app.caption import caption
from gamenight.app.question import Question
from gamenight.app.selection import activated
from gamenight.core.scene import Choice, Scene
from gamenight.core.text import listed, sentence
from gamenight.match.table import Table

MOST = 8  # ways to answer that a line has room for


def objection(table: Table, question: Question, typed: str) -> str:
    """Why what was typed does not answer a question: by the rules, or else what is possible."""
    scene, seat = question.selection.scene, question.seat
    reason = "" if question.hidden or seat is None else table.why_not(scene, typed, seat)
    if reason:
        return sentence(f"{typed}: {reason}")
    ways = list(dict.fromkeys(_ways(question)))
    possible = f"possible: {listed(ways)}; " if len(ways) <= MOST else ""
    return f"{typed or 'Enter'} does nothing here ({possible}F1 explains)."


def too_quick(question: Question) -> str:
    """Enter came before the question was read, or like one more key to skip what moves."""
    meant = activated(question.selection)
    taken = f'"{meant.label}"' if isinstance(meant, Choice) else "what the cursor is on"
    return f"That was quick: Enter takes {taken} here. Wait a second, then press it again."


def refusal(table: Table, question: Question, key: str) -> tuple[str, bool]:
    """Why a spot that was clicked does not answer a question, or else what it is; and whether it
    was wrong to ask."""
    scene = question.selection.scene
    label = scene.label(key)
    reason = "" if question.seat is None else table.refusal(key, question.seat)
    if reason:
        return sentence(f"{label}: {reason}" if label else reason), True
    told = "" if question.hidden else caption(scene, table.game.glyphs, key)
    return told or objection(table, question, label), not told


def _ways(question: Question) -> Iterator[str]:
    """What can be typed now."""
    selection = question.selection
    scene: Scene = selection.scene
    yield from ["Enter"] if selection.waiting is not None else []
    keys = (key for choice in scene.choices for key in choice.on if key in selection.live)
    yield from filter(None, map(scene.label, keys))
    unlabelled = (c for c in selection.open_choices if not any(map(scene.label, c.on)))
    yield from (choice.key or choice.text for choice in unlabelled)
