"""What the tests of faults share."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from gamenight.match.store import Stored
from tests.faults.damage import FILE, whole_store
from tests.faults.figures import Count, counter


@pytest.fixture
def count(request: pytest.FixtureRequest) -> Count:
    return counter(request)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[int, Stored]]:
    folder = tmp_path_factory.mktemp("whole")
    return folder, whole_store(folder)


@pytest.fixture
def kept(whole: tuple[Path, dict[int, Stored]], tmp_path: Path) -> dict[int, Stored]:
    """What is in the store of this test: 2 is over, 3 is not."""
    shutil.copy(whole[0] / FILE, tmp_path / FILE)
    return whole[1]
