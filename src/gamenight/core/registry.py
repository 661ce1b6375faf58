"""Finds the games: the folders of `games/`, and other packages' entry points `gamenight.games`."""

from __future__ import annotations

import os
import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import TYPE_CHECKING

from gamenight.core.errors import BrokenGame, UnknownGame
from gamenight.core.game import Game
from gamenight.core.text import listed, quoted

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "gamenight.games"

# Imported here, before `gamenight/__init__.py` binds its function `games` over the folder's name.
_FOLDER = import_module("gamenight.games")


def games() -> tuple[str, ...]:
    """The ids of all games, sorted; none of them is imported for it."""
    return tuple(sorted({*_folders(), *_plugins()}))


def game(id: str) -> Game:
    """The game of this id; raises UnknownGame, or BrokenGame for a plug-in that cannot be used."""
    if id in _folders():
        found: Game = import_module(f"{_FOLDER.__name__}.{id}").GAME
        return found
    if id in _plugins():
        return _load(_plugins()[id])
    raise UnknownGame(f"unknown game {quoted(id)} (possible: {listed(games())})", id, games())


@cache
def _folders() -> frozenset[str]:
    return frozenset(m.name for m in iter_modules(_FOLDER.__path__) if m.ispkg)


@cache
def _plugins() -> dict[str, EntryPoint]:
    if not any(_mentions_group(folder) for folder in sys.path):
        return {}
    from importlib.metadata import entry_points

    return {entry.name: entry for entry in entry_points(group=GROUP)}


def _mentions_group(folder: str) -> bool:
    """Whether a package in this folder may bring a game. Reading the metadata of all packages
    takes longer than all the rest of `gamenight --help`, so it is done for one that does."""
    entries = Path(folder or os.curdir).glob("*-info/entry_points.txt")
    return any(GROUP.encode() in path.read_bytes() for path in entries)


@cache
def _load(entry: EntryPoint) -> Game:
    try:
        found = entry.load()
    except Exception as error:
        raise BrokenGame(
            f"the plug-in {quoted(entry.value)} for the game {entry.name} cannot be loaded: "
            f"{type(error).__name__}: {error}",
            entry.value,
        ) from error
    if not isinstance(found, Game) or found.id != entry.name:
        raise BrokenGame(
            f"the plug-in {quoted(entry.value)} does not hold the game {quoted(entry.name)}, "
            f"but {quoted(getattr(found, 'id', found))}",
            entry.value,
        )
    return found
