"""Visiting: a server without one of its tables: choose one, or open another."""

from __future__ import annotations

from typing import Any

from gamenight.cli.extras import online
from gamenight.core import registry
from gamenight.core.errors import GamenightError
from gamenight.core.text import listed, quoted, whole_number
from gamenight.plain.console import Console

HELP = [
    "The number of a table sits you down there, or lets you watch where it is full.",
    "new GAME opens a table of that game.",
]


def choose_table(console: Console, server: Any) -> Any:
    """The address of the table that somebody wants; raises a GamenightError, Quit or Left."""
    directory = online("directory")
    tables = directory.read_directory(server)
    console.say(f"Tables at {server.server}:")
    console.say(*(f"  {n}  {described(table)}" for n, table in enumerate(tables, 1)))
    if not tables:
        console.say("  none that everybody may see")

    def accept(typed: str) -> Any:
        word, _, game = typed.partition(" ")
        number = whole_number(typed)
        if number is not None and 0 < number <= len(tables):
            return tables[number - 1].address
        if word == "new" and game.strip() in registry.games():
            return directory.open_table(server, game.strip())
        possible = [*map(str, range(1, len(tables) + 1)), *(f"new {id}" for id in registry.games())]
        raise GamenightError(f"{quoted(typed)} is not a table (possible: {listed(possible)})")

    return console.ask("Which table? ", HELP, accept)


def described(table: Any) -> str:
    """A table in a line: the game, who sits there, and whether it is open."""
    title = registry.game(table.game).title if table.game in registry.games() else table.game
    return f"{title}: {', '.join(name or 'free' for name in table.names)} ({table.state})"
