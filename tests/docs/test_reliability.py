"""docs/reliability.md: every test that it names is there, in the file that it names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "reliability.md").read_text("utf-8")
NAMED = sorted(set(re.findall(r"\btest_\w+", PAGE)))
INSIDE = re.findall(r"(tests/[\w/]+\.py)::(test_\w+)", PAGE)


def names_in(file: Path) -> set[str]:
    return {file.stem, *re.findall(r"^def (test_\w+)", file.read_text("utf-8"), re.MULTILINE)}


def test_every_test_that_is_named_is_there() -> None:
    found = set[str]().union(*map(names_in, (ROOT / "tests").rglob("test_*.py")))
    assert len(NAMED) > 50
    assert [name for name in NAMED if name not in found] == []


@pytest.mark.parametrize(("file", "name"), INSIDE)
def test_it_is_in_its_file(file: str, name: str) -> None:
    assert name in names_in(ROOT / file)
