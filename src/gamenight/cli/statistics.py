"""`gamenight stats`: what everybody has reached, game by game."""

from __future__ import annotations

import argparse
from itertools import groupby

from gamenight.cli.session import open_console, readable_matches
from gamenight.core import registry
from gamenight.core.errors import GamenightError
from gamenight.core.text import quoted
from gamenight.match.columns import NONE_YET, title_of
from gamenight.match.statistics import export_csv
from gamenight.plain.statistics import table


def run_stats(arguments: argparse.Namespace) -> int:
    """`gamenight stats [GAME] [--player NAME] [--csv FILE]`."""
    game, player = arguments.game, arguments.player
    if game is not None:
        registry.game(game)
    console = open_console(arguments)
    rows = [
        row
        for row in readable_matches(arguments).statistics()
        if game in (None, row.game)
        and (player is None or row.player.casefold() == player.casefold())
    ]
    if not rows and (game is not None or player is not None):
        of = f" of {quoted(player)}" if player is not None else ""
        played = f" of {registry.game(game).title}" if game is not None else ""
        raise GamenightError(f"no match{played}{of} is over yet", player or game)
    if arguments.csv is not None:
        export_csv(rows, arguments.csv)
        console.say(f"{len(rows)} rows written to {arguments.csv}")
        return 0
    if not rows:
        console.say(NONE_YET)
    room = console.style.width if console.interactive else None  # a pipe has room for all
    for id, own in groupby(rows, key=lambda row: row.game):
        console.say("", title_of(id), *table(list(own), room))
    return 0
