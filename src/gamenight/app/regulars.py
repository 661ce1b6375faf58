"""Regulars: who sat at a game's table last time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gamenight.bots import find_bot
from gamenight.core.errors import GamenightError
from gamenight.core.game import Game
from gamenight.core.record import Seat
from gamenight.core.text import clean_name


def remembered_seats(game: Game, table: Mapping[str, Any]) -> list[Seat]:
    """Who sat at the table last time, as far as they still can."""
    found: list[Seat] = []
    items = table.get("seats")
    for item in items if isinstance(items, list) else []:
        try:
            name, bot = item
            if isinstance(name, str) and isinstance(bot, str) and clean_name(name) == name:
                if bot:
                    find_bot(game, bot)
                found.append(Seat(name, bot))
        except (GamenightError, TypeError, ValueError):
            continue
    return found
