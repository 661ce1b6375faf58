"""The console: lines out, lines in, and the words that work at every prompt."""

from __future__ import annotations

import os
import select
import shutil
import sys
import textwrap
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from threading import Timer
from typing import TextIO, TypeVar

from rich.cells import cell_len

from gamenight.core.border import Codes, inert
from gamenight.core.command import command
from gamenight.core.errors import GamenightError
from gamenight.core.text import quoted, sentence
from gamenight.draw.reading import paragraphs
from gamenight.draw.style import Style
from gamenight.draw.transliteration import to_ascii
from gamenight.plain.keyboard import Keyboard

T = TypeVar("T")

QUIT_WORDS = ("q", "quit")
HELP_WORDS = ("?", "help")
NEXT = "Go on (Enter) "  # where there is something to read first

BEAT = 1.0  # seconds
SLOWEST = 60.0
LONG, LONG_ON_A_PIPE = 0.3, 3.0  # seconds after which people wonder what is going on

NARROWEST, USUAL = 40, 80  # columns
LONGEST_LINE = 10_000  # characters that may be typed
UP_AND_CLEAR = "\x1b[{}A\r\x1b[J"
CLEAR_SCREEN = Codes("\x1b[2J\x1b[3J\x1b[H")  # and what has scrolled away


class Left(Exception):
    """Nobody is there any more: the input has ended."""


class Quit(Exception):
    """The person wants to leave."""


class Woken(Exception):
    """Something has come from elsewhere while somebody was asked."""


class Undo(Exception):
    """The person wants to take back the last answer."""


def read_pace(text: str) -> tuple[float, bool]:
    """Seconds per beat, and whether each move waits for Enter (`step`)."""
    if text.casefold() in ("", "step"):
        return BEAT, bool(text)
    with suppress(ValueError):
        seconds = float(text)
        if 0 <= seconds <= SLOWEST:
            return seconds, False
    raise GamenightError(
        f"{quoted(text)} is not a pace (possible: 0 to {SLOWEST:.0f} seconds per move, step)",
        text,
    )


