"""Ladder: the measured Elo of a game's bots, from a file in the game's folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from gamenight.core.game import Game
from gamenight.core.limits import TooLarge, read_file, read_json

NAME = "ladder.json"
LARGEST = 64 * 1024


def ladder_path(game: Game) -> Path | None:
    """Where the ladder of a game is; None for a game that has no folder of its own."""
    return game.manual.with_name(NAME) if game.manual is not None else None


def ladder(game: Game) -> dict[str, float]:
    """The Elo of each bot that was measured; empty without a readable ladder."""
    path = ladder_path(game)
    try:
        bots: Any = read_json(read_file(path, LARGEST))["bots"] if path is not None else {}
        return {str(name): _elo(entry["elo"]) for name, entry in bots.items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, OverflowError, TooLarge):
        return {}


def _elo(given: Any) -> float:
    """As it is written there: whole, or to a tenth."""
    whole, exact = round(given), float(given)
    return whole if isinstance(given, int) else round(exact, 1)
