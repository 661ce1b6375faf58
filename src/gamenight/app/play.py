"""Play: a match at this screen, as one task that never blocks it.

`play_out` says what comes next; here it is shown, awaited or asked. The screen draws the question
being asked, or else the current picture; what is keeping the table busy; and the log. Keys answer
the question, skip an animation, or change the match.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from time import monotonic
from typing import TypeVar

from gamenight.app.chronicle import Chronicle
from gamenight.app.film import frames_of_ply, more_follows, stilled, trace
from gamenight.app.news import with_news
from gamenight.app.pauses import OPENING, SHORT, WINDOW, for_long
from gamenight.app.question import Note, Question, asks_ready, last_board, tells_nothing, with_pass
from gamenight.app.scheduling import responsive
from gamenight.app.selection import Selection
from gamenight.app.tempo import Tempo
from gamenight.app.welcome import welcome
from gamenight.core.errors import InvalidAction
from gamenight.core.marks import marked
from gamenight.core.play import Ply
from gamenight.core.prompts import GO_ON, PASS
from gamenight.core.scene import Choice, Scene
from gamenight.core.text import sentence
from gamenight.draw.context import Focus
from gamenight.match.course import play_out
from gamenight.match.curtain import Curtain
from gamenight.match.table import LISTENING, Table
from gamenight.match.turn import At, Turn

T = TypeVar("T")


class Play:
    """One match being played at this screen. `beat` gives the seconds of a beat; `changed` is
    called when there is something new to see, and `asking` before somebody is asked; `covered`:
    whether something lies over the table, so that it waits. in_window: this is the time to act out
    of turn; seen: the plies that have been shown, of those that are stored."""

    def __init__(
        self,
        table: Table,
        beat: Callable[[], float],
        changed: Callable[[], None],
        asking: Callable[[Question], None],
        covered: Callable[[], bool],
    ):
        self.table = table
        table.listening = LISTENING
        self.curtain = Curtain(table)
        self.chronicle = Chronicle(table, self.curtain)
        self.question: Question | None = None
        self.frame = table.scene(self.curtain.viewer).still(self.chronicle.latest())
        self.trace = Focus()
        self.busy, self.note, self.in_window = "", Note(), False
        self.tempo = Tempo(beat, changed, covered)
        self._viewer, self._names = self.curtain.viewer, table.names
        self._changed, self._asking = changed, asking
        self._shown = self.seen = table.last
        self._reply: asyncio.Future[Choice | None] | None = None
        self._caller: int | None = None
        self._known = asyncio.Event()  # set unless we are asking who wants to act out of turn
        self._known.set()
        self._waited_at: At | None = None

    @property
    def eyes(self) -> int | None:
        """Who is looking at the screen: the person being asked, or else the one watching."""
        question = self.question
        if question is not None and question.seat is not None and not question.hidden:
            return question.seat
        return self.curtain.viewer

    @property
    def watching(self) -> bool:
        """Whether nobody at this screen is playing."""
        return not self.table.here

    @property
    def in_film(self) -> bool:
        """Whether a ply is being shown, and the board is not yet as it will be."""
        return self.seen < self._shown

    @property
    def at_the_end(self) -> bool:
        """Whether the end of the match has been shown."""
        return self.table.result is not None and self.seen == self.table.last

    # What keys do.

    def answer(self, choice: Choice | None) -> None:
        """Answer the question; None means that something else happened. From then on nobody is
        asked."""
        if self._reply is not None and not self._reply.done():
            self._reply.set_result(choice)
            self.question = None

    def select(self, selection: Selection) -> None:
        """The person is still choosing; the marks so far are kept beside the match."""
        assert self.question is not None
        seat, marks = self.question.seat, selection.scene.marks
        if seat is not None and marks is not None and marks != self.question.selection.scene.marks:
            self.table.keep_draft(seat, marks)
            still = selection.scene.still(self.frame.message, self.frame.tone)
            self.frame = replace(still, marks=marks)  # what stands when the question goes away
        self.question = replace(self.question, selection=selection)

    def interrupt(self) -> None:
        """Stop the bot that is thinking."""
        self.table.interrupt()

    def tell(self, sentence: str, wrong: bool = False) -> None:
        """Show what the table says about something that was done, or why it could not be."""
        if sentence:
            self.note = Note(sentence, wrong)
            self._changed()

    def refuse(self, sentence: str, wrong: bool = True) -> None:
        """Say why a key does nothing now: until the next ply is shown, or somebody is asked. A hint
        (not wrong) lasts as long, for it shows what its player holds."""
        self.note = Note(sentence, wrong, fleeting=True)
        self._changed()

    def hush(self) -> None:
        """Something else is pressed: why the last key did nothing was read."""
        self.note = self.note.later(hidden=True) if self.note.wrong else self.note

    async def change(self, deed: Awaitable[str]) -> None:
        """Do something to the match other than answering; whatever is being awaited ends."""
        sentence = await self.wait_for(deed)
        self.look_again()
        self.tell(sentence if sentence != self.table.asking else "")  # which is shown as long as so
        self._changed()

    def look_again(self) -> None:
        """A key changed the match: whatever is being awaited ends."""
        self.curtain.closes()  # the next person to be asked may be another one
        self._catch_up()
        self.interrupt()
        self._end_waiting()

    def _end_waiting(self) -> None:
        self.tempo.play_on()
        self.answer(None)

    def _catch_up(self) -> None:
        """Forget what was taken back. After a seat was handed over, nobody keeps seeing what only
        somebody else may know."""
        table = self.table
        self.chronicle.cut(table.last)
        self.seen = min(self.seen, table.last)
        if self._shown > table.last:
            self._shown, self.trace = table.last, Focus()
            self.frame = table.scene(self.curtain.viewer).still()
        if (self._viewer, self._names) != (self.curtain.viewer, table.names):
            self._viewer, self._names = self.curtain.viewer, table.names
            self.chronicle.retell(self._shown)
            self.frame = table.scene(self._viewer, self._shown).still(self.chronicle.latest())

    # What comes next.

    async def run(self) -> None:
        """Play to the end; raises a GamenightError where the match cannot go on."""
        began_at = self.table.last
        if not began_at and not self.chronicle.entries:
            await self._begin()
        await play_out(self.table, self)
        self.chronicle.end()
        if self.table.last > began_at:
            await self._last_board()
        if self.table.result is None:  # it was taken back
            await self.run()

    async def _begin(self) -> None:
        """Who begins stays to be read, above all where it is a machine. Where chance moves seats
        that nobody takes, it goes on by itself: so the first board stays until a key is pressed."""
        table, opening = self.table, self.table.opening()
        if table.game.unasked(**table.options):
            told = [*filter(None, welcome(table.game, table.options))]
            message = " ".join(told[1:] or told)
            await self._read(replace(self.frame, message=message, choices=(GO_ON,)))
        self.chronicle.add(0, opening)
        if opening:
            self.frame = replace(self.frame, message=opening[-1])
            self._changed()
            await self.tempo.stay(0 if self.watching else OPENING * self.tempo.beat)

    async def _last_board(self) -> None:
        """The final board stays until a key is pressed."""
        if self.table.result is not None:
            await self._read(last_board(self.table, self.curtain.viewer))

    async def watch(self, turn: Turn) -> None:
        """Wait for the table; people who might act out of turn get time to say so."""
        if await self._served():
            return
        if turn.seats and self.table.shared and self._waited_at != self.table.at:
            self._waited_at = before = self.table.at
            await self._window(self.table.names[turn.seats[0]])
            if self._caller is not None or self.table.at != before:
                return
        self.tell(await self.wait_for(self.table.advance(1 if self.watching else None)))

    async def ask(self, turn: Turn) -> None:
        if await self._served():
            return
        seat = turn.seats[0]
        hidden = self.curtain.hides(seat)
        if (hidden or turn.kind == "ready") and not await self._ready(seat, hidden):
            return
        if turn.kind == "ready" or (turn.kind == "roll" and await self._rolls(seat)):
            await self._hand_over(self.table.ready(seat))
        elif turn.kind == "roll":
            return
        elif await self._choose(seat, may_pass=turn.kind == "offered"):
            await self._hand_over(self.table.passes(seat))

    async def _choose(self, seat: int, may_pass: bool) -> bool:
        """Ask for a choice, and play it unless it was to pass; whether it was."""
        self.curtain.opens(seat)
        scene = marked(self.table.scene(seat), self.table.draft(seat))
        scene = replace(scene, message=scene.message or self._told(seat))
        if may_pass:
            scene = with_pass(scene)
        question = Question(seat, Selection(scene), self.table.at, may_pass=may_pass)
        choice = await self._ask(question)
        passed = may_pass and choice is not None and choice.text == PASS.text
        if choice is not None and not passed:
            await self._hand_over(self.table.play(choice.text, seat, question.at))
        return passed

    async def _hand_over(self, answer: Awaitable[str]) -> None:
        """Where the answer is not possible, say why; then somebody is asked again."""
        try:
            self.tell(await self.wait_for(answer))
        except InvalidAction as error:
            self.tell(sentence(error), wrong=True)

    async def _ready(self, seat: int, hidden: bool) -> bool:
        """Wait for the person; False if something else happened instead (undo, resign)."""
        shown = Scene(self.table.game.title) if hidden else self.frame
        scene = asks_ready(self.table, seat, replace(shown, message=self._told(seat)))
        asked = Question(seat, Selection(scene), self.table.at, hidden=hidden)
        if await self._ask(asked) is None:
            return False
        self.curtain.opens(seat)
        return True

    async def _rolls(self, seat: int) -> bool:
        """Wait for the word to roll; False if something else happened instead."""
        scene = self.table.rolling(seat)
        scene = replace(scene, message=scene.message or self._told(seat))
        return await self._ask(Question(seat, Selection(scene), self.table.at)) is not None

    def _told(self, seat: int) -> str:
        """What became of this player since they last decided, and what happened just now."""
        latest = self.chronicle.latest()
        return with_news(self.table, seat, self.curtain.viewer, self._shown, latest)

    async def _read(self, page: Scene) -> None:
        """Show a page until a key is pressed."""
        await self._ask(Question(None, Selection(page), self.table.at, any_key=True))

    async def _ask(self, question: Question) -> Choice | None:
        self.note = self.note.later(question.hidden)
        self.question, self.tempo.hurrying, self.tempo.paused = question, False, False
        self._asking(question)
        self._reply = asyncio.get_running_loop().create_future()
        self._changed()
        try:
            return await self._reply
        finally:
            self.question, self._reply = None, None
            self._changed()

    async def wait_for(self, coming: Awaitable[T]) -> T:
        """Wait for the table; if that takes a while, say what it is busy with."""
        task, begun = asyncio.ensure_future(coming), monotonic()
        try:
            with responsive():
                while not (await asyncio.wait({task}, timeout=SHORT))[0]:
                    self._say_busy(for_long(self.table.busy, monotonic() - begun))
                return await task
        finally:
            task.cancel()
            self._say_busy("")

    def _say_busy(self, sentence: str) -> None:
        if self.busy != sentence:
            self.busy = sentence
            self._changed()

    # Out of turn, where several people share the screen.

    def hold(self) -> None:
        """Somebody wants to act out of turn: nothing happens until `call`."""
        self._known.clear()
        self.interrupt()

    @property
    def is_held(self) -> bool:
        """Whether we are asking who that is."""
        return not self._known.is_set()

    def call(self, seat: int | None) -> None:
        """This person wants to act out of turn; None means nobody after all."""
        self._caller = seat
        self._known.set()
        if seat is not None:
            self._end_waiting()

    async def _window(self, name: str) -> None:
        """The time to say so; if somebody does, it lasts until we know who, and if somebody asked
        for a pause, until that ends."""
        if self.tempo.hurrying:
            return
        self.tempo.begin()
        self.in_window = True
        self._say_busy(f"{name} is next (F7 acts out of turn, w waits)")
        await self.tempo.stay(WINDOW)
        await self.tempo.rest()
        self.in_window = False
        self._say_busy("")
        await self._known.wait()

    async def _served(self) -> bool:
        """Whether somebody asked to act out of turn and was asked, behind a curtain whatever they
        hold. The player whose turn it is has no need to."""
        await self._known.wait()
        seat, self._caller = self._caller, None
        if seat is None or seat not in self.table.here or seat == self.table.player:
            return False
        if await self._ready(seat, hidden=True):
            if self.table.scene(seat).choices:
                await self._choose(seat, may_pass=True)
            else:  # which only the person behind the curtain is shown
                scene = tells_nothing(self.table, seat)
                await self._ask(Question(seat, Selection(scene), self.table.at, any_key=True))
        self.curtain.closes()
        self._waited_at = None
        return True

    # The film.

    async def show(self) -> None:
        """Show every ply that has not been shown yet."""
        self._catch_up()
        await self.tempo.in_sight()
        while self._shown < self.table.last:
            self._shown += 1
            self.note = self.note.later() if self._by_bot(self._shown) else Note()
            await self._tell(self._shown)
            self.seen = self._shown
            if self.watching:
                await self.tempo.rest()

    async def _tell(self, number: int) -> None:
        table, viewer = self.table, self._viewer
        ply, steps = table.plies[number - 1], table.story(number, viewer)
        self.tempo.begin()
        moving = bool(self.tempo.beat)
        frames = frames_of_ply(table, number, viewer, steps, moving) if steps else []
        for frame in frames:
            if viewer != self._viewer or not self._stands(number, ply):
                break  # a seat was handed over meanwhile, or the ply was taken back
            self.chronicle.add(number, frame.told)
            if frame.waits or frame is frames[-1]:
                self.seen = number  # the board is as it stays
            if frame.matters if self.tempo.hurrying else frame.waits:
                await self._read(replace(frame.scene, choices=(GO_ON,), marks=None))
                self.tempo.begin()
            elif self.tempo.beat and not self.tempo.skipped:
                self.frame, self.trace = frame.scene, Focus()
                self._changed()
                await self.tempo.stay(frame.beats * self.tempo.beat)
        if not self._stands(number, ply) or more_follows(table, number, bool(steps)):
            return
        before, after = (table.scene(self._viewer, at) for at in (number - 1, number))
        self.trace = trace(before, after)
        self.frame = stilled(table, number, after, self.chronicle.latest())
        self._changed()

    def _by_bot(self, number: int) -> bool:
        """Whether a bot chose this ply: what the table has just said of a bot that takes over stays
        to be read meanwhile. Whatever dice or people bring is news, which nothing may hide."""
        actor = self.table.plies[number - 1].actor
        return actor is not None and bool(self.table.seated(number - 1)[actor].bot)

    def _stands(self, number: int, ply: Ply) -> bool:
        """Whether a ply has not been taken back meanwhile."""
        return number <= self.table.last and self.table.plies[number - 1] is ply
