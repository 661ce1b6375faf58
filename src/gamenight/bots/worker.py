"""Worker: a process beside this program, in which bots think or games are played."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import parent_process
from threading import Thread

from gamenight.core.bot import THREADS


def begin() -> None:
    """In the new process: Ctrl-C is for the program that started it, with which it ends. It is one
    of several that think at once, so that each takes one processor."""
    os.environ.setdefault(THREADS, "1")
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_follow_parent, daemon=True).start()


def _follow_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@contextmanager
def unheard() -> Iterator[None]:
    """Processes that this thread starts meanwhile never hear of Ctrl-C, not even before `begin`."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
