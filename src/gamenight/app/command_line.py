"""CommandLine: a line to type at the table, for everything that plain mode has a word for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from gamenight.app.commands import Commands
from gamenight.app.play import Play
from gamenight.app.question import Note
from gamenight.app.screens.dialogs import LineDialog, PickDialog
from gamenight.app.screens.page import Page
from gamenight.app.selection import Selection
from gamenight.app.widgets.items import Item
from gamenight.core.errors import GamenightError
from gamenight.core.text import sentence
from gamenight.match.costs import cost_of_giving_up


class CommandLine:
    """Asks for a line over the page of a table; `simple` are the commands of a single word."""

    def __init__(self, page: Page, play: Play, simple: Mapping[str, Callable[[], None]]):
        self.page, self.play = page, play
        self._commands = Commands(play, self._confirm_resigning, simple)

    def ask(self, line: str = "", reason: str = "") -> None:
        """Ask for a line, and again, with the reason, until it is possible."""

        def do(typed: str | None) -> None:
            if typed is not None:
                again = bool(line) and typed.casefold().startswith(2 * line.casefold())
                self.obey(typed[len(line) :] if again else typed)  # `join join Cleo`

        examples = self._commands.examples()
        self.page.app.push_screen(LineDialog("Type a command", examples, line, reason), do)

    @property
    def words(self) -> frozenset[str]:
        """Every word that works now, and those of a single letter, which are keys."""
        keys = (word for word in self._commands.simple if len(word) == 1)
        return frozenset([*self._commands.words, *keys])

    def takes(self, selection: Selection) -> bool:
        """Do what was typed in place of an answer, if it begins with one of these words."""
        word, *_ = selection.typed.casefold().split() or [""]
        if word not in self.words:
            return False
        self.play.select(replace(selection, typed=""))
        self.obey(selection.typed)
        return True

    def obey(self, line: str) -> None:
        """Do what a line says; where that is not possible, ask again."""
        self.play.note = Note()
        self.page.run_worker(self._obey(line), group="deeds")

    async def _obey(self, line: str) -> None:
        try:
            await self._commands.do(line)
        except GamenightError as error:
            more = self._commands.needs_more(line)
            self.ask(f"{line.strip()} " if more else line, more or sentence(error))

    def resign(self) -> None:
        """Raises a GamenightError where it is not clear who gives up."""
        self._commands.resign()

    def _confirm_resigning(self, seat: int) -> None:
        """Resigning takes a second confirmation."""
        table = self.play.table

        def answer(key: str | None) -> None:
            if key == "y":
                self.page.do(self.play.change(table.resign(seat)))

        rows = (
            Item("n", "n", "no, play on"),
            Item("y", "y", f"yes, resign: {cost_of_giving_up(table)}"),
        )
        heading = f"{table.names[seat]}, do you really want to resign?"
        self.page.app.push_screen(PickDialog(heading, rows), answer)
