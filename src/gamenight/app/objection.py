"""Objection: why a key does nothing at the table, in a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from gamenight.app.caption import caption
from gamenight.app.question import Question
from gamenight.app.selection import Selection, activated
from gamenight.core.prompts import READY
from gamenight.core.scene import Choice, Scene
from gamenight.core.text import ended, listed, sentence
from gamenight.match.refusals import why_not
from gamenight.match.table import Table

MOST = 8  # ways to answer that a line has room for


def objection(table: Table, question: Question, typed: str) -> str:
    """Why what was typed does not answer a question: by the rules, or else what is possible."""
    scene, seat = question.selection.scene, question.seat
    reason = "" if question.hidden or seat is None else why_not(table, scene, typed, seat)
    return ended(f"{typed}: {reason}") if reason else _does_nothing(typed or "Enter", question)


def _does_nothing(what: str, question: Question) -> str:
    if question.selection.scene.choices == (READY,):
        return f"{what}: say that you are ready first (Enter or {READY.key})."
    found = ways(question.selection)
    possible = f"possible: {listed(found)}; " if len(found) <= MOST else ""
    does = "chooses nothing by itself" if what == "Enter" else "does nothing"
    return f"{what} {does} here ({possible}F1 explains)."


def too_quick(question: Question) -> str:
    """Enter came before the question was read, or like one more key to skip what moves."""
    meant = activated(question.selection)
    taken = f'means "{meant.label}"' if isinstance(meant, Choice) else "takes what the cursor is on"
    return f"That was quick: Enter {taken} here. Press it again."


def refusal(table: Table, question: Question, key: str) -> tuple[str, bool]:
    """Why what was clicked, a spot or nothing at all, does not answer a question, or else what it
    is; and whether it was wrong to ask."""
    scene = question.selection.scene
    label = scene.label(key)
    reason = "" if question.seat is None else table.refusal(key, question.seat)
    if reason:
        return ended(f"{label}: {reason}") if label else sentence(reason), True
    told = "" if question.hidden else caption(scene, table.game.glyphs, key)
    return told or _does_nothing(label or "A click", question), not told


def ways(selection: Selection) -> list[str]:
    """What can be typed now."""
    return list(dict.fromkeys(_ways(selection, selection.scene)))


def _ways(selection: Selection, scene: Scene) -> Iterator[str]:
    yield from ["Enter"] if activated(replace(selection, typed="")) is not None else []
    keys = (key for choice in scene.choices for key in choice.on if key in selection.live)
    yield from filter(None, map(scene.label, keys))
    unlabelled = (c for c in selection.open_choices if not any(map(scene.label, c.on)))
    yield from (choice.key or choice.text for choice in unlabelled)
