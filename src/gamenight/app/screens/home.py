"""HomePage: unfinished matches, the games, the latest results; and a greeting at first."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widget import Widget

from gamenight.app import routes
from gamenight.app.entries import evening, first_game, last_time, match_entry
from gamenight.app.pictures.home import (
    GAME,
    MATCH,
    NAME,
    ONLINE,
    Greeting,
    Home,
    draw_home,
)
from gamenight.app.screens.page import Page
from gamenight.app.standings import Standings
from gamenight.app.widgets.picture_view import PictureView
from gamenight.app.widgets.preview import Preview
from gamenight.core.errors import GamenightError
from gamenight.core.game import Game
from gamenight.core.text import LONGEST_NAME, clean_name
from gamenight.draw.canvas import Picture
from gamenight.draw.palette import Look
from gamenight.match.matches import Summary

PREVIEW_FROM = 110
FEW, MANY, TALL = 2, 5, 30  # unfinished matches, by the height of the window
EVENINGS = 3

HELP = (
    "Choose with the arrow keys and Enter, with the number of a game, or with a click. "
    "? shows the rules of a game. Every move of a match is saved at once."
)


class HomePage(Page):
    """The first screen."""

    TITLE = "gamenight"
    DEFAULT_CSS = """
    HomePage #home { width: 1fr; height: 1fr; }
    HomePage #side { width: 40%; height: 1fr; display: none; margin: 1 2 1 0; }
    HomePage.wide #side { display: block; }
    HomePage #preview { width: 1fr; height: 1fr; max-height: 26; }
    HomePage #about { width: 1fr; height: 8; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", show=False),
        Binding("down,j", "move(1)", show=False),
        Binding("tab", "step(1)", show=False),
        Binding("shift+tab", "step(-1)", show=False),
        Binding("home,pageup", "move(-999)", show=False),
        Binding("end,pagedown", "move(999)", show=False),
        Binding("enter,space", "choose", show=False),
        Binding("g", "go_on", show=False),
        Binding("l", "learn", show=False),
        Binding("p", "open('replays')", show=False),
        Binding("s", "open('statistics')", show=False),
        Binding("t", "open('settings')", show=False),
        Binding("o", "load", show=False),
        Binding("n", "online", show=False),
        Binding("q", "app.quit", show=False),
        Binding("escape", "menu", show=False),
        *(Binding(str(number), f"play({number})", show=False) for number in range(1, 10)),
        Binding("question_mark", "rules", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._matches: list[Summary] = []
        self._evenings: list[Summary] = []
        self._last_times: dict[str, str] = {}
        self._standings = Standings(self, self._redraw)
        self._typed_name: str | None = None  # what a newcomer has typed so far
        self._cursor = ""
        self._top = 0
        self._seen = False

    def body(self) -> Sequence[Widget]:
        self._read_matches()
        self._typed_name = "" if self._is_first_evening and self.gamenight.games else None
        side = Vertical(Preview(id="preview"), PictureView(self._draw_about, id="about"), id="side")
        return [Horizontal(PictureView(self._draw, id="home"), side)]

    @property
    def _is_first_evening(self) -> bool:
        """Whether nobody has given a name or played anything here."""
        settings = self.gamenight.settings
        return not (settings.greeted or settings.names or self._matches or self._evenings)

    def on_mount(self) -> None:
        first = first_game(self.gamenight.games) if self._typed_name is not None else None
        self._set_cursor(GAME + first.id if first is not None else next(iter(self._keys()), ""))
        self.call_after_refresh(self._begin_previews)

    def on_screen_resume(self) -> None:
        """The match just left, or played by somebody else, comes first, with the cursor on it."""
        before = self._matches[:1]
        self._read_matches()
        latest = [str(one.id) for one in self._matches[:1] if [one] != before]
        left, self.gamenight.just_left = self.gamenight.just_left or "".join(latest), ""
        self._matches.sort(key=lambda one: str(one.id) != left)
        self._cursor = MATCH + left if MATCH + left in self._keys() else self._cursor
        if self._cursor not in self._keys():
            self._cursor = next(iter(self._keys()), "")
        self._typed_name = self._typed_name if self._is_first_evening else None
        self._redraw()
        self.show_keys()
        self._look_closer()

    def _read_matches(self) -> None:
        self._last_times.clear()
        try:
            found = self.gamenight.matches.unfinished()
            ended = self.gamenight.matches.find(finished=True, most=EVENINGS)
        except GamenightError as error:
            self.tell_error(error)
            found, ended = [], []
        games = self.gamenight.games
        self._matches = sorted(found, key=lambda one: one.game not in games)  # those at the end
        self._evenings = [one for one in ended if one.game in games]

    # What is on the screen.

    def keys(self) -> Sequence[tuple[str, str]]:
        if self._typed_name is not None:
            keys = (("Enter", "play this"), ("↑↓", "move"), ("?", "rules"), ("F1", "keys"))
            return (*keys, ("Tab", "look around"), ("Ctrl+C", "quit"))
        on_match = self._cursor.startswith(MATCH)
        found = [("Enter", "go on" if on_match else "play")]
        found += [("l", "learn"), ("?", "rules"), ("p", "matches"), ("Esc", "menu"), ("q", "quit")]
        found += [("n", "online"), ("t", "settings"), ("s", "scores"), ("F1", "keys")]
        found += [("o", "load"), ("↑↓", "move")]
        return [*found, *([("g", "go on")] if self._matches else [])]

    def _shown_matches(self) -> list[Summary]:
        return self._matches[: MANY if self.size.height >= TALL else FEW]

    def _keys(self) -> list[str]:
        """What the arrow keys move through."""
        matches = [f"{MATCH}{match.id}" for match in self._shown_matches()]
        return [*matches, *(GAME + id for id in self.gamenight.games), ONLINE]

    def _draw(self, width: int, height: int) -> Picture:
        games, greeting = self.gamenight.games, None
        if self._typed_name is not None:
            first = first_game(games) or next(iter(games.values()))
            greeting = Greeting(len(games), first, self._typed_name)
        matches, evenings = self._shown_matches(), self._evenings if height >= TALL else []
        home = Home(
            list(games.values()),
            [match_entry(m, games.get(m.game), self._standings.told(m)) for m in matches],
            len(self._matches) - len(matches),
            [evening(match, games[match.game]) for match in evenings],
            greeting,
            self._cursor,
            self.gamenight.matches.notice,
        )
        picture, self._top = draw_home(home, self._look, (width, height), self._top)
        return picture

    def _draw_about(self, width: int, height: int) -> Picture:
        """What is known of the game under the cursor, and how to begin."""
        from gamenight.app.pictures.preview import about_picture

        game = self._game()
        if game is None or not self.has_class("wide"):
            return Picture(width, height)
        if game.id not in self._last_times:
            with suppress(GamenightError):  # which has been told already
                self._last_times[game.id] = last_time(self.gamenight.matches, game)
        told = self._last_times.get(game.id, "")
        learns = game.lesson is not None and self._typed_name is None
        return about_picture(game, told, learns, self._look, (width, height))

    def _redraw(self) -> None:
        for view in self.query(PictureView):
            if view.id in ("home", "about"):
                view.redraw()

    @property
    def _look(self) -> Look:
        return self.gamenight.look

    # The picture at the side comes after the first frame.

    def on_resize(self, event: events.Resize) -> None:
        self.set_class(self.size.width >= PREVIEW_FROM, "wide")
        self.call_after_refresh(self._look_closer)

    def _begin_previews(self) -> None:
        self._seen = True
        self._look_closer()
        self.run_worker(routes.load_all, thread=True, exit_on_error=False)

    def _look_closer(self) -> None:
        """What takes a while: how far matches have got, and the picture at the side."""
        if self._seen:
            self._standings.work_out(self._shown_matches())
            self._preview()

    def _preview(self) -> None:
        """Show the picture of what is under the cursor."""
        game = self._game()
        if game is None or not self.has_class("wide"):
            return
        match = next((m for m in self._matches if self._cursor == f"{MATCH}{m.id}"), None)
        key = (self._cursor, match and match.touched, self._look)
        # Late: the first frame needs no pictures of matches.
        from gamenight.app.pictures.preview import game_or_match

        matches, look = self.gamenight.matches, self._look
        with suppress(GamenightError):
            self.query_one(Preview).show(key, lambda: game_or_match(game, match, matches, look))

    # What a person does.

    def _set_cursor(self, key: str) -> None:
        self._cursor = key
        self._redraw()
        self.show_keys()
        if self._seen:
            self._preview()

    def _game(self) -> Game | None:
        """The game under the cursor, or that of the match there."""
        games = self.gamenight.games
        if self._cursor.startswith(GAME):
            return games.get(self._cursor.removeprefix(GAME))
        match = next((m for m in self._matches if self._cursor == f"{MATCH}{m.id}"), None)
        return games.get(match.game) if match is not None else None

    def action_move(self, by: int) -> None:
        keys = self._keys()
        if self._cursor in keys:
            at = keys.index(self._cursor) + by
            self._set_cursor(keys[min(max(at, 0), len(keys) - 1)])

    def action_step(self, by: int) -> None:
        keys = self._keys()
        if self._cursor in keys:
            self._set_cursor(keys[(keys.index(self._cursor) + by) % len(keys)])

    def action_choose(self) -> None:
        game = self._game()
        if self._cursor == ONLINE:
            self.action_online()
        elif self._cursor.startswith(MATCH):
            self._resume(int(self._cursor.removeprefix(MATCH)))
        elif game is not None:
            self.app.push_screen(routes.new_game(game))

    def action_play(self, number: int) -> None:
        games = list(self.gamenight.games.values())
        if number <= len(games):
            self._set_cursor(GAME + games[number - 1].id)
            self.action_choose()
        else:
            self.notify(f"There is no game {number} here.")

    def action_go_on(self) -> None:
        """The match under the cursor, or else the latest."""
        if self._cursor.startswith(MATCH):
            self.action_choose()
        elif self._matches:
            self._resume(self._matches[0].id)
        else:
            self.notify("There is no unfinished match.")

    def action_learn(self) -> None:
        """The lesson of the game under the cursor, or else all there are."""
        game = self._game()
        taught = game is not None and game.lesson is not None
        try:
            page = routes.lesson(game) if game is not None and taught else routes.lessons()
            self.app.push_screen(page)
        except GamenightError as error:
            self.tell_error(error)

    def action_open(self, route: str) -> None:
        self.app.push_screen(routes.screen_class(route)())

    def action_menu(self) -> None:
        """What can be done here besides playing."""
        from gamenight.app.menu import open_menu  # late, like all that is asked for
        from gamenight.app.pastimes import pastimes

        more = (self.action_learn, self.action_online, self.action_load)
        do = (*more, self.action_open, self.gamenight.quit)
        open_menu(self, pastimes(*do, self.gamenight.matches.unsaved), None)

    def action_online(self) -> None:
        from gamenight.app.invitations import play_online  # late, like all that is asked for

        play_online(self)

    def action_load(self) -> None:
        from gamenight.app.loading import ask_for_match  # late, like all that is asked for

        ask_for_match(self)

    def action_rules(self) -> None:
        game = self._game()
        if game is None:
            self.notify(HELP)
            return
        self.app.push_screen(routes.rules(game))

    def _resume(self, id: int) -> None:
        self._set_cursor(f"{MATCH}{id}")
        try:
            table = self.gamenight.matches.open(id, self._game())
        except GamenightError as error:
            self.tell_error(error)
        else:
            self.app.push_screen(routes.table(table))

    # The first evening: letters are for the name.

    def on_key(self, event: events.Key) -> None:
        if not self.is_active:  # a key before it has opened another page
            event.stop()
            event.prevent_default()
            return
        if self._typed_name is None:
            self.tell_useless(event)
            return
        typed = event.character if event.is_printable else None
        if event.key in ("tab", "escape"):
            self._keep_name()
        elif event.key == "enter":
            self._sit_down()
        elif event.key == "backspace":
            self._typed_name = self._typed_name[:-1]
        elif typed and typed != "?" and not (typed.isdigit() and not self._typed_name):
            self._typed_name = (self._typed_name + typed)[:LONGEST_NAME].lstrip()
        else:
            self.tell_useless(event)
            return  # arrows, F-keys, the rules, the number of a game
        event.stop()
        event.prevent_default()
        self._redraw()

    def on_paste(self, event: events.Paste) -> None:
        if self._typed_name is not None:
            self._typed_name = (self._typed_name + event.text)[:LONGEST_NAME].strip()
            self._redraw()

    def _end_greeting(self, name: str = "") -> None:
        """From now on letters are commands."""
        settings = self.gamenight.settings
        self._typed_name, settings.greeted = None, True
        if name:
            settings.remember(name)
        self.gamenight.keep_settings()
        self.show_keys()

    def _keep_name(self) -> None:
        """Look around first: a name that was typed is kept."""
        try:
            self._end_greeting(clean_name(self._typed_name) if self._typed_name else "")
        except GamenightError as error:
            self.tell_error(error)

    def _sit_down(self) -> None:
        """The name is known: play the game under the cursor at once, against a machine."""
        from gamenight.app.first_match import sit_down  # late: home itself needs no bots

        game = self._game()
        try:
            name = clean_name(self._typed_name) if self._typed_name else ""
            if name and game is not None:
                clean_name(name, game.setup.shortest, game.setup.longest)
        except GamenightError as error:
            self.tell_error(error)
            return
        self._end_greeting(name)
        if game is None or not name:
            self.action_choose()
            return
        sit_down(self, game, name)

    def on_picture_view_touched(self, message: PictureView.Touched) -> None:
        """A click chooses at once."""
        if not message.key.startswith((GAME, MATCH, NAME, ONLINE)):
            return  # the bar of keys: the page handles that
        message.stop()
        if message.key != NAME:
            self._set_cursor(message.key)
            self._sit_down() if self._typed_name and self._game() else self.action_choose()
