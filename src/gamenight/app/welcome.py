"""Welcome: how a game introduces itself, with the values in force."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from gamenight.core.errors import BrokenGame, GamenightError
from gamenight.core.game import Game
from gamenight.core.options import chosen
from gamenight.core.record import Seat
from gamenight.match.seats import for_people


def welcome(game: Game, given: Mapping[str, Any]) -> list[str]:
    """The lines of its welcome, or else what it is about; raises a GamenightError."""
    if game.welcome is None:
        return [game.summary]
    return list(game.welcome(chosen(game.options, for_people(game, {**given}, [Seat("somebody")]))))


def introduction(game: Game, given: Mapping[str, Any], spell: Callable[[str], str]) -> list[str]:
    """The same, each word spelt so that it can be shown; where the values are refused, why."""
    try:
        told = welcome(game, given)
    except BrokenGame:
        raise
    except GamenightError as error:
        told = [str(error)]
    return [re.sub(r"\S+", lambda word: spell(word[0]), line) for line in told]
