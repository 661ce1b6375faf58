"""Advice: what a person may ask for at the table: the keys, the rules, the odds, a hint."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace

from gamenight.core.bot import Stoppable
from gamenight.core.errors import GamenightError
from gamenight.core.scene import Choice
from gamenight.core.view import odds_of
from gamenight.terminal.app.overlays import Notes
from gamenight.terminal.app.page import Page
from gamenight.terminal.app.play import Note, Play, Question
from gamenight.terminal.picture.brush import choice_key
from gamenight.terminal.selection import Selection
from gamenight.terminal.text import legend, render_choices

WIDEST = 68
HELP = (
    "arrows, Enter  move to a choice and take it",
    "letters        what stands on a place or a button",
    "mouse          click on a place or a button",
    "F2             a hint: what the best bot would do",
    "F3             the odds of this moment",
    "F4             take your last move back",
    "F5, F6         the log, with the board of a move",
    "?              the rules",
    ":              type a word or an action, such as",
    "               seat 2 bot:NAME, resign, save",
    "q, Esc         leave; the match is kept",
)


class Advice:
    """Shown over the table; what takes long is worked out beside the screen."""

    def __init__(self, page: Page, play: Play, changed: Callable[[], None]):
        self.page, self.play, self._changed = page, play, changed

    def rules(self) -> None:
        from gamenight.terminal.app.rules_page import RulesPage

        self.page.app.push_screen(RulesPage(self.play.match.game))

    def explain(self) -> None:
        """Every choice there is now, the keys, and the signs of the game."""
        glyphs, question = self.play.match.game.glyphs, self.play.question
        width = min(WIDEST, self.page.size.width - 12)
        style = replace(self.page.gamenight.look.style, color=False, width=width)
        lines: list[str] = []
        if question is not None and not question.hidden:
            lines = [*render_choices(question.selection.scene, glyphs, style), ""]
        self._show("Keys", [*lines, *HELP, "", *legend(glyphs, style)])

    def odds(self) -> None:
        match, question = self.play.match, self.play.question
        if match.game.odds is None or (question is not None and question.hidden):
            return
        self.page.run_worker(self._show_odds(), group="advice", exclusive=True)

    async def _show_odds(self) -> None:
        match = self.play.match
        plies = len(match.plies)
        lines = await asyncio.to_thread(
            odds_of, match.game, match.rules, match.state, self.play.eyes, match.names
        )
        if len(match.plies) != plies:
            return  # the match went on
        self._show("The odds of this moment", lines)

    def hint(self) -> None:
        question = self.play.question
        if self.play.busy or question is None or question.seat is None:
            return  # one is looked for already, or nobody is asked
        if not question.hidden:
            self.page.run_worker(self._show_hint(question), group="advice", exclusive=True)

    async def _show_hint(self, question: Question) -> None:
        """What the best bot would do; the cursor goes there, and the person decides."""
        from gamenight.match.hints import hint

        assert question.seat is not None
        plies, search = len(self.play.match.plies), Stoppable()
        self._say_busy("Looking for a hint ...")
        try:
            found = await asyncio.to_thread(hint, self.play.match, question.seat, rng=search)
        except GamenightError as error:
            self.play.note = Note(f"{error}.")
            return
        finally:
            search.stop()  # whoever has left waits for nothing
            self._say_busy("")
        asked = self.play.question
        if asked is None or asked.seat != question.seat or plies != len(self.play.match.plies):
            return  # the match went on
        choice = next((c for c in asked.selection.scene.choices if c.text == found.text), None)
        if choice is not None and asked.selection.scene.marks is None:
            self.play.select(Selection(asked.selection.scene, cursor=_first_key(choice)))
        self._show("Hint", list(found.lines))

    def _say_busy(self, sentence: str) -> None:
        self.play.busy = sentence
        self._changed()

    def _show(self, heading: str, lines: list[str]) -> None:
        self.page.app.push_screen(Notes(heading, lines))


def _first_key(choice: Choice) -> str:
    """What is touched first for a choice."""
    return choice.on[0] if choice.on else choice_key(choice.text)
