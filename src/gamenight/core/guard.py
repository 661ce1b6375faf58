"""Guard: calls somebody else's code. Whatever it does wrong becomes a BrokenGame that names the
plug-in, and it is ended if it does not answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from opcode import opmap
from threading import current_thread, main_thread
from typing import Any, TypeVar

from gamenight.core.errors import BrokenGame, GamenightError, LawBroken
from gamenight.core.shapes import Misshapen
from gamenight.core.text import quoted
from gamenight.core.watchdog import NoAnswer, within

T = TypeVar("T")
ANSWER = 10.0  # seconds that rules have
SAYING = 1.0  # seconds that an exception has to say what it is
LONGEST = 200  # characters of somebody else's sentence
RAISE = opmap["RAISE_VARARGS"]
RAISING = ("asyncio.runners", "gamenight.match.dismissal")
Passing = type[BaseException] | tuple[type[BaseException], ...]


@dataclass(frozen=True)
class Guard:
    """Calls what a plug-in brings, by the value of its entry point."""

    plugin: str

    def __call__(
        self,
        what: str,
        call: Callable[..., T],
        *arguments: Any,
        passing: Passing = (),
    ) -> T:
        """What a call returns that has to be quick."""
        return self.patient(what, call, *arguments, seconds=ANSWER, passing=passing)

    def patient(
        self,
        what: str,
        call: Callable[..., T],
        *arguments: Any,
        seconds: float | None = None,
        passing: Passing = (),
    ) -> T:
        """What a call returns, if need be within a time. Any exception but those that belong
        there is a BrokenGame; `what` says where it happened."""
        try:
            if seconds is None:
                return call(*arguments)
            return within(seconds, call, *arguments)
        except NoAnswer:
            patience = "time" if seconds is None else f"{seconds:g} seconds"
            raise self.broken(f"gave no answer in {patience}: {what}") from None
        except (Misshapen, LawBroken) as error:
            raise self.broken(f"failed in {what}: {told(error, str)}") from error
        except BaseException as error:
            if self._belongs(error, passing):
                raise
            raise self.broken(f"failed in {what}: {told(error)}") from error

    def _belongs(self, error: BaseException, passing: Passing) -> bool:
        """Whether an exception is for whoever called: one of those that pass, our own verdict of
        a call within this one, or Ctrl-C."""
        if isinstance(error, BrokenGame):
            return error.given == self.plugin
        if isinstance(error, KeyboardInterrupt):
            return is_typed(error)
        return isinstance(error, passing) and _speaks(error)

    def broken(self, sentence: str) -> BrokenGame:
        return BrokenGame(f"the plug-in {quoted(self.plugin)} {sentence}", self.plugin)


def told(error: BaseException, words: Callable[[BaseException], str] | None = None) -> str:
    """An exception of somebody else's code in one line, even one that cannot be printed, wants to
    leave instead, or takes for ever."""
    kind = type(error).__name__

    def line() -> str:
        return " ".join((words(error) if words else f"{kind}: {error}").split())

    try:
        text = within(SAYING, line)
    except BaseException as other:
        if isinstance(other, KeyboardInterrupt) and is_typed(other):
            raise
        return kind
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


def _speaks(error: BaseException) -> bool:
    """Whether it is as ours are: its sentence is a text."""
    if not isinstance(error, GamenightError):
        return True
    return type(error).__str__ is GamenightError.__str__ and isinstance(error.sentence, str)


def is_typed(error: KeyboardInterrupt) -> bool:
    """Whether somebody has pressed Ctrl-C, rather than code that says `raise KeyboardInterrupt`.
    Signals come to the main thread only, and never at a `raise`, but in those that raise it for
    the person: Python's own loop of events, and what ends this program in good order."""
    trace = error.__traceback__
    if current_thread() is not main_thread() or trace is None:
        return False
    while trace.tb_next is not None:
        trace = trace.tb_next
    code = trace.tb_frame.f_code.co_code
    raised = code[trace.tb_lasti] == RAISE
    return not raised or trace.tb_frame.f_globals.get("__name__") in RAISING