class Console:
    """One keyboard and one screen, or the two ends of a pipe."""

    def __init__(
        self,
        style: Style,
        animate: bool = False,
        pace: str = "",
        source: TextIO | None = None,
        target: TextIO | None = None,
    ):
        self._style = style
        self.animate = animate
        self.paced = bool(pace)
        self.pace, self.stepping = read_pace(pace)
        self._source = source or sys.stdin
        self._target = target or sys.stdout
        self._keyboard = Keyboard(self._source)
        self._ahead: list[str] = []
        self._bell: tuple[int, int] | None = None  # a pipe that rings while somebody types
        self.interactive = self._source.isatty() and self._target.isatty()
        if self.interactive:
            with suppress(ImportError):
                import readline  # noqa: F401  (line editing and history for `input`)

    @property
    def style(self) -> Style:
        """What can be shown now: the terminal may have been resized."""
        if not self.interactive:
            return self._style
        columns = shutil.get_terminal_size((self._style.width, 24)).columns
        return replace(self._style, width=max(NARROWEST, columns))

    def say(self, *lines: str) -> None:
        """Print lines, in ASCII where that is all there is. Long ones are wrapped on a terminal,
        and over a pipe if somebody said that lines are short there."""
        wraps = self.interactive or self.style.width < USUAL
        for line in lines:
            for part in self._wrapped(self._spelt(line)) if wraps else [self._spelt(line)]:
                self._target.write(part)
                self._target.write("\n")
        self._target.flush()

    def say_paragraphs(self, lines: Sequence[str]) -> None:
        """Print text that was wrapped for a usual window; where this one is narrower, its
        paragraphs are wrapped again."""
        width = self.style.width
        fits = width >= USUAL or all(cell_len(line) <= width for line in lines)
        self.say(*(lines if fits else [line.plain for line in paragraphs(lines, width)]))

    def has_room(self, *lines: str) -> bool:
        """Whether they can all be seen at once, with a question below them; over a pipe always."""
        return not self.interactive or sum(map(len, map(self._wrapped, lines))) < self.height - 1

    def object(self, reason: str | GamenightError) -> None:
        """Say why not, in a sentence."""
        self.say(sentence(reason))

    def _spelt(self, line: str) -> str:
        """The line, which has power over the terminal only if we gave it that."""
        shown = to_ascii(line) if self.style.ascii else line
        return Codes(shown) if isinstance(line, Codes) else inert(shown)

    def _wrapped(self, line: str) -> list[str]:
        """Sentences and list items; whatever was drawn in colour already fits."""
        if isinstance(line, Codes) or cell_len(line) <= self.style.width:
            return [line]
        prose, colon, last = line.partition(f": {command('')}")
        if colon:  # a command is copied: it stays in one piece, on a line of its own
            return [*self._wrapped(f"{prose}:"), f"  {colon.removeprefix(': ')}{last}"]
        start = len(line) - len(line.lstrip())
        indent = " " * (start + 4 if start else 0)
        return textwrap.wrap(line, self.style.width, subsequent_indent=indent)

    def read(
        self, prompt: str, fresh: bool = False, wakes: Callable[[], bool] | None = None
    ) -> str:
        """One line, stripped; raises Left at the end of the input. fresh: at a keyboard, what was
        typed before the prompt does not answer it; wakes: takes in what has come from elsewhere;
        whether the prompt has to end for it by raising Woken."""
        if fresh:
            self.forget_typed()
        prompt = self._spelt(prompt)
        if self._ahead:
            self.say(prompt + self._ahead[0])
            return self._ahead.pop(0)
        if self.interactive and wakes is not None and self._bell is not None:
            return self._read_keys(prompt, self._bell[0], wakes)
        if self.interactive:
            return self._read_keys(prompt)
        self._target.write(prompt)
        self._target.flush()
        line = self._read_line()
        # A pipe does not echo: without the answer the transcript could not be read.
        answer = "".join(c if c.isprintable() else "?" for c in line.strip()[:200])
        self.say(answer)
        if not line:
            raise Left
        return _bare(line)

    def listen(self) -> None:
        """From now on `wake` ends a wait for somebody who types; what they typed is forgotten."""
        if self.interactive and self._bell is None:
            self._bell = os.pipe()
            os.set_blocking(self._bell[0], False)
            os.set_blocking(self._bell[1], False)

    def wake(self) -> None:
        """Something has come from elsewhere; any thread may call this."""
        if self._bell is not None:
            with suppress(BlockingIOError):
                os.write(self._bell[1], b"!")

    def quiet(self) -> None:
        """What has come so far is known."""
        if self._bell is not None:
            with suppress(BlockingIOError):
                while os.read(self._bell[0], 4096):
                    pass

    def _read_keys(
        self, prompt: str, bell: int | None = None, wakes: Callable[[], bool] = lambda: True
    ) -> str:
        """A line of which nothing was thrown away; raises Woken if the bell rings first."""
        while True:
            self.say(*filter(None, [self._keyboard.complaint]))
            asked = time.monotonic()
            try:
                line = _bare(input(prompt) if bell is None else self._typed(prompt, bell, wakes))
            except EOFError:
                self.say("")
                raise Left from None
            except (KeyboardInterrupt, Woken):
                self.say("")
                raise
            refusal = self._keyboard.refusal(line, time.monotonic() - asked)
            if not refusal:
                return line
            self.say(refusal)

    def _typed(self, prompt: str, bell: int, wakes: Callable[[], bool]) -> str:
        """A line of the keyboard, unless the bell rings and that is worth it."""
        self._target.write(prompt)
        self._target.flush()
        ready: list[object] = []
        while self._source not in ready:
            ready, _, _ = select.select([self._source, bell], [], [])
            if self._source not in ready and wakes():
                raise Woken
        line = self._source.readline(LONGEST_LINE)
        if not line:
            raise EOFError
        return line

    def _read_line(self) -> str:
        """The next line of a pipe; of one that is too long only the beginning counts."""
        line = self._source.readline(LONGEST_LINE)
        part = line
        while len(part) == LONGEST_LINE and not part.endswith("\n"):
            part = self._source.readline(LONGEST_LINE)
        return line

    @contextmanager
    def completing(self, words: Sequence[str]) -> Iterator[bool]:
        """Meanwhile Tab completes these words; whether it can."""
        readline = sys.modules.get("readline") if self.interactive and words else None
        if readline is None:
            yield False
            return

        def complete(text: str, number: int) -> str | None:
            begun = text.casefold()
            found = [word for word in words if word.casefold().startswith(begun)]
            return found[number] if number < len(found) else None

        readline.set_completer(complete)
        readline.set_completer_delims(",")
        readline.parse_and_bind("tab: complete")
        try:
            yield True
        finally:
            readline.set_completer(None)
            readline.parse_and_bind("tab: tab-insert")  # or else it completes names of files

    def pause(self, prompt: str) -> None:
        """Wait for Enter. On a pipe, what comes instead answers the next question."""
        while typed := self.read(prompt, fresh=True):
            if typed.casefold() in QUIT_WORDS:
                raise Quit
            if not self.interactive:
                self.say(f"Enter goes on; {quoted(typed)} is for the next question.")
                self._ahead.append(typed)
                return
            if typed.casefold() not in HELP_WORDS:
                self.object(f"{quoted(typed)} is not possible here")
            self.say("Enter goes on, quit leaves.")

    def forget_typed(self) -> None:
        """At a keyboard, what was typed up to now does not answer what is asked next."""
        if self.interactive:
            self._keyboard.forget()

    def stirred(self) -> bool:
        """Whether somebody has pressed a key that no question has had as its answer."""
        self.forget_typed()
        return self._keyboard.is_pressed

    def ask(
        self,
        prompt: str,
        help: Sequence[str],
        accept: Callable[[str], T],
        undoes: str = "goes back to the previous question",
        saved: str = "There is nothing to save yet: a match saves itself from its first move.",
        wakes: Callable[[], bool] | None = None,
    ) -> T:
        """Ask until the answer is accepted. `accept` raises a GamenightError that says why not;
        `?`, `help`, `undo`, `save` and `quit` work as everywhere. wakes: see `read`."""
        while True:
            answer = self.read(prompt, wakes=wakes)
            word = answer.casefold()
            if word in HELP_WORDS:
                self.say(*help, f"undo {undoes}, quit leaves.")
            elif word == "save":
                self.say(saved)
            elif word in QUIT_WORDS:
                raise Quit
            elif word == "undo":
                raise Undo
            else:
                try:
                    return accept(answer)
                except GamenightError as error:
                    self.object(error)

    def ask_pace(self) -> None:
        """People who only watch choose how fast."""
        help = [
            "Type how many seconds to show each move, 0 for no pause, or step to wait for",
            "Enter after each; just Enter means 1. Ctrl-C stops watching; resume continues.",
        ]
        while not self.paced:
            try:
                prompt = "Seconds per move, or step? [1] "
                self.pace, self.stepping = self.ask(prompt, help, read_pace)
                self.paced = True
            except Undo:
                self.say("This is the first question: there is nothing to undo.")

    def animation(self, frames: Sequence[tuple[list[str], float]]) -> None:
        """Show drawings one over the other, each for its seconds, and leave none behind."""
        height = 0
        with self._keyboard.deaf():
            for lines, seconds in frames:
                if height:
                    self._target.write(Codes(UP_AND_CLEAR.format(height)))
                self.say(*lines)
                height = len(lines)
                time.sleep(seconds)
        if height:
            self._target.write(Codes(UP_AND_CLEAR.format(height)))
            self._target.flush()

    async def think(self, sentence: str, job: Callable[[], T]) -> T:
        """Do something slow; if it takes a while, say what it is."""
        patience = LONG if self.interactive else LONG_ON_A_PIPE
        notice = Timer(patience, self.say, [sentence] if sentence else [])
        notice.daemon = True
        notice.start()
        try:
            return job()
        finally:
            notice.cancel()

    def wait(self, seconds: float) -> None:
        """Leave time to read."""
        with self._keyboard.deaf():
            time.sleep(seconds)

    def curtain(self, *kept: str) -> None:
        """Clear the screen, except for these lines."""
        self._target.write(CLEAR_SCREEN if self.interactive else "\n")
        self.say(*(kept if self.interactive else ()))

    @property
    def height(self) -> int:
        """How many lines the screen has."""
        try:
            return os.get_terminal_size(self._target.fileno()).lines
        except (OSError, ValueError):
            return 24


def _bare(line: str) -> str:
    """What was typed; a command may begin with a colon, as on the full screen."""
    return line.strip().removeprefix(":").lstrip()
