"""Context: what every part of a drawing needs to know of its scene: the look, the words and faces,
what can be touched, and where the person is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, TypeVar

from rich.cells import cell_len

from gamenight.core.scene import Glyph, Scene, Spot
from gamenight.core.text import visible
from gamenight.draw.brief import SHORTEST, brief_names, pattern
from gamenight.draw.ink import MUTED, PLAIN, Ink, bold, seat_ink
from gamenight.draw.line import Align, Line, joined, line
from gamenight.draw.palette import Look, Palette
from gamenight.draw.style import Signs
from gamenight.draw.transliteration import to_ascii

T = TypeVar("T")
CHOICE = "="


def choice_key(text: str) -> str:
    """The key of the target that stands for a choice itself."""
    return CHOICE + text


@dataclass(frozen=True, slots=True)
class Focus:
    """Where the person is: the key under the cursor, the keys touched so far (a card, then its
    target), what is typed but not yet whole, the keys that the last move touched, what the choice
    under the cursor would lead to (`Table.ahead`), where that is known, the key that a hint
    proposes, under the cursor too at first, and how many tokens the last move brought where."""

    cursor: str = ""
    path: tuple[str, ...] = ()
    typed: str = ""
    last: frozenset[str] = frozenset()
    ahead: Scene | None = None
    hint: str = ""
    gains: frozenset[tuple[str, int]] = frozenset()


@dataclass(frozen=True, slots=True)
class Context:
    """`live` can be touched next, `reach` is where chance may then lead, `marks` are marked;
    `initials` stand for players on tokens that have no face of their own; `asked` is the seat that
    is asked something; `changes` are the spots that the choice under the cursor would change, as
    they would be; `memory` has what was worked out for this scene before; a ring is at most as
    large as `most`."""

    look: Look
    glyphs: Mapping[str, Glyph] = field(default_factory=dict, hash=False)
    live: frozenset[str] = frozenset()
    marks: frozenset[str] = frozenset()
    names: Mapping[str, int | None] = field(default_factory=dict, hash=False)
    initials: Mapping[int, str] = field(default_factory=dict, hash=False)
    focus: Focus = Focus()
    asked: int | None = None
    changes: tuple[Spot, ...] = ()
    reach: frozenset[str] = frozenset()
    memory: dict[Hashable, Any] | None = field(default=None, compare=False)
    most: tuple[int, int] | None = None

    @property
    def palette(self) -> Palette:
        return self.look.palette

    @property
    def signs(self) -> Signs:
        return self.look.signs

    def spell(self, text: str) -> str:
        return to_ascii(text) if self.look.ascii else text

    def words(self, text: str) -> str:
        """Words of a scene: safe to print, in the letters there are."""
        return self.spell(visible(text))

    def text(self, text: str, ink: Ink = PLAIN) -> Line:
        return line(self.words(text), ink)

    def prose(self, text: str, ink: Ink = PLAIN) -> Line:
        """A sentence with the players' names in their colours."""
        if not self.names:
            return self.text(text, ink)
        pieces = pattern(self.names).split(visible(text))
        found = Line()
        for piece in pieces:
            seat = self.names.get(piece)
            found += line(self.spell(piece), ink if seat is None else bold(seat_ink(seat)))
        return found

    def fact(self, text: str) -> Line:
        """A short fact: what counts in it is bright."""
        return _bright_numbers(self.words(text))

    def face(self, face: str) -> str:
        """The sign of a face: its glyph, or the face itself where it has none."""
        glyph = self.glyphs.get(face)
        if glyph is None:
            return self.words(face)
        return self.words(glyph.emoji if self.look.pictures else glyph.ascii)

    def face_name(self, face: str) -> str:
        glyph = self.glyphs.get(face)
        return glyph.name if glyph else face

    def face_names(self, face: str) -> tuple[str, ...]:
        """The words for a face, the longest first."""
        glyph = self.glyphs.get(face)
        return tuple(filter(None, (glyph.name, glyph.short))) if glyph else (face,)

    def clip(self, text: Line, width: int) -> Line:
        """As much as fits; names in it are shortened if then nothing has to be cut off."""
        if text.width > width and self.names:
            text = self._with_brief_names(text, width)
        return text.clip(width, self.signs.ellipsis)

    def _with_brief_names(self, text: Line, width: int) -> Line:
        """The same with names no longer than there is room for; as it is if there is none even for
        the shortest, for then it is cut anyway, and whole names say more than `Cl 2`."""
        spelled = {self.spell(name): seat for name, seat in self.names.items()}
        found = pattern(spelled)
        longest = max(map(cell_len, found.findall(text.plain)), default=0)
        for room in range(longest - 1, SHORTEST - 1, -1):
            shown = text.replaced(found, brief_names(spelled, room))
            if shown.width <= width:
                return shown
        return text

    def fit(self, text: Line, width: int, align: Align = "centre") -> Line:
        """Exactly as wide as asked."""
        return self.clip(text, width).pad(width, align)

    def ground(self, spot: Spot, usual: str) -> str:
        """The ground of a spot: under the cursor or hinted at, marked, live, touched by the last
        move, else the usual one."""
        palette = self.palette
        if spot.key in (self.focus.cursor, self.focus.hint):
            return palette.accent
        if spot.key in self.marks or spot.key in self.focus.path or spot.tone == "held":
            return palette.held
        if spot.key in self.live:
            return palette.live
        return palette.last if spot.key in self.focus.last else usual

    def once(self, key: Hashable, work: Callable[[], T]) -> T:
        """What a work gives; for a scene that is drawn again, with the same marks and touches, it
        is done once. What it gives must not be changed. Where it depends on the cursor or on what
        that would change, the key has to say so (`pointing`)."""
        if self.memory is None:
            return work()
        focus = self.focus
        shown = focus.path, focus.last, focus.gains, focus.hint
        state = (key, self.look, self.live, self.marks, *shown)
        if state not in self.memory:
            self.memory[state] = work()
        found: T = self.memory[state]
        return found

    def pointing(self, keys: Collection[str]) -> Hashable:
        """What the cursor means to these keys: where among them it is, and what it would change."""
        cursor = self.focus.cursor if self.focus.cursor in keys else ""
        return cursor, tuple(spot for spot in self.changes if spot.key in keys)

    def unpointed(self) -> Context:
        """The same with the cursor elsewhere, and no hint."""
        focus = replace(self.focus, cursor="", typed="", ahead=None, hint="")
        return replace(self, focus=focus, changes=())

    def about(self, spot: Spot) -> Context:
        """What of it concerns a spot that shows no faces and no pawns: equal for all that look
        alike, so that a part can remember what it drew."""
        key, focus, after = spot.key, self.focus, self.ahead(spot)
        return Context(
            self.look,
            live=_only(key, self.live),
            marks=_only(key, self.marks),
            names=self.names,
            focus=Focus(
                cursor=key if focus.cursor == key else "",
                path=(key,) if key in focus.path else (),
                last=_only(key, focus.last),
                hint=key if focus.hint == key else "",
                gains=frozenset(gain for gain in focus.gains if gain[0] == key),
            ),
            asked=self.asked,
            changes=() if after is None else (after,),
            reach=_only(key, self.reach),
        )

    def ahead(self, spot: Spot) -> Spot | None:
        """A spot as the choice under the cursor would leave it; None if it would not change."""
        return next((after for after in self.changes if after.key == spot.key), None)

    def gain(self, spot: Spot) -> int:
        """How many tokens the last move brought to a spot."""
        return next((count for key, count in self.focus.gains if key == spot.key), 0)

    def ink(self, fg: str = "", bg: str = "", bold: bool = False) -> Ink:
        return self.look.ink(fg, bg, bold)


