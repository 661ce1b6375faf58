"""A fault ends the app and is kept for one line; nothing else of Textual is private here."""

from __future__ import annotations

import ast
import asyncio
import importlib
import inspect
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from textual import events
from textual.binding import Binding

import gamenight.app
from gamenight.app.app import Gamenight
from gamenight.app.faults import GuardedApp
from gamenight.app.screens.page import Page
from tests.app.screens import new_app
from tests.app.tables import until

APP = Path(gamenight.app.__file__).parent


class Faulty(Page):
    """Breaks in a handler, or in a worker."""

    BINDINGS = [Binding("b", "break"), Binding("w", "work")]  # noqa: RUF012

    def action_break(self) -> None:
        raise ZeroDivisionError

    def action_work(self) -> None:
        self.run_worker(self._work())

    async def _work(self) -> None:
        raise ZeroDivisionError


@pytest.mark.parametrize("key", ["b", "w"])
def test_a_fault_ends_the_app_and_is_kept(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Were Textual not to call the hook any more, `run_test` would raise the fault."""
    monkeypatch.delenv("GAMENIGHT_DEBUG", raising=False)

    async def steps() -> Gamenight:
        app = new_app(lambda _: Faulty())
        async with app.run_test() as pilot:
            await pilot.pause()
            monkeypatch.setattr(GuardedApp, "is_headless", False)
            app.post_message(events.Key(key, key))
            await until(pilot, lambda: app.fault)
        return app

    app = asyncio.run(steps())
    assert isinstance(app.fault, ZeroDivisionError)
    assert app.return_code == 1


def test_in_tests_a_fault_is_raised() -> None:
    async def steps() -> None:
        async with new_app(lambda _: Faulty()).run_test() as pilot:
            await pilot.press("b")

    with pytest.raises(ZeroDivisionError):
        asyncio.run(steps())


def own_classes() -> Iterator[tuple[type, ast.ClassDef]]:
    """The classes of the app that build on Textual's."""
    for path in sorted(APP.rglob("*.py")):
        words = ("gamenight", "app", *path.relative_to(APP).with_suffix("").parts)
        module = importlib.import_module(".".join(words).removesuffix(".__init__"))
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and textual_bases(getattr(module, node.name)):
                yield getattr(module, node.name), node


def textual_bases(found: type) -> list[type]:
    return [base for base in found.__mro__ if base.__module__.startswith("textual.")]


def private_names(node: ast.AST) -> set[str]:
    """The names with one underscore that a class defines, or asks any object for."""
    found = set()
    for one in ast.walk(node):
        if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef):
            found.add(one.name)
        elif isinstance(one, ast.Attribute) and ast.unparse(one.value) != "os":
            found.add(one.attr)
    return {name for name in found if name.startswith("_") and not name.startswith("__")}


@cache
def theirs_in(module: object) -> frozenset[str]:
    """The private names of one of Textual's modules."""
    return frozenset(private_names(ast.parse(inspect.getsource(module))))  # type: ignore[arg-type]


def test_no_private_name_is_one_of_textual() -> None:
    """Neither used nor hidden by accident, except for the hook of `faults`, that of pages, which
    test_opening.py notices if Textual no longer has it, and notices, of which Textual takes back
    all or none."""
    common: set[tuple[str, str]] = set()
    for own, node in own_classes():
        for base in textual_bases(own):
            theirs = theirs_in(inspect.getmodule(base) or base)
            common |= {(own.__name__, name) for name in private_names(node) & theirs}
    painted_once = {("Page", "_compositor_refresh"), ("Page", "_repaint_required")}
    taken_back = {("RemarkingApp", "_notifications"), ("RemarkingApp", "_unnotify")}
    assert common == {("GuardedApp", "_handle_exception"), *painted_once, *taken_back}
