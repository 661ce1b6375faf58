"""Calling: somebody who shares the screen with others wants to act out of turn."""

from __future__ import annotations

from collections.abc import Callable

from gamenight.app.play import Play
from gamenight.app.screens.dialogs import PickDialog
from gamenight.app.screens.page import Page
from gamenight.app.widgets.items import Item
from gamenight.core.errors import GamenightError
from gamenight.match.table import Table


def ask_who(page: Page, play: Play, changed: Callable[[], None]) -> None:
    """Ask who it is. Everybody sees who, and nothing else. Raises a GamenightError where there is
    no need to call."""
    table = play.table
    if not table.shared:
        raise GamenightError(_nobody_calls(table))
    people = [seat for seat in table.here if seat != table.player]
    rows = [Item(str(seat + 1), str(seat + 1), table.names[seat]) for seat in people]

    def call(key: str | None) -> None:
        play.call(None if key is None else int(key) - 1)
        changed()

    play.hold()
    page.app.push_screen(PickDialog("Who acts out of turn?", rows), call)


def _nobody_calls(table: Table) -> str:
    """Why nobody can ask to act out of turn."""
    if not table.interrupts:
        return f"Nobody acts out of turn in {table.game.title}."
    return "Whoever can act out of turn is asked: there is no need to call."
