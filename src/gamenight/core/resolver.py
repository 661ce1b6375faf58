"""One resolver for all input: a typed line, a key press or touched spots become a choice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from gamenight.core.labels import choice_labels
from gamenight.core.marks import chosen
from gamenight.core.scene import Choice, Scene

SHORTEST = 2  # letters that can be the beginning of a word
Fits: TypeAlias = Callable[[str, str], bool]


def resolve(scene: Scene, typed: str) -> tuple[Choice, ...]:
    """The choices that the input can mean: one is the answer, several need another touch.

    In this order: the default if nothing was typed, the exact text, the key, the labels of
    the spots to touch (each narrows: card, then target), then all the words of the choice itself,
    then its first word if no other choice begins with it, then the name of the player it is for,
    then the names of the spots, and at last the beginning of just one choice or spot.
    """
    words = typed.split()
    if not words:
        return tuple(choice for choice in scene.choices if choice.default)
    line = " ".join(words)
    exact = [choice for choice in scene.choices if choice.text == line]
    if exact:
        return tuple(exact[:1])
    for reading in READINGS:
        found = reading(scene, line)
        if found:
            return found
    return ()


def by_enter(scene: Scene) -> Choice | None:
    """The choice that Enter alone takes: what is marked, or else the default."""
    if scene.marks is not None:
        return chosen(scene)
    return next((choice for choice in scene.choices if choice.default), None)


def by_word(scene: Scene, typed: str) -> Choice | None:
    """The one choice that a word or key means where nobody is asked for marks; labels of spots
    that would be marked mean nothing there."""
    asked = scene.marks is None
    choices = scene.choices if asked else tuple(c for c in scene.choices if not c.on)
    found = resolve(replace(scene, choices=choices, marks=None), typed) if typed.split() else ()
    return found[0] if len(found) == 1 else None


def begins(scene: Scene, typed: str) -> bool:
    """Whether what is typed so far is the beginning of something that makes a choice."""
    line = " ".join(typed.casefold().split())
    return any(
        choice.text.casefold().startswith(line)
        or choice.label.casefold().startswith(line)
        or any(scene.player(key).casefold().startswith(line) for key in choice.on[-1:])
        or _is_called(scene, choice, line, str.startswith)
        for choice in scene.choices
    )


def _by_key(scene: Scene, line: str) -> tuple[Choice, ...]:
    same = tuple(choice for choice in scene.choices if choice.key and choice.key == line)
    return same or tuple(c for c in scene.choices if c.key and c.key.casefold() == line.casefold())


def _by_text(scene: Scene, line: str) -> tuple[Choice, ...]:
    return tuple(c for c in scene.choices if c.text.casefold() == line.casefold())


def _by_labels(scene: Scene, line: str) -> tuple[Choice, ...]:
    touched = line.casefold().split()
    exact, longer = [], []
    for choice in scene.choices:
        labels = [scene.label(key).casefold() for key in choice.on]
        if labels == touched:
            exact.append(choice)
        elif labels[: len(touched)] == touched:
            longer.append(choice)
    return tuple(exact or longer)


def _by_words(scene: Scene, line: str) -> tuple[Choice, ...]:
    """Also the words that tell a choice apart: `Roll 4 dice with a`."""
    wanted, told = line.casefold(), choice_labels(scene)
    said = tuple(c for c in scene.choices if c.label.casefold() == wanted)
    return said or tuple(c for c in scene.choices if told[c.text].casefold() == wanted)


def _by_first_word(scene: Scene, line: str) -> tuple[Choice, ...]:
    found = tuple(c for c in _told_apart(scene) if first_word(c) == line.casefold())
    return found if len(found) == 1 else ()


def _by_name(scene: Scene, line: str) -> tuple[Choice, ...]:
    """The last touch is a player: `Ann`, or after the label of a card, `a Ann`."""
    found = []
    for choice in scene.choices:
        name = scene.player(choice.on[-1]) if choice.on else ""
        whole = " ".join([*map(scene.label, choice.on[:-1]), name])
        if name and line.casefold() in (name.casefold(), whole.casefold()):
            found.append(choice)
    return tuple(found)


def _by_spot_names(scene: Scene, line: str) -> tuple[Choice, ...]:
    """`speed`, or with its target `speed 2`, `speed Ann`."""
    return tuple(c for c in scene.choices if _is_called(scene, c, line, str.__eq__))


def _by_beginning(scene: Scene, line: str) -> tuple[Choice, ...]:
    """What begins like this, if it is one choice, or one spot with several; a letter is too short
    to mean anything by it."""
    if len(line) < SHORTEST:
        return ()
    called = [c for c in scene.choices if _is_called(scene, c, line, str.startswith)]
    words = [c for c in _told_apart(scene) if c.label.casefold().startswith(line.casefold())]
    found = tuple(dict.fromkeys([*called, *words]))
    one_spot = len({c.on[:1] for c in found}) == 1 and len(called) == len(found)
    return found if len(found) == 1 or one_spot else ()


def _is_called(scene: Scene, choice: Choice, line: str, fits: Fits) -> bool:
    """Whether the line names the spots of a choice, or the first of them, by labels or names: the
    last one so that it fits, those before it by their beginnings. With marks it names none: there
    labels mark."""

    def names(words: list[str], keys: tuple[str, ...]) -> bool:
        if not words or not keys:
            return not words
        called = [name.casefold() for name in _names(scene, keys[0]) if name]
        return any(
            any(how(name, " ".join(words[:size])) for name in called)
            and names(words[size:], keys[1:])
            for size in range(1, len(words) + 1)
            for how in [fits if size == len(words) else str.startswith]
        )

    return scene.marks is None and bool(choice.on) and names(line.casefold().split(), choice.on)


def _names(scene: Scene, key: str) -> tuple[str, ...]:
    """What a spot or a row can be called."""
    spot = scene.spot(key)
    return (scene.label(key), scene.player(key) if spot is None else spot.name)


def _told_apart(scene: Scene) -> tuple[Choice, ...]:
    """The choices that words can tell apart: with marks, what is marked and what needs none."""
    if scene.marks is None:
        return scene.choices
    marked = chosen(scene)
    return tuple(c for c in scene.choices if not c.on or c is marked)


def first_word(choice: Choice) -> str:
    """The word by which people call a choice: `end` for "End the turn"."""
    word, *_ = choice.label.casefold().split() or [""]
    return word.rstrip(",.:;!?")


def words_of(scene: Scene, choice: Choice) -> frozenset[str]:
    """Everything that can be typed for one choice, in small letters."""
    found = {choice.text.casefold(), choice.label.casefold()}
    word = first_word(choice)
    return frozenset(found | ({word} if _by_first_word(scene, word) else set()))


READINGS = (
    _by_key,
    _by_text,
    _by_labels,
    _by_words,
    _by_first_word,
    _by_name,
    _by_spot_names,
    _by_beginning,
)
