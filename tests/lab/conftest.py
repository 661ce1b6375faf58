"""Many games are compiled ones."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def compiled_labs(every_lab: None) -> None:
    pass
