"""The law of replay starts four processes. Where another law is tested they only take time, and
where a game is sure to be found by any of them two are enough."""

from __future__ import annotations

import pytest

from gamenight.core import laws
from gamenight.core.laws import replays


@pytest.fixture
def in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(laws, "check_elsewhere", lambda lines: None)


@pytest.fixture
def two_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replays, "HASH_SEEDS", replays.HASH_SEEDS[:2])


@pytest.fixture(autouse=True)
def other_laws(request: pytest.FixtureRequest) -> None:
    if request.path.stem not in ("test_replay", "test_sound"):
        request.getfixturevalue("in_this_process")
