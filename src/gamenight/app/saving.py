"""Saving: the record of a match as a file that people can keep or send."""

from __future__ import annotations

from collections.abc import Callable

from gamenight.app.question import Question
from gamenight.app.screens.dialogs import LineDialog, PickDialog
from gamenight.app.screens.page import Page
from gamenight.app.widgets.items import Item
from gamenight.core.errors import GamenightError
from gamenight.core.record import Record
from gamenight.core.text import sentence
from gamenight.match.files import save_file
from gamenight.match.table import Table


def told_of_files(table: Table, question: Question | None) -> str:
    """What saving to a file is for, in a few words."""
    if question is not None and question.selection.scene.marks:
        return "to keep or to send, with what is marked now"
    if table.remote and table.result is None:
        return "as far as it was seen here"
    return "whole, or what one player saw" if _hides(table) else "to keep or to send"


def _hides(table: Table) -> bool:
    """Whether a file with the whole match would show what players still hide; what they hide at
    screens of their own is not known here."""
    if table.remote:
        return False
    states = (table.rules.initial(), *(ply.after for ply in table.plies))
    return table.result is None and any(table.rules.hide(one, None) != one for one in states)


def ask_for_file(page: Page, table: Table) -> None:
    """Ask for a file, after what it is to hold where that matters."""
    if not _hides(table):
        _ask_for_name(page, table, table.record())
        return
    people = {str(seat + 1): seat for seat in table.here}
    items = [Item("w", "w  Everything", "holds every hand: to continue it elsewhere")]
    items += [
        Item(key, f"{key}  What {table.names[seat]} saw", "to send: it cannot be continued")
        for key, seat in people.items()
    ]

    def choose(key: str | None) -> None:
        if key is not None:
            record = table.record()
            record = record if key == "w" else record.seen_by(people[key], table.game)
            _ask_for_name(page, table, record)

    page.app.push_screen(PickDialog("Save what?", items), choose)


def _ask_for_name(
    page: Page, table: Table, record: Record, name: str = "", reason: str = ""
) -> None:
    """Ask for the name of a file, until the record could be written or nobody wants it."""
    game = table.game
    is_whole = "It has every move, so that the match can be opened again."
    lines = ["It has what one seat saw: a replay." if record.partial else is_whole]
    if game.formats:
        lines += [f"The end of its name decides the format: {', '.join(['.json', *game.formats])}."]

    def save(name: str | None) -> None:
        if name is None:
            return
        try:
            saved = save_file(record, name)
        except GamenightError as error:
            _ask_for_name(page, table, record, name, sentence(error))
        else:
            page.notify(saved, markup=False)

    usual = name or f"{game.id}-{table.id}.json"
    page.app.push_screen(LineDialog("Save the record as", lines, usual, reason), save)


def ask_to_leave(page: Page, table: Table, leave: Callable[[], None]) -> None:
    """Leave; where something of the match would be lost, offer a file first."""
    table.farewell()  # it stores what is only in memory, if that works by now
    if not (table.warning and table.kept):
        leave()
        return
    items = [
        Item("f", "f  Save to a file", "and stay at the table"),
        Item("q", "q  To the first page", "what is not saved is lost"),
        Item("p", "p  Play on", "back to the table"),
    ]

    def choose(key: str | None) -> None:
        if key == "f":
            ask_for_file(page, table)
        elif key == "q":
            leave()

    page.app.push_screen(PickDialog(f"Not saved: {table.warning}", items), choose)
