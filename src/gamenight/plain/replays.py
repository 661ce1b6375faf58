"""Replays: stepping through a record, watching it, and playing on from any ply."""

from __future__ import annotations

from collections.abc import Callable

from gamenight.core.errors import GamenightError
from gamenight.core.text import quoted, whole_number
from gamenight.draw.layouts.flow import render
from gamenight.match.playback import ReplayTable
from gamenight.plain.console import HELP_WORDS, Console, read_pace
from gamenight.plain.play import play

HELP = [
    "  Enter, n        the next ply",
    "  p, undo         the previous ply",
    "  NUMBER          jump to that ply; first and last jump to the ends",
    "  auto [SECONDS]  show the rest, SECONDS for each ply; Ctrl-C stops",
    "  play            play on from here, as a new match",
    "  quit            leave",
]


class Replayer:
    """A cursor over the plies of a record."""

    def __init__(self, console: Console, table: ReplayTable):
        self.console = console
        self.table = table
        self.at = table.moment(0)
        self._words: dict[str, Callable[[], None]] = {
            "": self._forward,
            "n": self._forward,
            "p": self._back,
            "undo": self._back,
            "first": lambda: self._go(0),
            "last": lambda: self._go(self.table.last),
            **dict.fromkeys(HELP_WORDS, lambda: self.console.say(*HELP)),
            "save": lambda: self.console.say(
                "There is nothing to save here: if you play on, the new match saves itself."
            ),
        }

    def run(self) -> None:
        """Show the start, then whatever the person wants; raises Left at the end of input."""
        self._draw()
        while True:
            last = self.table.last
            typed = self.console.read(f"ply {self.at} of {last}, ? for help> ").casefold()
            if typed in ("q", "quit"):
                return
            try:
                if typed == "play":
                    branch = self.table.branch(self.at)
                    break
                self._do(typed)
            except GamenightError as error:
                self.console.say(str(error))
        play(self.console, branch)

    def _do(self, typed: str) -> None:
        word, _, rest = typed.partition(" ")
        number = whole_number(typed)
        if typed in self._words:
            self._words[typed]()
        elif word == "auto":
            self._auto(rest.strip())
        elif number is not None:
            self._go(number)
        else:
            raise GamenightError(
                f"{quoted(typed)} is not possible here (possible: Enter, n, p, "
                f"0 to {self.table.last}, first, last, auto, play, quit)"
            )

    def _auto(self, pace: str) -> None:
        """Every ply to the end, with pauses if somebody is watching."""
        console = self.console
        seconds, stepping = read_pace(pace) if pace else (console.pace, console.stepping)
        try:
            while self.at < self.table.last:
                self._forward()
                if stepping:
                    console.pause("(Enter) ")
                elif console.interactive:
                    console.wait(seconds)
        except KeyboardInterrupt:
            console.say("")

    def _forward(self) -> None:
        """The next ply that tells something, with its sentences."""
        self._reach(self.at + 1)
        steps = self.table.steps(self.at, self.table.viewer)
        self.console.say("", *(step.text for step in steps if step.text))
        self._draw()

    def _back(self) -> None:
        self._reach(self.at - 1, -1)
        self._draw()

    def _go(self, ply: int) -> None:
        if ply == self.at + 1:
            self._forward()
        else:
            self._reach(ply)
            self._draw()

    def _reach(self, ply: int, by: int = 1) -> None:
        last = self.table.last
        if not 0 <= ply <= last:
            raise GamenightError(f"there is no ply {ply} (possible: 0 to {last})")
        self.at = self.table.moment(ply, by)

    def _draw(self) -> None:
        table = self.table
        scene = table.scene(table.viewer, self.at).still()
        self.console.say("", *render(scene, table.game.glyphs, self.console.style))
        verdict = table.verdict()
        if self.at == table.last and verdict is not None:
            self.console.say("", *verdict)
