"""Many games are compiled ones."""

from __future__ import annotations

import pytest

from tests.effort import SOAK

collect_ignore = [] if SOAK else ["test_ray.py"]  # only `make soak` installs Ray


@pytest.fixture(autouse=True)
def compiled_labs(every_lab: None) -> None:
    pass
