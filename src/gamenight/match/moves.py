"""Moves: how people count what happened."""

from __future__ import annotations

from itertools import accumulate

from gamenight.match.table import Table


def moves_by_ply(table: Table) -> list[int]:
    """How many moves there were after no ply, after the first, and so on. A move is what a player
    decided; dice and decks make none, except where they alone play."""
    dice_play = len(table.game.unasked(**table.options)) == table.rules.players
    return list(accumulate((dice_play or p.actor is not None for p in table.plies), initial=0))
