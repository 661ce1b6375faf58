"""Programs that a failing test leaves behind are ended."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.leftovers import ended_afterwards
from tests.terminal import Terminal

SLEEP = [sys.executable, "-c", "import time; time.sleep(600)"]


Started = list[subprocess.Popen[bytes]]


def fail(folder: Path, started: Started) -> None:
    """As a test does that has started two programs."""
    with ended_afterwards():
        started += [subprocess.Popen(SLEEP), Terminal(folder)._process]
        assert [one.poll() for one in started] == [None, 0], "it fails here"


def test_what_a_failing_test_has_started_is_ended(tmp_path: Path) -> None:
    before, started = subprocess.Popen(SLEEP), Started()
    with pytest.raises(AssertionError, match="it fails here"):
        fail(tmp_path, started)
    assert [one.returncode for one in started] == [-9, -9]
    assert before.poll() is None, "what was there before goes on"
