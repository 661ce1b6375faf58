"""Untaken: what was pressed at the table and does nothing, and what to do instead."""

from __future__ import annotations

from collections.abc import Callable

from gamenight.app.keystrokes import Keystrokes
from gamenight.app.play import Play
from gamenight.app.question import Question
from gamenight.app.screens.page import Page
from gamenight.app.widgets.key_bar import shown_key
from gamenight.core.resolver import first_word
from gamenight.core.text import LONGEST_NAME
from gamenight.match.turn import At

STAYS = 3.0  # seconds that the table says what was typed too early


class Untaken:
    """held: the key that answers nothing until it is let go."""

    def __init__(self, page: Page, play: Play, changed: Callable[[], None]):
        self._page, self._play, self._changed = page, play, changed
        self.held = ""
        self._early = ""  # what was typed before there was a question to answer
        self._hasty: At | None = None  # where Enter came in the rhythm in which films are skipped

    @property
    def _keystrokes(self) -> Keystrokes:
        return self._page.gamenight.keystrokes

    def press(self) -> None:
        """A key counts: nothing is held any more, and what came too early was read."""
        self.held = ""
        if self._play.question is not None:
            self._early = ""

    def hold(self, key: str) -> None:
        """A key that is held down since before the question does not answer it. Tab never does."""
        if self._play.question is not None and key != "tab":
            self.held = key
            self._changed()

    def add(self, key: str) -> None:
        """Letters that came before a question could be read answer nothing: say so for a while."""
        letter = len(key) == 1 and key.isalnum() and not self._play.watching
        if letter and not self._keystrokes.finishes(key):
            before = self._early or self._keystrokes.begun
            self._early = word = (before + key)[-LONGEST_NAME:]
            self._page.set_timer(STAYS, lambda: self._forget(word))
            self._changed()

    def look_first(self, question: Question) -> str:
        """Why Enter decides nothing yet; whoever presses it again has read that, and is told what
        acts at once."""
        again, self._hasty = self._hasty == question.at, question.at
        if not again:
            return "One moment: look first, let go for a second, then press Enter."
        choice = question.selection.waiting
        if choice is None:
            return "Enter waits until you let go for a second; an arrow key points at once."
        way = f"press {choice.key}" if choice.key else f"type {first_word(choice)}, then Enter"
        return f"Enter waits until you let go for a second; to act at once, {way}."

    def _forget(self, word: str) -> None:
        if self._early == word:
            self._early = ""
            self._changed()

    @property
    def sentence(self) -> str:
        if self.held:
            return f"Let go of {shown_key(self.held)}, then press it again."
        if not self._early:
            return ""
        when = "One moment" if self._play.question is None else "Too early: type it again"
        return f'{when} ("{self._early}" was not taken).'
