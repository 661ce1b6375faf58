"""EndingPage: how a match ended, its chart, the podium of its series, and what can follow."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from textual import events
from textual.widget import Widget

from gamenight.app import routes
from gamenight.app.pictures.ending import draw_ending, scores_by_turn
from gamenight.app.review_work import ReviewWork
from gamenight.app.saving import ask_for_file
from gamenight.app.screens.dialogs import LineDialog
from gamenight.app.screens.page import Page
from gamenight.app.selection import Outcome, Selection, pressed, touched
from gamenight.app.widgets.picture_view import PictureView
from gamenight.core.errors import GamenightError
from gamenight.core.scene import Choice, Scene
from gamenight.core.text import quoted
from gamenight.draw.canvas import Picture
from gamenight.match.changes import changed_seats, numbered
from gamenight.match.table import Table

AGAIN = Choice("again", "play again", key="p", default=True)
STEP = Choice("step", "step through it", key="r")
REVIEW = Choice("review", "review it", key="v")
SAVE = Choice("save", "save the record", key="s")
SEATS = Choice("seats", "change who plays", key="c")
UNDO = Choice("undo", "take back the last move", key="u")
HOME = Choice("home", "home", key="h")


class EndingPage(Page):
    """The result of a match that is over."""

    CSS = "#ending { width: 1fr; height: 1fr; }"

    def __init__(self, table: Table):
        super().__init__()
        verdict = table.verdict()
        assert verdict is not None
        self.table = table
        self._headline, self._reason = verdict
        self._seats = [table.seats[seat] for seat in table.present]
        self._scores = scores_by_turn(table)
        self._work: ReviewWork | None = None
        choices = (AGAIN, SEATS, STEP, REVIEW, SAVE, UNDO, HOME)
        scene = Scene(table.game.title, message=self._reason, ask="What now?", choices=choices)
        self.selection = Selection(scene)
        self._deeds: dict[str, Callable[[], None]] = {
            AGAIN.text: self._again,
            SEATS.text: self._ask_who_plays,
            STEP.text: self._step_through,
            REVIEW.text: self._review,
            SAVE.text: self._ask_for_file,
            UNDO.text: self._undo,
            HOME.text: self._home,
        }

    def body(self) -> Sequence[Widget]:
        return (PictureView(self._draw, id="ending"),)

    def keys(self) -> Sequence[tuple[str, str]]:
        return (
            ("Enter", "play again"),
            ("r", "step through"),
            ("v", "review"),
            ("s", "save"),
            ("q", "home"),
            ("F4", "undo"),
            ("?", "rules"),
        )

    def on_mount(self) -> None:
        self.gamenight.farewell = self.table.farewell()

    @property
    def view(self) -> PictureView:
        return self.query_one("#ending", PictureView)

    def _draw(self, width: int, height: int) -> Picture:
        look, size = self.gamenight.look, (width, height)
        return draw_ending(self.table, self._headline, self._scores, self.selection, look, size)

    def on_key(self, event: events.Key) -> None:
        event.stop()
        name = event.key
        if not self.is_active:
            return  # something has been chosen already
        if name in ("escape", "q"):
            self._home()
        elif name == "f4":
            self._undo()
        elif name == "question_mark":
            self._rules()
        else:
            self._take(pressed(self.selection, name, self.view.picture))

    def on_picture_view_touched(self, message: PictureView.Touched) -> None:
        if message.view is self.view:
            message.stop()
            self._take(touched(self.selection, message.key))

    def _take(self, outcome: Outcome) -> None:
        if isinstance(outcome, Selection):
            self.selection = outcome
            self.view.redraw()
        elif outcome is not None:
            self._deeds[outcome.text]()

    # What can follow.

    def _again(self) -> None:
        """The next round, with the same players unless they were changed."""
        self.do(self._next_round())

    async def _next_round(self) -> None:
        self._to_table(await self.table.next_round(self._seats))

    def _ask_who_plays(self) -> None:
        lines = ["Type leave 2 or leave NAME, join NAME or join bot:NAME.", self._present]
        self.app.push_screen(LineDialog("Who plays?", lines), self._change_seats)

    @property
    def _present(self) -> str:
        return f"At the table: {numbered(self._seats)}."

    def _change_seats(self, words: str | None) -> None:
        if words is None:
            return
        try:
            changed = changed_seats(self.table, self._seats, words)
        except GamenightError as error:
            self.tell_error(error)
            return
        if changed is None:
            self.tell_error(GamenightError(f"type leave NAME or join NAME, not {quoted(words)}"))
            return
        self._seats = changed
        scene = replace(self.selection.scene, ask=f"{self._present} What now?")
        self.selection = Selection(scene)
        self.view.redraw()

    def _undo(self) -> None:
        self.do(self._take_back())

    async def _take_back(self) -> None:
        self._to_table(self.table, await self.table.undo())

    def _to_table(self, table: Table, message: str = "") -> None:
        self.app.switch_screen(routes.table(table, message))

    def _step_through(self) -> None:
        try:
            replay = self.gamenight.matches.show(self.table.record(), self.table.id)
        except GamenightError as error:
            self.tell_error(error)
            return
        self.app.push_screen(routes.replay(replay))

    def _review(self) -> None:
        """The review; once worked out, it is kept."""
        try:
            if self._work is None or self._work.review is None:
                self._work = ReviewWork(self.table.record(), self.table.game)
        except GamenightError as error:
            self.tell_error(error)
            return
        self.app.push_screen(routes.review(self._work, self.table.id))

    def _ask_for_file(self) -> None:
        ask_for_file(self, self.table)

    def _home(self) -> None:
        self.gamenight.go_home()

    def _rules(self) -> None:
        self.app.push_screen(routes.rules(self.table.game))
