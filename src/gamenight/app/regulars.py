"""Regulars: who sat at a game's table last time, and whose names are known here."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from gamenight.app.settings import Settings
from gamenight.bots import find_bot
from gamenight.core.errors import GamenightError
from gamenight.core.game import Game
from gamenight.core.record import Seat
from gamenight.core.text import clean_name
from gamenight.match.changes import who_goes_on
from gamenight.match.matches import Matches
from gamenight.match.table import Table


def known_people(settings: Settings, matches: Matches) -> list[str]:
    """Who has played here, latest first; then those who did so in plain mode only."""
    others: list[str] = []
    with suppress(GamenightError):  # the store says elsewhere what is wrong with it
        others = matches.people(besides=settings.names)
    return [*settings.names, *others]


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


def forget_leavers(settings: Settings, table: Table) -> bool:
    """Whoever has left the table sits down at the next one only if asked; whether anybody has. Where
    the table that was set up last is another one, nothing changes."""
    remembered = settings.tables.get(table.game.id, {})
    seats, stay = remembered.get("seats"), {seat.name for seat in who_goes_on(table)}
    gone = {*table.names} - stay
    sat = {seat.name for seat in table.seated(0) if seat.name}
    if table.remote or not gone or not isinstance(seats, list):
        return False
    if {seat.name for seat in remembered_seats(table.game, remembered)} != sat:
        return False
    kept = [item for item in seats if not (isinstance(item, list) and gone.intersection(item[:1]))]
    if len(kept) == len(seats):
        return False
    others = {name: value for name, value in remembered.items() if name != "first"}
    settings.tables[table.game.id] = {**others, "seats": kept}
    return True
