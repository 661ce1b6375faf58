"""Hosting: `gamenight host`, a table on this machine for people at other screens."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from gamenight.cli.arguments import Command, add_option_arguments, chosen_options
from gamenight.cli.browser import show
from gamenight.cli.extras import online
from gamenight.cli.joining import enter
from gamenight.cli.network import EVERY_NETWORK
from gamenight.cli.session import STORE_FILE, data_folder, readable_matches
from gamenight.cli.streams import say_aside
from gamenight.core import registry
from gamenight.core.clock import EXAMPLES
from gamenight.core.errors import GamenightError
from gamenight.core.game import Game
from gamenight.core.text import whole_number
from gamenight.match.archive import ago, resuming
from gamenight.match.columns import title_of
from gamenight.match.matches import Hosted

MOST = 10  # tables that are listed


def add_place_arguments(parser: argparse.ArgumentParser, unless: Any = None) -> None:
    """What can be said before the game or after it. unless: what counts where nothing is said."""
    parser.add_argument("--lan", action="store_true", default=unless, help="let your network in")
    parser.add_argument(
        "--tv", action="store_true", default=unless, help="show the table on a big screen"
    )
    parser.add_argument(
        "--port", metavar="N", default=unless, help="the port to listen on (0: any that is free)"
    )
    parser.add_argument("--name", metavar="NAME", default=unless, help="what the others call you")
    parser.add_argument(
        "--resume",
        action="store_true",
        default=unless,
        help="open a table of yours again, with the same links; of several, lists them",
    )
    parser.add_argument(
        "--table", metavar="ID", default=unless, help="which table to resume, of several"
    )


def add_host_arguments(parser: argparse.ArgumentParser, game: Game) -> None:
    parser.description = f"Host a table of {game.title}, for people at other screens."
    add_place_arguments(parser, argparse.SUPPRESS)
    parser.add_argument("--places", metavar="N", help="how many can sit down")
    parser.add_argument(
        "--machine",
        metavar="BOT",
        action="append",
        default=[],
        help="a machine plays too; repeat for more",
    )
    parser.add_argument("--chat", action="store_true", help="people at the table can talk")
    parser.add_argument(
        "--live",
        action="store_true",
        help="everybody's screen mixes the dice before each roll, so that nobody can look ahead",
    )
    parser.add_argument(
        "--away", metavar="SECONDS", help="after which a machine plays for somebody who is gone"
    )
    parser.add_argument("--clock", metavar="TIME", help=f"how time is counted: {EXAMPLES}")
    add_option_arguments(parser, game)


def run_host(arguments: argparse.Namespace) -> int:
    arguments.name = arguments.name or ""
    store = data_folder(arguments).absolute() / STORE_FILE
    if arguments.resume or arguments.table:
        return _resume(arguments, store)
    if arguments.game is None:
        raise GamenightError(
            "which game? (such as: gamenight host GAME; gamenight games lists them)"
        )
    settings = _settings(
        arguments,
        chat="yes" if arguments.chat else None,
        away=arguments.away,
        clock=arguments.clock,
    )
    return _host(arguments, settings, store, lambda hosting: _new(arguments, hosting, settings))


def _resume(arguments: argparse.Namespace, store: Path) -> int:
    """Open a table again, where it was unless another place is named; or list them."""
    with closing(readable_matches(arguments)) as matches:
        found = matches.hosted()
    wanted = [one for one in found if arguments.game in (None, one.game)]
    if arguments.table:
        wanted = [one for one in wanted if one.id == arguments.table]
    if not wanted:
        raise GamenightError(f"there is no such table to resume{_possible(found)}")
    going = [one for one in wanted if not one.over]
    if arguments.game is None and not arguments.table and len(going) > 1:
        print("Which table?", *_lines(going), sep="\n")
        return 0
    table = (going or wanted)[0]
    arguments.game = table.game
    settings = _settings(arguments)
    if arguments.port is None and not arguments.lan:
        settings = online("hosting").where_it_was(settings, store, table.id)
    return _host(
        arguments, settings, store, lambda hosting: (table.id, hosting.reopen_table(table.id))
    )


def _possible(found: Sequence[Hosted]) -> str:
    lines = "; ".join(f"{one.game} --table={one.id}" for one in found[:MOST])
    return f" (possible: {lines})" if lines else ""


def _lines(tables: Sequence[Hosted]) -> list[str]:
    """Each table, and how it is opened again, latest first."""
    now = datetime.now(UTC)
    found = []
    for one in tables[:MOST]:
        names = ", ".join(name or "free" for name in one.names)
        state = "over" if one.over else "waiting" if one.match is None else "playing"
        found.append(f"{title_of(one.game)}: {names} ({state}, {ago(now, one.touched)})")
        found.append(f"  {resuming(one)}")
    return found


def _settings(arguments: argparse.Namespace, **more: str | None) -> Any:
    address = EVERY_NETWORK if arguments.lan else None
    read = online("settings").read_settings
    return read(None, address=address, port=arguments.port, tables="no", **more)


def _host(
    arguments: argparse.Namespace,
    settings: Any,
    store: Path,
    open: Callable[[Any], tuple[str, Sequence[str]]],
) -> int:
    """Run a server as long as somebody plays at the table that is opened there."""
    hosting = online("hosting").Hosting(settings, store)
    hosting.start()
    arguments.servers = [hosting]
    try:
        table, tokens = open(hosting)
        address = online("links").Address(hosting.url, table, tuple(tokens))
        big_screen = address.big_screen if arguments.tv else ""
        if big_screen:
            say_aside(f"On a big screen: {big_screen}")
            show(big_screen)
        return enter(arguments, address, f"host {arguments.game} --resume", big_screen)
    finally:
        with suppress(KeyboardInterrupt):
            hosting.stop()


def _new(arguments: argparse.Namespace, hosting: Any, settings: Any) -> tuple[str, list[str]]:
    """A new table of the host's, and the host's tokens there."""
    game = registry.game(arguments.game)
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
        live=arguments.live,
        away=settings.away,
        clock=settings.clock,
    )
    opened: tuple[str, list[str]] = hosting.open_table(asked)
    return opened


COMMANDS = {"host": Command(run_host, add_place_arguments, add_host_arguments, needs_game=False)}
