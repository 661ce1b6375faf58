"""Prompts: what the program itself offers at a table, alike in every front end."""

from __future__ import annotations

from dataclasses import replace

from gamenight.core.scene import Choice, Scene

GO_ON = Choice("continue", "continue", default=True)
READY = Choice("ready", "yes", key="y", default=True)
FIRST_ROLL = replace(READY, label="roll", key="r")  # the same, asked of somebody who is alone
PASS = Choice("pass", "pass", key="p")
RESULT = Choice("result", "see the result", default=True)


def in_words(scene: Scene) -> Scene:
    """The scene of somebody who may act out of turn: what one touch does has the key of that touch,
    so that it is listed as a phrase beside the pass, and not by a label alone."""
    keys = [scene.label(choice.on[0]) if len(choice.on) == 1 else "" for choice in scene.choices]
    found = [
        replace(choice, key=choice.key or key)
        for choice, key in zip(scene.choices, keys, strict=True)
    ]
    return replace(scene, choices=tuple(found))
