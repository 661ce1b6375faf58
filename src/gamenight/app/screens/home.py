"""HomePage: the games, the matches that can go on, and a menu of everything else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widget import Widget
from textual.worker import get_current_worker

from gamenight import __version__
from gamenight.app import routes
from gamenight.app.pictures.home import (
    GAME,
    MATCH,
    MENU_KEY,
    HomeEntry,
    draw_list,
    draw_menu,
    moved,
)
from gamenight.app.screens.page import Page
from gamenight.app.widgets.picture_view import PictureView
from gamenight.core.errors import GamenightError
from gamenight.core.game import Game
from gamenight.draw.canvas import Picture
from gamenight.draw.palette import Look
from gamenight.match.matches import Summary

PREVIEW_FROM = 100

HELP = (
    "Choose with the arrow keys and Enter, with the letter or number of a line, or with a click. "
    "? shows the rules of a game. Every move of a match is saved at once."
)


@dataclass(frozen=True, slots=True)
class MenuItem:
    """A line of the menu: its letter and its name."""

    letter: str
    title: str


MENU = (
    MenuItem("l", "Learn"),
    MenuItem("p", "Replays"),
    MenuItem("s", "Statistics"),
    MenuItem("t", "Settings"),
    MenuItem("q", "Quit"),
)


class HomePage(Page):
    """The first screen."""

    DEFAULT_CSS = """
    HomePage #home { width: 1fr; height: 1fr; }
    HomePage #preview { width: 56%; height: 1fr; max-height: 26; display: none; margin: 1 2 0 0; }
    HomePage.wide #preview { display: block; }
    HomePage #menu { height: 2; margin: 0 0 1 0; }
    HomePage.low #menu { margin: 0; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1, 0)", show=False),
        Binding("down,j", "move(1, 0)", show=False),
        Binding("left", "move(0, -1)", show=False),
        Binding("right", "move(0, 1)", show=False),
        Binding("tab", "step(1)", show=False),
        Binding("shift+tab", "step(-1)", show=False),
        Binding("home,pageup", "move(-999, 0)", show=False),
        Binding("end,pagedown", "move(999, 0)", show=False),
        Binding("enter,space", "choose", show=False),
        Binding("n", "new", show=False),
        Binding("r", "resume", show=False),
        *(Binding(item.letter, f"open('{item.letter}')", show=False) for item in MENU),
        *(Binding(str(number), f"play({number})", show=False) for number in range(1, 10)),
        Binding("question_mark", "explain", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.title = f"gamenight {__version__}"
        self._matches: list[Summary] = []
        self._cursor = ""
        self._top = 0
        self._previews: dict[tuple[object, ...], Picture | None] = {}
        self._pending: tuple[object, ...] = ()
        self._seen = False

    def body(self) -> Sequence[Widget]:
        self._read_matches()
        return [
            Horizontal(
                PictureView(self._draw, id="home"), PictureView(self._draw_preview, id="preview")
            ),
            PictureView(self._draw_menu, id="menu"),
        ]

    def on_mount(self) -> None:
        self._set_cursor(self._entries()[0][0].key)
        self.call_after_refresh(self._begin_previews)

    def on_screen_resume(self) -> None:
        """Something may have been played: the list of unfinished matches may be another one."""
        self._read_matches()
        if self._cursor not in {entry.key for row in self._entries() for entry in row}:
            self._cursor = self._entries()[0][0].key
        self._redraw()
        self.show_keys()
        if self._seen:
            self._preview()

    def _read_matches(self) -> None:
        try:
            found = self.gamenight.matches.unfinished()
        except GamenightError as error:
            self.tell_error(error)
            found = []
        self._matches = [one for one in found if one.game in self.gamenight.games]

    # What is on the screen.

    def keys(self) -> Sequence[tuple[str, str]]:
        verb = "continue" if self._cursor.startswith(MATCH) else "play"
        if self._cursor.startswith(MENU_KEY):
            verb = "open"
        keys = [("Enter", verb), ("↑↓", "move")]
        if self._matches:
            keys.append(("r", "resume"))
        keys.append(("?", "rules" if self._game() else "help"))
        return [*keys, *((item.letter, item.title.lower()) for item in MENU)]

    def _entries(self) -> list[list[HomeEntry]]:
        """The rows that the arrow keys move through."""
        rows = []
        for number, game in enumerate(self.gamenight.games.values(), 1):
            letter = str(number) if number < 10 else ""
            rows.append([HomeEntry(GAME + game.id, letter, game.title, game.summary, game)])
        for number, match in enumerate(self._matches):
            rows.append([self._match_entry(match, "" if number else "r")])
        menu = [HomeEntry(MENU_KEY + item.letter, item.letter, item.title) for item in MENU]
        return [*rows, menu]

    def _match_entry(self, match: Summary, letter: str) -> HomeEntry:
        names = " - ".join(seat.name for seat in match.seats)
        moves = f"{match.plies} {'move' if match.plies == 1 else 'moves'}"
        game = self.gamenight.games[match.game]
        when = _ago(datetime.now(UTC), match.touched)
        return HomeEntry(
            f"{MATCH}{match.id}", letter, game.title, f"{names}, {moves}, {when}", game
        )

    def _draw(self, width: int, height: int) -> Picture:
        rows = [row[0] for row in self._entries()[:-1]]
        drawn = draw_list(rows, self._cursor, self._look, (width, height), self._top)
        self._top = drawn.top
        return drawn.picture

    def _draw_menu(self, width: int, height: int) -> Picture:
        return draw_menu(self._entries()[-1], self._cursor, self._look, width)

    def _redraw(self) -> None:
        self.query_one("#home", PictureView).redraw()
        self.query_one("#menu", PictureView).redraw()

    @property
    def _look(self) -> Look:
        return self.gamenight.look

    # Previews: drawn in a thread after the first frame, and kept.

    def on_resize(self, event: object) -> None:
        self.set_class(self.size.width >= PREVIEW_FROM, "wide")
        self.set_class(self.size.height < 24, "low")
        if self._seen:
            self.call_after_refresh(self._preview)

    def _begin_previews(self) -> None:
        self._seen = True
        self._preview()

    def _preview_key(self) -> tuple[object, ...]:
        view = self.query_one("#preview", PictureView)
        match = next((m for m in self._matches if self._cursor == f"{MATCH}{m.id}"), None)
        return (self._cursor, match and match.touched, self._look, view.size)

    def _draw_preview(self, width: int, height: int) -> Picture:
        found = self._previews.get(self._preview_key())
        whole = Picture(width, height)
        if found is not None:
            whole.paste(found, 0, 0)
        return whole

    def _preview(self) -> None:
        """Show the picture of what is under the cursor; if there is none yet, have it drawn."""
        view, game, key = self.query_one("#preview", PictureView), self._game(), self._preview_key()
        if not self.has_class("wide") or min(view.size) < 16:
            return
        view.redraw()
        if game is None or key in self._previews or key == self._pending:
            return
        try:
            drawing = self._drawing(game, (view.size.width, view.size.height))
        except GamenightError:
            return
        self._pending = key
        task = partial(self._work, key, drawing)
        self.run_worker(task, thread=True, exclusive=True, group="preview", exit_on_error=False)

    def _drawing(self, game: Game, size: tuple[int, int]) -> Callable[[], Picture]:
        # Late: the first frame needs no pictures of matches.
        from gamenight.app.pictures.preview import game_picture, match_picture

        look = self._look
        if self._cursor.startswith(MATCH):
            record = self.gamenight.matches.record(int(self._cursor.removeprefix(MATCH)))
            return lambda: match_picture(record, game, look, size)
        return lambda: game_picture(game, look, size)

    def _work(self, key: tuple[object, ...], drawing: Callable[[], Picture]) -> None:
        try:
            picture = drawing()
        except Exception:  # whatever a plug-in's scene raises: it gets no picture
            picture = None
        if not get_current_worker().is_cancelled:
            self.app.call_from_thread(self._keep_preview, key, picture)

    def _keep_preview(self, key: tuple[object, ...], picture: Picture | None) -> None:
        self._previews[key] = picture
        self._pending = ()
        if self.is_mounted:
            self.query_one("#preview", PictureView).redraw()

    # What a person does.

    def _set_cursor(self, key: str) -> None:
        self._cursor = key
        self._redraw()
        self.show_keys()
        if self._seen:
            self._preview()

    def _game(self) -> Game | None:
        """The game under the cursor, or that of the match there."""
        rows = (entry for row in self._entries() for entry in row)
        return next((entry.game for entry in rows if entry.key == self._cursor), None)

    def action_move(self, down: int, right: int) -> None:
        self._set_cursor(moved(self._entries(), self._cursor, down, right))

    def action_step(self, by: int) -> None:
        keys = [entry.key for row in self._entries() for entry in row]
        self._set_cursor(keys[(keys.index(self._cursor) + by) % len(keys)])

    def action_choose(self) -> None:
        game = self._game()
        if self._cursor.startswith(MATCH):
            self._resume(int(self._cursor.removeprefix(MATCH)))
        elif game is not None:
            self._new(game)
        else:
            self.action_open(self._cursor.removeprefix(MENU_KEY))

    def action_play(self, number: int) -> None:
        games = list(self.gamenight.games.values())
        if number <= len(games):
            self._set_cursor(GAME + games[number - 1].id)
            self._new(games[number - 1])

    def action_new(self) -> None:
        game = self._game() or next(iter(self.gamenight.games.values()), None)
        if game is not None:
            self._new(game)

    def action_resume(self) -> None:
        """The match under the cursor, or else the latest."""
        if self._cursor.startswith(MATCH):
            self.action_choose()
        elif self._matches:
            self._resume(self._matches[0].id)
        else:
            self.notify("There is no unfinished match to resume.")

    def action_open(self, letter: str) -> None:
        leads = {
            "l": routes.lessons,
            "p": routes.replays,
            "s": routes.statistics,
            "t": routes.settings,
        }
        if letter == "q":
            self.app.exit()
        else:
            self.app.push_screen(leads[letter]())

    def action_explain(self) -> None:
        game = self._game()
        if game is None:
            self.notify(HELP)
            return
        self.app.push_screen(routes.rules(game))

    def _new(self, game: Game) -> None:
        self.app.push_screen(routes.new_game(game))

    def _resume(self, id: int) -> None:
        self._set_cursor(f"{MATCH}{id}")
        try:
            table = self.gamenight.matches.open(id, self._game())
        except GamenightError as error:
            self.tell_error(error)
        else:
            self.app.push_screen(routes.table(table))

    def on_picture_view_touched(self, message: PictureView.Touched) -> None:
        """A click chooses at once."""
        if message.key.startswith((GAME, MATCH, MENU_KEY)):
            message.stop()
            self._set_cursor(message.key)
            self.action_choose()


def _ago(now: datetime, then: datetime) -> str:
    """How long ago, in everyday words."""
    minutes = int((now - then).total_seconds() // 60)
    if minutes < 1:
        return "just now"
    if minutes < 60:
        return f"{minutes} min ago"
    if minutes < 24 * 60:
        return f"{minutes // 60} h ago"
    return then.astimezone().strftime("%Y-%m-%d")
