"""Leftovers: the programs that a test has started and not ended, because it failed or forgot."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

STARTED: list[subprocess.Popen[Any]] = []
_begin = subprocess.Popen.__init__


def _begin_and_note(process: subprocess.Popen[Any], *given: Any, **named: Any) -> None:
    _begin(process, *given, **named)
    STARTED.append(process)


def lasts(process: subprocess.Popen[Any]) -> None:
    """This one is for later tests too: whoever started it ends it."""
    STARTED[:] = [one for one in STARTED if one is not process]


@contextmanager
def ended_afterwards() -> Iterator[None]:
    """Whatever is started within this is killed at its end, if it still runs."""
    before = len(STARTED)
    with patch.object(subprocess.Popen, "__init__", _begin_and_note):
        try:
            yield
        finally:
            for process in STARTED[before:]:
                if process.poll() is None:
                    process.kill()
                    process.wait()
            del STARTED[before:]
