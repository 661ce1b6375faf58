"""Build the API reference from the docstrings: `python tools/reference.py [FOLDER]`.

It covers what programs import. The front ends are left out, since nobody imports them, and so are
the labs of the games, which numba would compile. A warning from pdoc is an error here.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterable
from importlib import import_module
from inspect import getmembers, isclass
from pathlib import Path
from typing import get_type_hints

from pdoc import pdoc, render
from pdoc.extract import walk_specs

FOLDER = Path("build/docs")
MODULES = (
    "gamenight",  # and its games, because `games` is one of its names
    *(f"gamenight.{name}" for name in ("core", "bots", "match", "lab")),
    r"!gamenight[.]games[.]\w+[.]lab",
)


def build(folder: Path) -> None:
    """Write the pages; raises at the first warning."""
    render.configure(show_source=False, footer_text="gamenight")
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        resolve_named_tuples(walk_specs(MODULES))
        pdoc(*MODULES, output_directory=folder)


def resolve_named_tuples(modules: Iterable[str]) -> None:
    """The constructor that `NamedTuple` makes does not know the module that its annotations were
    written in: they are looked up here."""
    for name in modules:
        for _, found in getmembers(import_module(name), isclass):
            if issubclass(found, tuple) and hasattr(found, "_fields"):
                found.__new__.__annotations__ = get_type_hints(found)


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    build(target)
    print(f"The reference is in {target / 'index.html'}.")
