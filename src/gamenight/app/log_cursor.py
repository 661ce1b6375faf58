"""LogCursor: going back through the log of a match, with the board after each of its sentences."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from gamenight.app.film import trace
from gamenight.app.play import Play
from gamenight.app.question import CLOSED
from gamenight.app.screens.dialogs import PickDialog
from gamenight.app.screens.page import Page
from gamenight.app.widgets.items import Item
from gamenight.core.errors import GamenightError
from gamenight.draw.canvas import Picture
from gamenight.draw.layouts.fit import draw
from gamenight.draw.layouts.plans import Plans
from gamenight.match.moves import moves_by_ply

BEFORE = "Before the first move"
EARLIER, LATER = ("f8", "up", "left"), ("f9", "down", "right")


class LogCursor:
    """at: the sentence that is looked at, or None in the present."""

    def __init__(self, page: Page, play: Play, changed: Callable[[], None]):
        self.page, self.play, self.changed = page, play, changed
        self.at: int | None = None

    @property
    def is_back(self) -> bool:
        """Whether somebody is looking at the past."""
        return self.at is not None

    def press(self, name: str) -> None:
        """A key while looking back; any other one returns to the present."""
        if name in EARLIER:
            self.look(-1)
        elif name in LATER:
            self.look(1)
        else:
            self.at = None

    def look(self, by: int) -> None:
        """Through the log; later than the present is a list of it all. Raises a GamenightError
        where there is nothing to see."""
        chronicle, now = self.play.chronicle, self.at is None
        question = self.play.question
        if question is not None and question.hidden:
            raise GamenightError(CLOSED)
        if not chronicle.entries:
            raise GamenightError("Nothing has happened yet.")
        if now and by > 0:
            self._list()
            return
        at = len(chronicle.entries) if self.at is None else self.at
        while now and at > 1 and chronicle.entries[at - 1][0] >= self.play.seen:
            at -= 1  # the board after that is the one in sight
        if at + by < 0:
            at += chronicle.reach_back()
        self.at = max(at + by, 0) if at + by < len(chronicle.entries) else None

    def _list(self) -> None:
        entries = self.play.chronicle.entries
        moves = moves_by_ply(self.play.table)
        rows = [Item(str(n), str(moves[ply]), text) for n, (ply, text) in enumerate(entries)]

        def look(key: str | None) -> None:
            if key is not None:
                self.at = min(int(key), len(self.play.chronicle.entries) - 1)
                self.changed()

        self.page.app.push_screen(PickDialog("The match so far", rows, rows[-1].key), look)

    def draw(self, size: tuple[int, int], plans: Plans) -> Picture:
        """The board after the ply under the cursor, as the person looking may see it."""
        assert self.at is not None
        table, eyes, look = self.play.table, self.play.eyes, self.page.gamenight.look
        number, sentence = self.play.chronicle.entries[self.at]
        number = min(number, table.last)
        before, after = (table.scene(eyes, at) for at in (max(number - 1, 0), number))
        known = max(number, self.play.seen)  # the film of a ply tells it bit by bit
        moves = moves_by_ply(table)
        place = f"Move {moves[number]} of {moves[known]}" if moves[number] else BEFORE
        latest = ", the latest: F8 goes further back" if number == known else ""
        ask = f"{place}{latest}. Esc returns to the present."
        scene = replace(after.still(sentence), ask=ask)
        focus = trace(before, after)
        lines, glyphs = self.play.chronicle.lines, table.game.glyphs
        return draw(scene, glyphs, look, size, focus, lines, log_cursor=self.at, plans=plans)
