"""The ladder of a game's bots, written from a tournament between them."""

from __future__ import annotations

import json
from pathlib import Path

from gamenight.bots.ladder import ladder_path
from gamenight.core.errors import GamenightError
from gamenight.core.game import Game, for_playing
from gamenight.lab.tournament import Standings
from gamenight.match.files import write_whole


def write_ladder(game: Game, standings: Standings, date: str, command: str) -> Path:
    """Write the ladder of a finished tournament and say where; raises a GamenightError. A bot that
    played with a limit stands there by its name, with the limit."""
    path = ladder_path(game)
    if path is None:
        raise GamenightError(f"{game.title} has no folder for a ladder")
    if standings.options != for_playing(game) or not standings.complete:
        raise GamenightError("a ladder needs a complete tournament without any options")
    rated = standings.rated().by_name
    bots = {}
    for spec in standings.ranking():
        name, _, limit = spec.partition(":")
        elo, error = rated[spec].told
        bots[name] = {
            "elo": elo,
            "error": error,
            **_measured(standings, spec),
            **({"limit": limit} if limit else {}),
        }
    data = {"version": game.version, "date": date, "command": command, "bots": bots}
    write_whole(path, json.dumps(data, indent=1, ensure_ascii=False) + "\n")
    return path


def _measured(standings: Standings, spec: str) -> dict[str, float]:
    """How much that rests on: games, or a share that was worked out."""
    if not standings.alone:
        return {"games": standings.total(spec).games}
    share, games = standings.won(spec)
    return {"share": share, **({} if spec in standings.worked_out else {"games": games})}
