"""Scheduling: while a thread thinks, the screen gets its turn often."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

SWITCH = 0.0005  # seconds until a thread that thinks lets the screen have its turn
USUAL = sys.getswitchinterval()

_lock = Lock()
_thinking = 0


@contextmanager
def responsive() -> Iterator[None]:
    """Something thinks in a thread meanwhile; after the last such block the usual interval
    returns."""
    _count(1)
    try:
        yield
    finally:
        _count(-1)


def _count(by: int) -> None:
    global _thinking
    with _lock:
        _thinking += by
        sys.setswitchinterval(SWITCH if _thinking else USUAL)
