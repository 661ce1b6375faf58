"""How another process gets the modules of a game: by name, or from the file they are in."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Iterable
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from types import ModuleType
from typing import Any, NamedTuple

from gamenight.core.laws.verdict import THROWN

# Set in the other processes: a module that checks its game on import must not start more of them.
IN_CHILD = "GAMENIGHT_LAWS_CHILD"
# The name of a script there, as in multiprocessing, so that its guarded part does not run.
MAIN_ELSEWHERE = "__mp_main__"


class Reached(BaseException):
    """A script that is run again has reached the call of `check` that asked for it."""


class Calls:
    """How often `check` was called; a script that is run again stops at the call `wanted`."""

    made, wanted = 0, 0

    def begin(self) -> bool:
        """Whether this call is to check anything: in another process none does.

        A script runs there only as far as it got here: what it does afterwards may take long,
        ask somebody a question, or define the same names again.
        """
        self.made += 1
        if IN_CHILD not in os.environ:
            return True
        if self.made == self.wanted:
            raise Reached
        return False


CALLS = Calls()


class Source(NamedTuple):
    """Where a module comes from; `package` is where its relative imports start."""

    name: str
    file: str
    package: str


def sources(names: Iterable[str]) -> list[Source]:
    """The sources of these modules and of their packages: a script first, then outer
    packages before inner ones."""
    found: dict[str, Source] = {}
    for name in sorted(names, key=lambda name: (name != "__main__", name)):
        parts = name.split(".")
        for whole in (".".join(parts[:end]) for end in range(1, len(parts) + 1)):
            module: Any = sys.modules.get(whole)
            file = getattr(module, "__file__", None)
            if isinstance(file, str):
                found[whole] = Source(whole, os.path.abspath(file), module.__package__ or "")
    return list(found.values())


def fetch(source: Source, call: int) -> None:
    """Load a module here if possible; `call` is the call of `check` that asks for it."""
    try:
        if _is_from(importlib.import_module(source.name), source.file):
            return
    except THROWN:
        pass
    if os.path.isfile(source.file):
        _load(source, call)


def _is_from(module: ModuleType, file: str) -> bool:
    here = getattr(module, "__file__", None)
    return isinstance(here, str) and os.path.realpath(here) == os.path.realpath(file)


def _load(source: Source, call: int) -> None:
    """Run the file; a module that fails halfway is dropped."""
    called = MAIN_ELSEWHERE if source.name == "__main__" else source.name
    loader = SourceFileLoader(called, source.file)
    spec = spec_from_loader(called, loader)
    assert spec is not None
    module, before = module_from_spec(spec), sys.modules.get(source.name)
    module.__package__ = source.package
    if called == MAIN_ELSEWHERE:
        module.__spec__ = None  # as a script has none
    sys.modules[called] = sys.modules[source.name] = module
    CALLS.made, CALLS.wanted = 0, call
    try:
        loader.exec_module(module)
    except Reached:
        pass
    except THROWN:
        sys.modules.pop(called)
        if before is not None:
            sys.modules[source.name] = before
