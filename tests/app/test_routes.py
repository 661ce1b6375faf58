"""Every route leads to its screen, and no screen knows another."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path

import pytest

from gamenight.app import routes
from gamenight.app.screens.page import Page

APP = Path(routes.__file__).parent
PAGES = {home.partition(".")[0] for home in routes.SCREENS.values()}


def parameters(call: object) -> list[tuple[str, object]]:
    assert callable(call)
    found = inspect.signature(call).parameters.values()
    return [(one.name, one.default) for one in found]


@pytest.mark.parametrize("name", routes.SCREENS)
def test_a_route_asks_for_what_its_screen_needs(name: str) -> None:
    screen, route = routes.screen_class(name), getattr(routes, name)
    assert issubclass(screen, Page)
    asked, needed = parameters(route), parameters(screen)
    assert needed[: len(asked)] == asked
    assert all(default is not inspect.Parameter.empty for _, default in needed[len(asked) :])


def test_every_screen_has_a_route() -> None:
    beside = {"__init__", "page", "booklet", "dialogs", "agreement"}  # the last two are dialogs
    assert {path.stem for path in APP.glob("screens/*.py")} - beside == PAGES


@pytest.mark.parametrize("path", sorted(APP.rglob("*.py")), ids=lambda path: path.stem)
def test_nobody_imports_a_screen(path: Path) -> None:
    screens = {f"gamenight.app.screens.{page}" for page in PAGES}
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            names = {f"{node.module}.{alias.name}" for alias in node.names}
            assert not (names | {node.module}) & screens
        elif isinstance(node, ast.Import):
            assert not {alias.name for alias in node.names} & screens
