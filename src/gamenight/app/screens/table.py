"""TablePage: a match on the screen, played with arrow keys, letters and the mouse."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from textual import events
from textual.widget import Widget

from gamenight.app import routes
from gamenight.app.advice import Advice
from gamenight.app.commands import EXAMPLES, Commands
from gamenight.app.film import changed_spots
from gamenight.app.foresight import Foresight
from gamenight.app.pictures.curtain import draw_curtain
from gamenight.app.play import Play
from gamenight.app.question import GO_ON, PASS, UNADVISED, Note
from gamenight.app.screens.dialogs import LineDialog, PickDialog
from gamenight.app.screens.page import Page
from gamenight.app.selection import Outcome, Selection, pressed, touched
from gamenight.app.widgets.items import Item
from gamenight.app.widgets.picture_view import PictureView
from gamenight.core.errors import GamenightError
from gamenight.core.scene import Scene
from gamenight.draw.canvas import Picture
from gamenight.draw.context import Focus
from gamenight.draw.layouts.fit import draw
from gamenight.draw.layouts.plans import Plans
from gamenight.draw.layouts.sidebar import LOG
from gamenight.match.matches import StaleMatch, StoreError
from gamenight.match.table import Table

PACES = (4.0, 2.0, 1.0, 0.5, 0.25, 0.1)  # times the beat of the settings
# Keys that a click on the bar sends without their character.
CHARACTERS = {"question_mark": "?", "colon": ":", "slash": "/", "plus": "+", "minus": "-"}


class TablePage(Page):
    """One match; `play` takes it turn by turn, and this screen draws it and passes the keys on.
    message: what to say first."""

    CSS = "#table { width: 1fr; height: 1fr; }"

    def __init__(self, table: Table, message: str = ""):
        super().__init__()
        self.table = table
        self.play = Play(table, self._beat, self._changed)
        self.advice = Advice(self, self.play)
        self.view = PictureView(self._draw, id="table")
        self.play.tell(message)
        self._looking: int | None = None
        self._plans = Plans()
        self._foresight = Foresight(table)
        self._pace = PACES.index(1.0)
        self._over = False
        self._commands: dict[str, Callable[[], None]] = {
            "f1": self.advice.explain,
            "f2": self.advice.hint,
            "f3": self.advice.odds,
            "f4": self._undo,
            "f5": lambda: self._look(-1),
            "f6": lambda: self._look(1),
            "f7": self._ask_who,
            "?": self.advice.rules,
            ":": self._ask_for_command,
            "/": self._ask_for_command,
            "q": self._leave,
            "escape": self._leave,
        }
        self._typed_commands = Commands(
            self.play,
            self._confirm_resigning,
            {
                "undo": self._undo,
                "odds": self.advice.odds,
                "hint": self.advice.hint,
                "rules": self.advice.rules,
                "?": self.advice.rules,
                "quit": self._leave,
                "q": self._leave,
                **({"now": self._ask_who} if table.interrupts else {}),
            },
        )

    def body(self) -> Sequence[Widget]:
        return (self.view,)

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

    def _beat(self) -> float:
        return self.gamenight.beat * (PACES[self._pace] if self.play.watching else 1.0)

    def _changed(self) -> None:
        if self.view.is_attached:
            self.view.redraw()
            self.show_keys()

    # What is shown.

    def _draw(self, width: int, height: int) -> Picture:
        play, look, size = self.play, self.gamenight.look, (width, height)
        question = play.question
        if question is not None and question.hidden:
            return draw_curtain(self._noted(question.selection.scene), look, size)
        scene, focus = play.frame, Focus(last=play.last)
        if self._looking is not None:
            return self._draw_past(self._looking, size)
        if question is not None:
            scene = question.selection.scene
            focus = self.advice.pointed(question.selection.focus(play.last))
            focus = self._foresight.into(focus, scene, question.seat)
        scene = self._noted(scene)
        busy = "(paused)" if play.watching and play.paused else play.busy
        lines = play.chronicle.lines
        return draw(
            scene, self.table.game.glyphs, look, size, focus, lines, busy, plans=self._plans
        )

    def _noted(self, scene: Scene) -> Scene:
        """The scene with what the program itself has to say in place of its message."""
        note = self.play.note
        if not note.text:
            return scene
        return replace(scene, message=note.text, tone="danger" if note.wrong else "")

    def _draw_past(self, index: int, size: tuple[int, int]) -> Picture:
        """The board after the ply under the log's cursor, as the person looking may see it."""
        table, eyes, look = self.table, self.play.eyes, self.gamenight.look
        number, sentence = self.play.chronicle.entries[index]
        number = min(number, table.last)
        before, after = (table.scene(eyes, at) for at in (max(number - 1, 0), number))
        scene = replace(
            after.still(sentence), ask=f"Move {number} of {table.last}. Esc returns to the present."
        )
        focus = Focus(last=changed_spots(before, after))
        lines = self.play.chronicle.lines
        glyphs, plans = table.game.glyphs, self._plans
        return draw(scene, glyphs, look, size, focus, lines, log_cursor=index, plans=plans)

    def keys(self) -> Sequence[tuple[str, str]]:
        question = self.play.question
        if self._looking is not None:
            return (("F5", "earlier"), ("F6", "later"), ("Esc", "back"))
        called = [("F7", "out of turn")] if self.table.shared else []
        choices = () if question is None else question.selection.scene.choices
        if question is not None and (question.hidden or question.any_key or choices == (GO_ON,)):
            enter = ("Enter", "ready" if question.hidden else "next")
            return (enter, ("F4", "undo"), *called, (":", "command"), ("q", "leave"))
        found: list[tuple[str, str]] = []
        if self.play.watching:
            found += [("Space", "play" if self.play.paused else "pause"), ("+", "faster")]
            found += [("-", "slower")]
        if question is not None and question.seat is not None:
            found += [("Esc", "pass")] if question.may_pass else []
            found += [("F2", "hint")] if choices not in UNADVISED else []
        found += [("F3", "odds")] if "odds" in self.table.can else []
        found += [] if self.play.watching else [("F4", "undo")]
        found += [*called, ("F5", "log"), ("?", "rules"), ("q", "leave"), ("F1", "keys")]
        return [*found, (":", "command")]

    # Keys and clicks.

    def on_key(self, event: events.Key) -> None:
        printable = event.character is not None and event.is_printable
        name = event.character if printable else CHARACTERS.get(event.key, event.key)
        assert name is not None
        event.stop()
        if not self.is_active:
            return  # keys typed before the dialog that the first of them opens
        if self._looking is not None:
            self._press_in_log(name)
        elif not self._press_question(name):
            self._press_command(name)
        self._changed()

    def on_picture_view_touched(self, message: PictureView.Touched) -> None:
        if message.view is not self.view:
            return  # the bar of keys: the page handles that
        message.stop()
        question = self.play.question
        if message.key.startswith(LOG) and (question is None or not question.hidden):
            self._looking = int(message.key.removeprefix(LOG))
        elif question is not None and self._looking is None:
            self._take(touched(question.selection, message.key))
        else:
            self._looking = None
            self.play.skip()
        self._changed()

    def _press_question(self, name: str) -> bool:
        """Give a key to the question; False if it means nothing there."""
        question = self.play.question
        if question is None:
            return False
        if question.any_key and name not in self._commands:
            self.play.answer(question.selection.waiting)
            return True
        outcome = pressed(question.selection, name, self.view.picture)
        if name == "escape" and outcome is None and question.may_pass:
            outcome = PASS
        self._take(outcome)
        return outcome is not None

    def _take(self, outcome: Outcome) -> None:
        if outcome is None:
            return
        self.play.note = Note()
        if isinstance(outcome, Selection):
            self.play.select(outcome)
        else:
            self.play.answer(outcome)

    def _press_command(self, name: str) -> None:
        if self.play.watching and name in ("space", " "):
            self.play.pause()
        elif self.play.watching and name in ("+", "=", "-"):
            self._pace = min(max(self._pace + (-1 if name == "-" else 1), 0), len(PACES) - 1)
        elif self.play.watching and self.play.paused and name in ("enter", "right"):
            self.play.step()
        elif name in self._commands:
            self._commands[name]()
        elif self.play.question is None:
            self.play.skip()

    def _press_in_log(self, name: str) -> None:
        if name in ("f5", "up", "left"):
            self._look(-1)
        elif name in ("f6", "down", "right"):
            self._look(1)
        else:
            self._looking = None

    def _look(self, by: int) -> None:
        """Through the log; later than the present is a list of it all."""
        chronicle, now = self.play.chronicle, self._looking is None
        if self._is_hidden or not chronicle.entries:
            return
        if now and by > 0:
            self._list_log()
            return
        at = len(chronicle.entries) if self._looking is None else self._looking
        if at + by < 0:
            at += chronicle.reach_back()
        self._looking = max(at + by, 0) if at + by < len(chronicle.entries) else None

    def _list_log(self) -> None:
        entries = self.play.chronicle.entries
        rows = [Item(str(index), str(ply), text) for index, (ply, text) in enumerate(entries)]

        def look(key: str | None) -> None:
            if key is not None:
                self._looking = min(int(key), len(self.play.chronicle.entries) - 1)
                self._changed()

        self.app.push_screen(PickDialog("The match so far", rows, rows[-1].key), look)

    @property
    def _is_hidden(self) -> bool:
        return self.play.question is not None and self.play.question.hidden

    # Commands.

    def _leave(self) -> None:
        """Go home; every move is stored already."""
        self.play.interrupt()
        self.gamenight.farewell = self.table.farewell()
        self.gamenight.go_home()

    def _undo(self) -> None:
        self.do(self.play.change(self.table.undo()))

    def _ask_who(self) -> None:
        """Somebody wants to act out of turn. Everybody sees who, and nothing else."""
        if not self.table.shared:
            return  # somebody alone here is asked anyway
        table = self.table
        people = [seat for seat in table.here if seat != table.player]
        rows = [Item(str(seat + 1), str(seat + 1), table.names[seat]) for seat in people]

        def call(key: str | None) -> None:
            self.play.call(None if key is None else int(key) - 1)
            self._changed()

        self.play.hold()
        self.app.push_screen(PickDialog("Who?", rows), call)

    def _ask_for_command(self) -> None:
        def do(line: str | None) -> None:
            if line is not None:
                self.play.note = Note()
                self.do(self._typed_commands.do(line))

        self.app.push_screen(LineDialog("Type a command", EXAMPLES), do)

    def _confirm_resigning(self, seat: int) -> None:
        """Resigning takes a second confirmation."""
        name = self.table.names[seat]

        def answer(key: str | None) -> None:
            if key == "y":
                self.do(self.play.change(self.table.resign(seat)))

        rows = (Item("n", "n", "no, play on"), Item("y", "y", "yes, resign"))
        self.app.push_screen(PickDialog(f"{name}, do you really want to resign?", rows), answer)
