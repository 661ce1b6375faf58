"""Scenes as they are sent: fields with their usual value are left out. The names, and what is
usual, are those of `core/scene.py`; `docs/protocol.md` lists them."""

from __future__ import annotations

from dataclasses import fields
from functools import cache, lru_cache
from typing import Any

from msgspec import Raw
from msgspec.json import Encoder

from gamenight.core.scene import Area, Choice, Glyph, Scene, ScoreRow, Spot, Step, Token

PARTS = frozenset({Step, Scene, ScoreRow, Area, Token, Glyph})
REPEATED = frozenset({Spot, Choice})  # most of these are as they were a ply ago
MOST_REMEMBERED = 2_048

_encoder = Encoder()


def lean(value: Any) -> Any:
    """A scene, a step or any part of them, ready for JSON."""
    kind = value.__class__
    if kind in REPEATED:
        return _remembered(value)
    if kind is tuple:
        return [lean(item) for item in value]
    return _without_usual(value) if kind in PARTS else value


@lru_cache(MOST_REMEMBERED)
def _remembered(part: Spot | Choice) -> Raw:
    return Raw(_encoder.encode(_without_usual(part)))


def _without_usual(part: Any) -> dict[str, Any]:
    return {
        name: lean(found)
        for name, usual in _usual(part.__class__)
        if (found := getattr(part, name)) != usual
    }


@cache
def _usual(kind: Any) -> tuple[tuple[str, Any], ...]:
    """The fields of a part of a scene, each with what it has unless a game says otherwise."""
    return tuple((field.name, field.default) for field in fields(kind))
