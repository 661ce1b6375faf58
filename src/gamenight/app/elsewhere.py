"""Elsewhere: what comes from other screens while a match is shown here."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

from gamenight.app.menu import Entry
from gamenight.app.play import Play
from gamenight.app.question import Note
from gamenight.app.screens.dialogs import PickDialog
from gamenight.app.screens.page import Page
from gamenight.app.widgets.items import Item
from gamenight.core.errors import GamenightError
from gamenight.core.record import Seat
from gamenight.core.text import enumerated
from gamenight.match.table import Table
from gamenight.match.turn import Offer

KEY = "f6"
TOO_LATE = "The match has moved on: too late to act out of turn."


def pressing(table: Table) -> str:
    """What comes from elsewhere and cannot wait, in a line: trouble, or what is proposed."""
    if table.trouble:
        return table.trouble
    return f"{table.offers[0].sentence}: F6 answers" if table.offers else table.asking


def missing(table: Table) -> str:
    """Who is not there, in a line."""
    gone = [table.names[seat] for seat in table.away]
    return f"{enumerated(gone)} {'is' if len(gone) == 1 else 'are'} not connected" if gone else ""


class Elsewhere:
    """Ends a question that is out of date, and lets people answer what others propose."""

    def __init__(self, page: Page, play: Play, changed: Callable[[], None]):
        self.page, self.play, self._changed = page, play, changed
        self._news, self._news_at = Note(), play.table.at  # the latest news, and its moment
        self._names = play.table.names
        self._overtook = False  # whether a question was ended, and none asked since
        play.table.tell_changes(self._heard)

    def _heard(self) -> None:
        """Something has come; a film goes on, for what comes next is shown after it."""
        play, table = self.play, self.play.table
        if play.note is self._news and table.at != self._news_at:
            play.note = Note()  # something else has happened since
        news = ""
        try:
            said = table.overheard()
            play.chronicle.overhear(play.seen, said)
            news = " ".join(filter(None, [table.look(), *said]))
            play.tell(news)
            if news:
                self._news, self._news_at = play.note, table.at
        except GamenightError:
            play.answer(None)  # the table says why as soon as it is asked to go on
        renamed, self._names = self._names != table.names, table.names
        if renamed and news:
            play.chronicle.overhear(play.seen, [news])  # somebody gives up, or a machine plays
        question = play.question
        if renamed:
            play.answer(None)  # somebody else plays a seat: it is asked with the new names
        elif question is not None and question.seat is not None and not self._stands(question.seat):
            self._overtook = True
            if question.may_pass and question.seat not in table.turn().seats:
                play.tell(TOO_LATE)
                self._news, self._news_at = play.note, table.at
            play.answer(None)
        self._changed()

    def overtaken(self) -> bool:
        """Whether the question that is asked now takes the place of one that somebody was about to
        answer: the same key may mean something else."""
        overtaken, self._overtook = self._overtook, False
        return overtaken

    def _stands(self, seat: int) -> bool:
        """Whether the question that somebody is asked is still to be answered."""
        question, table = self.play.question, self.play.table
        assert question is not None
        return question.at == table.at and (table.shared or seat in table.turn().seats)

    def entries(self) -> list[Entry]:
        """What the menu offers."""
        table = self.play.table
        offers = [Entry("y", "Answer", one.sentence, self.ask) for one in table.offers[:1]]
        asks = [
            Entry(one.key, one.name, one.told, partial(self._propose, one.words))
            for one in table.proposals
        ]
        return [*offers, *asks, *map(self._sitting_down, table.resting)]

    def _sitting_down(self, seat: int) -> Entry:
        """How somebody here plays again."""
        table = self.play.table
        name = table.names[seat]
        if seat in table.absent:
            back = partial(table.join, table.seats[seat])
            return Entry("b", "Come back", f"{name} joins the table again", lambda: self._do(back))
        back = partial(table.sit, seat, Seat(name))
        return Entry("b", "Sit down again", f"instead of {name}", lambda: self._do(back))

    def _do(self, deed: Callable[[], Awaitable[str]]) -> None:
        self.page.do(self.play.change(deed()))

    def _propose(self, words: str) -> None:
        self._do(partial(self.play.table.propose, words))

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
