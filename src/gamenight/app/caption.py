"""Caption: what a spot is and does, in a sentence, for whoever points at it."""

from __future__ import annotations

from collections.abc import Mapping

from gamenight.core.scene import Glyph, Scene
from gamenight.core.text import sentence


def caption(scene: Scene, glyphs: Mapping[str, Glyph], key: str) -> str:
    """`Tile 5, Wormhole: you move back 4 tiles.` Empty where no sign needs to be explained."""
    spot = scene.spot(key)
    if spot is None:
        return ""
    faces = (spot.face, *(token.face for token in spot.tokens))
    known = (glyphs[face] for face in faces if face in glyphs and glyphs[face].help)
    glyph = next(known, None)
    if glyph is None:
        return ""
    name, note = spot.name or glyph.name, spot.note if not spot.face else ""
    if glyph.help in note:
        return sentence(f"{name}: {note}")
    return sentence(f"{name} ({note}): {glyph.help}" if note else f"{name}: {glyph.help}")
