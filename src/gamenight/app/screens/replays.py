"""Replays: the list of matches, found by game and by player, with a look at the last screen."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from textual import events
from textual.binding import Binding
from textual.containers import Horizontal
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Input

from gamenight.app.screens.overlays import Notes
from gamenight.app.screens.page import Page
from gamenight.app.widgets.field import Field
from gamenight.app.widgets.picture_view import PictureView
from gamenight.app.widgets.rows import Row, Rows
from gamenight.core.errors import GamenightError
from gamenight.draw.canvas import Picture
from gamenight.draw.context import Context
from gamenight.draw.ink import LIVE, MUTED
from gamenight.draw.line import joined, line
from gamenight.draw.table import draw
from gamenight.draw.writing import block, write
from gamenight.match.archive import outcome
from gamenight.match.files import read_records
from gamenight.match.matches import Summary
from gamenight.match.playback import ReplayTable

PREVIEW_FROM = 110
MOST = 500  # rows: more than anybody reads
PATIENCE = 0.15  # seconds that the cursor rests before a match is replayed for the preview
GAME, STATE, SEARCH = "game", "state", "search"
STATES: dict[str, bool | None] = {"all": None, "finished": True, "unfinished": False}
HELP = (
    "Enter    opens the match under the cursor; its number goes there",
    "/        looks for words in names and games; Enter keeps it, Esc ends it",
    "g        goes through the games",
    "f        goes through finished and unfinished matches",
    "v        reviews the match under the cursor: its course, its mistakes, its luck",
    "o        opens a file: a record (.json), or a game's own format",
    "q, Esc   leave",
)


class Replays(Page):
    """All matches of the store, the latest first."""

    TITLE = "Replays"
    AUTO_FOCUS = "#matches"
    DEFAULT_CSS = """
    Replays #filters { height: 2; }
    Replays #preview { width: 60; }
    """
    BINDINGS = [  # noqa: RUF012
        Binding("escape", "back", show=False),
        Binding("q", "leave", show=False),
        Binding("slash", "search", show=False),
        Binding("g", "next_game", show=False),
        Binding("f", "next_state", show=False),
        Binding("v", "review", show=False),
        Binding("o", "open_file", show=False),
        Binding("question_mark", "explain", show=False),
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

    def body(self) -> Sequence[Widget]:
        return (
            PictureView(self._draw_filters, id="filters"),
            Horizontal(
                Rows(lambda: self.gamenight.look, id="matches"),
                PictureView(self._draw_preview, id="preview"),
            ),
            Field("search", "a name, a game, or both"),
            Field("file", "the path of a .json record or of a game's own file"),
        )

    def keys(self) -> Sequence[tuple[str, str]]:
        if self._typing:
            return (("Enter", "done"), ("Esc", "no"))
        return (
            ("Enter", "replay"),
            ("/", "search"),
            ("g", "game"),
            ("v", "review"),
            ("?", "help"),
            ("Esc", "back"),
            ("f", "finished"),
            ("o", "file"),
        )

    @property
    def _typing(self) -> Field | None:
        return next((field for field in self.query(Field) if field.display), None)

    @property
    def _rows(self) -> Rows:
        return self.query_one("#matches", Rows)

    def on_mount(self) -> None:
        self.find()

    def on_screen_resume(self) -> None:
        """A match that was played on meanwhile stands first now."""
        if self.is_mounted:
            self._previews.clear()
            self._played.clear()
            self.find()

    def on_resize(self, event: events.Resize) -> None:
        self.query_one("#preview").display = event.size.width >= PREVIEW_FROM

    def find(self) -> None:
        """Show what fits the filters."""
        try:
            found = self._search(MOST)
            self._all = self.gamenight.matches.count()
            self._more = self._count() - MOST if len(found) == MOST else 0
        except GamenightError as error:
            self.tell_error(error)
            found = []
        self._found = {str(summary.id): summary for summary in found}
        nothing = (
            "No match fits: / and g change what is looked for."
            if self._all
            else ("No matches yet: the first one that is played stands here.")
        )
        width = max((len(summary.game) for summary in found), default=0)
        self._rows.show([_row(summary, width) for summary in found], empty=nothing)
        self.query_one("#filters", PictureView).redraw()

    def _search(self, most: int | None = None) -> list[Summary]:
        finished = STATES[self._state]
        return self.gamenight.matches.find(self._game, "", self._text, finished, most)

    def _count(self) -> int:
        """How many fit the filters."""
        if self._game or self._text.strip():
            return len(self._search())
        return self.gamenight.matches.count(STATES[self._state])

    def on_rows_moved(self) -> None:
        """The preview follows when the cursor rests."""
        if self._soon is not None:
            self._soon.stop()
        self._soon = self.set_timer(PATIENCE, self.query_one("#preview", PictureView).redraw)

    def on_rows_chosen(self, message: Rows.Chosen) -> None:
        self._open(int(message.key))

    def _open(self, id: int) -> None:
        try:
            self._replay(self.gamenight.matches.replay(id))
        except GamenightError as error:
            self.tell_error(error)

    def _replay(self, table: ReplayTable) -> None:
        from gamenight.app.screens.replay import ReplayPage

        self.app.push_screen(ReplayPage(table))

    def action_review(self) -> None:
        from gamenight.app.screens.review import review_of

        if self._rows.current is None:
            return
        id = self._rows.current
        try:
            review_of(self, self.gamenight.matches.record(int(id)), id)
        except GamenightError as error:
            self.tell_error(error)

    def action_leave(self) -> None:
        self.app.pop_screen()

    def action_back(self) -> None:
        """Out of a field, out of a search, out of the page."""
        field = self._typing
        if field is not None:
            self._close(field)
        if field is None and not self._text:
            self.app.pop_screen()
        elif field is None or field.id == SEARCH:
            self._text = ""
            self.find()

    def action_search(self) -> None:
        self._ask(SEARCH, self._text)

    def action_open_file(self) -> None:
        self._ask("file", "")

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

    def action_explain(self) -> None:
        self.app.push_screen(Notes("Replays", HELP))

    def _ask(self, id: str, text: str) -> None:
        self.query_one(f"#{id}", Field).open(text)
        self.show_keys()

    def _close(self, field: Field) -> None:
        field.close()
        self._rows.focus()
        self.show_keys()

    def on_input_changed(self, event: Input.Changed) -> None:
        if event.input.id == SEARCH and event.input.display:
            self._text = event.value
            self.find()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        assert isinstance(event.input, Field)
        if event.input.id == SEARCH:
            self._close(event.input)
            return
        try:
            first, *more = read_records(Path(os.path.expanduser(event.value.strip())))
            self._replay(self.gamenight.matches.show(first))
        except GamenightError as error:
            self.tell_error(error)
            return
        self._close(event.input)
        if more:
            count = len(more) + 1
            self.notify(f"This is the first of {count} matches; gamenight import keeps them all.")

    def on_picture_view_touched(self, message: PictureView.Touched) -> None:
        """A click elsewhere leaves the keys with the list."""
        if self._typing is None:
            self._rows.focus()
        touched = {GAME: self.action_next_game, STATE: self.action_next_state}
        touched[SEARCH] = self.action_search
        if message.key in touched:
            touched[message.key]()

    def _draw_filters(self, width: int, height: int) -> Picture:
        """What is looked for, and how many there are."""
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
            more = (
                f"The latest {MOST} are listed, and {self._more:,} more fit: / and g look closer."
            )
            write(picture, 2, 1, context.clip(line(more, MUTED), width - 3), look)
        return picture

    def _draw_preview(self, width: int, height: int) -> Picture:
        look, picture = self.gamenight.look, Picture(width, height)
        picture.fill(0, 0, width, height, look.ink(bg=look.palette.ground))
        summary = self._found.get(self._rows.current or "")
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
        """The match replayed, or the sentence that says why it cannot be."""
        if summary.id not in self._previews:
            try:
                self._previews[summary.id] = self.gamenight.matches.replay(summary.id)
            except GamenightError as error:
                self._previews[summary.id] = str(error)
        return self._previews[summary.id]


def _row(summary: Summary, width: int) -> Row:
    when = summary.touched.astimezone().strftime("%Y-%m-%d %H:%M")
    head = f"{summary.id:>4}  {summary.game:<{width}}  {when}"
    return Row(str(summary.id), head, outcome(summary))