NONE: frozenset[str] = frozenset()


def _only(key: str, keys: frozenset[str]) -> frozenset[str]:
    return frozenset((key,)) if key in keys else NONE


@lru_cache(maxsize=1024)
def _bright_numbers(text: str) -> Line:
    words = text.split(" ")
    counts = any(_has_digit(word) for word in words)
    return joined(
        [line(word, MUTED if counts and not _has_digit(word) else PLAIN) for word in words]
    )


def _has_digit(word: str) -> bool:
    return any(character.isdigit() for character in word)


def context_for(
    scene: Scene,
    glyphs: Mapping[str, Glyph],
    look: Look,
    focus: Focus = Focus(),  # noqa: B008
) -> Context:
    """The context of a scene: live are the spots and rows that a choice can be begun with, after a
    touch those that can follow it, and with marks all that can be marked."""
    depth = len(focus.path)
    open_choices = [c for c in scene.choices if len(c.on) > depth and c.on[:depth] == focus.path]
    live = {choice.on[depth] for choice in open_choices}
    if scene.marks is not None and not depth:
        live = {key for choice in scene.choices for key in choice.on}
    return Context(
        look,
        glyphs,
        frozenset(live),
        frozenset(scene.marks or ()),
        {visible(row.name): row.seat for row in scene.scores if visible(row.name)},
        _initials(scene),
        focus,
        asked_seat(scene),
        _changes(scene, focus.ahead) if focus.ahead is not None else (),
        frozenset(key for c in scene.choices if c.on[:depth] == focus.path for key in c.reach),
    )


def naming(look: Look, names: Iterable[str]) -> Context:
    """The context of a page that names these players, in the order of their seats: what is too long
    there has their names shortened, each to a form that is nobody else's."""
    seats = {visible(name): seat for seat, name in enumerate(names)}
    return Context(look, names={name: seat for name, seat in seats.items() if name})


def calling(look: Look, names: Iterable[str]) -> Context:
    """The same for people who sit nowhere: no number of a seat stands for the rest of a name."""
    return Context(look, names=dict.fromkeys(filter(None, map(visible, names))))


def asked_seat(scene: Scene) -> int | None:
    """Whom the question is for: whose name it begins with, else whose turn it is."""
    named = [row for row in scene.scores if row.name and scene.ask.startswith(row.name)]
    current = [row for row in scene.scores if row.current]
    found = max(named, key=lambda row: len(row.name), default=None) or next(iter(current), None)
    return None if found is None else found.seat


def _changes(now: Scene, after: Scene) -> tuple[Spot, ...]:
    """The spots of a later scene that hold something else than they do now."""
    held = {spot.key: spot.tokens for area in now.areas for spot in area.spots}
    return tuple(
        spot
        for area in after.areas
        for spot in area.spots
        if spot.key in held and held[spot.key] != spot.tokens
    )


def _initials(scene: Scene) -> dict[int, str]:
    """First letters where they differ, else the numbers of the seats."""
    first = {row.seat: visible(row.name)[:1].upper() for row in scene.scores}
    distinct = all(letter and count == 1 for letter, count in Counter(first.values()).items())
    return first if distinct else {row.seat: str(row.seat + 1) for row in scene.scores}
