"""ReviewPage: the course of a match, its mistakes, and who was lucky."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from textual import events
from textual.binding import Binding
from textual.timer import Timer
from textual.widget import Widget

from gamenight.app import routes
from gamenight.app.pictures.review import (
    MOMENT,
    ReviewState,
    both_fit,
    draw_failure,
    draw_review,
    draw_waiting,
    signs,
)
from gamenight.app.review_work import ReviewWork
from gamenight.app.screens.page import Page
from gamenight.app.widgets.picture_view import PictureView
from gamenight.core.errors import GamenightError
from gamenight.draw.canvas import Picture
from gamenight.draw.value_chart import PLY
from gamenight.lab.digest import IN_WINS, LUCKY, MISTAKE, UNLUCKY, Digest, ReviewWords
from gamenight.match.verdict import told_back

OFTEN = 0.1  # seconds between two checks on the work
LEAP = 10
FAR = 1_000_000


class ReviewPage(Page):
    """Shows the progress of the work, then its result; leaving the page stops the work."""

    BINDINGS = [  # noqa: RUF012
        Binding("escape,q", "back", show=False),
        Binding("up,k", "go(-1)", show=False),
        Binding("down,j", "go(1)", show=False),
        Binding("pageup", f"go(-{LEAP})", show=False),
        Binding("pagedown", f"go({LEAP})", show=False),
        Binding("home", f"go(-{FAR})", show=False),
        Binding("end", f"go({FAR})", show=False),
        Binding("left,p", "leap(-1)", show=False),
        Binding("right,n", "leap(1)", show=False),
        Binding("enter", "replay", show=False),
        Binding("tab,a", "accounts", show=False),
        Binding("question_mark", "keys", show=False),
    ]
    CSS = "#review { width: 1fr; height: 1fr; }"

    def __init__(self, work: ReviewWork, match_id: str = ""):
        super().__init__()
        self.work = work
        self.match_id = match_id
        number = f", match {match_id}" if match_id else ""
        back = told_back(work.record.taken_back, ", {}")
        self.title = f"Review: {work.game.title}{number}{back}"
        self.shown: ReviewState | None = None
        self._timer: Timer | None = None

    def body(self) -> Sequence[Widget]:
        return (PictureView(self._draw, id="review"),)

    def keys(self) -> Sequence[tuple[str, str]]:
        if self.shown is None:
            return (("Esc", "back" if self.work.over else "stop"),)
        other = "moments" if self.shown.accounts else "account"
        return (
            ("↑↓", "player" if self._only_accounts else "moment"),
            ("Enter", "replay"),
            *(() if self._both_fit else (("a", other),)),
            ("Esc", "back"),
            ("←→", "highlights"),
            ("F1", "keys"),
        )

    @property
    def view(self) -> PictureView:
        return self.query_one("#review", PictureView)

    @property
    def _both_fit(self) -> bool:
        look, size = self.gamenight.look, (self.view.size.width, self.view.size.height)
        return self.shown is not None and both_fit(self.shown, look, size)

    @property
    def _only_accounts(self) -> bool:
        return self.shown is not None and self.shown.accounts and not self._both_fit

    def on_mount(self) -> None:
        self.work.start()
        self._timer = self.set_interval(OFTEN, self._look)
        self._look()

    def on_unmount(self) -> None:
        if not self.work.kept:
            self.work.stop()

    def on_resize(self, event: events.Resize) -> None:
        """With more room both parts may fit, so there is nothing to switch."""
        self.call_after_refresh(self.show_keys)

    def _look(self) -> None:
        """Check on the work; the cursor begins at the worst mistake, or at the first ply."""
        if self.work.over and self._timer is not None:
            self._timer.stop()
        review = self.work.review
        if review is not None and self.shown is None:
            digest = Digest(review)
            self.shown = ReviewState(digest, digest.worst)
            self.call_after_refresh(self.show_keys)
        if self.work.failure:
            self.show_keys()
        self.view.redraw()

    def _draw(self, width: int, height: int) -> Picture:
        look, work = self.gamenight.look, self.work
        if self.shown is not None:
            return draw_review(self.shown, look, width, height)
        if work.failure:
            return draw_failure(work.failure, look, width, height)
        return draw_waiting(work.done, work.total, work.pace, look, width, height)

    # Where the cursor goes.

    def action_go(self, by: int) -> None:
        """To another moment, or to other players where only the accounts are shown."""
        if self.shown is None:
            return
        if self._only_accounts:
            last = len(self.shown.review.present) - 1
            self._show(replace(self.shown, top=min(max(self.shown.top + by, 0), last)))
        elif self.shown.digest.listed:
            at = min(max(self.shown.at + by, 0), len(self.shown.digest.listed) - 1)
            self._show(replace(self.shown, at=at))

    def action_leap(self, by: int) -> None:
        """To the next ply that stands out, before or after this one."""
        if self.shown is None or self._only_accounts:
            return
        places = [
            at
            for at, index in enumerate(self.shown.digest.listed)
            if index in self.shown.digest.notable
        ]
        ahead = [at for at in places if (at - self.shown.at) * by > 0]
        if ahead:
            self._show(replace(self.shown, at=min(ahead) if by > 0 else max(ahead)))

    def action_accounts(self) -> None:
        if self.shown is not None and not self._both_fit:
            self._show(replace(self.shown, accounts=not self.shown.accounts))
            self.show_keys()

    def _show(self, shown: ReviewState) -> None:
        self.shown = shown
        self.view.redraw()

    def on_picture_view_touched(self, message: PictureView.Touched) -> None:
        """A click on the chart or on a row goes there; one on the current row opens it."""
        if message.view is not self.view or self.shown is None:
            return
        message.stop()
        if message.key.startswith(MOMENT):
            at = int(message.key.removeprefix(MOMENT))
            if at == self.shown.at:
                self.action_replay()
            else:
                self._show(replace(self.shown, at=at))
        elif message.key.startswith(PLY) and self.shown.digest.listed:
            ply = int(message.key.removeprefix(PLY))
            self._show(replace(self.shown, at=self.shown.digest.nearest(ply - 1)))

    def on_mouse_scroll_down(self) -> None:
        self.action_go(1)

    def on_mouse_scroll_up(self) -> None:
        self.action_go(-1)

    # Where it leads.

    def action_replay(self) -> None:
        """The board after the ply under the cursor."""
        if self.shown is None:
            return
        ply = 0 if self.shown.index is None else self.shown.index + 1
        try:
            table = self.gamenight.matches.show(self.work.record, self.match_id)
        except GamenightError as error:
            self.tell_error(error)
        else:
            self.app.push_screen(routes.replay(table, ply, reviewed=True))

    def about(self) -> Sequence[str]:
        """Luck is left out where nothing was left to chance."""
        drawn = signs(self.gamenight.look)
        review = None if self.shown is None else self.shown.review
        lucky = review is None or any(moment.actor is None for moment in review.moments)
        kinds = SIGNS if lucky else (MISTAKE,)
        lines = [f"marked {drawn[kind]}  {SIGNS[kind]}" for kind in kinds]
        lines += ["", *(WITH_LUCK if lucky else WITHOUT_LUCK), *HELP]
        if review is not None:
            lines += ["", IN_WINS] if ReviewWords(review).share else []
            lines += ["", f"Where the values come from: {review.source}."]
        return lines

    def action_back(self) -> None:
        self.app.pop_screen()


SIGNS = {
    MISTAKE: "the costliest decisions",
    LUCKY: "the luckiest rolls",
    UNLUCKY: "the unluckiest rolls",
}
CHART = "The chart shows what the match was worth to each player, move by move. In the list,"
LOST = (
    "lost is what a decision gave away compared with the best move. It is followed by its standard "
    "error where it was estimated from played games, or by (proven). Close to best: another move "
    "came out ahead, but by too little to be sure."
)
WITH_LUCK = [
    f"{CHART} luck is what a roll changed, and {LOST}",
    "",
    "In a player's account, start, luck, their own decisions and the other players' add up to the "
    "result. The result without luck says more about skill; it can be below zero.",
]
WITHOUT_LUCK = [
    f"{CHART} {LOST}",
    "",
    "In a player's account, start, their own decisions and the other players' add up to the "
    "result.",
]
HELP = [
    "Choices are the decisions with more than one possible move; mistakes are what the best moves "
    "would have added.",
    "",
    "Estimates assume that everybody plays on like a bot, so a better decision than the bot's is "
    "a gain. If a match was not played to its end, the result is what its last position is worth; "
    "it counts as the values do, so it can differ from the score. A minus is always a loss.",
]
