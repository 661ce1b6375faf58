"""The welcome before the names are asked for, with the options in force."""

from __future__ import annotations

from gamenight.games.circuit.options import Options
from gamenight.games.circuit.tiles import TILES
from gamenight.games.circuit.words import counted

CARDS = (
    "You begin with two cards, which only you see. Before you roll you may play as many as you "
    "like, and some of them even when it is not your turn."
)


def welcome(options: Options) -> list[str]:
    tiles, turns = counted(options.length, "tile"), counted(options.turn_limit, "turn")
    shape, aim, effects = "ring", f"finish {counted(options.laps, 'lap')}", _effects(options)
    if options.edition == 1:
        shape, aim = "line", "reach the last tile"
    return [
        f"Welcome to Circuit! You race along a {shape} of {tiles}.",
        "",
        f"On your turn you roll {options.dice} and move on by the total. The first to {aim} wins; "
        f"after {turns} in total, it is whoever is furthest ahead.",
        *(["", "The tile where a roll ends may act:", *effects] if effects else []),
        *(["", CARDS] if options.edition == 3 else []),
    ]


def _effects(options: Options) -> list[str]:
    """What the tiles do that the board has, or may have; in edition 1 none does anything."""
    on_board = {tile.kind for tile in options.given or [tile for tile, _ in options.shares]}
    return [
        f"  {kind.title}: {kind.does.format(number='by its number')}"
        for name, kind in TILES.items()
        if name in on_board and kind.effect is not None
    ]
