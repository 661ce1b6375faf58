"""Moves: how people count what happened."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any

from gamenight.core.game import Game
from gamenight.core.play import Ply, mover
from gamenight.core.rules import Over, Rules
from gamenight.match.table import Table


def moves_by_ply(table: Table) -> list[int]:
    """How many moves there were after no ply, after the first, and so on."""
    return counted(table.game, table.options, table.rules, table.plies)


def counted(
    game: Game, options: Mapping[str, Any], rules: Rules[Any, Any], plies: Sequence[Ply]
) -> list[int]:
    """The same of any plies. A move is what a player decided; dice and decks make none, except
    where a seat is theirs, and where a whole match left nobody anything to decide: then whatever
    dice somebody rolled was one."""
    if game.unasked(**options):
        are_moves = [True] * len(plies)
    else:
        are_moves = [ply.actor is not None for ply in plies]
        if plies and not any(are_moves) and isinstance(rules.node(plies[-1].after), Over):
            are_moves = [mover(rules, ply) is not None for ply in plies]
    return list(accumulate(are_moves, initial=0))


def ply_of(move: int, moves: Sequence[int]) -> int:
    """The ply that was this move; 0 is the start."""
    return bisect_left(moves, move)
