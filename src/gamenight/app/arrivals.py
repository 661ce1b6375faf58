"""Arrivals: who joins and leaves a running match, as entries of its menu."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from gamenight.app.menu import Entry
from gamenight.app.screens.dialogs import LineDialog, PickDialog
from gamenight.app.screens.page import Page
from gamenight.app.widgets.items import Item
from gamenight.bots import ranked_bots, rated_name
from gamenight.core.command import command
from gamenight.core.errors import GamenightError
from gamenight.core.text import sentence
from gamenight.match.changes import read_joining
from gamenight.match.costs import cost_of_leaving
from gamenight.match.table import Table

PERSON, BOT = "n", "bot:"
Do = Callable[[Awaitable[str]], None]


class Arrivals:
    """The questions who joins and who leaves; `do` does it to the match."""

    def __init__(self, page: Page, table: Table, do: Do):
        self.page, self.table, self._do = page, table, do

    def entries(self) -> list[Entry]:
        """Nothing where nobody can join or leave."""
        table = self.table
        if "join" not in table.can:
            return []
        if table.remote:
            leaves = [self._leaving(seat) for seat in table.here[:1]]
            return [*leaves, *([self._inviting()] if table.code and table.absent else [])]
        return [
            Entry("i", "Somebody joins", "a person or a machine", self._ask_who_joins),
            Entry("o", "Somebody leaves", "the others play on", self._ask_who_leaves),
        ]

    def _leaving(self, seat: int) -> Entry:
        """Somebody at this screen leaves a table whose others sit elsewhere."""
        cost = cost_of_leaving(self.table, seat)

        def answer(key: str | None) -> None:
            if key == "y":
                self._do(self.table.leave(seat))

        def ask() -> None:
            rows = (Item("n", "n", "no, play on"), Item("y", "y", f"yes, leave: {cost}"))
            heading = f"{self.table.names[seat]}, do you really want to leave the table?"
            self.page.app.push_screen(PickDialog(heading, rows), answer)

        return Entry("o", "Leave the table", cost, ask)

    def _inviting(self) -> Entry:
        """Who comes later sits down at a screen of their own."""
        how = command(f"join {self.table.code}")
        told = f"They sit down at a screen of their own: {how}"
        return Entry("i", "Somebody joins", how, lambda: self.page.notify(told, markup=False))

    def _ask_who_joins(self) -> None:
        table = self.table
        gone = [seat for seat in table.absent if table.seats[seat].name]
        rows = [Item(PERSON, "n", "somebody new, whose name you type")]
        rows += [Item(str(s + 1), str(s + 1), f"{table.names[s]} comes back") for s in gone]
        rows += [
            Item(BOT + spec, "", f"a machine: {rated_name(info)}")
            for spec, info in ranked_bots(table.game).items()
        ]

        def choose(key: str | None) -> None:
            if key == PERSON:
                self._ask_for_name()
            elif key is not None:
                self._join(key)

        self.page.app.push_screen(PickDialog("Who joins?", rows), choose)

    def _ask_for_name(self, name: str = "", reason: str = "") -> None:
        def take(name: str | None) -> None:
            if name is not None:
                self._join(name)

        setup = self.table.game.setup
        lines = [f"A name has {setup.shortest} to {setup.longest} characters."]
        self.page.app.push_screen(LineDialog("What is the name?", lines, name, reason), take)

    def _join(self, words: str) -> None:
        try:
            who = read_joining(self.table, words)
        except GamenightError as error:
            self._ask_for_name(words, sentence(error))
        else:
            self._do(self.table.join(who))

    def _ask_who_leaves(self) -> None:
        table = self.table
        rows = [
            Item(str(s + 1), f"{s + 1}  {table.names[s]}", cost_of_leaving(table, s))
            for s in table.present
        ]

        def choose(key: str | None) -> None:
            if key is not None:
                self._do(table.leave(int(key) - 1))

        self.page.app.push_screen(PickDialog("Who leaves?", rows), choose)
