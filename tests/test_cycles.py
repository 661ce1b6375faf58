"""No module needs itself by way of others, late imports and imports for types included."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import gamenight

ROOT = Path(gamenight.__file__).parent


def modules() -> dict[str, Path]:
    """The files of the package by the names that import them."""
    found = {}
    for path in sorted(ROOT.rglob("*.py")):
        words = ("gamenight", *path.relative_to(ROOT).with_suffix("").parts)
        found[".".join(words).removesuffix(".__init__")] = path
    return found


def imported(source: str) -> Iterator[str]:
    """The full names that a source imports, wherever in it."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def needs(sources: dict[str, str]) -> dict[str, set[str]]:
    """The other modules that each imports: a name in a module, or the module itself."""
    return {
        module: {
            name if name in sources else name.rpartition(".")[0] for name in imported(source)
        }.intersection(sources)
        - {module}
        for module, source in sources.items()
    }


def test_nothing_imports_itself_by_way_of_others() -> None:
    sources = {name: path.read_text("utf-8") for name, path in modules().items()}
    TopologicalSorter(needs(sources)).prepare()  # raises CycleError, which tells the cycle


def test_a_late_import_counts() -> None:
    sources = {"a": "from b import x", "b": "def f():\n    import c", "c": "import a.x, a"}
    with pytest.raises(CycleError):
        TopologicalSorter(needs(sources)).prepare()
