"""Patience: what hangs fails. Nothing is measured: the limits are ten times what is needed."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Hangs(Exception):
    """Something took far too long."""


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raise Hangs if this takes longer, wherever the program is. (A test runs in the main
    thread.)"""

    def stop(number: int, frame: FrameType | None) -> None:
        raise Hangs(f"more than {seconds} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
