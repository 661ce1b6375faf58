"""The course of a game from given inputs: words go in, frames come out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import BinaryIO, TypeAlias

from gamenight.core.border import inert
from gamenight.core.rules import Over
from gamenight.games.preys.banner import MISSING_INPUTS, Message, closing, offending, over
from gamenight.games.preys.board import View
from gamenight.games.preys.colors import colored_banner, colored_board
from gamenight.games.preys.rules import DIE, PreysRules, State
from gamenight.games.preys.stats import Stats

Frames: TypeAlias = Callable[[State, Message | None], bytes]

NUMBERS = {str(number): number for number in DIE}

# Invalid inputs may come by the million: what would be drawn again is drawn once.
BOARDS_KEPT, FRAMES_KEPT = 4, 256


def frames_of(rules: PreysRules, view: View, color: bool) -> Frames:
    """How a state is drawn, with a message over it or without."""

    @lru_cache(BOARDS_KEPT)
    def board(state: State) -> str:
        return inert(view(rules, state))

    def text(state: State, message: Message | None) -> str:
        if message is None:
            return colored_board(board(state)) if color else board(state)
        frame = over(board(state), message)
        return colored_banner(frame) if color else frame

    @lru_cache(FRAMES_KEPT)
    def frame(state: State, message: Message | None) -> bytes:
        # Words of the command line may hold surrogates: they become question marks.
        return f"{text(state, message)}\n".encode("utf-8", "replace")

    return frame


class Course:
    """One game that is being shown; `over` when no more inputs count."""

    def __init__(self, rules: PreysRules, frames: Frames, out: BinaryIO):
        self.rules = rules
        self.frames = frames
        self.out = out
        self.state = rules.initial()
        self.stats = Stats()

    @property
    def over(self) -> bool:
        return isinstance(self.rules.node(self.state), Over)

    def start(self) -> None:
        self._show()
        self.out.flush()

    def play(self, words: list[str]) -> None:
        """Show a frame for each word until the game is over; the others are only counted."""
        self.stats.total += len(words)
        if not self.over:
            self._play_on(words)
        self.out.flush()

    def end(self) -> None:
        """No more inputs."""
        if not self.over:
            self._show(MISSING_INPUTS)
        self.out.flush()

    def _play_on(self, words: Iterable[str]) -> None:
        for word in words:
            number = NUMBERS.get(word)
            if number is None:
                self.stats.invalid += 1
                self._show(offending(word))
                continue
            before, self.state = self.state, self.rules.rolled(self.state, number)
            self.stats.moved(before, self.state)
            if self.over:
                self._show(closing(self.state))
                return
            self._show()

    def _show(self, message: Message | None = None) -> None:
        self.out.write(self.frames(self.state, message))
