"""Joining: `gamenight join`, a table on somebody's server."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from gamenight.cli.arguments import Command
from gamenight.cli.extras import online
from gamenight.cli.launch import full_screen, run_app
from gamenight.cli.network import config_folder, open_client
from gamenight.cli.session import attended, open_console
from gamenight.cli.visiting import choose_table
from gamenight.core.command import command


def add_join_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "address",
        metavar="ADDRESS",
        nargs="?",
        help="a link, a code, or a server to see its tables (default: list your seats)",
    )
    parser.add_argument("--server", metavar="URL", default="", help="where a code is good")
    parser.add_argument("--name", metavar="NAME", default="", help="what the others call you")


def run_join(arguments: argparse.Namespace) -> int:
    folder = config_folder()
    if arguments.address is None:
        return _list(folder)
    address = online("links").read_address(arguments.address, arguments.server)
    if not address.is_server:
        return enter(arguments, address, arguments.name)
    chosen: list[Any] = []
    console = open_console(arguments)
    attended(lambda: chosen.append(choose_table(console, address)))
    return enter(arguments, chosen[0], arguments.name) if chosen else 0


def enter(arguments: argparse.Namespace, address: Any, name: str = "", again: str = "") -> int:
    """Sit down at a table and play there, full screen or line by line. again: what opens a table of
    our own again."""
    if full_screen(arguments):
        from gamenight.app import routes

        client = open_client(address, None, again)
        return run_app(arguments, lambda app: routes.lobby(client, name))
    from gamenight.plain.lobby import join

    console = open_console(arguments)
    client = open_client(address, console, again)
    return attended(lambda: join(console, client, name))


def _list(folder: Path) -> int:
    """Where somebody here has a seat."""
    found = online("bookmarks").read_bookmarks(folder)
    for link, about in found:
        print(f"{about}\n  {command(f'join {link}')}")
    if not found:
        print(f"You have no seat on a server yet. With a link or a code: {command('join ADDRESS')}")
    return 0


COMMANDS = {"join": Command(run_join, add_join_arguments)}
