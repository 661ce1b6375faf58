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
        guest: Game = _load(_plugins(GAMES)[id])
        return guest
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


def _once(load: Callable[[EntryPoint], Any]) -> Callable[[EntryPoint], Any]:
    """Load an entry point once, even if that goes wrong: it may have taken its time."""
    outcomes: dict[EntryPoint, Any] = {}

    def loaded(entry: EntryPoint) -> Any:
        if entry not in outcomes:
            try:
                outcomes[entry] = load(entry)
            except BrokenGame as error:
                outcomes[entry] = error
        found = outcomes[entry]
        if isinstance(found, BrokenGame):
            raise found.with_traceback(None)
        return found

    return loaded


@_once
def _load(entry: EntryPoint) -> Game:
    from gamenight.core.guard import Guard  # only guests need these
    from gamenight.core.guests import guarded

    found, guard = _loaded(entry), Guard(entry.value)
    if not isinstance(found, Game) or found.id != entry.name:
        given = guard("its description", lambda: quoted(getattr(found, "id", found)))
        raise guard.broken(f"does not hold the game {quoted(entry.name)}, but {given}")
    return guarded(found, entry.value)


def _drawn(entry: EntryPoint, rules: Any, state: Any) -> str:
    from gamenight.core.guard import Guard

    view, guard = _loaded(entry), Guard(entry.value)
    if not callable(view):
        raise guard.broken(f"for the view {entry.name} is not a function")
    return guard(f"the view {entry.name}", lambda: str(view(rules, state)))


@_once
def _loaded(entry: EntryPoint) -> Any:
    from gamenight.core.guard import Guard

    return Guard(entry.value)("its import", entry.load)
