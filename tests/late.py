"""Imports for a test that happen when it runs, not when it is collected: kernels are compiled by
importing them.

    with late():
        from gamenight.games.oware.lab import kernel
"""

from __future__ import annotations

import builtins
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import pytest


class Late:
    """A module, or what is to be called out of one, that is looked up at every use."""

    def __init__(self, home: str, name: str):
        self.__dict__.update(home=home, name=name)

    def found(self) -> Any:
        home = sys.modules.get(self.home) or import_module(self.home)
        if hasattr(home, self.name):
            return getattr(home, self.name)
        return import_module(f"{self.home}.{self.name}")

    def __getattr__(self, name: str) -> Any:
        if name.startswith(("_", "pytest")):  # what pytest looks for when it collects
            raise AttributeError(name)
        return getattr(self.found(), name)

    def __setattr__(self, name: str, value: object) -> None:
        setattr(self.found(), name, value)

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        return self.found()(*arguments, **named)


class _Home:
    """Stands for a module in `from ... import ...`."""

    def __init__(self, name: str):
        self.name = name

    def __getattr__(self, name: str) -> Late:
        return Late(self.name, name)


@contextmanager
def late() -> Iterator[None]:
    """Within it nothing is imported, only noted."""

    def note(
        name: str,
        scope: object = None,
        local: object = None,
        wanted: Sequence[str] = (),
        up: int = 0,
    ) -> Any:
        assert wanted, f"write: from ... import {name}"
        return _Home(name)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(builtins, "__import__", note)
        yield
