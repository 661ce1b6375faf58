"""Saving: the record of a match as a file that people can keep or send."""

from __future__ import annotations

from gamenight.app.screens.dialogs import LineDialog
from gamenight.app.screens.page import Page
from gamenight.core.errors import GamenightError
from gamenight.match.files import save_file
from gamenight.match.table import Table


def ask_for_file(page: Page, table: Table, name: str = "", reason: str = "") -> None:
    """Ask for the name of a file, until the record could be written or nobody wants it."""
    game = table.game
    lines = [f"The suffix decides the format: {', '.join(['.json', *game.formats])}."]

    def save(name: str | None) -> None:
        if name is None:
            return
        try:
            saved = save_file(table.record(), name)
        except GamenightError as error:
            ask_for_file(page, table, name, str(error))
        else:
            page.notify(saved, markup=False)

    usual = name or f"{game.id}-{table.id}.json"
    page.app.push_screen(LineDialog("Save the record as", lines, usual, reason), save)
