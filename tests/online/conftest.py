"""What the tests of a server share."""

from __future__ import annotations

import pytest

from tests.faults.figures import Count, counter


@pytest.fixture
def count(request: pytest.FixtureRequest) -> Count:
    return counter(request)
