"""Hall: a server without one of its tables, line by line: choose one, or open another."""

from __future__ import annotations

from gamenight.core import registry
from gamenight.core.errors import GamenightError
from gamenight.core.text import listed, quoted, whole_number
from gamenight.match.hall import KINDS, Hall
from gamenight.match.lobby import Lobby
from gamenight.plain.alignment import numbered_lines
from gamenight.plain.console import Console

HELP = (
    "The number of a table sits you down there, or lets you watch where it is full.",
    "watch NUMBER lets you watch.",
)
NEW = "new GAME opens a table of that game"


def choose_table(console: Console, hall: Hall) -> Lobby:
    """The table that somebody wants; raises a GamenightError, Quit or Left."""
    tables = hall.tables()
    console.say(f"Tables at {hall.server}:")
    console.say(*numbered_lines([f"{table.title}: {table.told}" for table in tables]))
    if not tables:
        console.say(f"  {hall.none()}")
    if hall.opens:
        console.say(f"{NEW}.")

    def accept(typed: str) -> Lobby:
        word, _, rest = typed.partition(" ")
        number = whole_number(rest if word == "watch" else typed)
        if number is not None and 0 < number <= len(tables):
            return hall.enter(tables[number - 1], word == "watch")
        name, *wanted = rest.split() or [""]
        kinds = [kind for kind in KINDS if kind in wanted]
        if word == "new" and name in registry.games() and len(kinds) == len(wanted):
            return hall.new(registry.game(name), kinds)
        new = [f"new {id}" for id in registry.games()] if hall.opens else []
        possible = [*map(str, range(1, len(tables) + 1)), *new, "quit"]
        raise GamenightError(f"{quoted(typed)} is not a table (possible: {listed(possible)})")

    new = [f"{NEW}.", *(f"new GAME {one}: {KINDS[one]}." for one in hall.kinds)]
    return console.ask("Which table? ", [*HELP, *(new if hall.opens else ())], accept)
