"""Arrivals: who joins and leaves a running match, as entries of its menu, and the next round."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from gamenight.app.menu import Entry
from gamenight.app.screens.dialogs import LineDialog, PickDialog
from gamenight.app.screens.page import Page
from gamenight.app.widgets.items import Item
from gamenight.bots import ranked_bots, rated_name
from gamenight.core.command import command
from gamenight.core.errors import GamenightError
from gamenight.core.record import Seat
from gamenight.core.text import sentence
from gamenight.match.changes import gone_since, read_joining
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
            Entry("i", "Somebody joins", "a person or a machine", self._ask_who_joins, "join"),
            Entry("o", "Somebody leaves", "you choose who", self._ask_who_leaves, "leave"),
        ]

    def _leaving(self, seat: int) -> Entry:
        """Somebody at this screen leaves a table whose others sit elsewhere."""
        cost = cost_of_leaving(self.table, seat)
        return Entry("o", "Leave the table", cost, lambda: self._confirm_leaving(seat), "leave")

    def _confirm_leaving(self, seat: int) -> None:
        """Nobody leaves by a slip of the keyboard."""
        table, name = self.table, self.table.names[seat]

        def answer(key: str | None) -> None:
            if key == "y":
                self._do(table.leave(seat))

        cost = cost_of_leaving(table, seat)
        rows = (Item("n", "n", "no, play on"), Item("y", "y", f"yes, leave: {cost}"))
        heading = f"{name}, do you really want to leave the table?"
        if table.seats[seat].bot:
            heading = f"Does {name} really leave the table?"
        self.page.app.push_screen(PickDialog(heading, rows), answer)

    def _inviting(self) -> Entry:
        """Who comes later sits down at a screen of their own."""
        how = command(f"join {self.table.code}")
        told = f"They sit down at a screen of their own: {how}"
        return Entry("i", "Somebody joins", how, lambda: self.page.notify(told, markup=False))

    def _ask_who_joins(self) -> None:
        table = self.table
        gone = [seat for seat in table.absent if table.seats[seat].name]
        rows = [Item(PERSON, "n", "somebody new, whose name you type")]
        rows += [_coming_back(seat, table.names[seat]) for seat in gone]
        rows += _machines(table)

        def choose(key: str | None) -> None:
            if key == PERSON:
                self._ask_for_name()
            elif key in {row.key for row in rows}:
                self._join(key)
            elif key is not None:
                self._ask_for_name(key, begun=True)

        self.page.app.push_screen(PickDialog("Who joins?", rows, names=True), choose)

    def _ask_for_name(self, name: str = "", reason: str = "", begun: bool = False) -> None:
        def take(name: str | None) -> None:
            if name is not None:
                self._join(name)

        setup = self.table.game.setup
        length = f"A name has {setup.shortest} to {setup.longest} characters."
        lines = [] if reason else [length]
        shortest = setup.shortest
        asking = LineDialog("What is the name?", lines, name, reason, "", shortest, begun)
        self.page.app.push_screen(asking, take)

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
                self._confirm_leaving(int(key) - 1)

        self.page.app.push_screen(PickDialog("Who leaves?", rows), choose)


def next_players(table: Table, seats: Sequence[Seat]) -> list[Item]:
    """What can be changed before the next round, each with the words that do it; the first changes
    nothing. No number stands before them: alone it would do nothing, and two could be alike."""
    leave = [Item(f"leave {n}", "", f"{seat.name} leaves") for n, seat in enumerate(seats, 1)]
    back = [_coming_back(n, seat.name) for n, seat in gone_since(table, seats).items()]
    join = [replace(row, key=f"join {row.key}", head="") for row in (*back, *_machines(table))]
    return [Item("", "", "done: these play the next round"), *leave, *join]


def _coming_back(seat: int, name: str) -> Item:
    return Item(str(seat + 1), str(seat + 1), f"{name} comes back")


def _machines(table: Table) -> list[Item]:
    return [
        Item(BOT + spec, "", f"a machine: {rated_name(info)}")
        for spec, info in ranked_bots(table.game).items()
    ]
