"""Finds the games: the folders of `games/`, and other packages' entry points `gamenight.games`.

A package can also bring a view of a game, as the entry point `GAME.NAME` of `gamenight.views`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any

from gamenight.core.errors import BrokenGame, UnknownGame
from gamenight.core.game import Game
from gamenight.core.text import offered, quoted

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GAMES, VIEWS = "gamenight.games", "gamenight.views"

# Imported here, before `gamenight/__init__.py` binds its function `games` over the folder's name.
_FOLDER = import_module("gamenight.games")


def games() -> tuple[str, ...]:
    """The ids of all games, sorted; this imports none of them."""
    return tuple(sorted({*_folders(), *_plugins(GAMES)}))


def game(id: str) -> Game:
    """The game with this id; raises UnknownGame, or BrokenGame for an unusable plug-in."""
    if id in _folders():
        found: Game = import_module(f"{_FOLDER.__name__}.{id}").GAME
        return found
    if id in _plugins(GAMES):
        return _load(_plugins(GAMES)[id])
    raise UnknownGame(f"unknown game {quoted(id)}{offered(id, games())}", id, games())


def views(id: str) -> dict[str, Callable[[Any, Any], str]]:
    """The ways to draw a game's states as text, by name: its own, and those that packages add,
    which are loaded when they draw."""
    added = {}
    for name, entry in _plugins(VIEWS).items():
        owner, _, view = name.partition(".")
        if owner == id:
            added[view] = partial(_drawn, entry)
    return {**added, **game(id).views}


@cache
def _folders() -> frozenset[str]:
    return frozenset(m.name for m in iter_modules(_FOLDER.__path__) if m.ispkg)


@cache
def _plugins(group: str) -> dict[str, EntryPoint]:
    if group not in _mentioned_groups():
        return {}
    from importlib.metadata import entry_points

    return {entry.name: entry for entry in entry_points(group=group)}


@cache
def _mentioned_groups() -> frozenset[str]:
    """The groups that some package may add to. Reading the metadata of all packages takes longer
    than all the rest of `gamenight --help`, so it is only done where a package does."""
    folders = [Path(folder or os.curdir) for folder in sys.path]
    files = [path for folder in folders for path in folder.glob("*-info/entry_points.txt")]
    texts = [path.read_bytes() for path in files]
    return frozenset(g for g in (GAMES, VIEWS) if any(g.encode() in text for text in texts))


@cache
def _load(entry: EntryPoint) -> Game:
    found = _loaded(entry)
    if not isinstance(found, Game) or found.id != entry.name:
        raise BrokenGame(
            f"the plug-in {quoted(entry.value)} does not hold the game {quoted(entry.name)}, "
            f"but {quoted(getattr(found, 'id', found))}",
            entry.value,
        )
    return found


def _drawn(entry: EntryPoint, rules: Any, state: Any) -> str:
    view = _loaded(entry)
    if not callable(view):
        raise BrokenGame(
            f"the plug-in {quoted(entry.value)} for the view {entry.name} is not a function",
            entry.value,
        )
    return str(view(rules, state))


@cache
def _loaded(entry: EntryPoint) -> Any:
    try:
        return entry.load()
    except Exception as error:
        raise BrokenGame(
            f"the plug-in {quoted(entry.value)} for {entry.group}, {entry.name}, cannot be "
            f"loaded: {type(error).__name__}: {error}",
            entry.value,
        ) from error
