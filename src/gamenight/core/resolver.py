"""One resolver for all input: a typed line, a key press or touched spots become a choice."""

from __future__ import annotations

from gamenight.core.marks import chosen
from gamenight.core.scene import Choice, Scene


def resolve(scene: Scene, typed: str) -> tuple[Choice, ...]:
    """The choices that the input can mean: one is the answer, several need another touch.

    In this order: the default if nothing was typed, the exact text, the key, the labels of
    the spots to touch (each narrows: card, then target), then all the words of the choice itself,
    then its first word if no other choice begins with it, then the name of the player it is for.
    """
    words = typed.split()
    if not words:
        return tuple(choice for choice in scene.choices if choice.default)
    line = " ".join(words)
    exact = [choice for choice in scene.choices if choice.text == line]
    if exact:
        return tuple(exact[:1])
    for reading in (_by_key, _by_text, _by_labels, _by_words, _by_first_word, _by_name):
        found = reading(scene, line)
        if found:
            return found
    return ()


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
    return tuple(c for c in scene.choices if c.label.casefold() == line.casefold())


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
