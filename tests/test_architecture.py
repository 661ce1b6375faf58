"""Dependencies point one way, heavy things are imported late, files stay small."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import gamenight

ROOT = Path(gamenight.__file__).parent
TESTS = Path(__file__).parent
FILES = sorted(ROOT.rglob("*.py"))
LONGEST_FILE = 400

# What each part may import of the package, besides itself; `__init__` is the bare package.
PARTS = {
    "core": set[str](),
    "games": {"core"},
    "bots": {"core"},
    "match": {"core", "bots"},
    "lab": {"core", "bots", "match"},
    "draw": {"core"},
    "plain": {"core", "bots", "match", "lab", "draw", "__init__"},
    "app": {"core", "bots", "match", "lab", "draw", "__init__"},
    "cli": {"core", "bots", "match", "lab", "draw", "plain", "app", "__init__"},
    "__main__": {"cli"},
    "__init__": {"core", "bots", "lab"},
}
FRONT_ENDS = ("draw", "plain", "app", "cli", "__main__")
# What only tables and `Matches` know; whoever shows a match gets it from them.
BEHIND_THE_TABLE = tuple(
    f"gamenight.{name}." for name in ("match.match", "match.store", "match.sqlite", "core.view")
)
HEAVY = ("numba", "textual", "matplotlib", "numpy", "rich.console", "sqlite3", "pyspiel")


def part_of(path: Path) -> str:
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def module_of(path: Path) -> str:
    return ".".join(("gamenight", *path.relative_to(ROOT).with_suffix("").parts))


def imported(path: Path) -> Iterator[str]:
    """The full names that a file imports, wherever in it."""
    package = module_of(path).split(".")[:-1]
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) + 1 - node.level] if node.level else []
            start = ".".join([*base, *([node.module] if node.module else [])])
            yield from (f"{start}.{alias.name}" for alias in node.names)


def own_parts(path: Path) -> set[str]:
    """Which parts of gamenight a file imports."""
    names = [name.split(".") for name in imported(path)]
    known = {part_of(file) for file in FILES} | set(PARTS)
    return {
        words[1] if len(words) > 1 and words[1] in known else "__init__"
        for words in names
        if words[0] == "gamenight"
    }


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", FILES, ids=name)
def test_dependencies_point_one_way(path: Path) -> None:
    part = part_of(path)
    assert part in PARTS, f"say in PARTS what {part} may import"
    assert own_parts(path) - {part} <= PARTS[part]


@pytest.mark.parametrize("path", [p for p in FILES if part_of(p) == "core"], ids=name)
def test_the_core_imports_the_standard_library_only(path: Path) -> None:
    tops = {found.partition(".")[0] for found in imported(path)} - {"gamenight"}
    assert tops <= sys.stdlib_module_names


@pytest.mark.parametrize("path", [p for p in FILES if part_of(p) == "games"], ids=name)
def test_a_game_imports_no_other_game(path: Path) -> None:
    own = path.relative_to(ROOT / "games").parts[0]
    found = {words[2] for n in imported(path) if (words := n.split("."))[1:2] == ["games"]}
    assert found <= {own}


@pytest.mark.parametrize("path", [p for p in FILES if part_of(p) != "games"], ids=name)
def test_nothing_outside_of_the_games_names_a_game(path: Path) -> None:
    texts = {
        node.value
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert not texts & {folder.name for folder in (ROOT / "games").iterdir() if folder.is_dir()}


@pytest.mark.parametrize("path", [p for p in FILES if part_of(p) in FRONT_ENDS], ids=name)
def test_a_front_end_knows_a_match_by_its_table(path: Path) -> None:
    found = [one for one in imported(path) if f"{one}.".startswith(BEHIND_THE_TABLE)]
    assert not found


def test_there_is_one_loop_of_turns() -> None:
    loops = {
        module_of(path)
        for path in FILES
        for loop in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(loop, ast.While | ast.For | ast.AsyncFor)
        if any(_asks_for_the_turn(node) for node in ast.walk(loop))
    }
    assert loops == {"gamenight.match.course"}


def _asks_for_the_turn(node: ast.AST) -> bool:
    """Whether this is a call of `.turn()`."""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "turn"
        and not node.args
    )


@pytest.mark.parametrize("path", [*FILES, *sorted(TESTS.rglob("*.py"))], ids=lambda p: p.name)
def test_files_stay_small(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= LONGEST_FILE


@pytest.mark.parametrize("code", ["import gamenight", "import gamenight; gamenight.games()"])
def test_heavy_modules_are_imported_late(code: str) -> None:
    found = subprocess.run(
        [sys.executable, "-c", f"{code}; import sys; print(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = set(found.stdout.split())
    assert "gamenight" in loaded
    assert not loaded & set(HEAVY)


def test_no_game_is_imported_before_it_is_asked_for() -> None:
    code = "import gamenight, sys; gamenight.games(); print(*sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not [name for name in found.stdout.split() if name.startswith("gamenight.games.")]


def test_a_game_is_played_without_its_lab_and_a_lab_is_read_without_numba() -> None:
    code = """
import gamenight, sys
all = [gamenight.game(id) for id in gamenight.games()]
print(*(name for name in sys.modules if name.startswith("gamenight.games.") and ".lab" in name))
print(*(game.lab().reference for game in all))
print(*sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    played, computed, loaded = done.stdout.split("\n", 2)
    assert played == ""
    assert len(computed.split()) == len(gamenight.games())
    assert not set(loaded.split()) & set(HEAVY)


def test_everything_public_is_there_when_it_is_asked_for() -> None:
    missing = [name for name in gamenight.__all__ if not hasattr(gamenight, name)]
    assert not missing
    assert set(gamenight.HOMES) <= set(gamenight.__all__)
