"""The API reference: whatever an author meets in it has a docstring."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

import gamenight
from tests.paths import PROJECT

CORE = Path(gamenight.__file__).parent / "core"
FOR_AUTHORS = ("bot", "game", "lab", "lesson", "puzzle", "rules", "scene", "theme")


def test_every_exported_name_is_documented() -> None:
    constants = {*constants_with_docstrings("scene"), *constants_with_docstrings("theme")}
    for name in set(gamenight.__all__) - constants:
        # A dataclass without a docstring gets its signature as one.
        text = getattr(gamenight, name).__doc__
        assert text, name
        assert not text.startswith(f"{name}("), name


@pytest.mark.parametrize("module", FOR_AUTHORS)
def test_every_field_is_documented(module: str) -> None:
    for kind in ast.walk(parsed(module)):
        if isinstance(kind, ast.ClassDef) and kind.name in gamenight.__all__:
            for item, following in pairwise([*kind.body, None]):
                if isinstance(item, ast.AnnAssign):
                    assert is_text(following), f"{kind.name}.{ast.unparse(item.target)}"


@pytest.mark.parametrize(
    "kind",
    [
        *("Game", "Setup", "Scene", "Area", "Spot", "Token", "ScoreRow", "Choice", "Step", "Glyph"),
        *("Puzzles", "Puzzle", "Try"),
        *("Lesson", "Page", "Ask", "BotInfo", "Limit", "Opinion", "Lab", "Theme"),
    ],
)
def test_the_short_list_has_every_field(kind: str) -> None:
    """`docs/games.md` names each field in the row or the section of its class."""
    reference = (PROJECT / "docs" / "games.md").read_text("utf-8").split("## Reference")[1]
    sections = [part for part in reference.split("\n### ") if f"`{kind}`" in part]
    rows = re.findall(rf"^\| `{kind}` \|.*", reference, re.MULTILINE)
    told = "\n".join(rows or sections)
    named = getattr(gamenight, kind).__annotations__
    assert [field for field in named if f"`{field}`" not in told] == []


def constants_with_docstrings(module: str) -> Iterator[str]:
    for item, following in pairwise(parsed(module).body):
        if isinstance(item, ast.Assign | ast.AnnAssign) and is_text(following):
            target = item.targets[0] if isinstance(item, ast.Assign) else item.target
            yield ast.unparse(target)


def parsed(module: str) -> ast.Module:
    return ast.parse((CORE / f"{module}.py").read_text(encoding="utf-8"))


def is_text(node: ast.AST | None) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
