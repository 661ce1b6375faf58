"""Loading: a match from a file that people kept or were sent."""

from __future__ import annotations

from gamenight.app import routes
from gamenight.app.screens.dialogs import LineDialog
from gamenight.app.screens.page import Page
from gamenight.core.command import command
from gamenight.core.errors import GamenightError
from gamenight.core.paths import path_of
from gamenight.core.record import Record
from gamenight.core.text import sentence
from gamenight.match.files import read_records

KINDS = "A record (.json), or a file in a game's own format. An unfinished match goes on."


def ask_for_match(page: Page, name: str = "", reason: str = "") -> None:
    """Ask for the name of a file, until a match was read from it or nobody wants one."""

    def load(name: str | None) -> None:
        if name is None:
            return
        try:
            first, *more = read_records(path_of(name))
            _open(page, first, name)
        except GamenightError as error:
            ask_for_match(page, name, sentence(error))
            return
        if more:
            count = len(more) + 1
            page.notify(
                f"This is the first of {count} matches; {command('import')} keeps them all."
            )

    page.app.push_screen(LineDialog("Load a match from", [KINDS], name, reason), load)


def _open(page: Page, record: Record, name: str) -> None:
    """An unfinished match is played on, and says whose turn it is; anything else is looked at."""
    matches = page.gamenight.matches
    if record.result is None and not record.partial:
        table = matches.take_up(record)
        turn = "" if table.player is None else f": {table.names[table.player]}'s turn"
        page.app.push_screen(routes.table(table, f"Loaded {name}{turn}."))
    else:
        page.app.push_screen(routes.replay(matches.show(record)))
