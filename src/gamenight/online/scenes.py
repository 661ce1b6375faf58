"""Scenes as they are sent: fields with their usual value are left out. The names, and what is
usual, are those of `core/scene.py`; `docs/protocol.md` lists them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import fields
from functools import cache, lru_cache
from typing import Any

from msgspec import Raw
from msgspec.json import Encoder

from gamenight.core.scene import SEAT, Area, Choice, Glyph, Scene, ScoreRow, Spot, Step, Token

PARTS = frozenset({Step, Scene, Area, Token, Glyph})
REPEATED = frozenset({Spot, Choice, ScoreRow})  # most of these are as they were a ply ago
MOST_REMEMBERED = 4_096
MENTION = re.compile(SEAT.pattern.encode())

_encoder = Encoder()


def encoded(value: Any, names: Sequence[str]) -> Raw:
    """Anything made of lean parts as JSON, with names in place of the mentions of seats. These are
    in texts: nowhere else does JSON have a bare number in braces."""
    written = [_encoder.encode(name)[1:-1] for name in names]

    def name(found: re.Match[bytes]) -> bytes:
        seat = int(found[1])
        return written[seat] if seat < len(written) else found[0]

    return Raw(MENTION.sub(name, _encoder.encode(value)))


def lean(value: Any) -> Any:
    """A scene, a step or any part of them, ready for JSON."""
    kind = value.__class__
    if kind in REPEATED:
        return _remembered(value)
    if kind is tuple:
        return [lean(item) for item in value]
    return _without_usual(value) if kind in PARTS else value


@lru_cache(MOST_REMEMBERED)
def _remembered(part: Spot | Choice | ScoreRow) -> Raw:
    return Raw(_encoder.encode(_without_usual(part)))


def lean_step(step: Step, changes: dict[str, Any] | None) -> dict[str, Any]:
    """A step with what changes in place of its scene, if it has one."""
    told = {
        name: found
        for name, usual in usual_fields(Step)
        if name != "scene" and (found := getattr(step, name)) != usual
    }
    return told if changes is None else {**told, "delta": changes}


def _without_usual(part: Any) -> dict[str, Any]:
    return {
        name: lean(found)
        for name, usual in usual_fields(part.__class__)
        if (found := getattr(part, name)) != usual
    }


@cache
def usual_fields(kind: Any) -> tuple[tuple[str, Any], ...]:
    """The fields of a part of a scene, each with what it has unless a game says otherwise."""
    return tuple((field.name, field.default) for field in fields(kind))
