"""Watchdog: ends a call that does not answer, in whatever thread it runs.

Python lets one thread raise an exception in another, which ends any loop that is written in Python.
The main thread gets a signal instead (SIGALRM, unless somebody else uses that), which also ends
what it waits for in the operating system, such as `time.sleep` or a socket. In another thread such
a call ends when its wait does; a loop inside C code ends in no thread. This is the only module that
does so.
"""

from __future__ import annotations

import ctypes
import os
import signal
from collections.abc import Callable
from threading import Lock, Thread, get_ident, main_thread
from time import monotonic, sleep
from typing import Any, TypeVar

T = TypeVar("T")
LOOK = 0.25  # seconds between two looks at the clock
AGAIN = 1.0  # seconds until a call that has caught the exception gets another one

_raise_in = ctypes.pythonapi.PyThreadState_SetAsyncExc
_raise_in.argtypes = (ctypes.c_ulong, ctypes.py_object)
_clear_in = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_ulong, ctypes.c_void_p)(
    ("PyThreadState_SetAsyncExc", ctypes.pythonapi)
)


class NoAnswer(BaseException):
    """A call took too long. No `except Exception` of whoever was called keeps it from ending."""


_lock = Lock()
_ends: dict[int, float] = {}  # by thread, when the call that it makes has to be over
_late: set[int] = set()  # the threads that have been sent the signal
_raised: set[int] = set()  # those in which the exception was raised
_watcher: Thread | None = None


def within(seconds: float, call: Callable[..., T], *arguments: Any) -> T:
    """What the call returns; raises NoAnswer if that takes longer. A call within a call has the
    time of the outer one."""
    thread = get_ident()
    if thread in _ends:
        return call(*arguments)
    if _watcher is None:
        _begin()
    if not _listening and thread == main_thread().ident:
        _listen()
    try:
        try:
            _ends[thread] = monotonic() + seconds
            return call(*arguments)
        finally:
            _forget(thread)
    except NoAnswer:
        _forget(thread)  # it may have come before the line above was done
        raise


def _forget(thread: int) -> None:
    """The call is over: whatever was to be raised in it is not raised any more."""
    with _lock:
        if _ends.pop(thread, None) is not None:
            _late.discard(thread)
            if thread in _raised:
                # Only then: after it Python 3.11 never ends under a debugger or coverage.
                _raised.discard(thread)
                _clear_in(thread, None)


def _begin() -> None:
    global _watcher
    with _lock:
        if _watcher is None:
            _watcher = Thread(target=_watch, name="watchdog", daemon=True)
            _watcher.start()


def _watch() -> None:
    while True:
        sleep(LOOK)
        now = monotonic()
        with _lock:
            for thread, end in _ends.items():
                if now > end:
                    _ends[thread] = now + AGAIN
                    _end(thread)


def _end(thread: int) -> None:
    if thread == main_thread().ident and _is_heard():
        _late.add(thread)
        signal.pthread_kill(thread, signal.SIGALRM)
    else:
        _raised.add(thread)
        _raise_in(thread, NoAnswer)


_listening = False  # whether the main thread has been asked to hear the signal


def _listen() -> None:
    """Hear the signal, where there is one and nobody else does."""
    global _listening
    _listening = True
    if hasattr(signal, "SIGALRM") and signal.getsignal(signal.SIGALRM) is signal.SIG_DFL:
        signal.signal(signal.SIGALRM, _heard)


def _is_heard() -> bool:
    return hasattr(signal, "SIGALRM") and signal.getsignal(signal.SIGALRM) is _heard


def _heard(number: int, frame: object) -> None:
    """End the call; a signal that comes after it is over does nothing."""
    thread = get_ident()
    if thread in _late:
        _late.discard(thread)
        raise NoAnswer


def _begin_anew() -> None:
    """A forked process has no thread but the one that forked."""
    global _lock, _watcher
    _lock, _watcher = Lock(), None
    _ends.clear()
    _late.clear()
    _raised.clear()


os.register_at_fork(after_in_child=_begin_anew)
