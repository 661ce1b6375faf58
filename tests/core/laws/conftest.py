"""The law of replay starts four processes; where another law is tested they only take time."""

from __future__ import annotations

import pytest

from gamenight.core import laws


@pytest.fixture
def in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(laws, "check_elsewhere", lambda lines: None)
