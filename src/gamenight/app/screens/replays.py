"""ReplaysPage: the list of matches, to search by game and player, with previews."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rich.cells import cell_len, set_cell_size
from textual import events
from textual.binding import Binding
from textual.containers import Horizontal
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Input

from gamenight.app import routes
from gamenight.app.invitations import resume_table
from gamenight.app.loading import ask_for_match
from gamenight.app.review_work import ReviewWork
from gamenight.app.screens.dialogs import PickDialog
from gamenight.app.screens.page import Page
from gamenight.app.widgets.items import Item, ItemList
from gamenight.app.widgets.picture_view import PictureView
from gamenight.app.widgets.prompt import Prompt
from gamenight.core.errors import GamenightError
from gamenight.core.text import sentence
from gamenight.draw.canvas import Picture
from gamenight.draw.context import Context
from gamenight.draw.ink import LIVE, MUTED
from gamenight.draw.layouts.fit import draw
from gamenight.draw.line import joined, line
from gamenight.draw.writing import block, write
from gamenight.match.archive import outcome
from gamenight.match.columns import title_of
from gamenight.match.matches import Summary
from gamenight.match.playback import ReplayTable

PREVIEW_FROM = 110
MOST = 500  # matches in the list: more than anybody reads
PATIENCE = 0.15  # seconds that the cursor rests before the preview follows
GAME, STATE, SEARCH = "game", "state", "search"
STATES: dict[str, bool | None] = {"all": None, "finished": True, "unfinished": False}
HELP = (
    "Enter    resumes an unfinished match, and replays one that is over",
    "r        replays the match under the cursor",
    "digits   go to the match with that number",
    "/        searches names and games; Enter keeps the search, Esc ends it",
    "g        shows the matches of the next game, then all",
    "f        shows finished, unfinished, then all matches",
    "v        reviews the match under the cursor: its course, mistakes and luck",
    "d        deletes the match under the cursor, after a question",
    "o        loads a file (a record, .json, or a game's own format): an unfinished match goes on",
    "q, Esc   leave",
)


class ReplaysPage(Page):
    """All stored matches, latest first."""

    TITLE = "Matches"
    AUTO_FOCUS = "#matches"
    DEFAULT_CSS = """
    ReplaysPage #filters { height: 2; }
    ReplaysPage #preview { width: 60; }
    """
    BINDINGS = [  # noqa: RUF012
        Binding("escape", "back", show=False),
        Binding("q", "leave", show=False),
        Binding("slash", "search", show=False),
        Binding("g", "next_game", show=False),
        Binding("f", "next_state", show=False),
        Binding("r", "replay", show=False),
        Binding("v", "review", show=False),
        Binding("o", "open_file", show=False),
        Binding("d,delete", "delete", show=False),
        Binding("question_mark", "keys", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._game = ""
        self._state = "all"
        self._text = ""
        self._found: dict[str, Summary] = {}
        self._all = 0
        self._more = 0
        self._played: list[str] = []
        self._previews: dict[int, ReplayTable | str] = {}
        self._soon: Timer | None = None
        self._seen = False

    def body(self) -> Sequence[Widget]:
        return (
            PictureView(self._draw_filters, id="filters"),
            Horizontal(
                ItemList(lambda: self.gamenight.look, id="matches", jumps=True),
                PictureView(self._draw_preview, id="preview"),
            ),
            Prompt("search", "a name, a game, or both"),
        )

    def keys(self) -> Sequence[tuple[str, str]]:
        if self._typing:
            return (("Enter", "done"), ("Esc", "cancel"))
        opens: tuple[tuple[str, str], ...] = (("Enter", "replay"),)
        if self._goes_on:
            opens = (("Enter", "go on"), ("r", "replay"))
        elif not self._is_whole and not self._has_part:
            opens = ()
        return (
            *opens,
            ("/", "search"),
            ("g", "game"),
            *((("v", "review"),) if self._is_whole else ()),
            ("F1", "keys"),
            ("Esc", "back"),
            ("f", "finished"),
            ("o", "load a file"),
            *((("d", "delete"),) if self._list.current else ()),
        )

    @property
    def _typing(self) -> bool:
        return bool(self.query_one(Prompt).display)

    @property
    def _list(self) -> ItemList:
        return self.query_one("#matches", ItemList)

    def on_mount(self) -> None:
        self.find()

    def on_screen_resume(self) -> None:
        """A match that was played meanwhile comes first now; at first all was listed just now."""
        if self._seen:
            self._previews.clear()
            self._played.clear()
            self.find()
        self._seen = True

    def on_resize(self, event: events.Resize) -> None:
        self.query_one("#preview").display = event.size.width >= PREVIEW_FROM

    def find(self, current: str | None = None) -> None:
        """List the matches that pass the filters; the cursor stays, or goes to this one."""
        trouble = ""
        try:
            found = self._search(MOST)
            self._all = self.gamenight.matches.count()
            self._more = self._count() - MOST if len(found) == MOST else 0
        except GamenightError as error:
            trouble, found, self._all = sentence(error), [], 0
        self._found = {str(summary.id): summary for summary in found}
        nothing = (
            "No matches found: / and g change the search."
            if self._all
            else "No matches yet. Those you play will be listed here."
        )
        if not found and (trouble or self.gamenight.matches.notice):
            nothing = trouble or f"No matches can be read: {self.gamenight.matches.notice}."
        titles = {game: title_of(game) for game in {summary.game for summary in found}}
        width = max(map(cell_len, titles.values()), default=0)
        rows = [_row(summary, set_cell_size(titles[summary.game], width)) for summary in found]
        self._list.show(rows, current, nothing)
        self.query_one("#filters", PictureView).redraw()

    def _search(self, most: int | None = None) -> list[Summary]:
        finished = STATES[self._state]
        return self.gamenight.matches.find(self._game, "", self._text, finished, most)

    def _count(self) -> int:
        """How many matches pass the filters."""
        if self._game or self._text.strip():
            return len(self._search())
        return self.gamenight.matches.count(STATES[self._state])

    @property
    def _goes_on(self) -> bool:
        """Whether the match under the cursor is unfinished."""
        match = self._found.get(self._list.current or "")
        return match is not None and match.result is None and bool(match.seats)

    @property
    def _is_whole(self) -> bool:
        """Whether the match under the cursor is whole, as far as a list can tell."""
        match = self._found.get(self._list.current or "")
        return match is not None and bool(match.seats)

    @property
    def _has_part(self) -> bool:
        """Whether some of a damaged match can be replayed."""
        match = self._found.get(self._list.current or "")
        return match is not None and not isinstance(self._playback(match), str)

    def on_item_list_moved(self) -> None:
        """The preview follows once the cursor rests."""
        self.show_keys()
        if self._soon is not None:
            self._soon.stop()
        self._soon = self.set_timer(PATIENCE, self.query_one("#preview", PictureView).redraw)

    def on_item_list_chosen(self, message: ItemList.Chosen) -> None:
        if not self._goes_on:
            self.action_replay()
            return
        match = self._found[message.key]
        if match.table:
            resume_table(self, match.game, match.table)
            return
        try:
            self.app.push_screen(routes.table(self.gamenight.matches.open(match.id)))
        except GamenightError as error:
            self.tell_error(error)

    def action_replay(self) -> None:
        id = self._list.current
        if id is None:
            return
        try:
            part = self.gamenight.matches.part(int(id))
            table = self.gamenight.matches.show(part.record, id)
            self.app.push_screen(routes.replay(table))
        except GamenightError as error:
            self.tell_error(error)
        else:
            if part.damage:
                self.notify(part.damage, severity="warning", markup=False)

    def action_review(self) -> None:
        id = self._list.current
        if id is None:
            return
        try:
            work = ReviewWork(self.gamenight.matches.record(int(id)))
        except GamenightError as error:
            self.tell_error(error)
        else:
            self.app.push_screen(routes.review(work, id))

    def action_delete(self) -> None:
        """Delete the match under the cursor, damaged or not, once that is confirmed."""
        id = self._list.current
        if id is None:
            return
        try:
            about = self.gamenight.matches.about(int(id))
        except GamenightError as error:
            self.tell_error(error)
            return

        def answer(key: str | None) -> None:
            if key == "y":
                self._delete(id)

        heading = f"Delete match {id} for good ({about})?"
        choices = [Item("n", "n", "keep it"), Item("y", "y", "delete it")]
        self.app.push_screen(PickDialog(heading, choices), answer)

    def _delete(self, id: str) -> None:
        """The cursor goes to the match below, or else above."""
        keys = list(self._found)
        at = keys.index(id)
        try:
            self.gamenight.matches.delete(int(id))
        except GamenightError as error:
            self.tell_error(error)
            return
        self._played.clear()
        self.find(next(iter([*keys[at + 1 :], *reversed(keys[:at])]), None))

    def action_leave(self) -> None:
        self.app.pop_screen()

    def action_back(self) -> None:
        """Out of a search, or else out of the page."""
        if not self._typing and not self._text:
            self.app.pop_screen()
            return
        if self._typing:
            self._close_search()
        self._text = ""
        self.find()

    def action_search(self) -> None:
        self.query_one(Prompt).open(self._text)
        self.show_keys()

    def action_open_file(self) -> None:
        ask_for_match(self)

    def action_next_game(self) -> None:
        if not self._played:
            self._played = sorted({summary.game for summary in self.gamenight.matches.find()})
        games = ["", *self._played]
        at = games.index(self._game) if self._game in games else 0
        self._game = games[(at + 1) % len(games)]
        self.find()

    def action_next_state(self) -> None:
        states = list(STATES)
        self._state = states[(states.index(self._state) + 1) % len(states)]
        self.find()

    def explained(self) -> Sequence[str]:
        return super().explained() if self._typing else HELP

    def _close_search(self) -> None:
        self.query_one(Prompt).close()
        self._list.focus()
        self.show_keys()

    def on_input_changed(self, event: Input.Changed) -> None:
        if event.input.display:
            self._text = event.value
            self.find()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self._close_search()

    def on_picture_view_touched(self, message: PictureView.Touched) -> None:
        """After a click elsewhere the list keeps the focus."""
        if not self._typing:
            self._list.focus()
        touched = {GAME: self.action_next_game, STATE: self.action_next_state}
        touched[SEARCH] = self.action_search
        if message.key in touched:
            touched[message.key]()

    def _draw_filters(self, width: int, height: int) -> Picture:
        """The filters, and how many matches pass them."""
        look, picture = self.gamenight.look, Picture(width, height)
        picture.fill(0, 0, width, height, look.ink(bg=look.palette.ground))
        context = Context(look)
        game = self.gamenight.games.get(self._game)
        title = game.title if game is not None else self._game or "all games"
        x = 2
        for key, value in ((GAME, title), (STATE, self._state), (SEARCH, self._text)):
            text = joined([line(f"{key}:", MUTED), context.text(value or "-", LIVE)])
            end = write(picture, x, 0, context.clip(text, width - x - 1), look)
            picture.mark(key, x, 0, end - x)
            x = end + 3
        count = line(f"{len(self._found) + self._more:,} of {self._all:,}", MUTED)
        if x + count.width + 2 <= width:
            write(picture, width - count.width - 2, 0, count, look)
        if self._more:
            total = MOST + self._more
            more = f"The latest {MOST} of {total:,} are listed: / and g narrow the search."
            write(picture, 2, 1, context.clip(line(more, MUTED), width - 3), look)
        return picture

    def _draw_preview(self, width: int, height: int) -> Picture:
        look, picture = self.gamenight.look, Picture(width, height)
        picture.fill(0, 0, width, height, look.ink(bg=look.palette.ground))
        summary = self._found.get(self._list.current or "")
        if summary is None:
            return picture
        found = self._playback(summary)
        if isinstance(found, str):
            lines = line(found, MUTED).wrap(width - 4)
            picture.paste(block(lines, look), 2, 1)
            return picture
        scene, verdict = found.scene(found.viewer).still(), found.verdict()
        if verdict is not None:
            headline, reason = verdict
            scene = replace(scene, ask=headline, message=reason)
        elif found.last:
            scene = replace(scene, message=found.told(found.last))
        return draw(scene, found.game.glyphs, look, (width, height))

    def _playback(self, summary: Summary) -> ReplayTable | str:
        """The match as a replay, or the sentence that says why it cannot be replayed."""
        if summary.id not in self._previews:
            try:
                self._previews[summary.id] = self.gamenight.matches.replay(summary.id)
            except GamenightError as error:
                self._previews[summary.id] = str(error)
        return self._previews[summary.id]


def _row(summary: Summary, title: str) -> Item:
    when = summary.touched.astimezone().strftime("%Y-%m-%d %H:%M")
    head = f"{summary.id:>4}  {title}  {when}"
    return Item(str(summary.id), head, outcome(summary))
