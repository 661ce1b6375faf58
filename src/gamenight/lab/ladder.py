"""Ladder: the measured Elo of a game's bots, from a file in the game's folder."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from gamenight.core.errors import GamenightError
from gamenight.core.game import Game
from gamenight.lab.tournament import Standings
from gamenight.match.files import write_whole

NAME = "ladder.json"


def ladder_path(game: Game) -> Path | None:
    """Where the ladder of a game is; None for a game that has no folder of its own."""
    return game.manual.with_name(NAME) if game.manual is not None else None


def ladder(game: Game) -> dict[str, int]:
    """The Elo of each bot that was measured; nothing where there is no ladder that can be read."""
    path = ladder_path(game)
    try:
        bots: Any = json.loads(path.read_text("utf-8"))["bots"] if path is not None else {}
        return {str(name): round(entry["elo"]) for name, entry in bots.items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, OverflowError):
        return {}


def write_ladder(game: Game, standings: Standings, date: str, command: str) -> Path:
    """Write the ladder of a finished tournament and tell where; raises a GamenightError."""
    path = ladder_path(game)
    if path is None:
        raise GamenightError(f"{game.title} has no folder for a ladder")
    if standings.options or not standings.complete:
        raise GamenightError("a ladder is that of a whole tournament, without any options")
    rated = standings.rated().by_name
    bots = {
        bot: {
            "elo": round(rated[bot].elo),
            "error": round(rated[bot].error),
            "games": standings.total(bot).games,
        }
        for bot in standings.ranking()
    }
    data = {"version": game.version, "date": date, "command": command, "bots": bots}
    write_whole(path, json.dumps(data, indent=1, ensure_ascii=False) + "\n")
    return path
