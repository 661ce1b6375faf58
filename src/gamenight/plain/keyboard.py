"""Keyboard: keys that come before a question answer nothing; whoever typed them sees which."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TextIO

from gamenight.core.text import quoted

READ = 0.5  # nobody has read a question that is younger
# Enter skips nothing any more this many seconds after its question; and as an end of words that
# were thrown away nobody presses it later than that.
CALM, WORD = 0.7, 2.0
AFRESH = 5.0  # a line that took so long is no end of words from before its question
SIGNALS = re.compile(r"\x1b(\[[0-9;]*[@-~]|O.)?|[^\n\x20-\x7e\x80-\U0010ffff]")  # arrows and such


class Keyboard:
    """The keys of one terminal; with anything else, nothing is thrown away."""

    def __init__(self, source: TextIO):
        self._source = source
        self._lost = ""  # what was thrown away since the last line that counted
        self._told = ""
        self._doubted = False

    def forget(self) -> None:
        """Throw away what has been typed so far."""
        with self.deaf():
            pass

    @contextmanager
    def deaf(self) -> Iterator[None]:
        """Ignore keys while something moves, for their echo would tear the picture: what was typed
        by the end is thrown away."""
        try:
            import termios
        except ImportError:
            yield
            return
        try:
            descriptor = self._source.fileno()
            before = termios.tcgetattr(descriptor)
        except (OSError, ValueError, termios.error):
            yield
            return
        quiet = list(before)
        quiet[3] &= ~(termios.ECHO | termios.ICANON)
        # A read returns at once with what is there, the beginning of a line included.
        quiet[6] = [*quiet[6]]
        quiet[6][termios.VMIN], quiet[6][termios.VTIME] = 0, 0
        termios.tcsetattr(descriptor, termios.TCSANOW, quiet)
        try:
            yield
        finally:
            with suppress(OSError, termios.error):  # the window was closed
                while keys := os.read(descriptor, 1024):
                    self._lost += SIGNALS.sub("", keys.decode("utf-8", "replace"))
                termios.tcsetattr(descriptor, termios.TCSANOW, before)

    @property
    def is_pressed(self) -> bool:
        """Whether keys were thrown away since the last line that counted."""
        return bool(self._lost)

    @property
    def complaint(self) -> str:
        """What has to be said of keys that were thrown away, once."""
        words = " ".join(self._lost.split())
        if not words or self._lost == self._told:
            return ""
        self._told = self._lost
        return f"Too early: type it again ({quoted(words)} was not taken)."

    def refusal(self, line: str, seconds: float) -> str:
        """Why a line typed this long after its question does not answer it: its beginning was
        thrown away, or it is an Enter that goes with such keys, or with others before it, and ends
        them. The first that comes calmly counts."""
        begun = self._lost.rpartition("\n")[2].strip()
        calm = READ if self._doubted else WORD if begun else CALM
        if self._lost and not line and seconds < calm:
            self._doubted = True
            self._lost = self._told = f"{self._lost}\n"
            return "Too early: that Enter was not taken."
        torn = begun and line and seconds < AFRESH and not line.startswith(begun)
        self._lost = self._told = ""
        self._doubted = False
        return (
            f"Too early: type it again ({quoted(begun)} before it was not taken)." if torn else ""
        )
