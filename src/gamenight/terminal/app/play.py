"""Play: the turns of a match one after the other, as one task that never blocks the screen.

What the screen shows follows from here: the question that is asked, else the picture that
stands; what is busy; the log. Keys answer the question, skip a movement, or change the match.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from gamenight.bots import find_bot
from gamenight.core.bot import BotInfo, Interrupted, Stoppable
from gamenight.core.errors import GamenightError, InvalidAction
from gamenight.core.play import Ply
from gamenight.core.scene import Choice, Scene
from gamenight.core.text import quoted
from gamenight.core.view import scene_of
from gamenight.match.match import Match
from gamenight.terminal.app.film import Chronicle, moments, sentences, told
from gamenight.terminal.app.motion import touched
from gamenight.terminal.asides import needs_curtain, turn_begins, who_may_at_table
from gamenight.terminal.marking import marked
from gamenight.terminal.selection import Selection
from gamenight.terminal.stage import announcement

GO_ON = Choice("go on", "go on", default=True)
READY = Choice("ready", "ready", default=True)
PASS = Choice("pass", "pass", default=True)
RESULT = Choice("result", "the result", default=True)
SWITCH = 0.0005  # seconds until a bot's thread lets the screen have its turn
SHORT = 0.15  # seconds of thinking that nobody needs to be told about


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence of the program itself, in the place of the game's message."""

    text: str = ""
    wrong: bool = True


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of a person. hidden: behind a curtain; may_pass: Esc passes; any_key: it is
    there to be read, and every key goes on."""

    seat: int | None
    selection: Selection
    hidden: bool = False
    may_pass: bool = False
    any_key: bool = False


class Play:
    """One match being played at this screen. `beat` are the seconds of a beat, `changed` is
    called when something else is to be seen."""

    def __init__(self, match: Match, beat: Callable[[], float], changed: Callable[[], None]):
        self.match = match
        self.chronicle = Chronicle(match)
        self._viewer = match.viewer
        self.question: Question | None = None
        self.frame = self.scene(match.viewer).still(self.chronicle.latest())
        self.last: frozenset[str] = frozenset()
        self.busy = ""
        self.note = Note()
        self.paused = False
        self.later: list[str] = []
        self._beat, self._changed = beat, changed
        self._shown = len(match.plies)
        self._shown_to: int | None = None
        self._prepared: set[str] = set()
        self._reply: asyncio.Future[Choice | None] | None = None
        self._skipped = asyncio.Event()
        self._stepped = asyncio.Event()
        self._thinking: Stoppable | None = None

    def scene(self, viewer: int | None) -> Scene:
        match = self.match
        return scene_of(match.game, match.rules, match.state, viewer, match.names)

    @property
    def eyes(self) -> int | None:
        """Who looks at the screen now: the person who is asked, else the one who watches."""
        question = self.question
        if question is not None and question.seat is not None and not question.hidden:
            return question.seat
        return self.match.viewer

    @property
    def watching(self) -> bool:
        """Whether nobody at the table is a person."""
        return not self.match.people

    # What keys do.

    def answer(self, choice: Choice | None) -> None:
        """The question is answered; None: something else happened, look again."""
        if self._reply is not None and not self._reply.done():
            self._reply.set_result(choice)

    def select(self, selection: Selection) -> None:
        """The person goes on choosing; what is marked is kept beside the match."""
        assert self.question is not None
        marks = selection.scene.marks
        if marks is not None and marks != self.question.selection.scene.marks:
            self.match.keep_draft(marks)
        self.question = replace(self.question, selection=selection)

    def skip(self) -> None:
        """Show the end of what moves."""
        self._skipped.set()

    def step(self) -> None:
        """Go on by one ply where the play is paused."""
        self._stepped.set()

    def pause(self) -> None:
        self.paused = not self.paused
        self._stepped.set()

    def interrupt(self) -> None:
        """The bot that thinks stops."""
        if self._thinking is not None:
            self._thinking.stop()

    def look_again(self) -> None:
        """The match was changed by a key: whatever is waited for ends."""
        self.chronicle.cut(len(self.match.plies))
        self._shown_to = None  # whoever pressed it need not be the one who is asked next
        if self._shown > len(self.match.plies):
            self._shown, self.last = len(self.match.plies), frozenset()
            self.frame = self.scene(self.match.viewer).still()
        self._change_viewer()
        self.interrupt()
        self.skip()
        self.step()
        self.answer(None)

    def _change_viewer(self) -> None:
        """Where a seat was handed over, nobody goes on seeing what another one may know."""
        if self._viewer != self.match.viewer:
            self._viewer = self.match.viewer
            self.chronicle.retell(self._shown)
            self.frame = self.scene(self._viewer).still(self.chronicle.latest())

    # The turns.

    async def run(self) -> None:
        """Play to the end; raises a GamenightError where the match cannot go on."""
        match, began_at = self.match, len(self.match.plies)
        self._tell_order()
        while True:
            await self._show_plies()
            turn = match.turn()
            if turn.kind == "over":
                break
            if self.later and turn.kind != "chance":
                self._do_later(self.later.pop(0))
            elif turn.kind == "chance":
                await self._chance(turn.seat)
            elif turn.seat is not None and turn.kind == "bot":
                await self._bot(turn.seat)
            elif turn.seat is not None:
                await self._person(turn.seat, turn.kind == "offered")
        if len(match.plies) > began_at:
            await self._last_board()

    def _tell_order(self) -> None:
        match = self.match
        roles = match.game.unasked(**match.record.options)
        if not match.plies and match.rules.players > 1 and not roles:
            order = f"In the order of play: {', '.join(match.names)}."
            self.chronicle.add(0, [order, f"{match.names[0]} begins."])

    async def _last_board(self) -> None:
        """The board at the end stays until it was seen."""
        if self.match.result is None:
            return
        headline, reason = announcement(self.match.names, self.match.result)
        scene = self.scene(self.match.viewer).still(reason)
        shown = replace(scene, ask=headline, choices=(RESULT,))
        await self._ask(Question(None, Selection(shown), any_key=True))

    async def _chance(self, seat: int | None) -> None:
        """What chance decides; a person whose turn begins with it is asked to be ready."""
        if seat in self.match.people and turn_begins(self.match, seat):
            hidden = self._needs_curtain(seat)
            if not await self._ready(seat, hidden):
                return
        self.match.chance(1 if self.watching else None)

    async def _person(self, seat: int, may_pass: bool) -> None:
        if self._needs_curtain(seat) and not await self._ready(seat, hidden=True):
            return
        scene = marked(self.scene(seat), self.match.draft)
        if not scene.message:
            scene = replace(scene, message=self.chronicle.latest())
        if may_pass:
            own = tuple(replace(choice, default=False) for choice in scene.choices)
            scene = replace(scene, choices=(*own, PASS))
        choice = await self._ask(Question(seat, Selection(scene), may_pass=may_pass))
        if choice is PASS:
            self.match.passes(seat)
        elif choice is not None:
            self.act(choice.text, seat)

    def _needs_curtain(self, seat: int) -> bool:
        return needs_curtain(self.match, seat, self._shown_to)

    async def _ready(self, seat: int, hidden: bool) -> bool:
        """Wait for the person; False if something else happened instead (undo, resign)."""
        ask = f"{self.match.names[seat]}, ready?"
        shown = Scene(self.match.game.title) if hidden else self.frame
        scene = replace(shown, ask=ask, choices=(READY,))
        if await self._ask(Question(seat, Selection(scene), hidden=hidden)) is None:
            return False
        self._shown_to = seat
        return True

    async def _ask(self, question: Question) -> Choice | None:
        self.question = question
        self._reply = asyncio.get_running_loop().create_future()
        self._changed()
        try:
            return await self._reply
        finally:
            self.question, self._reply = None, None
            self._changed()

    def act(self, text: str, seat: int) -> None:
        """A person's action; one that is not possible is told about."""
        try:
            self.match.play(text, seat)
        except InvalidAction as error:
            self.note = Note(str(error))

    def resign(self, seat: int) -> None:
        """A person gives up; of more than two a bot plays on."""
        name = self.match.names[seat]
        try:
            self.match.resign(seat)
        except GamenightError as error:
            self.note = Note(str(error))
            return
        self.look_again()
        if self.match.result is None:
            self.note = Note(f"{name} gives up: {self.match.names[seat]} plays on.", wrong=False)

    def _do_later(self, text: str) -> None:
        """What was typed before a roll, to leave the table or to join it, is done now."""
        seat = who_may_at_table(self.match, text)
        if seat is None:
            self.note = Note(f"{quoted(text)} is not possible any more.")
        else:
            self.act(text, seat)

    # Bots.

    async def _bot(self, seat: int) -> None:
        """The bot thinks in a thread; a key can end that, and then the match is looked at anew."""
        spec, name = self.match.seats[seat].bot, self.match.names[seat]
        info = find_bot(self.match.game, spec)[0]
        if spec not in self._prepared:
            await self._prepare(info)
            self._prepared.add(spec)
        rng = self._thinking = self.match.bot_generator(seat)
        interval = sys.getswitchinterval()
        sys.setswitchinterval(SWITCH)
        try:
            thought = asyncio.ensure_future(asyncio.to_thread(self._considered, seat, rng))
            action = await self._busy_with(thought, f"{name} thinks ...")
            if not rng.stopped:
                self.match.bot_plays(seat, action)
        finally:
            sys.setswitchinterval(interval)
            rng.stop()
            self._thinking = None

    def _considered(self, seat: int, rng: Stoppable) -> Any | None:
        """What a bot chooses; one that breaks must not break the screen."""
        try:
            return self.match.consider(seat, rng)
        except Interrupted:
            return None
        except GamenightError:
            raise
        except Exception as error:
            name = self.match.seats[seat].bot
            raise GamenightError(f"the bot {name} failed: {error!r}") from error

    async def _busy_with(self, task: asyncio.Future[Any], sentence: str) -> Any:
        """Wait for something, and say so when it takes long enough to be seen."""
        try:
            await asyncio.wait({task}, timeout=SHORT)
            if not task.done():
                self._say_busy(sentence)
            return await task
        finally:
            task.cancel()
            if self.busy:
                self._say_busy("")

    def _say_busy(self, sentence: str) -> None:
        self.busy = sentence
        self._changed()

    async def _prepare(self, info: BotInfo) -> None:
        """What a bot works out before it can play, with its messages while that lasts."""
        messages = iter(info.prepare(self.match.rules))
        sentence: str | None = f"{info.name} prepares ..."
        while sentence is not None:
            step = asyncio.ensure_future(asyncio.to_thread(next, messages, None))
            sentence = await self._busy_with(step, sentence)

    # The film.

    async def _show_plies(self) -> None:
        """Tell every ply that was not shown yet."""
        while self._shown < len(self.match.plies):
            ply = self.match.plies[self._shown]
            self._shown += 1
            await self._tell(ply)
            if self.watching:
                await self._rest()

    async def _tell(self, ply: Ply) -> None:
        match, viewer = self.match, self._viewer
        steps = told(match, ply, viewer)
        self.chronicle.add(self._shown, sentences(steps))
        self._skipped.clear()
        moving = bool(self._beat())
        for moment in moments(match, ply, viewer, steps, moving) if steps else ():
            if viewer != self._viewer:
                break  # a seat was handed over while it was shown
            if moment.waits:
                page = replace(moment.scene, choices=(GO_ON,))
                await self._ask(Question(None, Selection(page), any_key=True))
                self._skipped.clear()
            elif self._beat() and not self._skipped.is_set():
                self.frame = moment.scene
                self._changed()
                await self._pause(moment.beats * self._beat())
        if self.match.plies[self._shown - 1 : self._shown] != [ply]:
            return  # it was taken back while it was shown
        if self._more_follows(bool(steps)):
            return
        before, after = (
            scene_of(match.game, match.rules, state, self._viewer, match.names)
            for state in (ply.before, ply.after)
        )
        self.last = touched(before, after)
        self.frame = after.still(self.chronicle.latest())
        self._changed()

    def _more_follows(self, told: bool) -> bool:
        """Whether the next ply comes at once: of the many draws that lay out a board only the
        last one is drawn."""
        if self._shown < len(self.match.plies):
            return not self.watching
        turn = self.match.turn()
        return not told and turn.kind == "chance" and turn.seat is None

    async def _pause(self, seconds: float) -> None:
        """Let a picture stand, unless a key skips it."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._skipped.wait(), seconds)

    async def _rest(self) -> None:
        """Between the plies of a match that is watched: other tasks go on, a pause lasts."""
        await asyncio.sleep(0)
        if self.paused:
            self._stepped.clear()
            self._changed()
            await self._stepped.wait()
