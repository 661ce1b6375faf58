"""Choices: what happened, what is wanted, and what can be typed or touched for it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from gamenight.core.marks import chosen
from gamenight.core.resolver import first_word
from gamenight.core.scene import Choice, Scene
from gamenight.core.text import visible
from gamenight.draw.context import CHOICE, Context, Focus, choice_key
from gamenight.draw.ink import BOLD, BUTTON, LIVE, MUTED, PLAIN, TONES, filled
from gamenight.draw.line import Line, joined, line, spaces, table
from gamenight.draw.parts.tokens import spoken_tokens

BACK, TAKE = "esc", "enter"  # the keys of what the program itself offers
SENTENCES = re.compile(r"(?<=[.!?]) +(?=[A-Z0-9])")  # where one ends and the next begins
GAP = 3


@dataclass(frozen=True, slots=True)
class Detail:
    """How much is said: with hints or not, and how long words and keys may be. `share` is
    the part of the screen that it may take for that; `told`, the lines of what happened;
    `following`, how many choices after a touch have words: of more only the labels are listed."""

    hints: bool
    words: int
    share: float
    told: int = 999
    following: int = 3


EVERYTHING = Detail(True, 999, 1.0)


@dataclass(frozen=True, slots=True)
class MenuRow:
    """A line, and what can be touched on it: key, where it begins, how wide it is."""

    text: Line
    targets: tuple[tuple[str, int, int], ...] = ()


def menu_rows(
    scene: Scene, context: Context, room: int, detail: Detail, everything: bool
) -> list[MenuRow]:
    """Message, question with the labels that can be typed, buttons."""
    told, spoken = _divided(scene, context, detail, everything)
    buttons = [_button(scene, choice, context, detail) for choice in spoken]
    if scene.marks is not None and chosen(scene) is None and scene.choices:
        wrong = "These do not go together." if scene.marks else "Choose at least one."
        buttons.insert(0, (line(wrong, MUTED), ""))
    under = _pointed_line(scene, spoken, context, detail)
    if under:
        buttons.insert(0, (under, TAKE))
    elif detail.hints and scene.marks is None:
        hinted = [choice for choice in told if choice.hint]
        buttons = [_hint(scene, choice, context) for choice in hinted] + buttons
    if context.focus.path:
        buttons.append((joined([_key("Esc", False, context), line("back", MUTED)]), BACK))
    said = ("said", scene.message, scene.tone, scene.ask, room, everything, detail)
    above = context.once(said, lambda: _said(scene, told, context, room, detail.told))
    return [*above, *_flow(buttons, room, context)]


def _said(
    scene: Scene, told: Sequence[Choice], context: Context, room: int, most: int
) -> list[MenuRow]:
    """The message, in at most this many lines unless it says what is wrong; and the question with
    the labels that can be typed."""
    lines = _told_lines(scene, context, room, most)
    if context.focus.path and not context.focus.typed and scene.tone != "danger":
        lines = []  # what happened before matters less than what is to follow
    labels = _labels(scene, told, context)
    if scene.marks is not None and labels:  # the question itself is for fingers too
        labels = joined([line("letters", MUTED), labels])
    question = joined([_question(scene, context), labels], "  ")
    return [*map(MenuRow, lines), *map(MenuRow, question.wrap(room))]


def _told_lines(scene: Scene, context: Context, room: int, most: int) -> list[Line]:
    """The message; where it has too many lines, whole sentences of it: the latest above a question,
    else the first. Only if not even one has room, as much of it as fits. A hint that is shown was
    asked for: what to try stands out."""
    ink = TONES.get(scene.tone, PLAIN if context.look.flows else MUTED)
    sign, said = line(context.look.tone_sign(scene.tone)), SENTENCES.split(scene.message)
    for left_out in range(len(said)):
        kept = said[left_out:] if scene.ask else said[: len(said) - left_out]
        first, rest = (kept[0], kept[1:]) if context.focus.hint and not scene.tone else ("", kept)
        parts = [sign, context.prose(first, BOLD), context.prose(" ".join(rest), ink)]
        lines = joined(parts).wrap(room)
        if len(lines) <= most or scene.tone == "danger":
            return lines
    return [*lines[: most - 1], context.clip(joined(lines[most - 1 :]), room)]


def pointed(scene: Scene, focus: Focus) -> Choice | None:
    """The choice that Enter would make with the cursor where it is, if that is on a spot or on a
    button; spots that are marked make none by themselves."""
    cursor = focus.cursor
    button = [choice for choice in scene.choices if choice_key(choice.text) == cursor]
    if button or scene.marks is not None or not cursor:
        return button[0] if button else None
    path = (*focus.path, cursor)
    found = [choice for choice in scene.choices if choice.on[: len(path)] == path]
    return found[0] if len(found) == 1 and found[0].on == path else None


def _pointed_line(scene: Scene, spoken: Sequence[Choice], context: Context, detail: Detail) -> Line:
    """What Enter would do with the cursor on a spot; a choice that has a button says so there."""
    choice = pointed(scene, context.focus)
    if choice is None or context.look.flows or choice in spoken:
        return Line()
    label = context.text(choice.label[:1].upper() + choice.label[1:], BOLD)
    hint = context.prose(choice.hint, TONES["good"]) if detail.hints else Line()
    return joined([joined([_key("Enter", True, context), label]), hint], "  ")


def _question(scene: Scene, context: Context) -> Line:
    """What is wanted; after a touch, what follows it."""
    path = context.focus.path
    if not path:
        return context.prose(scene.ask, BOLD)
    rows = {row.key: row.name for row in scene.scores}
    spot = scene.spot(path[-1])
    name = (spot.name or spoken_tokens(spot, context)) if spot else rows.get(path[-1], "")
    board = {s.key for area in scene.areas if area.rank == 0 for s in area.spots}
    following = context.live
    what = "which one?"
    if following and following <= rows.keys():
        what = "whom?"
    elif following and following <= board:
        what = "where to?"
    touched = context.text(name or scene.label(path[-1]), LIVE)
    return touched + line(": ", BOLD) + line(what, BOLD)


def _divided(
    scene: Scene, context: Context, detail: Detail, everything: bool
) -> tuple[list[Choice], list[Choice]]:
    """The choices that labelled spots stand for, and those that need words.

    With marks the confirming choice needs them; after a touch a few that can follow do, and where
    everything is typed all that begin alike (a card was touched, its target is wanted).
    """
    path = context.focus.path
    if path:
        following = [choice for choice in scene.choices if choice.on[: len(path)] == path]
        told = [c for c in following if len(c.on) > len(path) and _is_labelled(scene, c)]
        if everything or context.look.flows or len(told) <= detail.following:
            return [], following
        return told, [choice for choice in following if choice not in told]
    if everything:
        return [], list(scene.choices)
    marked = chosen(scene) if scene.marks is not None else None
    confirming = [marked] if marked is not None else []
    others = [
        choice
        for choice in scene.choices
        if choice is not marked
        and (choice.key or not _is_labelled(scene, choice) or _is_default(scene, choice))
    ]
    spoken = [*confirming, *others]
    told = [choice for choice in scene.choices if choice not in spoken]
    alike = len(told) > 1 and len({choice.on[0] for choice in told}) == 1
    if alike and context.look.flows and scene.marks is None:
        return [], list(scene.choices)
    return told, spoken


def _is_default(scene: Scene, choice: Choice) -> bool:
    """Whether Enter makes this choice; with marks it confirms them instead."""
    return choice.default and scene.marks is None


def _is_labelled(scene: Scene, choice: Choice) -> bool:
    return bool(choice.on) and all(visible(scene.label(key)) for key in choice.on)


def _labels(scene: Scene, told: Sequence[Choice], context: Context) -> Line:
    """The labels of the spots that can be touched first; where everything is typed, with what can
    follow them: `1 3 4`, `a 1/2/3`."""
    if scene.marks is not None:
        keys = dict.fromkeys(key for choice in scene.choices for key in choice.on)
        signs = dict.fromkeys(scene.marks, context.signs.mark)
        texts = [(context.words(scene.label(key)), signs.get(key, "")) for key in keys]
        return joined([line(text + sign, LIVE) for text, sign in texts if text])
    ways: dict[str, list[str]] = {}
    for choice in told:
        touched = choice.on[len(context.focus.path) :]
        first, *rest = (context.words(scene.label(key)) for key in touched)
        ways.setdefault(first, []).append(" ".join(rest))
    if not context.look.flows:
        return joined([line(first, LIVE) for first in ways])
    pieces: list[Line] = []
    for first, endings in ways.items():
        more = "/".join(filter(None, endings))
        pieces += [line(first, LIVE)] if "" in endings else []
        pieces += [line(first, LIVE) + line(f" {more}")] if more else []
    return joined(pieces, "   " if any(" " in piece.plain for piece in pieces) else " ")


def _button(scene: Scene, choice: Choice, context: Context, detail: Detail) -> tuple[Line, str]:
    """What is typed on a button ground, the words, the hint; and the key of its target."""
    key = choice_key(choice.text)
    typed = context.clip(context.text(_typed(scene, choice, context)), max(detail.words, 8))
    enters = _enters(scene, choice, context)
    cap = _key(typed.plain, enters, context)
    if not detail.words:
        return cap, key
    words = context.clip(context.text(choice.label, BOLD if enters else PLAIN), detail.words)
    if words.plain == typed.plain:
        words = Line()
    hint = context.prose(choice.hint, MUTED) if detail.hints else Line()
    return joined([joined([cap, words]), hint], "  "), key


def _hint(scene: Scene, choice: Choice, context: Context) -> tuple[Line, str]:
    """What a choice on spots would do, where that is worth saying."""
    key = choice_key(choice.text)
    labels = context.text(" ".join(scene.label(spot) for spot in choice.on)).plain
    cap = _key(labels, context.focus.cursor == key, context)
    return joined([cap, context.prose(choice.hint)]), key


def _key(text: str, lit: bool, context: Context) -> Line:
    """A key as it looks on the screen: lit where Enter takes it."""
    if context.look.fill:
        return line(f" {text} ", filled() if lit else BUTTON)
    return line(f">{text}<" if lit and not context.look.flows else f"[{text}]", LIVE)


def _enters(scene: Scene, choice: Choice, context: Context) -> bool:
    """Whether Enter makes this choice now: under the cursor, or else what is marked or touched, or
    the default; but not while it takes a word."""
    cursor, path = context.focus.cursor, context.focus.path
    under = choice is pointed(scene, context.focus)
    if under or context.focus.typed:
        return under
    if scene.marks is not None:
        return choice is chosen(scene) and not cursor.startswith(CHOICE)
    return not cursor and (choice.on == path if path else choice.default)


def _typed(scene: Scene, choice: Choice, context: Context) -> str:
    """What makes the choice now: the shortest way, or where everything is typed all of them."""
    path = context.focus.path
    ways = ["Enter"] if _enters(scene, choice, context) else []
    if choice.key:
        ways.append(choice.key)
    if scene.marks is not None and choice is chosen(scene):
        ways.append(first_word(choice))  # its labels would take the marks away
    labels = [scene.label(key) for key in choice.on[len(path) :]]
    if labels and all(map(visible, labels)) and labels != [choice.key]:
        ways.append(" ".join(labels))
    if context.look.flows and scene.marks is None:
        return "/".join(ways or [choice.text])
    return (ways or [choice.text])[0]


def _flow(items: Sequence[tuple[Line, str]], width: int, context: Context) -> list[MenuRow]:
    """Items beside each other, as many on a row as fit; a longer one wraps."""
    rows: list[MenuRow] = []
    current = MenuRow(Line())
    for text, key in items:
        start = current.text.width + GAP if current.text else 0
        if start and start + text.width > width:
            rows.append(current)
            current, start = MenuRow(Line()), 0
        first, *more = text.wrap(width, indent=2) if text.width > width else [text]
        placed = ((key, start, first.width),) if key else ()
        gap = spaces(GAP if start else 0)
        current = MenuRow(current.text + gap + first, current.targets + placed)
        for piece in more:
            rows.append(current)
            current = MenuRow(piece, ((key, 2, piece.width - 2),) if key else ())
    return [*rows, current] if current.text else rows


def explain(scene: Scene, context: Context, width: int) -> list[Line]:
    """One line per choice: what is typed, its words, its hint. Labels of spots that are marked only
    change the marks, so they have one line for all of them."""
    if not scene.choices:
        return [line("There is nothing to choose now.")]
    told, spoken = _divided(scene, context, EVERYTHING, scene.marks is None)
    marking = f"on and off; Enter takes those with {context.signs.mark}"
    labels = _labels(scene, told, context) if scene.marks is not None else Line()
    rows = [(labels, line(marking), Line())] if labels else []
    rows += [
        (
            context.text(_typed(scene, choice, context), LIVE),
            context.prose(choice.label),
            context.prose(choice.hint, MUTED),
        )
        for choice in spoken
    ]
    return table(rows, width)
