"""The API reference: whatever an author meets in it has a docstring."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

import gamenight

CORE = Path(gamenight.__file__).parent / "core"
FOR_AUTHORS = ("bot", "game", "lab", "lesson", "rules", "scene")


def test_every_exported_name_is_documented() -> None:
    constants = set(constants_with_docstrings("scene"))
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


def constants_with_docstrings(module: str) -> Iterator[str]:
    for item, following in pairwise(parsed(module).body):
        if isinstance(item, ast.Assign | ast.AnnAssign) and is_text(following):
            target = item.targets[0] if isinstance(item, ast.Assign) else item.target
            yield ast.unparse(target)


def parsed(module: str) -> ast.Module:
    return ast.parse((CORE / f"{module}.py").read_text(encoding="utf-8"))


def is_text(node: ast.AST | None) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
