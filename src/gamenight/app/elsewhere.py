"""Elsewhere: what comes from other screens while a match is shown here."""

from __future__ import annotations

from collections.abc import Callable

from gamenight.app.menu import Entry
from gamenight.app.play import Play
from gamenight.app.question import Note
from gamenight.app.screens.dialogs import PickDialog
from gamenight.app.screens.page import Page
from gamenight.app.widgets.items import Item
from gamenight.core.errors import GamenightError
from gamenight.core.text import enumerated
from gamenight.match.table import Table
from gamenight.match.turn import Offer

KEY = "f6"


def pressing(table: Table) -> str:
    """What comes from elsewhere and cannot wait, in a line: trouble, or what is proposed."""
    if table.trouble:
        return table.trouble
    return f"{table.offers[0].sentence}: F6 answers" if table.offers else ""


def missing(table: Table) -> str:
    """Who is not there, in a line."""
    gone = [table.names[seat] for seat in table.away]
    return f"{enumerated(gone)} {'is' if len(gone) == 1 else 'are'} not connected" if gone else ""


class Elsewhere:
    """Ends a question that is out of date, and lets people answer what others propose."""

    def __init__(self, page: Page, play: Play, changed: Callable[[], None]):
        self.page, self.play, self._changed = page, play, changed
        self._news, self._news_at = Note(), play.table.at  # the latest news, and its moment
        play.table.tell_changes(self._heard)

    def _heard(self) -> None:
        """Something has come; a film goes on, for what comes next is shown after it."""
        play, table = self.play, self.play.table
        if play.note is self._news and table.at != self._news_at:
            play.note = Note()  # something else has happened since
        try:
            news = table.look()
            play.tell(news)
            if news:
                self._news, self._news_at = play.note, table.at
        except GamenightError:
            play.answer(None)  # the table says why as soon as it is asked to go on
        question = play.question
        if question is not None and question.seat is not None and not self._stands(question.seat):
            play.answer(None)
        self._changed()

    def _stands(self, seat: int) -> bool:
        """Whether the question that somebody is asked is still to be answered."""
        question, table = self.play.question, self.play.table
        assert question is not None
        return question.at == table.at and (table.shared or seat in table.turn().seats)

    def entries(self) -> list[Entry]:
        """What the menu offers."""
        found = self.play.table.offers
        return [Entry("y", "Answer", f"{found[0].sentence}", self.ask)] if found else []

    def ask(self) -> None:
        """Yes or no to the oldest offer."""
        offers = self.play.table.offers
        if not offers:
            raise GamenightError("nobody has proposed anything")
        offer = offers[0]
        rows = (Item("y", "y", "yes"), Item("n", "n", "no"))

        def answer(key: str | None) -> None:
            if key is not None:
                self.page.do(self._answer(offer, key == "y"))

        self.page.app.push_screen(PickDialog(f"{offer.sentence}: y or n?", rows), answer)

    async def _answer(self, offer: Offer, yes: bool) -> None:
        self.play.tell(await self.play.wait_for(self.play.table.answer(offer.id, yes)))
