"""Answering: what keys and clicks do to the question at the table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from dataclasses import replace
from time import monotonic

from gamenight.app import keystrokes
from gamenight.app.command_line import CommandLine
from gamenight.app.objection import objection, refusal
from gamenight.app.play import Play
from gamenight.app.question import Question
from gamenight.app.screens.page import Page
from gamenight.app.selection import Outcome, Selection, goes_on, pressed, touched
from gamenight.app.untaken import Untaken
from gamenight.app.widgets.key_bar import shown_key
from gamenight.core.prompts import READY
from gamenight.core.resolver import words_of
from gamenight.core.scene import Choice
from gamenight.draw.canvas import Picture


class Answering:
    """commands: the keys of the page, which turn no page to read; answered: called when somebody
    has decided."""

    def __init__(
        self,
        page: Page,
        play: Play,
        line: CommandLine,
        untaken: Untaken,
        commands: Collection[str],
        answered: Callable[[], object],
    ):
        self._page, self._play, self._line = page, play, line
        self._untaken, self._commands, self._answered = untaken, commands, answered

    @property
    def _keys(self) -> keystrokes.Keystrokes:
        return self._page.gamenight.keystrokes

    def press(self, name: str, picture: Picture) -> bool:
        """Give a key to the question; False if it means nothing there."""
        question = self._play.question
        if question is None:
            return False
        if question.any_key and name not in self._commands:
            self._turn_page(question, name)
            return True
        selection, keys = question.selection, self._keys
        calm = keys.calm or (keys.tapped and self._untaken.warned)
        if name == "enter" and not selection.is_meant(keys.seen, calm):
            self._play.refuse(self._untaken.look_first(question))
            return True
        outcome = pressed(selection, name, picture, self._line.words, keys.spelling, keys.run)
        if isinstance(outcome, Selection) and (outcome.meant is not None or _waits(outcome)):
            self._page.run_worker(self._settle(outcome), group="answers")
        elif isinstance(outcome, Choice) and len(name) == 1:
            self._swallow(selection, outcome, selection.typed + name)
        if outcome is None and name == "enter":
            return self._line.takes(selection)
        self._take(outcome)
        if outcome is not None and outcome is selection.meant:
            return goes_on(selection, name)  # else it is for what comes now
        return outcome is not None

    def touch(self, key: str) -> None:
        """A click."""
        question = self._play.question
        assert question is not None
        outcome = touched(question.selection, key) or question.click
        if outcome is None:
            self._play.refuse(*refusal(self._play.table, question, key))
        self._take(outcome)

    def object(self, name: str) -> None:
        """Say why a key answers nothing; what was typed is dropped."""
        question = self._play.question
        assert question is not None
        typed = question.selection.typed if name == "enter" else shown_key(name)
        if name == "enter" and typed:
            self._keys.refused(monotonic())
        begun = name if len(name) == 1 and name.isalpha() else ""
        self._play.select(replace(question.selection, typed="", begun=begun))
        self._play.refuse(objection(self._play.table, question, typed))

    def _turn_page(self, question: Question, name: str) -> None:
        """Something that was to be read was read."""
        if name == "tab" and not self._play.watching:
            self._play.tempo.hurry()
        self._keys.turned(name)
        self._play.answer(question.selection.waiting)

    async def _settle(self, selection: Selection) -> None:
        """A letter is in doubt: after a moment it is the choice that it is drawn for. Where
        somebody is only to be ready that word acts as well, and a letter alone does nothing."""
        await asyncio.sleep(self._keys.patience)
        question = self._play.question
        if question is None or question.selection is not selection:
            return
        is_said = selection.typed.casefold() in words_of(selection.scene, READY)
        choice = selection.meant or (READY if is_said else None)
        if choice is not None:
            self._swallow(selection, choice, selection.typed)
            self._take(choice)
        elif len(selection.typed) == 1:
            self.object(selection.typed)

    def _swallow(self, selection: Selection, choice: Choice, typed: str) -> None:
        """The rest of the word that was begun belongs to this answer; where it could have been
        another word, letters may be as far apart as somebody types who looks for the keys."""
        doubted = selection.meant is not None
        gap = keystrokes.SPELLING if doubted else keystrokes.BURST
        names = words_of(selection.scene, choice)
        gap = gap if typed.isalpha() else 0.0
        self._keys.answered(typed, names, self._line.words, gap, choice.label)

    def _take(self, outcome: Outcome) -> None:
        if outcome is None:
            return
        play, question = self._play, self._play.question
        play.note = play.note.under(question is not None and question.spells(outcome))
        if isinstance(outcome, Selection):
            play.select(outcome)
        else:
            self._answered()
            play.answer(outcome)


def _waits(selection: Selection) -> bool:
    """Whether something is typed where somebody is only to be ready."""
    return bool(selection.typed) and selection.scene.choices == (READY,)
