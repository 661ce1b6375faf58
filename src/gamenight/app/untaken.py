"""Untaken: what was pressed at the table and does nothing, and what to do instead."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from gamenight.app.keystrokes import FUNCTION_KEY, WORD, Keystrokes
from gamenight.app.objection import too_quick, ways
from gamenight.app.play import Play
from gamenight.app.question import Question
from gamenight.app.screens.page import Page
from gamenight.app.widgets.key_bar import shown_key
from gamenight.core.resolver import first_word
from gamenight.core.text import LONGEST_NAME

STAYS = 3.0  # seconds that the table says what was typed too early, or why a command does nothing


class Untaken:
    """held: the key that answers nothing until it is let go; warned: at this question Enter came
    too quickly, and what it means was said."""

    def __init__(self, page: Page, play: Play, changed: Callable[[], None]):
        self._page, self._play, self._changed = page, play, changed
        self.held, self.warned = "", False
        self._early = ""  # what was typed before there was a question to answer
        self._last = 0.0  # when that was
        self._reason = ""  # why a command did nothing while nobody was asked

    @property
    def _keystrokes(self) -> Keystrokes:
        return self._page.gamenight.keystrokes

    def ask(self) -> None:
        """Somebody is asked: nothing of what was before that matters now but what was typed."""
        self.held = self._reason = ""
        self.warned = False

    def press(self) -> None:
        """A key counts: nothing is held any more, and what came too early was read."""
        self.held = ""
        if self._play.question is not None:
            self._early = self._reason = ""

    def hold(self, key: str) -> None:
        """A key that is held down since before the question does not answer it; nothing is said of
        one that could not answer it anyway, unless it is a command."""
        if FUNCTION_KEY.fullmatch(key):
            self.add(key)
            return
        question = self._play.question
        if question is None:
            return
        answers = [way.casefold() for way in ways(question.selection)]
        if key != "tab" and (question.any_key or shown_key(key).casefold() in answers):
            self.held = key
            self._changed()

    def _left_over(self) -> str:
        """That only the beginning of a word was taken, and how to type it whole."""
        keys = self._keystrokes
        word, rest = keys.left_over, keys.left_over[len(keys.answer) :]
        known = [one for one in keys.words if one.startswith(word) and len(one) > 1]
        then = f"for {known[0]} type :{known[0]}" if len(known) == 1 else f'"{rest}" was not taken'
        return f'{keys.answer} was "{keys.label}"; {then}.'

    def say(self, reason: str) -> None:
        """A command does nothing while something moves: say why for a while, for what is shown
        next would cover it."""
        self._reason = reason
        self._page.set_timer(STAYS, lambda: self._forget(reason))
        self._changed()

    def add(self, key: str) -> None:
        """Letters that came before a question could be read answer nothing: say so for a while."""
        if self._keystrokes.left_over:
            self.say(self._left_over())
            return
        if FUNCTION_KEY.fullmatch(key):
            self.say(f"That was quick: {shown_key(key)} did nothing. Press it again.")
            return
        letter = len(key) == 1 and key.isalnum() and not self._play.watching
        now, before = monotonic(), self._early or self._keystrokes.begun
        if letter and not self._keystrokes.finishes(key):
            before = before if now - self._last < WORD else self._keystrokes.begun
            self._early = word = (before + key)[-LONGEST_NAME:]
            self._last = now
            self._page.set_timer(STAYS, lambda: self._forget(word))
            self._changed()

    def look_first(self, question: Question) -> str:
        """Why Enter decides nothing yet; whoever goes on pressing it has read that, and learns what
        acts at once. A single press is only too quick, however often that happens."""
        again, self.warned = self.warned, True
        if not (again and self._keystrokes.runs_on):
            return too_quick(question)
        choice = question.selection.waiting
        if choice is None:
            return "Enter waits until you press it slowly; an arrow key points at once."
        way = f"press {choice.key}" if choice.key else f"type {first_word(choice)}, then Enter"
        return f"Enter waits until you press it slowly; to act at once, {way}."

    def _forget(self, word: str) -> None:
        if word in (self._early, self._reason):
            self._early = "" if self._early == word else self._early
            self._reason = "" if self._reason == word else self._reason
            self._changed()

    @property
    def sentence(self) -> str:
        if self.held:
            question = self._play.question
            reads = question is not None and question.any_key
            then = "any key goes on" if reads else "press it again"
            return f"Let go of {shown_key(self.held)}, then {then}."
        if not self._early:
            return self._reason
        question = self._play.question
        if question is not None and question.any_key:
            return f'Too early: "{self._early}" was not taken.'  # and nothing asks for it any more
        when = "One moment" if question is None else "Too early: type it again"
        return f'{when} ("{self._early}" was not taken).'
