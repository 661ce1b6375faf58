"""Progress: one line that shows how far along it is and how long it will take."""

from __future__ import annotations

from collections.abc import Callable
from shutil import get_terminal_size
from time import monotonic
from typing import TextIO

from gamenight.core.border import Codes

BAR = 24
OFTEN = 0.1  # seconds at least between two drawings
CLEAR = Codes("\r\x1b[K")


class Progress:
    """Redraws its own line on a terminal, and draws nothing anywhere else.

    What an earlier run has done does not count for the pace.
    """

    def __init__(self, stream: TextIO, clock: Callable[[], float] = monotonic, noun: str = "games"):
        self._stream = stream
        self._noun = noun
        self._clock = clock
        self._shown = stream.isatty()
        self._begin: tuple[int, float] | None = None
        self._drawn: float | None = None

    def __call__(self, done: int, total: int) -> None:
        now = self._clock()
        self._begin = self._begin or (done, now)
        if not self._shown or (
            self._drawn is not None and now - self._drawn < OFTEN and done < total
        ):
            return
        self._drawn = now
        before, start = self._begin
        text = line(done, total, done - before, now - start, self._noun)
        self._stream.write(CLEAR)
        self._stream.write(text[: get_terminal_size().columns - 1])
        self._stream.flush()

    def say(self, text: str) -> None:
        """A message on a line of its own."""
        self.close()
        self._stream.write(text + "\n")
        self._stream.flush()

    def close(self) -> None:
        """Clear the line."""
        if self._drawn is not None:
            self._stream.write(CLEAR)
            self._stream.flush()
            self._drawn = None


def line(done: int, total: int, lately: int, seconds: float, noun: str = "games") -> str:
    """A bar, the number done, the pace, and the time left if it stays the same."""
    share = done / total if total else 1.0
    filled = int(share * BAR)
    text = f"[{'#' * filled}{'-' * (BAR - filled)}] {done:,} of {total:,} {noun}"
    if lately <= 0 or seconds <= 0:
        return text
    pace = lately / seconds
    return f"{text}, {_pace(pace)} per second, {duration((total - done) / pace)} left"


def duration(seconds: float) -> str:
    """A time in the two units that matter."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600:,} h {whole % 3600 // 60} min"


def _pace(pace: float) -> str:
    return f"{pace:,.0f}" if pace >= 10 else f"{pace:.1f}"
