"""The examples in the documents run, and what they show of a board is what is drawn."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import gamenight
from gamenight.core.view import scene_of
from gamenight.terminal.style import Style
from gamenight.terminal.text import render

ROOT = Path(__file__).parent.parent
DOCUMENTS = [*ROOT.glob("*.md"), *(ROOT / "src").rglob("*.md")]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_examples_run(path: Path) -> None:
    found = doctest.testfile(str(path), module_relative=False)
    assert found.failed == 0


def test_the_readme_has_examples() -> None:
    parser = doctest.DocTestParser()
    assert len(parser.get_examples((ROOT / "README.md").read_text(encoding="utf-8"))) > 15


def test_the_picture_in_the_readme_is_drawn_by_the_program() -> None:
    game = gamenight.game("oware")
    rules = game.rules()
    state = rules.position("4-0-7-2-1-9-2-5-0-3-1-2-7-5-S")._replace(plies=11)  # type: ignore[attr-defined]
    drawn = render(scene_of(game, rules, state, 0, ("Ama", "Kofi")), {}, Style())
    picture = (ROOT / "README.md").read_text(encoding="utf-8").split("```")[1].strip("\n")
    assert picture.splitlines() == drawn


def test_every_link_leads_somewhere() -> None:
    for path in DOCUMENTS:
        for target in re.findall(r"\]\(([^)#]+)\)", path.read_text(encoding="utf-8")):
            assert (path.parent / target).exists(), f"{path.name}: {target}"
