"""Playback: a record looked at ply by ply, with the eyes of a spectator."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import Any

from gamenight.core import registry
from gamenight.core.errors import GamenightError
from gamenight.core.game import Game
from gamenight.core.play import Ply
from gamenight.core.record import Record
from gamenight.core.rules import Over
from gamenight.core.scene import Scene, Step
from gamenight.core.view import scene_of, steps_of
from gamenight.match.match import Match
from gamenight.match.store import Store


class OverHere(GamenightError):
    """Nobody can play on from the end of a game."""

    code = "over_here"


class Playback:
    """The moments of a record: 0 is its start, `last` its end; raises InvalidRecord."""

    def __init__(self, record: Record, game: Game | None = None):
        self.record = record
        self.game = game or registry.game(record.game)
        self.rules = record.rules(self.game)
        self.plies: tuple[Ply, ...] = record.plies(self.game)

    @property
    def last(self) -> int:
        return len(self.plies)

    def state(self, ply: int) -> Any:
        """The state after so many plies."""
        return self.plies[ply - 1].after if ply else self._start

    @cached_property
    def _start(self) -> Any:
        return self.rules.initial()

    def scene(self, ply: int) -> Scene:
        """The board after so many plies: nobody is asked, and what happened is told apart."""
        names = self.record.names(ply)
        scene = scene_of(self.game, self.rules, self.state(ply), None, names)
        return scene.still()

    def steps(self, ply: int) -> tuple[Step, ...]:
        """The telling of a ply, the first is 1."""
        before, action, _, _ = self.plies[ply - 1]
        names = self.record.names(ply - 1)
        return steps_of(self.game, self.rules, before, action, None, names)

    def told(self, ply: int) -> str:
        """The sentences of a ply."""
        return " ".join(step.text for step in self.steps(ply) if step.text)

    def branch(self, store: Store, ply: int) -> Match:
        """A new match that goes on from here, with those who sit there at this ply."""
        if isinstance(self.rules.node(self.state(ply)), Over):
            raise OverHere("The game is over here: go back to play on.", ply)
        record = self.record
        changes = tuple(change for change in record.changes if change.ply <= ply)
        actions = record.actions[:ply]
        start = replace(record, actions=actions, changes=changes, result=None)
        return Match.adopt(store, start, self.game)
