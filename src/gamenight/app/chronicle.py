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
        self._said: list[tuple[int, str]] = []  # what was not part of the match
        self._end: list[tuple[int, str]] = []  # why it is over
        self._first = table.last
        self.reach_back()

    @property
    def lines(self) -> tuple[str, ...]:
        return tuple(text for _, text in self.entries)

    def add(self, plies: int, texts: Iterable[str]) -> None:
        self.entries += [(plies, text) for text in texts]

    def overhear(self, plies: int, lines: Iterable[str]) -> None:
        """What people said to each other then."""
        said = [(plies, line) for line in lines]
        self._said += said
        self.entries += said

    def end(self) -> None:
        """The last sentence of a match that is over, by a move or without one: why it is."""
        result = self.table.result
        if result is not None:
            self._end = [(self.table.last, result.reason)]
            self.entries += self._end

    def cut(self, plies: int) -> None:
        """Forget what was taken back, an end among it, but not what people said."""
        apart = self._said if self.table.result is not None else [*self._said, *self._end]
        told = [one for one in self.entries if one[0] <= plies and one not in apart]
        self._said = [(min(number, plies), line) for number, line in self._said]
        self.entries = self._woven(told)
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
        beginning = [one for one in self.entries if not one[0] and one not in self._said]
        self.entries, self._first = [], plies
        self.reach_back()
        if not self._first:
            self.entries = beginning + self.entries
        self.entries = self._woven(self.entries)

    def _woven(self, told: list[tuple[int, str]]) -> list[tuple[int, str]]:
        """What happened, with what was said after it."""
        return sorted([*told, *self._said], key=lambda entry: entry[0])

    def latest(self, room: int = 120) -> str:
        """The last sentences of the latest ply, as many as fit."""
        told = [entry for entry in self.entries if entry not in self._said]
        if not told:
            return ""
        plies = told[-1][0]
        taken: list[str] = []
        for number, text in reversed(told):
            if number != plies or (taken and sum(map(len, taken)) + len(text) > room):
                break
            taken.insert(0, text)
        return " ".join(taken)
