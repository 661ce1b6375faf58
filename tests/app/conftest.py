"""Tests press keys faster than people: only those about that wait between them."""

from __future__ import annotations

import pytest

from gamenight.app import keystrokes

TIMES = {name: getattr(keystrokes, name) for name in ("HELD", "HELD_ON_A_PAGE", "WORD", "UNREAD")}


@pytest.fixture(autouse=True)
def _quick_fingers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every key is one of its own, and questions are read at once."""
    for name in TIMES:
        monkeypatch.setattr(keystrokes, name, 0.0)


@pytest.fixture
def _slow_fingers(_quick_fingers: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """As people press them."""
    for name, seconds in TIMES.items():
        monkeypatch.setattr(keystrokes, name, seconds)
