"""The files of the page: types are right, texts are never read as markup, and no game is named."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

import gamenight
from gamenight.core import registry
from tests.page import equipment
from tests.page.conftest import lacking
from tests.test_architecture import LONGEST_FILE, nobody

PAGE = Path(gamenight.__file__).parent / "online" / "page"
WRITTEN = sorted(path for end in ("js", "ts", "css", "html") for path in PAGE.rglob(f"*.{end}"))
# What would read a text as markup or as a program, or what the page's policy forbids.
UNSAFE = re.compile(
    r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|\beval\(|new Function"
    r"|style=[\"']|[{\s]style:|cssText|javascript:|\bon\w+=[\"']|https?://(?!www\.w3\.org/)"
)


def lines() -> Iterator[tuple[Path, int, str]]:
    """All lines of the page."""
    for path in WRITTEN:
        for number, text in enumerate(path.read_text("utf-8").splitlines(), 1):
            yield path, number, text


def found(pattern: re.Pattern[str]) -> Iterator[str]:
    """Where a pattern is found in the page."""
    for path, number, text in lines():
        if match := pattern.search(text):
            yield f"{path.relative_to(PAGE)}:{number}: {match[0]}"


def test_the_types_are_right() -> None:
    try:
        command = equipment.tsc()
    except equipment.Missing as error:
        lacking(error)
        raise
    done = subprocess.run([*command, "-p", str(PAGE)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_the_page_names_no_game() -> None:
    names = {name for id in registry.games() for name in (id, registry.game(id).title)}
    nobody(found(re.compile(rf"\b({'|'.join(map(re.escape, names))})\b", re.IGNORECASE)))


def test_no_text_is_read_as_markup_and_nothing_comes_from_elsewhere() -> None:
    nobody(found(UNSAFE))


@pytest.mark.parametrize(
    "unsafe", ["x.innerHTML = name", 'h("b", { style: "top: 0" })', '<p style="top: 0">']
)
def test_what_is_unsafe_is_seen(unsafe: str) -> None:
    assert UNSAFE.search(unsafe)


def test_the_files_are_short() -> None:
    nobody(
        f"{path.relative_to(PAGE)}: {count} lines"
        for path in WRITTEN
        if (count := len(path.read_text("utf-8").splitlines())) > LONGEST_FILE
    )
