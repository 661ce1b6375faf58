"""Advice: what people can ask for at the table: the keys, the rules, the odds, a hint."""

from __future__ import annotations

from gamenight.app import routes
from gamenight.app.play import Play
from gamenight.app.question import UNADVISED, Question
from gamenight.app.screens.dialogs import TextDialog
from gamenight.app.screens.page import Page
from gamenight.app.selection import Selection
from gamenight.core.errors import GamenightError
from gamenight.core.scene import Choice
from gamenight.draw.context import choice_key
from gamenight.draw.layouts.flow import legend, render_choices
from gamenight.draw.style import Style

WIDEST = 68


class Advice:
    """Shown over the table; what takes long is worked out in the background."""

    def __init__(self, page: Page, play: Play):
        self.page, self.play = page, play

    def rules(self) -> None:
        self.page.app.push_screen(routes.rules(self.play.table.game))

    def explain(self, keys: list[str]) -> None:
        """All choices at the moment, these keys, and the signs of the game."""
        glyphs, question = self.play.table.game.glyphs, self.play.question
        width = min(WIDEST, self.page.size.width - 12)
        look = self.page.gamenight.look
        style = Style(width=width, ascii=look.ascii, emoji=look.emoji)
        lines: list[str] = []
        if question is not None and not question.hidden:
            lines = [*render_choices(question.selection.scene, glyphs, style), ""]
        self._show("Keys", [*lines, *keys, "", *legend(glyphs, style)])

    def stop(self) -> bool:
        """Look no further: the person plays on. Whether there was anything to stop."""
        return bool(self.page.workers.cancel_group(self.page, "advice"))

    def odds(self) -> None:
        """Raises a GamenightError where there are none."""
        question, table = self.play.question, self.play.table
        if "odds" not in table.can:
            raise GamenightError(f"{table.game.title} has no odds to show")
        if question is not None and question.hidden:
            raise GamenightError("the odds are for whoever is asked: say ready first")
        self.page.run_worker(self._show_odds(), group="advice", exclusive=True)

    async def _show_odds(self) -> None:
        table, before = self.play.table, self.play.table.at
        lines = await self.play.wait_for(table.odds(self.play.eyes))
        if table.at == before:  # else the match has moved on
            self._show("The odds right now", lines)

    def hint(self) -> None:
        """Raises a GamenightError where nobody has anything to choose."""
        question = self.play.question
        if question is None or question.seat is None:
            raise GamenightError("a hint is for the player who is asked, and nobody is asked now")
        if question.hidden:
            raise GamenightError("a hint is for whoever is asked: say ready first")
        if question.selection.scene.choices in UNADVISED:
            raise GamenightError("there is nothing to choose now")
        if not self.play.table.busy:  # else one is on its way already
            self.page.run_worker(self._show_hint(question), group="advice", exclusive=True)

    async def _show_hint(self, question: Question) -> None:
        """What the best bot would do; the cursor moves there, and the person decides."""
        assert question.seat is not None
        try:
            found = await self.play.wait_for(self.play.table.hint(question.seat))
        except GamenightError as error:
            self.play.tell(f"{error}.", wrong=True)
            return
        asked = self.play.question
        if asked is None or asked.seat != question.seat or asked.at != question.at:
            return  # the match has moved on
        choice = next((c for c in asked.selection.scene.choices if c.text == found.text), None)
        if choice is not None and asked.selection.scene.marks is None:
            self.play.select(Selection(asked.selection.scene, cursor=_first_key(choice)))
        self._show("Hint", list(found.lines))

    def _show(self, heading: str, lines: list[str]) -> None:
        self.page.app.push_screen(TextDialog(heading, lines))


def _first_key(choice: Choice) -> str:
    """The first thing to touch for a choice."""
    return choice.on[0] if choice.on else choice_key(choice.text)
