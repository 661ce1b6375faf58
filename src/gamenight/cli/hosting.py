"""Hosting: `gamenight host`, a table on this machine for people at other screens."""

from __future__ import annotations

import argparse
from contextlib import suppress
from typing import Any

from gamenight.cli.arguments import Command, add_option_arguments, chosen_options
from gamenight.cli.extras import online
from gamenight.cli.joining import enter
from gamenight.cli.network import EVERY_NETWORK
from gamenight.cli.session import STORE_FILE, data_folder
from gamenight.core import registry
from gamenight.core.errors import GamenightError
from gamenight.core.game import Game
from gamenight.core.text import whole_number


def add_host_arguments(parser: argparse.ArgumentParser, game: Game) -> None:
    parser.description = f"Host a table of {game.title}, for people at other screens."
    parser.add_argument("--lan", action="store_true", help="let your local network in")
    parser.add_argument("--port", metavar="N", help="the port to listen on (0: any that is free)")
    parser.add_argument("--name", metavar="NAME", default="", help="what the others call you")
    parser.add_argument("--places", metavar="N", help="how many can sit down")
    parser.add_argument(
        "--machine", metavar="BOT", action="append", default=[], help="a machine plays too"
    )
    parser.add_argument("--chat", action="store_true", help="people at the table can talk")
    parser.add_argument(
        "--away", metavar="SECONDS", help="after which a machine plays for somebody who is gone"
    )
    parser.add_argument(
        "--resume", action="store_true", help="open your latest table again, with the same links"
    )
    add_option_arguments(parser, game)


def run_host(arguments: argparse.Namespace) -> int:
    if arguments.game is None:
        raise GamenightError(
            "which game? (such as: gamenight host GAME; gamenight games lists them)"
        )
    given = {
        "address": EVERY_NETWORK if arguments.lan else None,
        "port": arguments.port,
        "chat": "yes" if arguments.chat else None,
        "away": arguments.away,
    }
    settings = online("settings").read_settings(None, **given)
    store = data_folder(arguments).absolute() / STORE_FILE
    if arguments.resume and arguments.port is None and not arguments.lan:
        settings = online("hosting").where_it_was(settings, store, arguments.game)
    hosting = online("hosting").Hosting(settings, store)
    hosting.start()
    try:
        table, tokens = _table(arguments, hosting, settings)
        address = online("links").Address(hosting.url, table, tuple(tokens))
        return enter(arguments, address, arguments.name, f"host {arguments.game} --resume")
    finally:
        with suppress(KeyboardInterrupt):
            hosting.stop()


def _table(arguments: argparse.Namespace, hosting: Any, settings: Any) -> tuple[str, list[str]]:
    """The host's table, a new one or the latest, and the host's tokens there."""
    game = registry.game(arguments.game)
    if arguments.resume:
        found: tuple[str, list[str]] = hosting.reopen_table(game.id)
        return found
    places = 0 if arguments.places is None else whole_number(arguments.places)
    if places is None:
        raise GamenightError(f"--places is a whole number, not {arguments.places!r}")
    asked = online("house").NewTable(
        game.id,
        dict(chosen_options(arguments, game)),
        arguments.name,
        places,
        list(arguments.machine),
        chat=settings.chat,
        away=settings.away,
    )
    opened: tuple[str, list[str]] = hosting.open_table(asked)
    return opened


COMMANDS = {"host": Command(run_host, game_arguments=add_host_arguments)}
