"""Advice: what people can ask for at the table: the keys, the rules, the odds, a hint."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

from gamenight.app import routes
from gamenight.app.play import Play
from gamenight.app.question import CLOSED, UNADVISED, Note, Question
from gamenight.app.screens.dialogs import TextDialog
from gamenight.app.screens.page import Page
from gamenight.core.errors import GamenightError
from gamenight.core.prompts import PASS
from gamenight.core.rules import Chance, Over
from gamenight.core.scene import Scene
from gamenight.core.text import sentence
from gamenight.draw.context import Focus, choice_key
from gamenight.draw.layouts.flow import legend, render_choices
from gamenight.draw.style import Style
from gamenight.match.hints import Hint

WIDEST = 68
CAME = "+1 beside a number: what the last move brought there."
SOON = "A hint is on its way."
ADVICE = ("f1", "f2", "f3")
HINT, ODDS = "hint", "odds"  # what is worked out: neither ends the other
UNASKED = "unasked hint"  # nobody waits for it, so that Esc is for the menu
OFTEN = 0.1  # seconds between two looks at whether the match has moved on
T = TypeVar("T")


class GivenHint(NamedTuple):
    """A hint, the key to touch first, the note that tells it, and the question it is for."""

    hint: Hint
    key: str
    note: Note
    question: Question


class Advice:
    """Shown over the table; what takes long is worked out in the background. press: what a key does
    at the table; changed: something else is to be shown there."""

    def __init__(
        self, page: Page, play: Play, press: Callable[[str], None], changed: Callable[[], None]
    ):
        self.page, self.play, self._press, self._changed = page, play, press, changed
        self._given: GivenHint | None = None
        self._looks_for_hint = False
        self._sought: list[str] = []  # what is worked out because somebody asked for it

    def rules(self) -> None:
        self.page.app.push_screen(routes.rules(self.play.table.game))

    def explain(self, keys: list[str]) -> None:
        """All choices at the moment, these keys, and the signs of the game."""
        game, question = self.play.table.game, self.play.question
        width = min(WIDEST, self.page.size.width - 12)
        look = self.page.gamenight.look
        style = Style(width=width, ascii=look.ascii, emoji=look.emoji)
        lines: list[str] = []
        if question is not None and not question.hidden:
            lines = [*render_choices(question.selection.scene, game.glyphs, style), ""]
        came = ["", CAME] if self.play.trace.gains else []
        signs = legend(game.legend(**self.play.table.options), style)
        self._show("f1", "Keys", [*lines, *keys, *came, "", *signs])

    def stop(self) -> bool:
        """Look no further for what was asked for: the person plays on. Whether there was anything
        to stop."""
        stopped = [self.page.workers.cancel_group(self.page, kind) for kind in (HINT, ODDS)]
        return any(stopped)

    @property
    def is_sought(self) -> bool:
        """Whether somebody waits for something that they asked for: `stop` ends that."""
        return bool(self._sought)

    @contextmanager
    def _seeking(self, kind: str) -> Iterator[None]:
        """This is worked out for somebody; the bar of keys says what ends it."""
        self._sought.append(kind)
        self._changed()
        try:
            yield
        finally:
            self._sought.remove(kind)
            self._changed()

    # The odds.

    @property
    def is_working(self) -> bool:
        """On the odds, for which the match waits."""
        return ODDS in self._sought

    def odds(self) -> None:
        """In percent; F3 again shows fractions, if the game has them. Raises a GamenightError where
        there are none to show."""
        self._work_out_odds(fractions=False)

    def fractions(self) -> None:
        """The odds as exact fractions."""
        self._work_out_odds(fractions=True)

    def _work_out_odds(self, fractions: bool) -> None:
        if self._is_hidden:
            raise GamenightError(CLOSED)
        self.page.run_worker(self._show_odds(fractions), group=ODDS, exclusive=True)

    async def _show_odds(self, fractions: bool) -> None:
        """As of what has been shown: nobody learns here what is still being rolled."""
        table, seen = self.play.table, self.play.seen
        heading = self._moment(seen)
        coming = self.play.wait_for(table.odds(self.play.eyes, fractions, seen))
        try:
            with self._seeking(ODDS):
                lines = await self._unless(lambda: self.play.seen < seen, coming)  # taken back
        except GamenightError as error:
            self.play.refuse(sentence(error))
            return
        if lines is None:
            return
        if table.game.fractions is None or self.play.at_the_end or fractions:
            self._show("f3", heading, lines)
            return

        def go_on() -> None:
            if not self._is_hidden:
                self.fractions()

        self._show("f3", heading, lines, [("F3", "exact fractions")], go_on)

    def _moment(self, seen: int) -> str:
        """What the odds are about: who is next, on the board that is shown or the one before."""
        table = self.play.table
        node = table.rules.node(table.state(seen))
        when = "before this move" if self.play.in_film else "right now"
        if isinstance(node, Over) or node.player is None:
            return f"The odds {when}"
        question = self.play.question
        if question is not None and question.may_pass and question.seat is not None:
            return f"The odds {when}: {table.names_at(seen)[question.seat]} may act"
        name = table.names_at(seen)[node.player]
        return f"The odds {when}: {name} {'rolls' if isinstance(node, Chance) else 'decides'}"

    # A hint.

    def hint(self, asked_for: bool = True) -> None:
        """The first time what to try; the next time what each choice is worth. Raises a
        GamenightError where there is none to give."""
        given, question = self._given, self.play.question
        reason = self._no_hint()
        if given is not None and self._is_shown(given):
            self._show("f2", given.hint.heading, list(given.hint.lines))
        elif reason:
            raise GamenightError(reason)
        elif question is not None:
            coming = self._give_hint(question, asked_for)
            group = HINT if asked_for else UNASKED
            self.page.run_worker(coming, group=group, exclusive=True)

    @property
    def unasked(self) -> bool:
        """Whether hints come by themselves: until a newcomer's first turn is over."""
        return self.page.gamenight.newcomer and not self.play.table.remote

    def guide(self) -> None:
        """A hint unasked, in the first turn of whoever is asked."""
        table, question = self.play.table, self.play.question
        if question is None or question.seat is None:
            return
        movers = [table.mover(ply) for ply in range(1, table.last + 1)]
        first = question.seat not in movers or movers[-1] == question.seat
        self.page.gamenight.newcomer = first
        if first:
            with suppress(GamenightError):  # being ready needs no hint
                self.hint(asked_for=False)

    def _no_hint(self) -> str:
        """Why there is none to give, if so."""
        question, table = self.play.question, self.play.table
        if self.play.watching:
            who = "you watch" if table.remote else "bots do"
            return f"A hint is for people who play; here {who}."
        if self._is_hidden:
            return CLOSED
        if question is None or question.seat is None:
            return "Nobody is asked right now: F2 gives a hint when you are."
        if question.selection.scene.choices in UNADVISED:
            return "There is nothing to choose right now."
        return SOON if self._looks_for_hint else ""

    async def _give_hint(self, question: Question, asked_for: bool) -> None:
        """What the best bot would do, shown on the board. Enter takes it only if it was asked for,
        and if the person has begun nothing of their own meanwhile: that stays."""
        assert question.seat is not None
        coming = self.play.table.hint(question.seat)
        coming = self.play.wait_for(coming) if asked_for else coming  # or else in silence
        self._looks_for_hint = True
        try:
            with self._seeking(HINT) if asked_for else nullcontext():
                found = await self._unless(lambda: self._asked(question) is None, coming)
        except GamenightError as error:
            if asked_for:  # else nobody wonders why there is none, as before a roll
                self.play.refuse(sentence(error))
            return
        finally:
            self._looks_for_hint = False
        asked = self._asked(question)
        if found is None or asked is None:
            return
        more = "F2 again gives the numbers." if asked_for else "(Hints like this: F2.)"
        self.play.refuse(f"{found.sentence} {more}", wrong=False)
        key = _first_key(asked.selection.scene, found.text or PASS.text)
        if key and asked_for and asked.selection == question.selection and not _is_begun(asked):
            self.play.select(replace(asked.selection, cursor=key))
        self._given = GivenHint(found, key, self.play.note, question)

    def _asked(self, question: Question) -> Question | None:
        """The question as it is now; None if the match has moved on."""
        asked = self.play.question
        if asked is None or asked.seat != question.seat or asked.at != question.at:
            return None
        return asked

    def _is_shown(self, given: GivenHint) -> bool:
        """Whatever is done or said next puts a hint away."""
        return self.play.note is given.note and self._asked(given.question) is not None

    def pointed(self, focus: Focus) -> Focus:
        """The focus with what the hint proposes, while it is shown."""
        given = self._given
        shown = given is not None and self._is_shown(given)
        return replace(focus, hint=given.key) if given is not None and shown else focus

    # Both.

    @property
    def _is_hidden(self) -> bool:
        return self.play.question is not None and self.play.question.hidden

    async def _unless(
        self, moved_on: Callable[[], bool], coming: Coroutine[Any, Any, T]
    ) -> T | None:
        """What is coming; None, and no more work on it, once the match has moved on."""
        task = asyncio.ensure_future(coming)
        try:
            while not (await asyncio.wait({task}, timeout=OFTEN))[0]:
                if moved_on():
                    return None
            return None if moved_on() else await task
        finally:
            task.cancel()

    def _show(
        self,
        key: str,
        heading: str,
        lines: list[str],
        more: Sequence[tuple[str, str]] = (),
        again: Callable[[], None] = lambda: None,
    ) -> None:
        """Something to read, which this key has opened; `again`: what it does there, if `more` says
        so. The keys of other advice lead to that."""

        def closed(pressed: str | None) -> None:
            if pressed == key:
                again()
            elif pressed in ADVICE:
                self._press(pressed)

        self.page.app.push_screen(TextDialog(heading, lines, more), closed)


def _is_begun(question: Question) -> bool:
    """Whether the person is in the middle of a word, or of a choice of several touches."""
    return bool(question.selection.typed or question.selection.path)


def _first_key(scene: Scene, text: str) -> str:
    """The first thing to touch for a choice; nothing where it takes several marks."""
    choice = next((choice for choice in scene.choices if choice.text == text), None)
    if choice is None or (scene.marks is not None and len(choice.on) > 1):
        return ""
    return choice.on[0] if choice.on else choice_key(choice.text)
