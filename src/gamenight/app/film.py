"""Film: a ply as moments on the screen, and the sentences of a match in a log."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gamenight.app.tumble import BEATS, tumbling
from gamenight.core.scene import PAGE, Scene, Step, Tone
from gamenight.match.curtain import Curtain
from gamenight.match.table import Table

SENTENCE = 0.7  # beats of a sentence without a scene
RECENT = 60  # plies that are told anew when a match is resumed


@dataclass(frozen=True, slots=True)
class Moment:
    """A scene for so many beats; one that waits is to be read, and goes on with a key."""

    scene: Scene
    beats: float
    waits: bool = False


def sentences(steps: tuple[Step, ...]) -> list[str]:
    return [step.text for step in steps if step.text]


def moments(
    table: Table, ply: int, viewer: int | None, steps: tuple[Step, ...], moving: bool
) -> list[Moment]:
    """The moments of a ply; dice tumble where things are moving. Sentences without a scene stand
    below the last one, and stay until the next; a person who acted needs no time to read them."""
    by_person = table.mover(ply) in table.here
    scene = table.scene(viewer, ply - 1)
    found: list[Moment] = []
    text = ""
    tone: Tone = ""
    landed = next((step.scene for step in steps if step.scene is not None), None)
    if landed is not None and moving:
        turned = tumbling(table, ply, viewer, landed)
        found += [Moment(turn.still(), BEATS) for turn in turned]
    for step in steps:
        scene = step.scene or scene
        if step.text:
            text, tone = step.text, step.tone
        beats = step.beat if step.scene is not None else 0.0 if by_person else SENTENCE
        waits = by_person and step.scene is not None and step.beat >= PAGE
        found.append(Moment(scene.still(text, tone), beats, waits))
    return found


class Chronicle:
    """The sentences of a match, each with the number of plies after which it stands."""

    def __init__(self, table: Table, curtain: Curtain):
        self.table, self.curtain = table, curtain
        self.entries: list[tuple[int, str]] = []
        self._first = table.last
        self.reach_back()

    @property
    def lines(self) -> tuple[str, ...]:
        return tuple(text for _, text in self.entries)

    def add(self, plies: int, texts: Iterable[str]) -> None:
        self.entries += [(plies, text) for text in texts]

    def cut(self, plies: int) -> None:
        """Forget what was taken back."""
        self.entries = [entry for entry in self.entries if entry[0] <= plies]
        self._first = min(self._first, plies)

    def reach_back(self) -> int:
        """Tell earlier plies, those before the program was started; how many lines that gave."""
        start = max(self._first - RECENT, 0)
        viewer = self.curtain.viewer
        earlier: list[tuple[int, str]] = []
        for ply in range(start + 1, self._first + 1):
            earlier += [(ply, text) for text in sentences(self.table.story(ply, viewer))]
        self._first = start
        self.entries = earlier + self.entries
        return len(earlier)

    def retell(self, plies: int) -> None:
        """Tell everything up to this ply anew: other eyes look on now."""
        beginning = [entry for entry in self.entries if not entry[0]]
        self.entries, self._first = [], plies
        self.reach_back()
        if not self._first:
            self.entries = beginning + self.entries

    def latest(self, room: int = 120) -> str:
        """The last sentences of the last ply that was told, as many as fit."""
        if not self.entries:
            return ""
        plies = self.entries[-1][0]
        taken: list[str] = []
        for number, text in reversed(self.entries):
            if number != plies or (taken and sum(map(len, taken)) + len(text) > room):
                break
            taken.insert(0, text)
        return " ".join(taken)
