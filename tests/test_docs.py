"""The examples in the documents run, links lead somewhere, and the README shows every game."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import gamenight
from tests.paths import PROJECT

ROOT = PROJECT
DOCUMENTS = [*ROOT.glob("*.md"), *(ROOT / "src").rglob("*.md")]
LINKED = [*DOCUMENTS, *(ROOT / "docs").glob("*.md")]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_examples_run(path: Path) -> None:
    found = doctest.testfile(str(path), module_relative=False)
    assert found.failed == 0


def test_the_readme_has_examples() -> None:
    parser = doctest.DocTestParser()
    assert len(parser.get_examples((ROOT / "README.md").read_text(encoding="utf-8"))) > 15


def test_every_link_leads_somewhere() -> None:
    for path in LINKED:
        for target in re.findall(r"\]\(([^)#]+)\)", path.read_text(encoding="utf-8")):
            assert (path.parent / target).exists(), f"{path.name}: {target}"


def test_the_readme_shows_every_game() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for id in gamenight.games():
        assert f"(docs/pictures/{id}.svg)" in readme
        picture = (ROOT / "docs" / "pictures" / f"{id}.svg").read_text(encoding="utf-8")
        assert f"<title>{gamenight.game(id).title}</title>" in picture
        assert re.match(r'<svg [^>]*width="\d+" height="\d+"', picture), "else tables hide it"
        assert "@font-face" not in picture, "nothing is fetched from anywhere"
