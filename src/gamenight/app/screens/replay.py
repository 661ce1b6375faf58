"""ReplayPage: a record ply by ply, by hand or by itself; from any ply you can play on. Steps are
plies; their names are moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from textual import events
from textual.binding import Binding
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Input

from gamenight.app import routes
from gamenight.app.film import Frame, frames_of, trace
from gamenight.app.review_work import ReviewWork
from gamenight.app.screens.page import Page
from gamenight.app.widgets.picture_view import PictureView
from gamenight.app.widgets.prompt import Prompt
from gamenight.core.errors import GamenightError
from gamenight.core.scene import Scene
from gamenight.core.text import quoted, whole_number
from gamenight.draw.canvas import Picture
from gamenight.draw.context import Context, Focus
from gamenight.draw.ink import BOLD, LIVE, MUTED, TONES
from gamenight.draw.layouts.fit import draw
from gamenight.draw.layouts.plans import Plans
from gamenight.draw.layouts.sidebar import FROM_COLUMNS, LOG
from gamenight.draw.line import line
from gamenight.draw.writing import write
from gamenight.match.moves import moves_by_ply, ply_of
from gamenight.match.playback import ReplayTable

SPEEDS = (4.0, 2.0, 1.0, 0.5, 0.25, 0.1)  # seconds per ply
USUAL = 2
START = "The match begins."
SAID = 2  # lines: nobody is asked anything, so the board may have the others
AT_ONCE, SOON = 4, 0.02  # lines of the log that are read at once, and seconds to the next ones
LEAP = 10


class ReplayPage(Page):
    """A cursor over the plies of a record, at this one first. reviewed: a review led here."""

    AUTO_FOCUS = ""
    DEFAULT_CSS = """
    ReplayPage #board { height: 1fr; }
    ReplayPage #timeline { height: 1; }
    """
    BINDINGS = [  # noqa: RUF012
        Binding("right,down,n,enter", "go(1)", show=False),
        Binding("left,up,p", "go(-1)", show=False),
        Binding("pagedown", f"go({LEAP})", show=False),
        Binding("pageup", f"go(-{LEAP})", show=False),
        Binding("home", "end(False)", show=False),
        Binding("end", "end(True)", show=False),
        Binding("g", "jump", show=False),
        Binding("space", "auto", show=False),
        Binding("plus,equals_sign", "faster(1)", show=False),
        Binding("minus", "faster(-1)", show=False),
        Binding("b", "branch", show=False),
        Binding("v", "review", show=False),
        Binding("question_mark", "rules", show=False),
        Binding("escape,q", "back", show=False),
    ]

    def __init__(self, table: ReplayTable, at: int = 0, reviewed: bool = False):
        super().__init__()
        self._reviewed = reviewed
        self.table = table
        self._moves = moves_by_ply(table)
        self.at = min(at, table.last) or table.moment(0)
        self._speed = USUAL
        self._playing = False
        self._timer: Timer | None = None
        self._moving: list[Frame] = []
        self._told: dict[int, str] = {}
        self._reason = ""  # why what was typed names none of the moves
        self._plans = Plans(said=SAID)

    def body(self) -> Sequence[Widget]:
        return (
            PictureView(self._draw_board, id="board"),
            PictureView(self._draw_timeline, id="timeline"),
            Prompt("ply", f"a move from 0 to {self._moves[-1]}"),
        )

    def keys(self) -> Sequence[tuple[str, str]]:
        if self.query_one(Prompt).display:
            return (("Enter", "jump"), ("Esc", "cancel"))
        arrows = (("n", "next"), ("p", "back"))
        if not self.gamenight.look.ascii:
            arrows = (("←→", "step"),)  # type: ignore[assignment]
        return (
            *arrows,
            ("Space", "stop" if self._playing else "play"),
            ("g", "jump"),
            *([("b", "play on")] if "branch" in self.table.can else []),
            *([] if self.table.record().partial else [("v", "review")]),
            ("Esc", "back"),
            ("+", "faster"),
            ("-", "slower"),
            ("?", "rules"),
            ("F1", "keys"),
        )

    def on_unmount(self) -> None:
        if self._timer is not None:
            self._timer.stop()  # there is nothing left to draw or to name keys on

    def on_screen_suspend(self) -> None:
        self._stop()

    # Where the cursor goes.

    def action_go(self, by: int) -> None:
        self._stop()
        self._show(self.at + by, moving=by == 1)

    def action_end(self, last: bool) -> None:
        self._stop()
        self._show(self.table.last if last else 0)

    def action_jump(self) -> None:
        self._stop()
        self.query_one(Prompt).open()
        self.show_keys()

    def action_back(self) -> None:
        if self.query_one(Prompt).display:
            self._close()
        else:
            self.app.pop_screen()

    def action_rules(self) -> None:
        self.app.push_screen(routes.rules(self.table.game))

    def action_branch(self) -> None:
        """Play on from here in a new match."""
        self._stop()
        try:
            table = self.table.branch(self.at)
        except GamenightError as error:
            self.tell_error(error)
        else:
            self.app.push_screen(routes.table(table, self._stays))

    @property
    def _stays(self) -> str:
        return f"Match {self.table.id} stays as it was." if self.table.id else ""

    def action_review(self) -> None:
        """The review of this match: a new one, or the one that led here."""
        self._stop()
        if self._reviewed:
            self.app.pop_screen()
            return
        try:
            work = ReviewWork(self.table.record())
        except GamenightError as error:
            self.tell_error(error)
        else:
            self.app.push_screen(routes.review(work, self.table.id))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        last, number = self._moves[-1], whole_number(event.value.strip())
        if number is None or number > last:
            given = quoted(event.value.strip())
            self._refuse(f"There is no move {given} (possible: 0 to {last})")
            return
        self._close()
        self._show(ply_of(number, self._moves))

    def on_input_changed(self) -> None:
        self._refuse("")

    def _refuse(self, reason: str) -> None:
        """Say why there is no such move right above the line where it was typed."""
        self._reason = reason
        self.query_one("#timeline", PictureView).redraw()

    def _close(self) -> None:
        self._refuse("")
        self.query_one(Prompt).close()
        self.set_focus(None)
        self.show_keys()

    def on_picture_view_touched(self, message: PictureView.Touched) -> None:
        """A line of the log, or a place on the timeline, stands for a ply."""
        number = whole_number(message.key.removeprefix(LOG))
        if message.key.startswith(LOG) and number is not None:
            self._stop()
            self._show(number)

    def _show(self, ply: int, moving: bool = False) -> None:
        """The board after a ply; a step forward also shows how it came about."""
        before, ply = self.at, min(max(ply, 0), self.table.last)
        self.at = self.table.moment(ply, 1 if ply >= before else -1)
        if moving and self.at > before and self.gamenight.beat:
            steps = self.table.steps(self.at, self.table.viewer)
            self._moving = frames_of(steps)
        self._next_frame()

    # What runs by itself.

    def action_auto(self) -> None:
        """Start or stop; at the end it starts again."""
        if self._playing:
            self._stop()
            return
        self._stop()
        self._playing = True
        if self.at == self.table.last:
            self._show(0)
        else:
            self._on()
        self.show_keys()

    def action_faster(self, by: int) -> None:
        self._speed = min(max(self._speed + by, 0), len(SPEEDS) - 1)
        self.query_one("#timeline", PictureView).redraw()
        if self._playing and not self._moving:
            self._wait(SPEEDS[self._speed])

    def _on(self) -> None:
        """The next ply, if it is running by itself."""
        if self._playing:
            self._show(self.at + 1, moving=True)

    def _next_frame(self) -> None:
        """Draw; then wait for the next frame of the ply, or for the next ply."""
        seconds = None
        if self._moving:
            seconds = self._moving[0].beats * self.gamenight.beat
        elif self._playing and self.at < self.table.last:
            seconds = SPEEDS[self._speed]
        elif self._playing:
            self._playing = False
            self.show_keys()
        self._redraw()
        if seconds is not None:
            self._wait(seconds)

    def _wait(self, seconds: float) -> None:
        if self._timer is not None:
            self._timer.stop()
        self._timer = self.set_timer(seconds, self._elapsed)

    def _elapsed(self) -> None:
        if self._moving:
            self._moving.pop(0)
            self._next_frame()
        else:
            self._on()

    def _stop(self) -> None:
        """Stop everything; an animation jumps to its end."""
        if self._timer is not None:
            self._timer.stop()
        self._moving = []
        if self._playing:
            self._playing = False
            self.show_keys()
        self._redraw()

    # Drawing.

    def _redraw(self) -> None:
        for view in self.query("#board, #timeline").results(PictureView):
            view.redraw()

    def _scene(self) -> Scene:
        """What is shown: a frame of an animation, or the board after a ply."""
        if self._moving:
            return self._moving[0].scene
        scene, told, verdict = self._board(self.at), self._tell(self.at), self.table.verdict()
        result = self.table.result
        if self.at == self.table.last and verdict is not None and result is not None:
            told = told.replace(result.reason, "").strip()
            return replace(scene, message=told, ask=" ".join(verdict))
        return replace(scene, message=told)

    def _board(self, ply: int) -> Scene:
        """The board alone: no question, and no message."""
        return self.table.scene(self.table.viewer, ply).still()

    def _draw_board(self, width: int, height: int) -> Picture:
        look, game = self.gamenight.look, self.table.game
        focus = Focus()
        if self.at and not self._moving:
            focus = trace(self._board(self.at - 1), self._board(self.at))
        log = self._lines(height) if width >= FROM_COLUMNS else {}
        plies = list(log)
        picture = draw(
            self._scene(),
            game.glyphs,
            look,
            (width, height),
            focus,
            tuple(log.values()),
            log_cursor=plies.index(self.at) if self.at in log else None,
            plans=self._plans,
        )
        for number, target in enumerate(picture.targets):
            if target.key.startswith(LOG):
                ply = plies[int(target.key.removeprefix(LOG))]
                picture.targets[number] = replace(target, key=f"{LOG}{ply}")
        return picture

    def _lines(self, around: int) -> dict[int, str]:
        """The log around the current ply, by ply. Reading it takes time: a few lines at once, the
        nearest first, and the others soon after."""
        plies = range(max(self.at - around, 0), min(self.at + around, self.table.last) + 1)
        nearest = sorted(plies, key=lambda ply: abs(ply - self.at))
        missing = [ply for ply in nearest if ply not in self._told]
        for ply in missing[:AT_ONCE]:
            self._tell(ply)
        if missing[AT_ONCE:]:
            self.set_timer(SOON, self.query_one("#board", PictureView).redraw)
        known = sorted(takewhile(self._told.__contains__, nearest))
        return {ply: f"{self._moves[ply]}. {self._told[ply]}" for ply in known if self._told[ply]}

    def _tell(self, ply: int) -> str:
        """What happened in a ply; worked out once."""
        if ply not in self._told:
            self._told[ply] = self.table.told(ply) if ply else START
        return self._told[ply]

    def _draw_timeline(self, width: int, height: int) -> Picture:
        """How far along it is; every place on it can be clicked."""
        look, picture = self.gamenight.look, Picture(width, height)
        picture.fill(0, 0, width, height, look.ink(bg=look.palette.panel))
        if self._reason:
            write(picture, 1, 0, Context(look).text(self._reason, TONES["danger"]), look)
            return picture
        past, _, future = look.signs.bar
        name = f"match {self.table.id}, " if self.table.id else ""
        place = line(f"{name}move {self._moves[self.at]} of {self._moves[-1]}", BOLD)
        pace = f"{SPEEDS[self._speed]:g} s per move"
        state = line(
            f"playing, {pace}" if self._playing else pace, LIVE if self._playing else MUTED
        )
        write(picture, 1, 0, place, look)
        write(picture, width - state.width - 1, 0, state, look)
        start, room = place.width + 3, width - place.width - state.width - 6
        moves, end = self._moves, max(room - 1, 1)
        at = round((room - 1) * moves[self.at] / moves[-1]) if moves[-1] else 0
        for x in range(room):
            sign = line(look.signs.dot, LIVE) if x == at else line(past if x < at else future)
            write(picture, start + x, 0, sign, look)
            ply = ply_of(round(moves[-1] * x / end), moves) if x < end else self.table.last
            picture.mark(f"{LOG}{ply}", start + x, 0, 1)
        return picture

    def on_key(self, event: events.Key) -> None:
        """Any key ends an animation; digits begin a jump."""
        if self._moving:
            self._moving = []
            self._next_frame()
        digit = event.character or ""
        if digit.isascii() and digit.isdigit() and not self.query_one(Prompt).display:
            event.stop()
            event.prevent_default()
            self.action_jump()
            field = self.query_one(Prompt)
            field.value = digit
            field.cursor_position = 1
