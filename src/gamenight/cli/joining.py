"""Joining: `gamenight join`, a table on somebody's server."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from gamenight.cli.arguments import Command
from gamenight.cli.extras import online
from gamenight.cli.launch import full_screen, run_app
from gamenight.cli.network import config_folder, open_client, open_hall
from gamenight.cli.session import attended, open_console
from gamenight.core.command import command
from gamenight.plain.hall import choose_table
from gamenight.plain.lobby import join


def add_join_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "address",
        metavar="ADDRESS",
        nargs="?",
        help="a link, a code, or a server to see its tables (default: list your seats)",
    )
    parser.add_argument(
        "--server",
        metavar="URL",
        default="",
        help="where a code leads to, unless it says so itself",
    )
    parser.add_argument("--name", metavar="NAME", default="", help="what the others call you")


def run_join(arguments: argparse.Namespace) -> int:
    folder = config_folder()
    if arguments.address is None:
        return _list(folder)
    address = online("links").read_address(arguments.address, arguments.server)
    return _visit(arguments, address) if address.is_server else enter(arguments, address)


def _visit(arguments: argparse.Namespace, address: Any) -> int:
    """Choose a table of a server, or open another, and play there."""
    if full_screen(arguments):
        from gamenight.app import routes

        hall = open_hall(address, None)
        return run_app(arguments, lambda app: routes.hall(hall, arguments.name))
    console = open_console(arguments)
    hall = open_hall(address, console)
    return attended(lambda: join(console, choose_table(console, hall), arguments.name))


def enter(
    arguments: argparse.Namespace, address: Any, again: str = "", big_screen: str = ""
) -> int:
    """Sit down at a table and play there, full screen or line by line. again: what opens a table of
    our own again; big_screen: what shows it to everybody in the room."""
    if full_screen(arguments):
        from gamenight.app import routes

        client = open_client(address, None, again)
        client.big_screen = big_screen
        return run_app(arguments, lambda app: routes.lobby(client, arguments.name))
    console = open_console(arguments)
    client = open_client(address, console, again)
    client.big_screen = big_screen
    return attended(lambda: join(console, client, arguments.name))


def _list(folder: Path) -> int:
    """Where somebody here has a seat."""
    found = online("bookmarks").read_bookmarks(folder)
    for chair in found:
        print(f"{chair.told()}\n  {command(f'join {chair.link}')}")
    if not found:
        print(f"You have no seat on a server yet. With a link or a code: {command('join ADDRESS')}")
    return 0


COMMANDS = {"join": Command(run_join, add_join_arguments)}
