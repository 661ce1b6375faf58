"""The rooms of the house: dependencies point one way, heavy things are imported late, files stay
small. One test per rule; it names everyone who breaks it."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import gamenight

ROOT = Path(gamenight.__file__).parent
TESTS = Path(__file__).parent
LONGEST_FILE = 400
LONGEST_KERNEL = 600  # compiled code is kept by file, and does not notice a change in another

# What each part may import of the package, besides itself; `__init__` is the bare package.
PARTS = {
    "core": set[str](),
    "games": {"core"},
    "bots": {"core"},
    "match": {"core", "bots"},
    "lab": {"core", "bots", "match"},
    "online": {"core", "bots", "match", "lab"},
    "draw": {"core"},
    "plain": {"core", "bots", "match", "lab", "draw", "__init__"},
    "app": {"core", "bots", "match", "lab", "draw", "__init__"},
    "cli": {"core", "bots", "match", "lab", "online", "draw", "plain", "app", "__init__"},
    "__main__": {"cli"},
    "__init__": {"core", "bots", "lab"},
}
FRONT_ENDS = ("draw", "plain", "app", "cli", "__main__")
# What only tables and `Matches` know; whoever shows a match gets it from them.
BEHIND_THE_TABLE = tuple(
    f"gamenight.{name}." for name in ("match.match", "match.store", "match.sqlite", "core.view")
)
HEAVY = (
    *("numba", "textual", "matplotlib", "numpy", "rich.console", "sqlite3", "pyspiel"),
    *("msgspec", "websockets", "starlette", "uvicorn", "segno", "psycopg"),
    *("dask", "distributed", "ray"),
)


@dataclass(frozen=True)
class Module:
    """A file of the package, read once for all rules."""

    path: Path

    def __str__(self) -> str:
        return str(self.path.relative_to(ROOT))

    @cached_property
    def name(self) -> str:
        words = self.path.relative_to(ROOT).with_suffix("").parts
        return ".".join(("gamenight", *words)).removesuffix(".__init__")

    @cached_property
    def part(self) -> str:
        return self.path.relative_to(ROOT).parts[0].removesuffix(".py")

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.path.read_text("utf-8"))

    def imported(self) -> Iterator[str]:
        """The full names that it imports, wherever in it."""
        words = self.name.split(".")
        package = words if self.path.name == "__init__.py" else words[:-1]
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                base = package[: len(package) + 1 - node.level] if node.level else []
                start = ".".join([*base, *([node.module] if node.module else [])])
                yield from (f"{start}.{alias.name}" for alias in node.names)

    def own_parts(self) -> set[str]:
        """Which parts of gamenight it imports, besides its own."""
        names = [name.split(".") for name in self.imported()]
        return {
            words[1] if words[1:] and words[1] in PARTS else "__init__"
            for words in names
            if words[0] == "gamenight"
        } - {self.part}


MODULES = [Module(path) for path in sorted(ROOT.rglob("*.py"))]


def of(*parts: str) -> list[Module]:
    return [module for module in MODULES if module.part in parts]


def nobody(offenders: Iterable[object]) -> None:
    """Fails with every offender by name."""
    found = [str(offender) for offender in offenders]
    assert not found, "\n".join(["", *found])


def test_dependencies_point_one_way() -> None:
    assert {module.part for module in MODULES} == set(PARTS), "say in PARTS what a part may import"
    nobody(
        f"{module}: {', '.join(wrong)}"
        for module in MODULES
        if (wrong := module.own_parts() - PARTS[module.part])
    )


def test_the_core_imports_the_standard_library_only() -> None:
    allowed = {*sys.stdlib_module_names, "gamenight"}
    nobody(
        f"{module}: {found}"
        for module in of("core")
        for found in module.imported()
        if found.partition(".")[0] not in allowed
    )


def test_a_game_imports_no_other_game() -> None:
    nobody(
        f"{module}: {found}"
        for module in of("games")
        for found in module.imported()
        if found.startswith("gamenight.games.")
        if found.split(".")[2] != module.name.split(".")[2]
    )


def test_nothing_outside_of_the_games_names_a_game() -> None:
    games = [folder.name for folder in (ROOT / "games").iterdir() if (folder / "rules.py").exists()]
    named = re.compile(rf"\b({'|'.join(games)})\b", re.IGNORECASE)
    nobody(
        f"{module}:{number}: {found[0]}"
        for module in MODULES
        if module.part != "games"
        for number, text in enumerate(module.path.read_text(encoding="utf-8").splitlines(), 1)
        if (found := named.search(text))
    )


def test_a_front_end_knows_a_match_by_its_table() -> None:
    nobody(
        f"{module}: {found}"
        for module in of(*FRONT_ENDS)
        for found in module.imported()
        if f"{found}.".startswith(BEHIND_THE_TABLE)
    )


def test_there_is_one_loop_of_turns() -> None:
    loops = {
        module.name
        for module in MODULES
        for loop in ast.walk(module.tree)
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


def test_files_stay_small() -> None:
    nobody(
        f"{path}: {length}"
        for path in [*ROOT.rglob("*.py"), *TESTS.rglob("*.py")]
        if (length := len(path.read_text("utf-8").splitlines()))
        > (LONGEST_KERNEL if path.name == "kernel.py" else LONGEST_FILE)
    )


def test_heavy_modules_and_games_are_imported_late() -> None:
    """A game is played without its lab, and a lab is read without what computes."""
    bare, listed, played, read = _loaded(
        "import gamenight",
        "gamenight.games()",
        "all = [gamenight.game(id) for id in gamenight.games()]",
        "assert len([game.lab().reference for game in all]) == len(gamenight.games()) > 0",
    )
    assert "gamenight" in bare
    assert not [name for name in listed if name.startswith("gamenight.games.")]
    assert "gamenight.games" in {name.rpartition(".")[0] for name in played}
    assert not [n for n in played if n.startswith("gamenight.games.") and ".lab" in n]
    assert not read & set(HEAVY)


def _loaded(*lines: str) -> Sequence[set[str]]:
    """The modules that are loaded after each of these lines, in a process of its own."""
    code = "\n".join(f"{line}\nimport sys; print(*sys.modules)" for line in lines)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return [set(line.split()) for line in done.stdout.splitlines()]


def test_everything_public_is_there_when_it_is_asked_for() -> None:
    nobody(name for name in gamenight.__all__ if not hasattr(gamenight, name))
    assert set(gamenight.HOMES) <= set(gamenight.__all__)
