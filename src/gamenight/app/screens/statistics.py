"""StatisticsPage: how everybody has done, with a table and a chart for each game."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from textual.binding import Binding
from textual.widget import Widget
from textual.worker import Worker, WorkerState

from gamenight.app.pictures.statistics import (
    MEASURES,
    PLAYER,
    TAB,
    StatisticsState,
    draw_statistics,
)
from gamenight.app.screens.dialogs import LineDialog
from gamenight.app.screens.page import Page
from gamenight.app.widgets.picture_view import PictureView
from gamenight.core.errors import GamenightError
from gamenight.core.paths import path_of
from gamenight.draw.canvas import Picture
from gamenight.draw.context import Context
from gamenight.draw.line import line
from gamenight.match.columns import COLUMNS, NONE_YET, title_of
from gamenight.match.matches import Matches, open_matches
from gamenight.match.statistics import PlayerStatistics, export_csv

COUNTING = "Counting the matches ..."
FILE_NAME = "gamenight-statistics.csv"
HELP = (
    *(f"{column.heading}: {column.about}" for column in COLUMNS[1:]),
    "",
    "Only finished matches count. A turn is worth the change of the score from its start to the "
    "start of the player's next turn. A bot counts by its kind, whatever it was called at the "
    "table.",
)


class StatisticsPage(Page):
    """A worker counts; until it is done the page says so."""

    TITLE = "Statistics"
    BINDINGS = [  # noqa: RUF012
        Binding("escape,q", "back", show=False),
        Binding("left,h,shift+tab", "game(-1)", show=False),
        Binding("right,l,tab", "game(1)", show=False),
        Binding("up,k", "player(-1)", show=False),
        Binding("down,j", "player(1)", show=False),
        Binding("pageup", "player(-10)", show=False),
        Binding("pagedown", "player(10)", show=False),
        Binding("home", "player(-1000000)", show=False),
        Binding("end", "player(1000000)", show=False),
        Binding("c", "chart", show=False),
        Binding("e", "export", show=False),
        Binding("question_mark", "keys", show=False),
    ]
    CSS = "#statistics { width: 1fr; height: 1fr; }"

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[PlayerStatistics] | None = None
        self.shown = StatisticsState()
        self._failure = ""

    def body(self) -> Sequence[Widget]:
        return (PictureView(self._draw, id="statistics"),)

    def keys(self) -> Sequence[tuple[str, str]]:
        back = (("F1", "keys"), ("Esc", "back"))
        if not self.rows:
            return back
        return (("←→", "game"), ("e", "export as CSV"), ("↑↓", "player"), ("c", "chart"), *back)

    def on_screen_resume(self) -> None:
        """Count again: a match may have ended since."""
        path = self.gamenight.matches.path
        if path is None:
            self._show(*_counted(self.gamenight.matches))
        else:
            self.run_worker(lambda: _counted_in(path), thread=True, exclusive=True)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        if event.state is WorkerState.SUCCESS and event.worker.result is not None:
            self._show(*event.worker.result)

    def _show(self, rows: list[PlayerStatistics], failure: str) -> None:
        self.rows, self._failure = rows, failure
        games = {row.game: title_of(row.game) for row in rows}
        game = self.shown.game if self.shown.game in games else next(iter(games), "")
        self.shown = replace(self.shown, games=games)
        self._choose(game, self.shown.at if game == self.shown.game else 0)
        self.show_keys()

    def _choose(self, game: str, at: int) -> None:
        """Look at a game and at one of its players."""
        own = [row for row in self.rows or () if row.game == game]
        at = min(max(at, 0), max(len(own) - 1, 0))
        self.shown = replace(self.shown, game=game, rows=own, at=at)
        self.query_one("#statistics", PictureView).redraw()

    def _draw(self, width: int, height: int) -> Picture:
        look = self.gamenight.look
        if self.rows:
            return draw_statistics(self.shown, look, width, height)
        text = self._failure or (COUNTING if self.rows is None else NONE_YET)
        picture, context = Picture(width, height), Context(look)
        picture.fill(0, 0, width, height, look.ink(bg=look.palette.ground))
        lines = line(context.spell(text)).wrap(width - 4)
        for y, part in enumerate(lines, (height - len(lines)) // 2):
            ink = look.ink(look.palette.danger if self._failure else look.palette.muted)
            picture.put((width - part.width) // 2, y, part.plain, ink)
        return picture

    def action_game(self, by: int) -> None:
        games = list(self.shown.games)
        if games:
            index = (games.index(self.shown.game) + by) % len(games)
            self._choose(games[index], 0)

    def action_player(self, by: int) -> None:
        if self.rows:
            self._choose(self.shown.game, self.shown.at + by)

    def action_chart(self) -> None:
        measures = list(MEASURES)
        index = (measures.index(self.shown.measure) + 1) % len(measures)
        self.shown = replace(self.shown, measure=measures[index])
        self._choose(self.shown.game, self.shown.at)

    def action_export(self) -> None:
        if self.rows:
            lines = ["All games and players. A file with that name is replaced."]
            self.app.push_screen(LineDialog("Export as CSV", lines, FILE_NAME), self._export)

    def _export(self, name: str | None) -> None:
        if name is None or not self.rows:
            return
        path = path_of(name)
        try:
            export_csv(self.rows, path)
        except GamenightError as error:
            self.tell_error(error)
        else:
            self.notify(f"Written to {path.absolute()}", markup=False)

    def about(self) -> Sequence[str]:
        return HELP

    def action_back(self) -> None:
        self.app.pop_screen()

    def on_picture_view_touched(self, message: PictureView.Touched) -> None:
        if message.key.startswith(TAB):
            message.stop()
            self._choose(message.key.removeprefix(TAB), 0)
        elif message.key.startswith(PLAYER):
            message.stop()
            self._choose(self.shown.game, int(message.key.removeprefix(PLAYER)))

    def on_mouse_scroll_down(self) -> None:
        self.action_player(1)

    def on_mouse_scroll_up(self) -> None:
        self.action_player(-1)


def _counted(matches: Matches) -> tuple[list[PlayerStatistics], str]:
    """The rows, or why there are none where the matches cannot be read."""
    try:
        return matches.statistics(), ""
    except GamenightError as error:
        return [], str(error)


def _counted_in(path: Path) -> tuple[list[PlayerStatistics], str]:
    """The same for a file, with a connection for this thread."""
    try:
        matches = open_matches(path, readable=True)
    except GamenightError as error:
        return [], str(error)
    with closing(matches):
        return _counted(matches)
