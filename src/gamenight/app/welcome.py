"""Welcome: how a game introduces itself, with the values in force."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gamenight.core.game import Game
from gamenight.core.options import chosen
from gamenight.core.record import Seat
from gamenight.match.seats import for_people


def welcome(game: Game, given: Mapping[str, Any]) -> list[str]:
    """The lines of its welcome, or else what it is about; raises a GamenightError."""
    if game.welcome is None:
        return [game.summary]
    return list(game.welcome(chosen(game.options, for_people(game, {**given}, [Seat("somebody")]))))
