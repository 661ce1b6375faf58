"""Joining: `gamenight join`, a table on somebody's server."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path
from typing import Any

from gamenight.cli.arguments import Command
from gamenight.cli.extras import online
from gamenight.cli.launch import full_screen, run_app
from gamenight.cli.session import attended, open_console
from gamenight.core.command import command
from gamenight.match.waiting import beside


def add_join_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "address", metavar="ADDRESS", nargs="?", help="a link, or a code (default: list your seats)"
    )
    parser.add_argument("--server", metavar="URL", default="", help="where a code is good")
    parser.add_argument("--name", metavar="NAME", default="", help="what the others call you")


def run_join(arguments: argparse.Namespace) -> int:
    folder = _folder()
    if arguments.address is None:
        return _list(folder)
    address = online("links").read_address(arguments.address, arguments.server)
    return enter(arguments, address, arguments.name)


def enter(arguments: argparse.Namespace, address: Any, name: str = "", again: str = "") -> int:
    """Sit down at a table and play there, full screen or line by line. again: what opens a table of
    our own again; it has no link of its own to keep, for its server ends with this program."""
    dialing = online("dialing")
    dial, fetch = dialing.dial, dialing.fetch
    seated = (lambda client: None) if again else partial(_remember, _folder())
    if full_screen(arguments):
        from gamenight.app import routes

        client = online("client").Client(address, dial, beside, seated, fetch=fetch)
        client.again = command(again) if again else ""
        return run_app(arguments, lambda app: routes.lobby(client, name))
    from gamenight.plain.lobby import join

    console = open_console(arguments)
    line = partial(online("background").ThreadLine, think=console.think)
    client = online("client").Client(address, dial, console.think, seated, line, fetch)
    client.again = command(again) if again else ""
    return attended(lambda: join(console, client, name))


def _folder() -> Path:
    from gamenight.app.settings import config_folder

    return config_folder()


def _remember(folder: Path, client: Any) -> None:
    """Somebody here has a seat: keep how to come back to it."""
    bookmarks = online("bookmarks")
    names = ", ".join(client.places[place].name for place in client.yours)
    about = f"{client.game.title}: {names}"
    bookmarks.keep_bookmark(folder, bookmarks.Bookmark(client.address.link, about))


def _list(folder: Path) -> int:
    """Where somebody here has a seat."""
    found = online("bookmarks").read_bookmarks(folder)
    for link, about in found:
        print(f"{about}\n  {command(f'join {link}')}")
    if not found:
        print(f"You have no seat on a server yet. With a link or a code: {command('join ADDRESS')}")
    return 0


COMMANDS = {"join": Command(run_join, add_join_arguments)}
