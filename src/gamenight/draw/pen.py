"""Pen: writes the words and faces of one scene as this terminal can show them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from gamenight.core.scene import Glyph, Scene, Spot
from gamenight.core.text import visible
from gamenight.draw.cells import Align, Line, line
from gamenight.draw.style import BOLD, LIVE, MUTED, TONES, Signs, Style, seat_ink
from gamenight.draw.transliteration import to_ascii


@dataclass(frozen=True, slots=True)
class Pen:
    """A style, the game's glyphs, and what the scene says about keys and players.

    `initials` stand for players on tokens that have no face of their own.
    """

    style: Style
    glyphs: Mapping[str, Glyph]
    live: frozenset[str] = frozenset()
    marks: frozenset[str] = frozenset()
    names: Mapping[str, int] = field(default_factory=dict)
    initials: Mapping[int, str] = field(default_factory=dict)

    @property
    def signs(self) -> Signs:
        return self.style.signs

    def text(self, text: str, ink: str = "") -> Line:
        """Words from a scene: safe to print, in the letters there are."""
        return line(self.spell(visible(text)), ink)

    def spell(self, text: str) -> str:
        return to_ascii(text) if self.style.ascii else text

    def prose(self, text: str, ink: str = "") -> Line:
        """A sentence with the players' names in their colours."""
        if not self.names:
            return self.text(text, ink)
        longest_first = sorted(map(re.escape, self.names), key=len, reverse=True)
        pieces = re.split(rf"(?<!\w)({'|'.join(longest_first)})(?!\w)", visible(text))
        cells: list[tuple[str, str]] = []
        for piece in pieces:
            seat = self.names.get(piece)
            color = ink if seat is None else f"{BOLD};{seat_ink(seat)}"
            cells.extend(line(self.spell(piece), color).cells)
        return Line(tuple(cells))

    def face(self, face: str) -> str:
        """The sign of a face: its glyph, or the face itself where it has none."""
        glyph = self.glyphs.get(face)
        if glyph is None:
            return self.spell(visible(face))
        return self.spell(visible(glyph.emoji if self.style.pictures else glyph.ascii))

    def face_name(self, face: str) -> str:
        glyph = self.glyphs.get(face)
        return glyph.name if glyph else face

    def clip(self, text: Line, width: int) -> Line:
        return text.clip(width, self.signs.ellipsis)

    def fit(self, text: Line, width: int, align: Align = "centre") -> Line:
        """Exactly so many cells."""
        return self.clip(text, width).pad(width, align)

    def label(self, spot: Spot, room: int = 999) -> Line:
        """What is typed for a spot: in brackets where it can be touched now, if these fit."""
        text = self.spell(visible(spot.label))
        sign = self.signs.mark if spot.key in self.marks else ""
        live = spot.key in self.live and bool(text)
        bracketed = line(f"[{text}]{sign}", LIVE)
        if live and bracketed.width <= room:
            return bracketed
        return line(text + sign, LIVE if live else MUTED)

    def spot_ink(self, spot: Spot) -> str:
        if spot.key in self.marks:
            return LIVE
        return TONES.get(spot.tone) or seat_ink(spot.owner)


def pen_for(scene: Scene, glyphs: Mapping[str, Glyph], style: Style) -> Pen:
    """The pen for a scene: live are the spots and rows that a choice can be begun with."""
    touched = {choice.on[0] for choice in scene.choices if choice.on}
    if scene.marks is not None:
        touched = {key for choice in scene.choices for key in choice.on}
    return Pen(
        style,
        glyphs,
        frozenset(touched),
        frozenset(scene.marks or ()),
        {visible(row.name): row.seat for row in scene.scores if visible(row.name)},
        _initials(scene),
    )


def _initials(scene: Scene) -> dict[int, str]:
    """First letters where they differ, else the numbers of the seats."""
    first = {row.seat: visible(row.name)[:1].upper() for row in scene.scores}
    distinct = all(letter and count == 1 for letter, count in Counter(first.values()).items())
    return first if distinct else {row.seat: str(row.seat + 1) for row in scene.scores}
