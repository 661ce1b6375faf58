"""Labels: what people call the choices of a scene, in the words that they see and type."""

from __future__ import annotations

from collections import Counter

from gamenight.core.scene import Choice, Scene
from gamenight.core.text import enumerated


def choice_labels(scene: Scene, faces: bool = False) -> dict[str, str]:
    """The choices by their texts, told apart. Where a choice is a set of spots, or the menu says
    the same of several, the labels of its spots follow, or else its text. faces: for a reader who
    does not see the labels, what the dice there show."""
    shared = Counter(choice.label for choice in scene.choices)
    return {
        choice.text: _told_apart(scene, choice, faces)
        if scene.marks is not None or shared[choice.label] > 1
        else choice.label
        for choice in scene.choices
    }


def shortest(scene: Scene, choice: Choice) -> str:
    """The shortest way to type a choice."""
    spots = " ".join(map(scene.label, choice.on)).strip()
    return spots or choice.key or choice.text


def _told_apart(scene: Scene, choice: Choice, faces: bool) -> str:
    spots = [scene.label(key) for key in choice.on]
    shown = [face for key in choice.on for face in _faces(scene, key)] if faces else []
    if shown:
        return f"{choice.label} with {enumerated(shown)}"
    if spots and all(spots):
        return f"{choice.label} with {enumerated(spots)}"
    alone = [other.label for other in scene.choices].count(choice.label) == 1
    return choice.label if alone else f"{choice.label} ({choice.text})"


def _faces(scene: Scene, key: str) -> list[str]:
    spots = (spot for area in scene.areas for spot in area.spots if spot.key == key)
    return [token.face for spot in spots for token in spot.tokens if token.kind == "die"]
