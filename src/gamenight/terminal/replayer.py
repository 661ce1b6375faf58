"""Stepping through a record, and playing on from any ply of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from gamenight.core import registry
from gamenight.core.play import Ply
from gamenight.core.record import Record
from gamenight.core.rules import Over
from gamenight.core.text import quoted, whole_number
from gamenight.core.view import scene_of, steps_of
from gamenight.match.match import Match
from gamenight.match.store import Store
from gamenight.terminal.console import Console
from gamenight.terminal.plain import play
from gamenight.terminal.stage import announcement
from gamenight.terminal.text import render

HELP = [
    "  Enter, n   the next ply",
    "  p, undo    the ply before",
    "  NUMBER     jump to that ply; first and last jump to the ends",
    "  play       play on from here, as a new match",
    "  quit       leave",
]


class Replayer:
    """A cursor over the plies of a record."""

    def __init__(self, console: Console, store: Store, record: Record):
        self.console = console
        self.store = store
        self.record = record
        self.game = registry.game(record.game)
        self.rules = record.rules(self.game)
        self.plies: tuple[Ply, ...] = record.plies(self.game)
        self.at = 0

    def run(self) -> None:
        """Show the start, then go where the person wants; raises Left at the end of input."""
        self._draw()
        while True:
            last = len(self.plies)
            typed = self.console.read(f"ply {self.at} of {last}, ? for help> ").casefold()
            if typed in ("q", "quit"):
                return
            if typed in ("", "n"):
                self._go(self.at + 1)
            elif typed in ("p", "undo"):
                self._go(self.at - 1)
            elif typed in ("first", "last"):
                self._go(0 if typed == "first" else last)
            elif (number := whole_number(typed)) is not None:
                self._go(number)
            elif typed == "play" and isinstance(self.rules.node(self._state), Over):
                self.console.say("The game is over here: go back to play on.")
            elif typed == "play":
                play(self.console, self._branch())
                return
            elif typed == "save":
                self.console.say("Nothing changes here: a match that you play on saves itself.")
            elif typed == "?":
                self.console.say(*HELP)
            else:
                self.console.say(
                    f"{quoted(typed)} is not possible here (possible: Enter, n, p, 0 to {last}, "
                    f"first, last, play, quit)"
                )

    def _go(self, ply: int) -> None:
        if not 0 <= ply <= len(self.plies):
            self.console.say(f"there is no ply {ply} (possible: 0 to {len(self.plies)})")
            return
        forward = ply == self.at + 1
        self.at = ply
        if forward:
            self._tell(self.plies[ply - 1])
        self._draw()

    def _tell(self, ply: Ply) -> None:
        names = self.record.names(self.at - 1)
        steps = steps_of(self.game, self.rules, ply.before, ply.action, None, names)
        self.console.say("", *(step.text for step in steps if step.text))

    @property
    def _state(self) -> Any:
        return self.plies[self.at - 1].after if self.at else self.rules.initial()

    def _draw(self) -> None:
        scene = scene_of(self.game, self.rules, self._state, None, self.record.names(self.at))
        still = replace(scene, message="", ask="", marks=None)
        self.console.say("", *render(still, self.game.glyphs, self.console.style))
        if self.at == len(self.plies) and self.record.result is not None:
            self.console.say("", *announcement(self.record.names(), self.record.result))

    def _branch(self) -> Match:
        changes = tuple(change for change in self.record.changes if change.ply <= self.at)
        actions = self.record.actions[: self.at]
        start = replace(self.record, actions=actions, changes=changes, result=None)
        return Match.adopt(self.store, start, self.game)
