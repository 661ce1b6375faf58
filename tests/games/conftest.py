"""What a game computes is compiled before it is tested; and the laws for many kinds of options."""

from __future__ import annotations

from collections.abc import Callable
from zlib import crc32

import pytest

from gamenight.core.laws import replays
from tests.effort import SOAK


@pytest.fixture(scope="module", autouse=True)
def compiled_lab(request: pytest.FixtureRequest, compiled: Callable[[str], None]) -> None:
    room = request.path.parent
    if room.name == "lab":
        compiled(room.parent.name)


@pytest.fixture
def one_process(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The law of replay asks four processes with different hashes; each set of options asks one."""
    if not SOAK:
        chosen = crc32(request.node.name.encode()) % len(replays.HASH_SEEDS)
        monkeypatch.setattr(replays, "HASH_SEEDS", replays.HASH_SEEDS[chosen : chosen + 1])
