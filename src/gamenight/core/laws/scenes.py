"""The law of scenes: what a front end needs to draw a scene and to take an answer."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Mapping
from typing import Any, get_args

from gamenight.core.game import Game
from gamenight.core.laws.verdict import blaming, broken, is_number, seat_name, shown
from gamenight.core.options import chosen
from gamenight.core.scene import AreaLook, AreaShape, Glyph, Scene, Sound, Step, TokenKind, Tone
from gamenight.core.theme import Ground, Theme

SHAPES, LOOKS, KINDS = get_args(AreaShape), get_args(AreaLook), get_args(TokenKind)
TONES, GROUNDS, SOUNDS = get_args(Tone), get_args(Ground), get_args(Sound)
COLOR = re.compile("#[0-9a-f]{6}")


def faces_with(game: Game, options: Mapping[str, object]) -> Collection[str]:
    """The faces that a legend explains with these options: glyphs of the game, all of them."""
    with blaming("scenes", "faces()"):
        known = list(game.faces(chosen(game.options, options))) if game.faces else [*game.glyphs]
        for face in known:
            if face not in game.glyphs:
                broken("scenes", f"faces() gives {shown(face)}, which has no glyph")
        return set(known)


class Sight:
    """The scenes that one viewer gets in one state. faces: those that can appear."""

    def __init__(
        self, game: Game, players: int, state: Any, viewer: int | None, faces: Collection[str]
    ):
        self.game, self.players, self.state, self.viewer = game, players, state, viewer
        self.faces = faces

    def check(self, scene: Any, playable: Collection[str] | None = None) -> None:
        """A scene that can be drawn; with `playable`, its choices are among these texts."""
        with blaming("scenes", f"reading the scene for {seat_name(self.viewer)}", self.state):
            if not isinstance(scene, Scene):
                self._broken(f"the scene is {shown(scene)}, not a Scene")
            self._check_words(scene)
            self._check_keys(scene)
            self._check_scores(scene)
            self._check_parts(scene)
            self._check_choices(scene)
            self._check_labels(scene)
            for choice in scene.choices if playable is not None else ():
                if choice.text not in (playable or ()):
                    self._broken(
                        f"the choice {choice.text!r} is not something that anybody may play"
                    )

    def check_steps(self, steps: Any, action: Any) -> None:
        """What tell() gives: steps, whose scenes keep their areas and spots."""
        name = seat_name(self.viewer)
        with blaming("scenes", f"reading the steps for {name}", self.state, action):
            if not isinstance(steps, (list, tuple)):
                self._broken(f"tell() gives {shown(steps)}, not a tuple of Steps", action)
            places = None
            for step in steps:
                if not isinstance(step, Step) or not isinstance(step.text, str):
                    self._broken(f"tell() gives {shown(step)}, which is not a Step", action)
                self._one_of("the tone of a step", step.tone, TONES, action)
                self._one_of("the sound of a step", step.sound, SOUNDS, action)
                if step.scene is None:
                    continue
                self.check(step.scene)
                here = {a.key: {spot.key for spot in a.spots} for a in step.scene.areas}
                if places is not None and here != places:
                    sentence = f"the scenes of tell() change their spots: {shown(here)}"
                    self._broken(f"{sentence} after {shown(places)}", action)
                places = here

    def _check_words(self, scene: Scene) -> None:
        """Everything that gets written is text."""
        self._text("the title", scene.title)
        self._text("the message", scene.message)
        self._text("the question", scene.ask)
        self._text_tuple("the status", scene.status)
        for area in scene.areas:
            self._text("the title of an area", area.title)
        for choice in scene.choices:
            self._text("the label of a choice", choice.label)
            self._text_tuple("`on` of a choice", choice.on)
            self._text_tuple("`reach` of a choice", choice.reach)

    def _check_scores(self, scene: Scene) -> None:
        for row in scene.scores:
            if not is_number(row.seat) or not 0 <= row.seat < self.players:
                self._broken(f"the seat of the row {row.key!r} is {shown(row.seat)}, not a seat")
            if not is_number(row.value):
                given = shown(row.value)
                self._broken(f"the value of the row {row.key!r} is {given}, not a whole number")
            self._text("the name of a row", row.name)
            self._text_tuple("facts of a row", row.facts)

    def _check_keys(self, scene: Scene) -> None:
        spots = [spot for area in scene.areas for spot in area.spots]
        places = [spot.key for spot in spots] + [row.key for row in scene.scores]
        self._once("key of an area", (area.key for area in scene.areas))
        self._once("key of a spot or row", places)
        self._once("key of a token", (t.key for spot in spots for t in spot.tokens if t.key))
        self._once("key of a choice", (choice.key for choice in scene.choices if choice.key))
        self._once("text of a choice", (choice.text for choice in scene.choices))
        for choice in scene.choices:
            for key in choice.on:
                if key not in places:
                    self._broken(f"the choice {choice.text!r} is on {key!r}, which does not exist")
            for key in choice.reach:
                if key not in places:
                    self._broken(
                        f"the choice {choice.text!r} reaches {key!r}, which does not exist"
                    )
        for key in scene.marks or ():
            if key not in places:
                self._broken(f"the marks name {key!r}, which does not exist")

    def _check_parts(self, scene: Scene) -> None:
        self._one_of("the tone of the message", scene.tone, TONES)
        for area in scene.areas:
            self._one_of(f"the shape of the area {area.key!r}", area.shape, SHAPES)
            self._one_of(f"the look of the area {area.key!r}", area.look, LOOKS)
            if area.shape == "grid":
                cells = (spot.at for spot in area.spots if spot.at is not None)
                self._once(f"cell of the grid {area.key!r}", cells)
            for spot in area.spots:
                if not isinstance(spot.label, str) or not spot.label.isascii():
                    self._broken(f"the label {shown(spot.label)} of {spot.key!r} is not ASCII text")
                if not isinstance(spot.name, str):
                    self._broken(f"the name of {spot.key!r} is {shown(spot.name)}, not text")
                self._one_of(f"the tone of {spot.key!r}", spot.tone, TONES)
                self._check_face(spot.face, spot.key)
                for token in spot.tokens:
                    self._one_of(f"the kind of a token on {spot.key!r}", token.kind, KINDS)
                    self._one_of(f"the tone of a token on {spot.key!r}", token.tone, TONES)
                    self._check_face(token.face, spot.key)
                    if not is_number(token.count) or token.count < 0:
                        given = shown(token.count)
                        self._broken(f"the count of a token on {spot.key!r} is {given}")

    def _check_face(self, face: str, key: str) -> None:
        if face not in self.game.glyphs and not face.isascii():
            self._broken(f"the face {face!r} on {key!r} has no glyph and is not ASCII")
        if face in self.game.glyphs and face not in self.faces:
            self._broken(f"the face {face!r} on {key!r} is not among faces() of these options")

    def _check_choices(self, scene: Scene) -> None:
        defaults = [choice.text for choice in scene.choices if choice.default]
        if len(defaults) > 1:
            self._broken(f"there are {len(defaults)} defaults: {shown(defaults)}")

    def _check_labels(self, scene: Scene) -> None:
        """At each touch, different spots have different labels. (Two choices may be on the same
        spots: their texts tell them apart.)"""
        live: dict[tuple[str, ...], dict[str, str]] = defaultdict(dict)
        for choice in scene.choices:
            labels = tuple(scene.label(key).casefold() for key in choice.on)
            for at, (key, label) in enumerate(zip(choice.on, labels, strict=True)):
                # Marks toggle all at once; otherwise each touch narrows what is live.
                touched = () if scene.marks is not None else choice.on[:at]
                if label and live[touched].setdefault(label, key) != key:
                    other = live[touched][label]
                    self._broken(f"{other!r} and {key!r} are live with the same label {label!r}")

    def _text(self, what: str, value: object) -> None:
        if not isinstance(value, str):
            self._broken(f"{what} is {shown(value)}, not text")

    def _text_tuple(self, what: str, value: Any) -> None:
        if not isinstance(value, tuple):
            self._broken(f"{what} is {shown(value)}, not a tuple of texts")
        for part in value:
            if not isinstance(part, str):
                self._broken(f"{what} is {shown(value)}, not a tuple of texts")

    def _once(self, what: str, values: Iterable[Hashable]) -> None:
        seen: set[Hashable] = set()
        for value in values:
            if value in seen:
                self._broken(f"the {what} {value!r} is there twice")
            seen.add(value)

    def _one_of(self, what: str, word: object, words: tuple[str, ...], action: Any = None) -> None:
        if word not in words:
            possible = ", ".join(repr(each) for each in words)
            self._broken(f"{what} is {shown(word)}, not one of {possible}", action)

    def _broken(self, sentence: str, action: Any = None) -> None:
        broken("scenes", f"for {seat_name(self.viewer)} {sentence}", self.state, action)


def check_looks(game: Game) -> None:
    """Colours are colours, the ground is one of those there are, and every glyph has an ASCII form
    that is ASCII."""
    theme = game.theme
    if not isinstance(theme, Theme):
        broken("scenes", f"the theme is {shown(theme)}, not a Theme")
    if theme.ground not in GROUNDS:
        possible = ", ".join(map(repr, GROUNDS))
        broken("scenes", f"the ground of the theme is {shown(theme.ground)}, not one of {possible}")
    _check_color("the accent of the theme", theme.accent)
    _check_color("the light accent of the theme", theme.accent_light)
    for face, glyph in game.glyphs.items():
        if not isinstance(glyph, Glyph):
            broken("scenes", f"the glyph of {face!r} is {shown(glyph)}, not a Glyph")
        ascii = glyph.ascii
        if not isinstance(ascii, str) or not ascii or not (ascii.isascii() and ascii.isprintable()):
            broken(
                "scenes", f"the ASCII form of the glyph {face!r} is {shown(ascii)}, not ASCII text"
            )
        if glyph.tint != "":
            _check_color(f"the tint of the glyph {face!r}", glyph.tint)


def _check_color(what: str, color: object) -> None:
    if not isinstance(color, str) or not COLOR.fullmatch(color):
        broken("scenes", f"{what} is {shown(color)}, not a colour such as '#f2b94b'")
