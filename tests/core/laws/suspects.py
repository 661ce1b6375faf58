"""Makes games that break a law out of the sound toy games, and gets the verdict on them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from gamenight.core.errors import LawBroken
from gamenight.core.game import Game
from gamenight.core.laws import check
from gamenight.core.rules import Over
from tests.toys.heist import HEIST
from tests.toys.nim import NIM

NUMBERS = count(1)


def rules_class(base: type, **members: Any) -> type:
    """A subclass with these members that can be pickled here, but not in another process."""
    name = f"{base.__name__}{next(NUMBERS)}"
    made = type(name, (base,), {**members, "__module__": __name__, "__qualname__": name})
    setattr(sys.modules[__name__], name, made)
    return made


def nim(**members: Any) -> Game:
    """Nim, with these members of its rules changed."""
    made = rules_class(type(NIM.rules()), **members)
    return replace(NIM, make=lambda options, players: made(players))


def heist(**members: Any) -> Game:
    """Heist, with these members of its rules changed."""
    made = rules_class(type(HEIST.rules()), **members)
    return replace(HEIST, make=lambda options, players: made(players, options))


def nim_node(change: Callable[[Any, Any], Any]) -> Game:
    """Nim, whose decisions are changed: a function of the state and the sound node."""
    return _node(change, over=False)


def nim_end(change: Callable[[Any, Any], Any]) -> Game:
    """Nim, whose end is changed: a function of the state and the sound node."""
    return _node(change, over=True)


def _node(change: Callable[[Any, Any], Any], over: bool) -> Game:
    sound = type(NIM.rules())

    def node(self: Any, state: Any) -> Any:
        found = sound.node(self, state)
        return change(state, found) if isinstance(found, Over) == over else found

    return nim(node=node)


def verdict(game: Game, **given: Any) -> LawBroken:
    """How the game was found broken; it must be, in a single line."""
    with pytest.raises(LawBroken) as found:
        check(game, **{"games": 6, "max_plies": 2_000, **given})
    sentence = str(found.value)
    assert sentence.startswith(f"{found.value.law}: ")
    assert len(sentence.splitlines()) == 1
    assert len(sentence) < 600
    return found.value
