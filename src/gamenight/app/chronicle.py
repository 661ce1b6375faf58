"""Chronicle: the log of a match, sentence by sentence."""

from __future__ import annotations

from collections.abc import Iterable

from gamenight.core.scene import Step
from gamenight.match.curtain import Curtain
from gamenight.match.table import Table

RECENT = 60  # plies that are retold when a match is resumed


def sentences(steps: Iterable[Step]) -> list[str]:
    return [step.text for step in steps if step.text]


class Chronicle:
    """The sentences of a match, each with the number of plies played by then."""

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
        """Add the sentences of earlier plies, from before the program started. Returns how
        many there are."""
        start = max(self._first - RECENT, 0)
        viewer = self.curtain.viewer
        earlier: list[tuple[int, str]] = []
        for ply in range(start + 1, self._first + 1):
            earlier += [(ply, text) for text in sentences(self.table.story(ply, viewer))]
        self._first = start
        self.entries = earlier + self.entries
        return len(earlier)

    def retell(self, plies: int) -> None:
        """Retell everything up to this ply: somebody else is looking now."""
        beginning = [entry for entry in self.entries if not entry[0]]
        self.entries, self._first = [], plies
        self.reach_back()
        if not self._first:
            self.entries = beginning + self.entries

    def latest(self, room: int = 120) -> str:
        """The last sentences of the latest ply, as many as fit."""
        if not self.entries:
            return ""
        plies = self.entries[-1][0]
        taken: list[str] = []
        for number, text in reversed(self.entries):
            if number != plies or (taken and sum(map(len, taken)) + len(text) > room):
                break
            taken.insert(0, text)
        return " ".join(taken)
