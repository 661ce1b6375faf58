"""Advice: what people can ask for at the table: the keys, the rules, the odds, a hint."""

from __future__ import annotations

from gamenight.app import routes
from gamenight.app.play import Play
from gamenight.app.question import Question
from gamenight.app.screens.dialogs import TextDialog
from gamenight.app.screens.page import Page
from gamenight.app.selection import Selection
from gamenight.core.errors import GamenightError
from gamenight.core.scene import Choice
from gamenight.draw.context import choice_key
from gamenight.draw.layouts.flow import legend, render_choices
from gamenight.draw.style import Style
from gamenight.match.table import At

WIDEST = 68
HELP = (
    "arrows, Enter  move to a choice and take it",
    "letters        type what is on a spot or a button",
    "mouse          click a spot or a button",
    "F2             a hint: what the best bot would do",
    "F3             the odds right now",
    "F4             take back your last move",
    "F5, F6         the log, with the board after each move",
    "?              the rules",
    ":              type a command or an action, such as",
    "               seat 2 bot:NAME, resign, save",
    "q, Esc         leave; the match is kept",
)
OUT_OF_TURN = "F7             act out of turn; first say who you are"


class Advice:
    """Shown over the table; what takes long is worked out in the background."""

    def __init__(self, page: Page, play: Play):
        self.page, self.play = page, play
        self._told_at: At | None = None  # when the odds were shown

    def rules(self) -> None:
        self.page.app.push_screen(routes.rules(self.play.table.game))

    def explain(self) -> None:
        """All choices at the moment, the keys, and the signs of the game."""
        glyphs, question = self.play.table.game.glyphs, self.play.question
        width = min(WIDEST, self.page.size.width - 12)
        look = self.page.gamenight.look
        style = Style(width=width, ascii=look.ascii, emoji=look.emoji)
        lines: list[str] = []
        if question is not None and not question.hidden:
            lines = [*render_choices(question.selection.scene, glyphs, style), ""]
        called = [OUT_OF_TURN] if self.play.table.shared else []
        self._show("Keys", [*lines, *HELP, *called, "", *legend(glyphs, style)])

    def odds(self) -> None:
        question = self.play.question
        if "odds" in self.play.table.can and (question is None or not question.hidden):
            self.page.run_worker(self._show_odds(), group="advice", exclusive=True)

    async def _show_odds(self) -> None:
        """A second press at the same moment shows exact fractions."""
        table, before = self.play.table, self.play.table.at
        fractions = table.game.fractions is not None and self._told_at == before
        lines = await self.play.wait_for(table.odds(self.play.eyes, fractions))
        if table.at == before:  # else the match has moved on
            self._told_at = None if fractions else before
            if table.game.fractions is not None and not fractions:
                lines = [*lines, "", "F3 again shows exact fractions."]
            self._show("The odds right now", lines)

    def hint(self) -> None:
        question = self.play.question
        if self.play.table.busy or question is None or question.seat is None:
            return  # one is on its way already, or nobody is being asked
        if not question.hidden:
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
