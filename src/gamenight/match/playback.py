"""ReplayTable: looking at a record, as a spectator or as one seat saw it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from gamenight.core import registry
from gamenight.core.errors import GamenightError
from gamenight.core.game import Game
from gamenight.core.play import Ply
from gamenight.core.record import Record, Result, Seat
from gamenight.core.rules import Over
from gamenight.core.scene import Scene, Step
from gamenight.match.series import Round, rounds
from gamenight.match.table import Ability, NotHere, Table
from gamenight.match.turn import At


class OverHere(GamenightError):
    """Nobody can play on from the end of a game."""

    code = "over_here"


class ReplayTable(Table):
    """The moments of a record: 0 is its start, `last` its end; raises InvalidRecord.

    adopt: makes a new match from a record, to play on from here.
    """

    def __init__(
        self,
        record: Record,
        id: str = "",
        game: Game | None = None,
        adopt: Callable[[Record], Table] | None = None,
    ):
        self.id, self.busy, self.version = id, "", 0
        self.game = game or registry.game(record.game)
        self.rules, self.options = record.rules(self.game), record.options
        self._record, self._adopt = record, adopt
        self._plies = record.plies(self.game)

    @property
    def plies(self) -> Sequence[Ply]:
        return self._plies

    @property
    def at(self) -> At:
        return At(self.last, self._record.taken_back)

    def seated(self, ply: int | None = None) -> tuple[Seat, ...]:
        return self._record.seated(ply)

    @property
    def result(self) -> Result | None:
        return self._record.result

    @property
    def rounds(self) -> tuple[Round, ...]:
        return rounds(self._record.series, self.result, self.names, self.absent)

    @property
    def viewer(self) -> int | None:
        """Who saw it."""
        return self._record.viewer

    @property
    def can(self) -> frozenset[Ability]:
        return frozenset() if self._adopt is None or self._record.partial else frozenset({"branch"})

    def record(self) -> Record:
        return self._record

    def scene(self, viewer: int | None, at: int | None = None) -> Scene:
        return super().scene(self._eyes(viewer), at)

    def steps(self, ply: int, viewer: int | None) -> tuple[Step, ...]:
        return super().steps(ply, self._eyes(viewer))

    def _eyes(self, viewer: int | None) -> int | None:
        """What one seat saw is always shown as that seat saw it."""
        return self.viewer if self._record.partial else viewer

    def _start(self, viewer: int | None = None) -> object:
        start = self.rules.initial()
        return self.rules.hide(start, self.viewer) if self._record.partial else start

    def told(self, ply: int) -> str:
        """The sentences of a ply."""
        return " ".join(step.text for step in self.steps(ply, self.viewer) if step.text)

    def moment(self, ply: int, by: int = 1) -> int:
        """The nearest ply in this direction after which there is something new to look at: plies
        without a telling (tiles laid one by one, a word that only asks for the dice) are passed
        over, and the start too where such a ply follows it."""
        while 0 < ply < self.last and not self.steps(ply, self.viewer):
            ply += by
        if ply == 0 and self.last and not self.steps(1, self.viewer):
            return self.moment(1)
        return ply

    def branch(self, ply: int) -> Table:
        if self._adopt is None:
            raise NotHere("there is nowhere to save a match that continues from here")
        if self._record.partial:
            raise NotHere("a record of what one seat saw cannot be continued")
        if isinstance(self.rules.node(self.state(ply)), Over):
            raise OverHere("The game is over here: go back a few moves to play on.", ply)
        record = self._record
        changes = tuple(change for change in record.changes if change.ply <= ply)
        return self._adopt(
            replace(
                record,
                actions=record.actions[:ply],
                times=record.times[:ply],
                changes=changes,
                result=None,
            )
        )
