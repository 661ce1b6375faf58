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
from gamenight.app.entries import evening, first_game, last_time
from gamenight.app.going_on import TALL, GoingOn
from gamenight.app.paging import TO
from gamenight.app.pictures.home import GAME, MATCH, NAME, ONLINE, TABLE, Greeting, Home, draw_home
from gamenight.app.screens.page import Page
from gamenight.app.standings import Standings
from gamenight.app.widgets.picture_view import PictureView
from gamenight.app.widgets.preview import Preview
from gamenight.core.errors import GamenightError
from gamenight.core.game import Game
from gamenight.core.text import LONGEST_NAME, clean_name
from gamenight.draw.canvas import Picture
from gamenight.match.matches import Summary

PREVIEW_FROM = 110
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
        Binding("u", "puzzles", show=False),
        Binding("p", "open('replays')", show=False),
        Binding("s", "open('statistics')", show=False),
        Binding("t", "open('settings')", show=False),
        Binding("o", "load", show=False),
        Binding("n", "online", show=False),
        Binding("q", "leave", show=False),
        Binding("escape", "menu", show=False),
        *(Binding(str(number), f"play({number})", show=False) for number in range(1, 10)),
        Binding("question_mark", "rules", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._going = GoingOn(self)
        self._evenings: list[Summary] = []
        self._last_times: dict[str, str] = {}
        self._standings = Standings(self, self._redraw)
        self._typed_name: str | None = None  # what a newcomer has typed so far
        self._cursor = ""
        self._top = 0
        self._seen = False
        self._returned = False

    def body(self) -> Sequence[Widget]:
        self._read_matches()
        self._typed_name = "" if self._is_first_evening and self.gamenight.games else None
        side = Vertical(Preview(id="preview"), PictureView(self._draw_about, id="about"), id="side")
        return [Horizontal(PictureView(self._draw, id="home"), side)]

    @property
    def _is_first_evening(self) -> bool:
        """Whether nobody has given a name or played anything here."""
        settings = self.gamenight.settings
        known = settings.greeted or settings.names or self._evenings
        return not (known or self._going.keys())

    def on_mount(self) -> None:
        first = first_game(self.gamenight.games) if self._typed_name is not None else None
        self._set_cursor(GAME + first.id if first is not None else next(iter(self._keys()), ""))
        self.call_after_refresh(self._begin_previews)

    def on_screen_resume(self) -> None:
        """The match just left comes first, with the cursor on it; of one that has ended, the cursor
        is on its game. Else the cursor stays, whatever other programs have played meanwhile."""
        left, self.gamenight.just_left = self.gamenight.just_left, None
        self._read_matches()
        stays = self._cursor if left is None else f"{MATCH}{left.id}"
        if left is not None or stays not in self._keys():
            self._going.matches.sort(key=lambda one: f"{MATCH}{one.id}" != stays)
        game, keys = "" if left is None else GAME + left.game.id, self._keys()
        self._cursor = next((key for key in (stays, game, self._cursor, *keys) if key in keys), "")
        self._typed_name = self._typed_name if self._is_first_evening else None
        self._redraw()
        self.show_keys()
        self._look_closer()
        if self._seen:
            self._returned = True
            self._going.ask(self._redraw)

    def _read_matches(self) -> None:
        self._last_times.clear()
        try:
            self._going.read()
            ended = self.gamenight.matches.find(finished=True, most=EVENINGS)
        except GamenightError as error:
            self.tell_error(error)
            ended = []
        games = self.gamenight.games
        self._evenings = [one for one in ended if one.game in games]

    # What is on the screen.

    def keys(self) -> Sequence[tuple[str, str]]:
        if self._typed_name is not None:
            keys = (("Enter", "play"), ("↑↓", "move"), ("?", "rules"), ("F1", "keys"))
            return (*keys, ("Tab", "look around"), ("Ctrl+C", "quit"))
        on_match = self._cursor.startswith((MATCH, TABLE))
        found = [("Enter", "go on" if on_match else "play"), ("l", "learn"), ("?", "rules")]
        found += [("p", "matches"), ("Esc", "menu"), ("q", "quit"), ("u", "puzzles"), ("o", "load")]
        found += [("t", "settings"), ("F1", "keys"), ("s", "scores"), ("n", "online")]
        return [*found, ("↑↓", "move"), *([("g", "go on")] if self._going.keys() else [])]

    def _keys(self) -> list[str]:
        """What the arrow keys move through."""
        return [*self._going.keys(), *(GAME + id for id in self.gamenight.games), ONLINE]

    def _draw(self, width: int, height: int) -> Picture:
        games, greeting = self.gamenight.games, None
        if self._typed_name is not None:
            first = first_game(games) or next(iter(games.values()))
            greeting = Greeting(len(games), first, self._typed_name)
        evenings = self._evenings if height >= TALL else []
        home = Home(
            list(games.values()),
            self._going.entries(self._standings.of),
            len(self._going.matches) - len(self._going.shown()),
            [evening(match, games[match.game]) for match in evenings],
            greeting,
            self._cursor,
            self.gamenight.matches.notice,
        )
        picture, self._top = draw_home(home, self.gamenight.look, (width, height), self._top)
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
        keys = [self.keys()[0]]
        if self._typed_name is None:
            keys += [("l", "learn")] if game.lesson is not None else []
            keys += [("u", "puzzles")] if game.puzzles is not None else []
        return about_picture(game, told, keys, self.gamenight.look, (width, height))

    def _redraw(self) -> None:
        for view in self.query(PictureView):
            if view.id in ("home", "about"):
                view.redraw()

    # The picture at the side comes after the first frame.

    def on_resize(self, event: events.Resize) -> None:
        self.set_class(self.size.width >= PREVIEW_FROM, "wide")
        self.call_after_refresh(self._look_closer)

    def _begin_previews(self) -> None:
        self._seen = True
        self._look_closer()
        self._going.ask(self._redraw)
        self.run_worker(self.gamenight.load_pages, thread=True, exit_on_error=False)

    def _look_closer(self) -> None:
        """What takes a while: how far matches have got, and the picture at the side."""
        if self._seen:
            self._standings.work_out(self._going.shown())
            self._preview()

    def _preview(self) -> None:
        """Show the picture of what is under the cursor."""
        game = self._game()
        if game is None or not self.has_class("wide"):
            return
        match = self._going.match(self._cursor)
        key = (self._cursor, match and match.touched, self.gamenight.look)
        # Late: the first frame needs no pictures of matches.
        from gamenight.app.pictures.preview import game_or_match

        matches, look = self.gamenight.matches, self.gamenight.look
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
        match = self._going.match(self._cursor)
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
        elif self._cursor.startswith((MATCH, TABLE)):
            self._going.open(self._cursor)
        elif game is not None:
            self.app.push_screen(routes.new_game(game))

    def action_play(self, number: int) -> None:
        games = list(self.gamenight.games.values())
        if number <= len(games):
            self._set_cursor(GAME + games[number - 1].id)
            self.action_choose()
        else:
            self.tell(f"There is no game {number} here.")

    def action_go_on(self) -> None:
        """What is under the cursor, or else the first that can be continued."""
        if not self._cursor.startswith((MATCH, TABLE)) and self._going.keys():
            self._set_cursor(self._going.keys()[0])
        if self._cursor.startswith((MATCH, TABLE)):
            self.action_choose()
        else:
            self.tell("There is no unfinished match.")

    def action_learn(self) -> None:
        """The lesson of the game under the cursor, or else all there are."""
        game = self._game()
        try:
            taught = game is not None and game.lesson is not None
            self.app.push_screen(routes.lesson(game) if game and taught else routes.lessons())
        except GamenightError as error:
            self.tell_error(error)

    def action_puzzles(self) -> None:
        from gamenight.app.puzzling import open_puzzles  # late, like all that is asked for

        open_puzzles(self, self._game())

    def action_open(self, route: str) -> None:
        self.app.push_screen(routes.screen_class(route)())

    def action_leave(self) -> None:
        """Quit; but a second q of somebody who has left a page by the first asks for one more."""
        returned, self._returned = self._returned, False
        if returned and self.gamenight.keystrokes.doubled:
            self.tell("This is the first page: press q again to quit.")
        else:
            self.gamenight.quit()

    def action_menu(self) -> None:
        """What can be done here besides playing."""
        from gamenight.app.menu import open_menu  # late, like all that is asked for
        from gamenight.app.pastimes import pastimes

        do = (self.action_learn, self.action_puzzles, self.action_online, self.action_load)
        more = (self.action_open, self.gamenight.quit, self.gamenight.matches.unsaved)
        open_menu(self, pastimes(*do, *more), None)

    def action_online(self) -> None:
        from gamenight.app.invitations import play_online  # late, like all that is asked for

        play_online(self)

    def action_load(self) -> None:
        from gamenight.app.loading import ask_for_match  # late, like all that is asked for

        ask_for_match(self)

    def action_rules(self) -> None:
        game = self._game()
        if game is None:
            self.tell(HELP)
            return
        self.app.push_screen(routes.rules(game))

    # The first evening: letters are for the name.

    def on_key(self, event: events.Key) -> None:
        if not self.is_active:  # a key before it has opened another page
            event.stop()
            event.prevent_default()
            return
        if self._typed_name is None:
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
            return  # arrows, F-keys, the rules, the number of a game
        event.stop()
        event.prevent_default()
        self._redraw()

    def on_paste(self, event: events.Paste) -> None:
        if self._typed_name is not None:
            event.prevent_default()
            self._typed_name = (self._typed_name + event.text)[:LONGEST_NAME].strip()
            self._redraw()

    def _end_greeting(self, name: str = "") -> None:
        """From now on letters are commands."""
        settings = self.gamenight.settings
        self._typed_name, settings.greeted = None, True
        settings.you = name or settings.you
        self.gamenight.keep_settings()
        self.show_keys()

    def _keep_name(self) -> None:
        """Look around first: a name that was typed is kept."""
        from gamenight.app.first_match import only_name  # late, like the match itself

        try:
            self._end_greeting(only_name(self._typed_name))
        except GamenightError as error:
            self.tell_error(error)

    def _sit_down(self) -> None:
        """The name is known: play the game under the cursor at once, against a machine."""
        from gamenight.app.first_match import only_name, sit_down  # late: home itself needs no bots

        game = self._game()
        try:
            name = only_name(self._typed_name)
            if name and game is not None:
                clean_name(name, game.setup.shortest, game.setup.longest)
        except GamenightError as error:
            self.tell_error(error)
            return
        self._end_greeting(name)
        if game is not None and name:
            sit_down(self, game, name)
        else:
            self.action_choose()

    def on_picture_view_touched(self, message: PictureView.Touched) -> None:
        """A click chooses at once; one on a key beside the picture of a game presses it."""
        if message.view.id == "about" and message.key:
            self.gamenight.press(message.key)
        if message.key.startswith(TO):
            self._set_cursor(message.key.removeprefix(TO))
        if not message.key.startswith((GAME, MATCH, TABLE, NAME, ONLINE)):
            return  # the bar of keys: the page handles that
        message.stop()
        if message.key != NAME:
            self._set_cursor(message.key)
            self._sit_down() if self._typed_name and self._game() else self.action_choose()
