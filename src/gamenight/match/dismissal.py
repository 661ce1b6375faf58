"""Dismissal: a program whose window is closed, or that the system ends, leaves its table first,
like anybody who goes."""

from __future__ import annotations

import atexit
import os
import select
import signal
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from time import monotonic
from types import FrameType

HUNG_UP = 129  # the exit status of a program that a hang-up ends
ECHO = 0.5  # seconds: a window that is closed hangs up by itself, and its shell does so once more


class Dismissed(KeyboardInterrupt):
    """The program is to end now: it leaves as with Ctrl-C, but wherever it is."""

    def __init__(self, number: int):
        super().__init__(number)
        self.status = status_of(number)


def dismissing() -> list[int]:
    """The signals that ask a program to end, without those that are ignored (as under `nohup`) or
    that somebody else listens to."""
    names = ("SIGHUP", "SIGTERM")
    found = [getattr(signal, name) for name in names if hasattr(signal, name)]
    return [number for number in found if signal.getsignal(number) is signal.SIG_DFL]


def status_of(number: int) -> int:
    """The exit status of a program that this signal ends."""
    return 128 + number


def outlast_echo(heeded: Iterable[int]) -> None:
    """From now on until the program ends, the echo of what told it to end does not disturb whoever
    leaves; whoever says it again after that ends what does not listen. At the very end, when Python
    listens no more, a hang-up is ignored: SIGTERM still ends what hangs there."""
    told = monotonic()

    def end(number: int, _: FrameType | None) -> None:
        if monotonic() - told > ECHO:
            signal.signal(number, signal.SIG_DFL)
            signal.raise_signal(number)

    for number in heeded:
        signal.signal(number, end)
        if status_of(number) == HUNG_UP:
            atexit.register(signal.signal, number, signal.SIG_IGN)


@contextmanager
def dismissable() -> Iterator[None]:
    """Meanwhile whoever tells the program to end raises Dismissed, once: after that there is still
    something to put away, in which nobody is to be disturbed."""
    heeded = dismissing()

    def leave(number: int, _: FrameType | None) -> None:
        outlast_echo(heeded)
        raise Dismissed(number)

    for number in heeded:
        signal.signal(number, leave)
    try:
        yield
    finally:
        for number in heeded:
            if signal.getsignal(number) is leave:
                signal.signal(number, signal.SIG_DFL)


def is_closed_terminal() -> bool:
    """Whether the terminal of standard input was closed; False where that cannot be known."""
    if sys.__stdin__ is None or not hasattr(select, "poll"):
        return False
    descriptor = sys.__stdin__.fileno()
    if not stat.S_ISCHR(os.fstat(descriptor).st_mode):
        return False  # a pipe, which ends like this as well
    poll = select.poll()
    poll.register(descriptor, 0)
    return any(event & select.POLLHUP for _, event in poll.poll(0))
