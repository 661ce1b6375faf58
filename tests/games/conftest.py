"""What a game computes is compiled before it is tested."""

from __future__ import annotations

from collections.abc import Callable

import pytest


@pytest.fixture(scope="module", autouse=True)
def compiled_lab(request: pytest.FixtureRequest, compiled: Callable[[str], None]) -> None:
    room = request.path.parent
    if room.name == "lab":
        compiled(room.parent.name)
