"""Choices: what can be typed now, short beside the board or explained line by line."""

from __future__ import annotations

from collections.abc import Sequence

from gamenight.core.marks import chosen
from gamenight.core.scene import Choice, Scene
from gamenight.core.text import visible
from gamenight.draw.cells import Line, flow, joined, line, table
from gamenight.draw.pen import Pen
from gamenight.draw.style import BOLD, LIVE, MUTED

MOST_LINES = 6


def draw_menu(scene: Scene, pen: Pen, width: int, hints: bool = True) -> tuple[Line, list[Line]]:
    """The labels of spots that can be typed, for beside the question, and the other choices.

    Spots are the menu: a choice that is made on labelled spots needs only its label, and
    its hint where it has one. Hints are dropped when the menu grows too long.
    """
    on_spots, spoken = _divided(scene)
    labels = _labels(scene, on_spots, pen)
    entries = [_entry(scene, choice, pen, hints) for choice in spoken]
    if hints:
        hinted = [choice for choice in on_spots if choice.hint and scene.marks is None]
        entries = [_hint(scene, choice, pen) for choice in hinted] + entries
    lines = flow(entries, width)
    if hints and len(lines) > MOST_LINES:
        return draw_menu(scene, pen, width, hints=False)
    return labels, lines


def explain(scene: Scene, pen: Pen, width: int) -> list[Line]:
    """Every choice on a line of its own: what is typed, its words, its hint."""
    if not scene.choices:
        return [line("There is nothing to choose now.")]
    rows = [
        (
            joined(_typed(scene, choice, pen), "/"),
            pen.prose(choice.label),
            pen.prose(choice.hint, MUTED),
        )
        for choice in scene.choices
    ]
    return table(rows, width)


def _divided(scene: Scene) -> tuple[list[Choice], list[Choice]]:
    """The choices that labelled spots tell, and those that need words.

    When every label begins alike (a card was touched, its target is wanted) words are needed.
    With marks the words are for what is marked now, and the spots stand for the rest.
    """
    if scene.marks is not None:
        marked = chosen(scene)
        spoken = [c for c in scene.choices if c is marked or c.key or not _on_labels(scene, c)]
        return [choice for choice in scene.choices if choice not in spoken], spoken
    told = [
        choice
        for choice in scene.choices
        if _on_labels(scene, choice) and not choice.key and not choice.default
    ]
    if len(told) > 1 and len({choice.on[0] for choice in told}) == 1:
        told = []
    return told, [choice for choice in scene.choices if choice not in told]


def _on_labels(scene: Scene, choice: Choice) -> bool:
    return bool(choice.on) and all(visible(scene.label(key)) for key in choice.on)


def _labels(scene: Scene, choices: Sequence[Choice], pen: Pen) -> Line:
    """The first labels, each with what can follow it: `1 3 4`, `a 1/2/3`."""
    if scene.marks is not None:
        keys = dict.fromkeys(key for choice in scene.choices for key in choice.on)
        toggles = [_toggle(scene, key, pen) for key in keys if visible(scene.label(key))]
        return joined(toggles)
    ways: dict[str, list[str]] = {}
    for choice in choices:
        first, *rest = (pen.spell(visible(scene.label(key))) for key in choice.on)
        ways.setdefault(first, []).append(" ".join(rest))
    texts = []
    for first, endings in ways.items():
        more = [ending for ending in endings if ending]
        texts += [line(first, LIVE)] if "" in endings else []
        texts += [line(first, LIVE) + line(f" {'/'.join(more)}")] if more else []
    return joined(texts, "   " if any(" " in text.plain for text in texts) else " ")


def _toggle(scene: Scene, key: str, pen: Pen) -> Line:
    sign = pen.signs.mark if key in pen.marks else ""
    return line(pen.spell(visible(scene.label(key))) + sign, LIVE)


def _typed(scene: Scene, choice: Choice, pen: Pen) -> list[Line]:
    """All short ways to type a choice, else its text."""
    if scene.marks is not None and choice is chosen(scene):
        return [line("Enter", LIVE)]
    ways = ["Enter"] if choice.default else []
    ways += [choice.key] if choice.key else []
    if _on_labels(scene, choice):
        ways.append(" ".join(scene.label(key) for key in choice.on))
    return [pen.text(way, LIVE) for way in ways or [choice.text]]


def _entry(scene: Scene, choice: Choice, pen: Pen, hints: bool) -> Line:
    """`[Enter] Roll 3 dice  2 from the bag`; words that are typed themselves stand alone."""
    ways = _typed(scene, choice, pen)
    if scene.marks is not None:
        ways = ways[:1]
    keys = line("[", LIVE) + joined(ways, "/") + line("]", LIVE)
    words = pen.text(choice.label, BOLD if choice.default else "")
    if len(ways) == 1 and ways[0].plain == words.plain:
        keys = Line()
    hint = pen.prose(choice.hint, MUTED) if hints else Line()
    return joined([joined([keys, words]), hint], "  ")


def _hint(scene: Scene, choice: Choice, pen: Pen) -> Line:
    labels = pen.text(" ".join(scene.label(key) for key in choice.on), LIVE)
    return line("[", LIVE) + labels + line("] ", LIVE) + pen.prose(choice.hint)
