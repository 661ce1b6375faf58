"""Spoken: a scene in sentences for a screen reader: no frames, one line per area, spots by the
names that are spoken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import groupby

from gamenight.core.marks import chosen
from gamenight.core.scene import Area, Choice, Glyph, Scene, ScoreRow, Spot, Token
from gamenight.core.text import unit_after, visible
from gamenight.draw.parts.trays import is_tray

EMPTY, NOTHING = "empty", "none"
PLURALS = {"seed": "seeds", "die": "dice", "pawn": "pawns", "card": "cards"}


def spoken(scene: Scene, glyphs: Mapping[str, Glyph]) -> list[str]:
    """Title, players, areas, what happened, what is wanted, and what can be typed for it."""
    speaker = Speaker(scene, glyphs)
    lines = [
        ", ".join(_said(scene.title, *scene.status)),
        *(speaker.player(row) for row in scene.scores),
        *(speaker.area(area) for area in scene.areas),
        " ".join(_said(scene.message)),
        " ".join(_said(scene.ask)),
    ]
    return [_sentence(text) for text in lines if text] + spoken_choices(scene)


def spoken_choices(scene: Scene) -> list[str]:
    """One line per choice: what is typed, what it means, its hint. Where spots can be marked: the
    spots, and the choice that the marks mean now."""
    shown = list(scene.choices)
    lines: list[str] = []
    if scene.marks is not None:
        confirmed = chosen(scene)
        shown = [choice for choice in shown if choice is confirmed or choice.key]
        keys = dict.fromkeys(key for choice in scene.choices for key in choice.on)
        for key in keys:
            state = "marked" if key in scene.marks else "not marked"
            lines.append(f"{visible(scene.label(key))}: {_name(scene, key)}, {state}")
        if confirmed is not None:
            lines.append(f"Enter: {_meaning(confirmed)}")
            shown.remove(confirmed)
    pairs = ((_typed(scene, choice), _meaning(choice)) for choice in shown)
    return [*lines, *(": ".join(filter(None, pair)) for pair in pairs)]


def _typed(scene: Scene, choice: Choice) -> str:
    """Every way to type a choice."""
    labels = [visible(scene.label(key)) for key in choice.on]
    ways = ["Enter"] if choice.default and scene.marks is None else []
    ways += [choice.key] if choice.key else []
    ways += [" ".join(labels)] if labels and all(labels) else []
    return " or ".join(map(visible, ways or [choice.text]))


def _meaning(choice: Choice) -> str:
    return ", ".join(_said(choice.label, choice.hint))


def _name(scene: Scene, key: str) -> str:
    spot = scene.spot(key)
    rows = {row.key: row.name for row in scene.scores}
    return visible(spot.spoken or spot.name or spot.label if spot else rows.get(key, key))


def _said(*texts: str) -> list[str]:
    return [found for text in texts if (found := visible(text).strip())]


def _headed(named: str, area: Area) -> str:
    return ", ".join(_said(named, "secret" if area.secret else ""))


def _is_scenery(spot: Spot, area: Area) -> bool:
    """Whether a spot is only there to be looked at: without anything, or ground of a grid that
    means nothing to the players now."""
    bare = area.shape == "grid" and spot.tone == "muted" and not (spot.tokens or spot.note)
    return bare or spot == Spot(spot.key)


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?", ":")) else f"{text}."


class Speaker:
    """Says what is on a scene."""

    def __init__(self, scene: Scene, glyphs: Mapping[str, Glyph]) -> None:
        self.unit = scene.unit
        self.names = {row.seat: row.name for row in scene.scores}
        self.glyphs = glyphs

    def player(self, row: ScoreRow) -> str:
        """`Ama, to play, 7 of 25 seeds, South`."""
        stake = f"{row.stake} at stake" if row.stake is not None else ""
        goal = f"of {row.goal}" if row.goal else ""
        unit = unit_after(row.goal or row.value, self.unit)
        value = " ".join(_said(str(row.value), goal, unit))
        turn = "to play" if row.current else ""
        return ", ".join(_said(row.name, turn, value, stake, *row.facts))

    def area(self, area: Area) -> str:
        """The title, then every spot; neighbours that sound alike are counted."""
        if is_tray(area) and len(area.spots) == 1:
            return self._tray(area, area.spots[0])
        title = self._face(area.sign) if not visible(area.title).strip() else area.title
        head = _headed(title, area)
        spots = [self.spot(spot, area) for spot in area.spots if not _is_scenery(spot, area)]
        alike = ((text, len(list(same))) for text, same in groupby(spots))
        body = "; ".join(text if count == 1 else f"{text}, {count} times" for text, count in alike)
        return ": ".join(part for part in (head, body or EMPTY) if part)

    def _tray(self, area: Area, spot: Spot) -> str:
        """`Held: one, five, pot 150`: what was put aside, or that nothing was."""
        named = next(iter(_said(area.title, spot.name, self._face(area.sign))), "")
        tokens = [
            replace(token, tone="") if token.tone == "held" else token for token in spot.tokens
        ]
        held = ", ".join(_said(self._held(tokens) or NOTHING, spot.note))
        return ": ".join(part for part in (_headed(named, area), held) if part)

    def spot(self, spot: Spot, area: Area) -> str:
        """Its name and label, then what it is and holds, as far as the name does not say it."""
        name = " ".join(_said(spot.spoken or spot.name))
        known = {word.strip(",.:()").casefold() for word in name.split()}
        label = visible(spot.label).strip()
        if not name:
            head = label
        else:
            said = not label or (not label.isalpha() and label.casefold() in known)
            head = name if said else f"{name} ({label})"
        ground = self._face(spot.face)
        if known.issuperset(ground.casefold().split()):
            ground = ""
        is_said = name and not is_tray(area)
        tokens = [
            token
            for token in spot.tokens
            if not (is_said and token.kind in ("die", "card"))
            and not (token.face and known.issuperset(self._face(token.face).casefold().split()))
        ]
        counted = area.look == "pit" or not (name or ground or spot.note)
        held = self._held(tokens) or (EMPTY if counted and not spot.tokens else "")
        note = "" if known.issuperset(visible(spot.note).casefold().split()) else spot.note
        rest = ", ".join(_said(ground, held, note))
        return ": ".join(part for part in (head, rest) if part)

    def _held(self, tokens: Iterable[Token]) -> str:
        """The tokens, alike ones counted."""
        counts: Counter[tuple[str, str]] = Counter()
        for token in tokens:
            counts[self._token(token)] += token.count
        return ", ".join(_counted(*words, count) for words, count in counts.items())

    def _token(self, token: Token) -> tuple[str, str]:
        """What a token is called, and its kind where that says more."""
        face = self._face(token.face) or ("face down" if token.kind == "card" else "")
        stands = token.owner is not None and token.kind != "seed"
        owner = self.names.get(token.owner or 0, "") if stands else ""
        tone = {"held": "held", "muted": "not counting"}.get(token.tone, "")
        called = " ".join(_said(self._face(token.color), owner, face, tone))
        unnamed = token.kind == "seed" or not (face or owner or token.color)
        return called, token.kind if unnamed else ""

    def _face(self, face: str) -> str:
        glyph = self.glyphs.get(face)
        return glyph.name if glyph else face


def _counted(called: str, kind: str, count: int) -> str:
    """`1 seed`, `7 seeds`; what has a name is counted after it: `five 3 times`."""
    if not kind:
        return called if count == 1 else f"{called} {count} times"
    noun = kind if count == 1 else PLURALS[kind]
    return " ".join(_said(str(count), called, noun))
