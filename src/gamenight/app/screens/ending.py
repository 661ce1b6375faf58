"""EndingPage: who won, why, what the review says of it, and what can follow."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from time import monotonic

from textual import events
from textual.timer import Timer
from textual.widget import Widget

from gamenight.app import routes
from gamenight.app.arrivals import next_players
from gamenight.app.elsewhere import missing
from gamenight.app.pictures.ending import EndingState, draw_ending, scores_by_move
from gamenight.app.review_work import ReviewWork
from gamenight.app.saving import ask_for_file
from gamenight.app.screens.dialogs import LinesDialog, PickDialog, TextDialog
from gamenight.app.screens.page import Page
from gamenight.app.snapshot import save_snapshot
from gamenight.app.widgets.items import Item
from gamenight.app.widgets.picture_view import PictureView
from gamenight.core.errors import GamenightError, InvalidPlayers
from gamenight.core.text import quoted
from gamenight.draw.canvas import Picture
from gamenight.lab.digest import Digest
from gamenight.lab.judgement import judged
from gamenight.match.changes import SAME_PLAYERS, changed_seats, numbered, who_goes_on
from gamenight.match.proof import sealed
from gamenight.match.series import podium_lines, result_lines
from gamenight.match.table import Table

FRAME, FLOURISH = 1 / 15, 1.0  # seconds of a picture of the flourish, and of all
OFTEN = 0.2  # seconds between two checks on the review
LOOKING = "Looking back ..."

KEYS = (
    ("n", "again"),
    ("c", "players"),
    ("v", "review"),
    ("r", "replay"),
    ("Esc", "home"),
    ("i", "picture"),
    ("s", "save"),
    ("u", "undo"),
    ("?", "rules"),
    ("F1", "keys"),
)
ROUNDS = (("w", "rounds"),)
SEAL = "f"
ENTER = "Enter chooses nothing here: n plays another round, Esc leads to the first page."
CHANGES = "c changes who plays the next round"
NO = "d"
# To somebody at another screen. The key for another round is a yes: whoever presses it wants one.
ANSWERS = (("n", "yes, again"), (NO, "no"))
ANSWERS_TOLD = ("n, y       yes, play again", "d          no: decline another round")
HELP = (
    "n          play again: another round with the same players",
    "c          change who plays the next round",
    "w          who won which round, and the podium",
    "v          review it: mistakes, luck, every move",
    "r          replay the match, move by move",
    "f          were the dice fair? What is proven, and what is not",
    "i          save this screen as a picture (SVG)",
    "s          save the record",
    "u, F4      take back the last move",
    "?          the rules",
    "Esc, q     home",
)


class EndingPage(Page):
    """The result of a match that is over. Enter and Space, which were perhaps meant for the film
    before it, start nothing."""

    CSS = "#ending { width: 1fr; height: 1fr; }"

    def __init__(self, table: Table):
        super().__init__()
        verdict = table.verdict()
        assert verdict is not None
        self.table = table
        self._seats = who_goes_on(table)
        self.shown = EndingState(table, *verdict, scores_by_move(table))
        if table.later:
            self.shown = replace(self.shown, following=self._present)
        self._seal = sealed(table)
        self._work: ReviewWork | None = None
        self._began = 0.0
        self._timer: Timer | None = None
        self._deeds: dict[str, Callable[[], None]] = {
            "n": self._again,
            "y": self._agree,
            NO: self._decline,
            "c": self._ask_who_plays,
            "r": self._step_through,
            "v": self._review,
            "w": self._list_rounds,
            SEAL: self._open_proof,
            "i": self._save_picture,
            "s": self._ask_for_file,
            "u": self._undo,
            "f4": self._undo,
            "question_mark": self._rules,
            "f1": self.action_keys,
            "escape": self._home,
            "q": self._home,
        }

    def body(self) -> Sequence[Widget]:
        return (PictureView(self._draw, id="ending"),)

    def keys(self) -> Sequence[tuple[str, str]]:
        first = ANSWERS if self.table.offers else KEYS[:1]
        rounds = ROUNDS if len(self.table.rounds) > 1 else ()
        seal = () if self._seal is None else ((SEAL, self._seal.seal),)
        shown = (*first, *rounds, *KEYS[1:5], *seal, *KEYS[5:])
        return [key for key in shown if key[0] not in self._useless]

    @property
    def _useless(self) -> set[str]:
        """The letters that lead nowhere at this table."""
        table = self.table
        found = {*(() if "undo" in table.can else "u"), *("c" if table.remote else ())}
        found |= {*(SEAL if self._seal is None else ())}
        return found | {*("n" if table.remote and "rematch" not in table.can else ())}

    def on_mount(self) -> None:
        self.table.tell_changes(self._hear)
        self.gamenight.farewell = self.table.farewell()
        if self.table.warning:
            self.notify(f"Not saved: {self.table.warning}", severity="warning", markup=False)
        if self._seal is not None and self._seal.headline == "broken":
            self.notify(self._seal.lines[0], severity="error", markup=False)
        self._began = monotonic()
        if self.gamenight.beat:
            self.shown = replace(self.shown, fallen=0.0)
            self._timer = self.set_interval(FRAME, self._fall)
        else:
            self._timer = self.set_timer(FLOURISH, self._look_back)

    def on_screen_resume(self) -> None:
        if self.table.remote:
            self._hear()

    def on_unmount(self) -> None:
        if self._work is not None:
            self._work.stop()

    @property
    def view(self) -> PictureView:
        return self.query_one("#ending", PictureView)

    def _draw(self, width: int, height: int) -> Picture:
        return draw_ending(self.shown, self.gamenight.look, (width, height))

    def _show(self, shown: EndingState) -> None:
        if shown != self.shown:
            self.shown = shown
            self.view.redraw()

    # What happens by itself: first the flourish, then a look back.

    def _fall(self) -> None:
        fallen = min((monotonic() - self._began) / FLOURISH, 1.0)
        self._show(replace(self.shown, fallen=fallen))
        if fallen == 1.0:
            self._look_back()

    def _settle(self) -> None:
        """The flourish is over at once."""
        if self.shown.fallen < 1.0:
            self._show(replace(self.shown, fallen=1.0))
            self._look_back()

    def _look_back(self) -> None:
        """Review the match in the background, unless that takes long; where there is nothing to
        review, nothing is said."""
        if self._work is None:
            self._stop_timer()
            with suppress(GamenightError):
                self._begin(ReviewWork(self.table.record(), self.table.game, hurry=True))

    def _begin(self, work: ReviewWork) -> None:
        """Start the work, and look from time to time how it is doing."""
        self._work = work
        work.start()
        self._stop_timer()
        self._timer = self.set_interval(OFTEN, self._check)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.stop()

    def _check(self) -> None:
        work = self._work
        assert work is not None
        share = f" {100 * work.done // work.total}%" if work.total else ""
        if work.over:
            self._stop_timer()
        if work.review is None:
            waiting = "" if work.over else f"{LOOKING}{share}"
            self._show(replace(self.shown, waiting=waiting))
        else:
            digest, judgement = Digest(work.review), judged(work.review)
            self._show(replace(self.shown, digest=digest, judgement=judgement, waiting=""))

    def _hear(self) -> None:
        """Something has come from elsewhere: another round, or that somebody wants one."""
        following = self.table.following
        if not self.is_current:
            return  # something else is looked at; on the way back we look again
        if following is not None:
            self.table.tell_changes(lambda: None)
            self._to_table(following)
            return
        with suppress(GamenightError):
            for news in filter(None, [self.table.look(), *self.table.overheard()]):
                self.notify(news, markup=False)
        offers = self.table.offers
        asked = f"{offers[0].sentence}: n yes, {NO} no" if offers else ""
        lines = [asked or self.table.asking.rstrip("."), missing(self.table)]
        self._show(replace(self.shown, following=". ".join(filter(None, lines))))
        self.show_keys()

    # Keys and clicks.

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        if not self.is_active:
            return  # something has been chosen already
        flourish = self.shown.fallen < 1.0
        self._settle()
        self.tell("")
        if event.key in self._deeds:
            self._deeds[event.key]()
        elif event.key == "enter":
            self.app.clear_notifications()
            if not flourish:
                self.tell(ENTER)
        elif event.key != "space":
            self.tell_useless(event)

    def tell(self, sentence: str) -> None:
        """Below the chart, which a notice would cover, until the next key."""
        if sentence != self.shown.told:
            self._show(replace(self.shown, told=sentence))

    def on_picture_view_touched(self, message: PictureView.Touched) -> None:
        """A click on the bar in the first moment was meant for another key, which stood there at
        the table; after that Textual calls the handler of the page, which presses the key."""
        if self.shown.fallen < 1.0:
            message.prevent_default()
        self._settle()

    # What can follow.

    def _again(self) -> None:
        """The next round, with the same players unless they were changed."""
        self.do(self._next_round())

    def _agree(self) -> None:
        self._answer(self._again)

    def _decline(self) -> None:
        self._answer(lambda: self.do(self._refuse()))

    def _answer(self, deed: Callable[[], None]) -> None:
        """Do what is an answer, if somebody elsewhere asks for another round."""
        if self.table.offers:
            deed()
        else:
            self.tell("Nobody has asked for anything: n plays again.")

    async def _refuse(self) -> None:
        if told := await self.table.answer(self.table.offers[0].id, yes=False):
            self.notify(told, markup=False)

    async def _next_round(self) -> None:
        try:
            following = await self.table.next_round(self._seats)
        except InvalidPlayers as error:
            raise GamenightError(f"{error}: {CHANGES}") from error
        if self.app.screen is self:  # else it has begun meanwhile
            self._to_table(following)

    def _ask_who_plays(self) -> None:
        """From a list or in a line; in the form of a new match, where some seats are nobody's."""
        if self.table.remote:
            self.tell_error(GamenightError(SAME_PLAYERS))
        elif self.table.game.unasked(**self.table.options):  # roles, and ways to take them
            self.app.push_screen(routes.new_game(self.table.game))
        else:
            take, offered = self._change_seats, self._next_players
            self.app.push_screen(LinesDialog("Who plays?", self._who_plays, take, offered))

    def _next_players(self) -> list[Item]:
        return next_players(self.table, self._seats)

    @property
    def _who_plays(self) -> list[str]:
        return ["Type leave 2 or leave NAME, join NAME or join bot:NAME.", self._present]

    @property
    def _present(self) -> str:
        return f"At the table: {numbered(self._seats)}."

    def _change_seats(self, words: str) -> list[str]:
        changed = changed_seats(self.table, self._seats, words)
        if changed is None:
            raise GamenightError(f"type leave NAME or join NAME, not {quoted(words)}")
        self._seats = changed
        self._show(replace(self.shown, following=self._present))
        return self._who_plays

    def _undo(self) -> None:
        """A match that is over goes on only if somebody says so: one letter is soon pressed."""
        rows = (Item("n", "n", "no"), Item("y", "y", "yes, take it back"))

        def answer(key: str | None) -> None:
            if key == "y":
                self.do(self._take_back())

        if "undo" in self.table.can:
            self.app.push_screen(PickDialog("Take back the last move and play on?", rows), answer)
        else:
            answer("y")  # which says why not

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
        """The review, however long it takes; once worked out, it is kept."""
        try:
            if self._work is not None:
                self._work.take_time()
            if self._work is None or self._work.failure:
                self._begin(ReviewWork(self.table.record(), self.table.game, kept=True))
        except GamenightError as error:
            self.tell_error(error)
        else:
            assert self._work is not None
            self.app.push_screen(routes.review(self._work, self.table.id))

    def _list_rounds(self) -> None:
        """All of them, however little room there is on the page."""
        played = self.table.rounds
        lines = [*result_lines(played), "", "The podium:", *podium_lines(played)]
        self.app.push_screen(TextDialog("Who won", lines))

    def _open_proof(self) -> None:
        """What is proven of the dice, and what nobody can know."""
        if self._seal is not None:
            self.app.push_screen(TextDialog("The dice", self._seal.lines))

    def _ask_for_file(self) -> None:
        ask_for_file(self, self.table)

    def _save_picture(self) -> None:
        """To send: what is on the screen now, without the keys and what is only said meanwhile."""
        game, shown = self.table.game, self.shown
        self._show(replace(shown, waiting="", told=""))
        try:
            path = save_snapshot(self, self.gamenight.look, game.title, game.id, Path.cwd())
        except GamenightError as error:
            self.tell_error(error)
        else:
            self.notify(f"{path.name}: the picture is saved in {path.parent}", markup=False)
        self._show(shown)

    def explained(self) -> Sequence[str]:
        """Each key that works now, in a sentence."""
        absent = self._useless | {*(() if len(self.table.rounds) > 1 else "w")}
        found = [line for line in HELP if line[0] not in absent]
        return [*ANSWERS_TOLD, *found[1:]] if self.table.offers else found

    def _home(self) -> None:
        self.table.close()
        self.gamenight.just_left = self.table
        self.gamenight.go_home()

    def _rules(self) -> None:
        self.app.push_screen(routes.rules(self.table.game))
