"""Games: `gamenight games` and `gamenight rules`."""

from __future__ import annotations

import argparse

from gamenight.cli.arguments import Command, add_game_argument, asked_game
from gamenight.cli.streams import complain
from gamenight.core import registry
from gamenight.core.errors import GamenightError
from gamenight.core.game import company


def run_games(arguments: argparse.Namespace) -> int:
    for id in registry.games():
        try:
            game = registry.game(id)
        except GamenightError as error:
            complain(error)
        else:
            print(f"{id:<10} {game.title}, {company(game, ' can play')}. {game.summary}")
    return 0


def run_rules(arguments: argparse.Namespace) -> int:
    from gamenight.cli.session import open_console
    from gamenight.draw.manual import manual

    console = open_console(arguments)
    console.say(*manual(asked_game(arguments), console.style))
    return 0


COMMANDS = {"games": Command(run_games), "rules": Command(run_rules, add_game_argument)}
