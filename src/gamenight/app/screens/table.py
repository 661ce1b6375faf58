"""TablePage: a match on the screen, played with arrow keys, letters and the mouse."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from time import monotonic

from textual import events
from textual.widget import Widget

from gamenight.app import routes
from gamenight.app.advice import Advice
from gamenight.app.answering import Answering
from gamenight.app.app import key_of
from gamenight.app.arrivals import Arrivals
from gamenight.app.calling import ask_who
from gamenight.app.caption import caption
from gamenight.app.command_line import CommandLine
from gamenight.app.controls import LOOKING, WAIT, Moment, controls, explained
from gamenight.app.elsewhere import KEY, Elsewhere, missing, pressing
from gamenight.app.foresight import Foresight
from gamenight.app.log_cursor import LogCursor
from gamenight.app.looking import Looking, captioned
from gamenight.app.menu import Entry, open_menu
from gamenight.app.pictures.curtain import draw_curtain
from gamenight.app.play import Play
from gamenight.app.question import Question, noted
from gamenight.app.regulars import forget_leavers
from gamenight.app.saving import ask_for_file, ask_to_leave, told_of_files
from gamenight.app.screens.page import Page
from gamenight.app.selection import touched
from gamenight.app.untaken import Untaken
from gamenight.app.widgets.clock_bar import ClockBar
from gamenight.app.widgets.picture_view import PictureView
from gamenight.core.errors import BrokenGame, GamenightError
from gamenight.core.text import sentence
from gamenight.draw.canvas import Picture
from gamenight.draw.layouts.fit import draw
from gamenight.draw.layouts.plans import Plans
from gamenight.draw.layouts.sidebar import LOG
from gamenight.match.costs import cost_of_giving_up, what_is_kept
from gamenight.match.matches import StaleMatch, StoreError
from gamenight.match.table import Table

CLICK = "click"  # the mouse as a key: it does not answer what has only just appeared
PACES = (4.0, 2.0, 1.0, 0.5, 0.25, 0.1)  # times the beat of the settings


class TablePage(Page):
    """One match; `play` takes it turn by turn, and this screen draws it and passes the keys on.
    message: what to say first."""

    CSS = "#table { width: 1fr; height: 1fr; }"
    kept_keys = ("F1",)  # which explains the signs too

    def __init__(self, table: Table, message: str = ""):
        super().__init__()
        self.table = table
        self.play = Play(table, self._beat, self._changed, self._asking, self._is_covered)
        self.advice = Advice(self, self.play, self._press_command, self._changed)
        self._arrivals = Arrivals(self, table, lambda deed: self.do(self.play.change(deed)))
        self.view = PictureView(
            self._draw,
            id="table",
            touchable=self._is_touchable,
            pointed=self._point,
            misses=True,
        )
        self._under_mouse = ""
        self._looking = Looking(self.play)
        self.play.tell(" ".join(filter(None, [message, table.greeting])))
        self.elsewhere = Elsewhere(self, self.play, self._changed)
        self.past = LogCursor(self, self.play, self._changed)
        self._plans = Plans()
        self._foresight = Foresight(table)
        self._over = False
        self._untaken = Untaken(self, self.play, self._changed)
        self._commands: dict[str, Callable[[], None]] = {
            "f1": self._explain,
            "f2": self.advice.hint,
            "f3": self.advice.odds,
            "f4": self._undo,
            KEY: self.elsewhere.ask,
            "f5": lambda: self._looking.begin(self.view.picture),
            "f8": lambda: self.past.look(-1),
            "f9": lambda: self.past.look(1),
            "f7": self._call,
            "?": self.advice.rules,
            ":": lambda: self._command_line.ask(),
            "/": lambda: self._command_line.ask(),
            "q": lambda: self._open_menu("q"),
            "escape": self._escape,
        }
        self._command_line = CommandLine(
            self,
            self.play,
            {
                "help": self._explain,
                "board": lambda: self.play.tell("The board is in front of you."),
                "undo": self._undo,
                "odds": self.advice.odds,
                **({"odds fractions": self.advice.fractions} if table.game.fractions else {}),
                "hint": self.advice.hint,
                "rules": self.advice.rules,
                "?": self.advice.rules,
                "quit": self._quit,
                "q": self._quit,
                **({"now": self._call} if table.interrupts else {}),
            },
        )

        self._answering = Answering(
            self, self.play, self._command_line, self._untaken, self._commands, self.advice.stop
        )

    def body(self) -> Sequence[Widget]:
        if self.table.clocks is None:
            return (self.view,)
        return ClockBar(self.table, lambda: self.gamenight.look, self._ring), self.view

    def on_mount(self) -> None:
        self.gamenight.farewell = self.table.farewell()
        self.run_worker(self._run(), exclusive=True)

    async def _run(self) -> None:
        try:
            await self.play.run()
        except GamenightError as error:
            self.tell_error(error)
            self._leave()
            if isinstance(error, StoreError) and not isinstance(error, StaleMatch):
                self.gamenight.farewell = ""  # nobody can promise that it is kept
        else:
            self._over = True
            self._end()

    def on_screen_resume(self) -> None:
        self._end()

    def _end(self) -> None:
        """On to the result, as soon as no dialog is open over the table."""
        if self._over and self.is_active:
            self.app.switch_screen(routes.ending(self.table))

    def on_unmount(self) -> None:
        self.play.interrupt()
        self.put_away()

    def put_away(self) -> None:
        """Keep the match, if anybody has played in it, and who did."""
        with suppress(BrokenGame):  # nobody can tell
            self.gamenight.remember(dict.fromkeys(self.table.acts_of_people()))
            if forget_leavers(self.gamenight.settings, self.table):
                self.gamenight.keep_settings()
        if not self._over:
            self.gamenight.farewell = self.table.close()

    def _beat(self) -> float:
        return self.gamenight.beat * (self.play.tempo.pace if self.play.watching else 1.0)

    def _is_covered(self) -> bool:
        """Whether somebody reads something that lies over the board, or looks at the past."""
        looks = self.past.is_back or bool(self._looking.at)
        return looks or self.advice.is_working or not self.is_active

    def _asking(self, question: Question) -> None:
        """What was pressed up to now was not meant for this question."""
        self.gamenight.keystrokes.ask(monotonic(), self.elsewhere.overtaken())
        self._untaken.ask()
        self._looking.at = ""
        last, seat = self.table.last, question.seat
        waited = last and seat is not None and self.table.mover(last) != seat
        if waited:
            self._ring()
        if self.advice.unasked:
            self.call_after_refresh(self.advice.guide)

    def _ring(self) -> None:
        if self.gamenight.settings.bell == "on":
            self.app.bell()

    def _changed(self) -> None:
        if self.view.is_attached:
            self.view.redraw()
            self.show_keys()

    # What is shown.

    def _draw(self, width: int, height: int) -> Picture:
        play, look, size = self.play, self.gamenight.look, (width, height)
        question = None if play.is_held else play.question  # whoever is called sees no other's hand
        if question is not None and question.hidden:
            return draw_curtain(noted(question.selection.scene, question, play.note), look, size)
        scene, focus = play.frame, play.trace
        if self.past.is_back:
            return self.past.draw(size, self._plans)
        if question is not None:
            scene = question.selection.scene
            focus = self.advice.pointed(question.selection.focus(play.trace))
            focus = self._foresight.into(focus, scene, question.seat)
        scene = noted(scene, question, play.note)
        coming = pressing(self.table) or self._untaken.sentence or play.busy
        coming = coming or missing(self.table) or self._unsaved
        busy = "(paused)" if play.tempo.paused else coming
        looked_at = self._looking.at
        if not busy and (looked_at or not play.in_film):
            busy = caption(scene, self.table.game.glyphs, looked_at or self._under_mouse)
        focus = replace(focus, cursor=looked_at or focus.cursor)
        busy = busy or self.table.watching
        lines = play.chronicle.lines
        return draw(
            scene, self.table.game.glyphs, look, size, focus, lines, busy, plans=self._plans
        )

    def keys(self) -> Sequence[tuple[str, str]]:
        found = LOOKING if self._looking.at else controls(self._now)
        return [(control.key, control.label) for control in found]

    @property
    def _now(self) -> Moment:
        view = self.view
        is_explained = bool(view.size) and any(captioned(self.play, view.picture))
        return Moment(self.play, self.past.is_back, self.advice.is_sought, is_explained)

    # Keys and clicks.

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        if not self.is_active:
            return  # keys typed before the dialog that the first of them opens
        name = key_of(event)
        self.play.hush()
        self._untaken.press()
        if self.past.is_back and name == "f1":
            self._explain()
        elif self.past.is_back:
            self.past.press(name)
        elif self._looking.at and self._looking.press(name, self.view.picture):
            pass  # it was for that
        elif not self._answering.press(name, self.view.picture):
            self._press_command(name)
        self._changed()

    def tell(self, sentence: str) -> None:
        (self._untaken.say if self.play.question is None else self.play.refuse)(sentence)

    def ignored(self, key: str) -> None:
        self._untaken.hold(key)

    def came_early(self, key: str) -> None:
        self._untaken.add(key)

    @property
    def _unsaved(self) -> str:
        return f"Not saved: {self.table.warning}" if self.table.warning else ""

    def on_picture_view_touched(self, message: PictureView.Touched) -> None:
        if message.view is not self.view:
            return  # the bar of keys: the page handles that
        message.stop()
        question = self.play.question
        if not self.gamenight.keystrokes.hears(CLICK, message.time):
            return  # the second half of a double click
        if message.key.startswith(LOG) and (question is None or not question.hidden):
            self.past.at = int(message.key.removeprefix(LOG))
        elif question is not None and not self.past.is_back:
            self._answering.touch(message.key)
        else:
            self.past.at = None
            self.play.tempo.skip()
        self._changed()

    def _point(self, key: str) -> None:
        """The mouse is over this key: what that is, is said below."""
        self._under_mouse = key
        self.view.redraw()

    def _is_touchable(self, key: str) -> bool:
        """Whether a click there does something, so that the mouse shows it."""
        question = self.play.question
        if key.startswith(LOG):
            return not self._is_hidden
        return question is not None and touched(question.selection, key) is not None

    def _press_command(self, name: str) -> None:
        """A key that answers nothing: a command, a way to watch, a skip; or one that does nothing,
        and then the table says why."""
        play = self.play
        pauses = play.watching or play.tempo.paused  # elsewhere Space skips
        if (pauses and name in ("space", " ")) or (play.in_window and name == WAIT.key):
            play.tempo.pause()
        elif play.watching and name in ("+", "=", "-"):
            self._change_pace(-1 if name == "-" else 1)
        elif play.watching and play.tempo.paused and name in ("enter", "right"):
            play.tempo.step()
        elif name in self._commands:
            if len(name) == 1:  # which may begin a word
                self.gamenight.keystrokes.answered(name, self._command_line.words)
            self._command(self._commands[name])
        elif play.question is None:
            self.came_early(name)
            self.gamenight.keystrokes.turned(name)
            (play.tempo.hurry if name == "tab" and not play.watching else play.tempo.skip)()
        elif name != "tab":  # which has led here, and is pressed once too often
            self._answering.object(name)
        elif play.question.selection.typed:  # and no word goes on like that
            self._answering.object("enter")

    def _change_pace(self, by: int) -> None:
        """Faster or slower; the bar of keys shows how fast."""
        at = PACES.index(self.play.tempo.pace) + by
        self.play.tempo.pace = PACES[min(max(at, 0), len(PACES) - 1)]
        if not self.gamenight.beat:
            self.play.refuse("Nothing moves here: the speed is off.", wrong=False)

    def _command(self, command: Callable[[], None]) -> None:
        try:
            command()
        except GamenightError as error:
            self.tell(sentence(error))

    @property
    def _is_hidden(self) -> bool:
        return self.play.question is not None and self.play.question.hidden

    # Commands.

    def _escape(self) -> None:
        """Stop what is looked for, or else open the menu: nobody leaves by one key."""
        if not self.advice.stop():
            self._open_menu()

    def _open_menu(self, current: str | None = None) -> None:
        self.play.interrupt()  # whoever leaves now has seen what there is
        line = self._command_line
        words = {word: partial(line.obey, word) for word in line.words if len(word) > 1}
        open_menu(self, self.entries(), current, words)

    def entries(self) -> Sequence[Entry]:
        """What the menu offers now."""
        table = self.table
        undo = "undo" in table.can and not self.play.watching
        asks = "ask the others to " if table.remote else ""
        save = partial(ask_for_file, self, table)
        found = [
            Entry("p", "Play on", "back to the table", lambda: None),
            *(
                [Entry("u", "Undo", f"{asks}take back the last move", self._undo, "undo")]
                if undo
                else []
            ),
            Entry("f", "Save to a file", told_of_files(table, self.play.question), save, "save"),
            Entry("r", "Rules", "of the game", self.advice.rules, "rules"),
            Entry("s", "Settings", "colours, speed, sound", self._settings),
        ]
        found += [*self.elsewhere.entries(), *self._arrivals.entries()]
        if "resign" in table.can:
            resign = partial(self._command, self._command_line.resign)
            found.append(Entry("g", "Give up", cost_of_giving_up(table), resign, "resign"))
        return [*found, Entry("q", "To the first page", what_is_kept(table), self._quit, "quit")]

    def _settings(self) -> None:
        self.app.push_screen(routes.settings())

    def _explain(self) -> None:
        self.advice.explain(explained(self._now))

    def _quit(self) -> None:
        ask_to_leave(self, self.table, self._leave)

    def _leave(self) -> None:
        """Go home; every move is stored already."""
        self.play.interrupt()
        self.gamenight.farewell = self.table.close()
        self.gamenight.just_left = self.table
        self.gamenight.go_home()

    def _call(self) -> None:
        ask_who(self, self.play, self._changed)

    def _undo(self) -> None:
        self.advice.stop()
        self.do(self.play.change(self.table.undo()))
