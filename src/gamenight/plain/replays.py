"""Replays: stepping through a record, watching it, and playing on from any ply."""

from __future__ import annotations

from collections.abc import Callable

from gamenight.core.errors import GamenightError
from gamenight.core.text import quoted, whole_number
from gamenight.draw.layouts.flow import render
from gamenight.match.dismissal import Dismissed
from gamenight.match.moves import moves_by_ply, ply_of
from gamenight.match.playback import ReplayTable
from gamenight.plain.console import HELP_WORDS, NEXT, Console, read_pace
from gamenight.plain.play import play

HELP = [
    "  Enter, n        the next step: a move, a roll, a draw",
    "  p, undo         the step before",
    "  NUMBER          jump to that move; first and last jump to the ends",
    "  auto [SECONDS]  show the rest, SECONDS for each step; Ctrl-C stops",
    "  play            play on from here, as a new match",
    "  quit            leave",
]


class Replayer:
    """A cursor over the plies of a record."""

    def __init__(self, console: Console, table: ReplayTable):
        self.console = console
        self.table = table
        self._moves = moves_by_ply(table)
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
            place = f"move {self._moves[self.at]} of {self._moves[-1]}"
            typed = self.console.read(f"{place}, ? for help> ").casefold()
            if typed in ("q", "quit"):
                return
            try:
                if typed == "play":
                    branch = self.table.branch(self.at)
                    break
                self._do(typed)
            except GamenightError as error:
                self.console.object(error)
        play(self.console, branch)

    def _do(self, typed: str) -> None:
        word, _, rest = typed.partition(" ")
        number = whole_number(typed)
        if typed in self._words:
            self._words[typed]()
        elif word == "auto":
            self._auto(rest.strip())
        elif number is not None:
            self._jump(number)
        else:
            raise GamenightError(
                f"{quoted(typed)} is not possible here (possible: Enter, n, p, "
                f"0 to {self._moves[-1]}, first, last, auto, play, quit)"
            )

    def _auto(self, pace: str) -> None:
        """Every ply to the end, with pauses if somebody is watching."""
        console = self.console
        seconds, stepping = read_pace(pace) if pace else (console.pace, console.stepping)
        try:
            while self.at < self.table.last:
                self._forward()
                if stepping:
                    console.pause(NEXT)
                elif console.interactive:
                    console.wait(seconds)
        except Dismissed:
            raise
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

    def _jump(self, move: int) -> None:
        last = self._moves[-1]
        if not 0 <= move <= last:
            raise GamenightError(f"there is no move {move} (possible: 0 to {last})")
        self._go(ply_of(move, self._moves))

    def _go(self, ply: int) -> None:
        if ply == self.at + 1:
            self._forward()
        else:
            self._reach(ply)
            self._draw()

    def _reach(self, ply: int, by: int = 1) -> None:
        last = self.table.last
        if not 0 <= ply <= last:
            raise GamenightError("the match ends here" if ply > last else "the match begins here")
        self.at = self.table.moment(ply, by)

    def _draw(self) -> None:
        table = self.table
        scene = table.scene(table.viewer, self.at).still()
        self.console.say("", *render(scene, table.game.glyphs, self.console.style))
        verdict = table.verdict()
        if self.at == table.last and verdict is not None:
            self.console.say("", *verdict)
