"""The app: what all screens share."""

from __future__ import annotations

import asyncio
import os
import signal
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Sequence
from contextlib import suppress
from typing import Protocol, runtime_checkable

from textual import events
from textual.binding import Binding
from textual.dom import DOMNode
from textual.driver import Driver
from textual.filter import LineFilter
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.theme import Theme
from textual.widgets import Input
from textual.worker import Worker

from gamenight.app import routes
from gamenight.app.border import Inert
from gamenight.app.few_colors import FewColors
from gamenight.app.hang_up import leave_when_dismissed
from gamenight.app.keystrokes import FUNCTION_KEY, REPEAT, Keystrokes
from gamenight.app.remarks import RemarkingApp
from gamenight.app.settings import Settings
from gamenight.app.widgets.key_bar import key_name
from gamenight.core import registry
from gamenight.core.errors import BrokenGame, GamenightError
from gamenight.core.game import Game
from gamenight.core.rubbish import tidy_seldom
from gamenight.core.text import sentence
from gamenight.draw.canvas import Picture
from gamenight.draw.palette import PALETTES, Look, Palette
from gamenight.match.matches import Matches
from gamenight.match.network import Network
from gamenight.match.table import Table
from gamenight.match.waiting import beside

LEAVING = ("ctrl+c", "ctrl+q")
SETTLED = 0.3  # seconds after which the next key does not wait for the last one any more
OPENING = 0.01  # seconds between two looks whether a form is open

NOTICED = 3  # times that a held key is ignored in silence
CHARACTERS = {"question_mark": "?", "colon": ":", "slash": "/", "plus": "+", "minus": "-"}


@runtime_checkable
class Hearing(Protocol):
    """A screen that can say why a key does nothing."""

    def ignored(self, key: str) -> None:
        """This key is still held down from before."""

    def came_early(self, key: str) -> None:
        """This key came before anybody could have read the question."""


class Gamenight(RemarkingApp):
    """One keyboard, one list of matches, one set of settings. Bots think in the background."""

    CSS_PATH = "app.tcss"
    ENABLE_COMMAND_PALETTE = False
    INERT = Inert()
    BINDINGS = [  # noqa: RUF012
        Binding(",".join(LEAVING), "leave", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", show=False, priority=True),
    ]

    def get_driver_class(self) -> type[Driver]:
        """Textual's own, but that Esc is read sooner where other keys begin with it."""
        usual = super().get_driver_class()
        if usual.__name__ != "LinuxDriver":  # Windows tells the keys apart itself
            return usual
        from gamenight.app.keyboard import Keyboard

        return Keyboard

    def __init__(
        self,
        matches: Matches,
        settings: Settings,
        *,
        first: Callable[[Gamenight], Screen[None]] | None = None,
        ascii: bool = False,
        plain_colors: bool = False,
        animate: bool = True,
        notices: tuple[str, ...] = (),
        warnings: Sequence[str] = (),
        network: Network | None = None,
    ):
        super().__init__()
        self.matches = matches
        matches.think = beside
        self.settings = settings
        self.keystrokes = Keystrokes()
        self._typed: deque[events.Key | events.Paste] = deque()
        self._typing: Worker[None] | None = None
        self.animate_moves = animate
        self.notices = [*notices, *([settings.notice] if settings.notice else [])]
        self.games = self._usable_games()
        self.warnings = tuple(warnings)
        self._network = network
        self.farewell = ""
        self.just_left: Table | None = None
        self.newcomer = False  # whether the first turn in a match is still to come, with hints
        self.samples: dict[Hashable, Picture | None] = {}  # of the settings, by look and size
        self._first = first
        self._warned = False  # whether people know that quitting loses something
        self._ascii = ascii
        self._lines = plain_colors
        self._few_colors = FewColors(lambda: self.console.color_system == "256")

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Whatever any widget shows passes the border of the terminal."""
        return [*super().get_line_filters(), self.INERT, self._few_colors]

    def _usable_games(self) -> dict[str, Game]:
        """All games that can be loaded; a broken plug-in is left out, with a notice."""
        found = {}
        for id in registry.games():
            try:
                found[id] = registry.game(id)
            except GamenightError as error:
                self.notices.append(str(error))
        return found

    @property
    def look(self) -> Look:
        """How pictures are drawn: by the settings, as far as the terminal can show it."""
        characters = self.settings.characters
        return Look(
            palette=PALETTES[self.settings.theme],
            fill=not self._lines and not self.no_color and self._many_colors,
            ascii=self._ascii or characters == "ascii",
            emoji=characters == "emoji" and os.environ.get("TERM") != "linux",
        )

    @property
    def _many_colors(self) -> bool:
        """Whether there are 256 colours or more; without a terminal (in a test) there are."""
        return self.is_headless or self.console.color_system in ("256", "truecolor")

    @property
    def has_network(self) -> bool:
        return self._network is not None

    @property
    def network(self) -> Network:
        """Tables far away."""
        assert self._network is not None  # only tests have none
        return self._network

    @property
    def beat(self) -> float:
        """How many seconds a beat lasts; 0 where nothing moves."""
        return self.settings.beat if self.animate_moves else 0.0

    def on_mount(self) -> None:
        for palette in PALETTES.values():
            self.register_theme(theme_of(palette))
        self.use_theme()
        self._home = routes.home()
        self.push_screen(self._home)
        if self.warnings:
            self.push_screen(routes.warnings(self.warnings), lambda _: self._open_first())
        else:
            self._open_first()
        for notice in self.notices:
            self.notify(notice, severity="warning", timeout=8, markup=False)
        if not self.is_headless:
            leave_when_dismissed(self)

    def load_pages(self) -> None:
        """Load every page while nobody waits for it."""
        routes.load_all()
        if not self.is_headless:  # a test has many apps in one process
            tidy_seldom()

    def _open_first(self) -> None:
        """The screen that was asked for, once warnings have been read."""
        if self._first is None:
            return
        try:
            self.push_screen(self._first(self))
        except BrokenGame as error:
            self.leave_game(error)

    async def on_event(self, event: events.Event) -> None:
        """What is typed waits for what was typed before: what a binding does happens only after the
        key has gone up from its field to the app, and the next key must not overtake it."""
        typed = isinstance(event, (events.Key, events.Paste)) and not event.is_forwarded
        if not typed or (isinstance(event, events.Key) and event.key in LEAVING):
            await super().on_event(event)
            return
        assert isinstance(event, (events.Key, events.Paste))
        self._typed.append(event)
        if self._typing is None or self._typing.is_finished:
            self._typing = self.run_worker(self._press_typed(), group="keys")

    async def _press_typed(self) -> None:
        """Press the keys that have come, each after all that the one before it does."""
        while self._typed:
            while self.screen.has_class("opening"):  # a form that is not there yet
                await asyncio.sleep(OPENING)
            event = self._typed.popleft()
            if self._hears(event, await self._repeats(event)):
                self.forget_remark()
                place = self.focused or self.screen
                await super().on_event(event)
                await self._settled(place)

    async def _repeats(self, event: events.Key | events.Paste) -> bool:
        """Where that is in doubt, wait to see whether a key is held down."""
        if isinstance(event, events.Paste) or self._is_text(event):
            return False
        if not self.keystrokes.doubts(key_of(event), event.time):
            return False
        await asyncio.sleep(REPEAT)
        later = (one for one in self._typed if isinstance(one, events.Key))
        soon = (one for one in later if one.time - event.time < REPEAT)
        return any(key_of(one) == key_of(event) for one in soon)

    def _is_text(self, event: events.Key) -> bool:
        """Whether a key is a letter for a field, where letters may be doubled."""
        return isinstance(self.focused, Input) and event.is_printable

    def _hears(self, event: events.Key | events.Paste, repeats: bool) -> bool:
        """A page without enough room to be seen hears only that it is to be left."""
        screen = self.screen
        if screen.has_class("small"):
            if isinstance(event, events.Key) and event.key == "q":
                self.exit()
            return False
        if isinstance(event, events.Paste):
            return True
        name = key_of(event)
        if self._is_text(event):
            return not self.keystrokes.completes(name, event.time)
        if self.keystrokes.hears(name, event.time, repeats):
            return True
        noticed = 1 if FUNCTION_KEY.fullmatch(name) else NOTICED  # which skips nothing
        if self.keystrokes.ignored >= noticed and isinstance(screen, Hearing):
            screen.ignored(name)
        if self.keystrokes.early and isinstance(screen, Hearing):
            screen.came_early(name)
        return False

    async def _settled(self, place: DOMNode) -> None:
        """Wait until everybody whom a key at this place can have reached has dealt with it."""
        for node in place.ancestors_with_self:
            await _idle(node)
        await _idle(self.screen)  # which may be a new one

    def press(self, shown: str) -> None:
        """Press a key of a bar, by what the bar shows."""
        pressed = events.Key(key_name(shown), shown if len(shown) == 1 else None)
        pressed.set_sender(self)  # sent by a screen it would not reach the bindings
        self.post_message(pressed)

    def use_theme(self) -> None:
        """Draw with the theme of the settings from now on."""
        self.theme = theme_name(PALETTES[self.settings.theme])

    def remember(self, names: Iterable[str]) -> None:
        """Offer these people, who have played, by name next time."""
        before = self.settings.names
        self.settings.remember(*names)
        if self.settings.names != before:
            self.keep_settings()

    def keep_settings(self) -> None:
        """Save the settings; where that is impossible, a notice says so."""
        self.settings.notice = ""
        self.settings.save()
        if self.settings.notice:
            self.notify(self.settings.notice, severity="warning", markup=False)

    def go_home(self) -> None:
        """Back to home, from any screen."""
        while self.screen is not self._home:
            self.pop_screen()
        if self.matches.notice:
            self.notify(f"Not saved: {self.matches.notice}", severity="warning", markup=False)

    def leave_game(self, error: BrokenGame) -> None:
        self.go_home()
        self.notify(sentence(error), severity="error", timeout=8, markup=False)

    def action_suspend_process(self) -> None:
        """Back to the shell, until it brings us back; where there is none, nobody could."""
        if has_shell() and not self.is_headless:
            # The screen is given back first: the shell writes as soon as the first has stopped of
            # all that wait, as when a terminal stops them: `make`, this program and its bots.
            with self.suspend():
                os.killpg(os.getpgrp(), signal.SIGTSTP)
        else:
            self.remark("Ctrl-Z has no shell to go back to here; Ctrl-C leaves.")

    async def action_quit(self) -> None:
        self.quit()

    def quit(self) -> None:
        """End; where something would be lost, only at the second time."""
        if self.matches.unsaved and not self._warned:
            self._warned = True
            told = "Resume the match and save it to a file (Esc, f), or press q again"
            self.notify(
                f"Not saved: {self.matches.notice}. {told}: then it is lost.",
                severity="warning",
                markup=False,
            )
            return
        self.exit()

    def action_leave(self) -> None:
        """Ctrl-C: every move is stored already, so nothing is lost."""
        self.exit()


async def _idle(node: MessagePump) -> None:
    """Wait until a part of the screen has dealt with its messages."""
    done = asyncio.Event()
    if node.call_later(done.set):
        with suppress(TimeoutError):
            await asyncio.wait_for(done.wait(), SETTLED)


def key_of(event: events.Key) -> str:
    """A key by its character, or else by Textual's name. A click on the bar of keys sends no
    characters."""
    if event.character is not None and event.is_printable:
        return event.character
    return CHARACTERS.get(event.key, event.key)


def has_shell() -> bool:
    """Whether a shell has started the program as one of its jobs, and notices when it stops."""
    return os.name == "posix" and os.getpgrp() != os.getsid(0)


def theme_name(palette: Palette) -> str:
    return f"gamenight-{palette.name.replace(' ', '-')}"


def theme_of(palette: Palette) -> Theme:
    """The colours of a palette for Textual's own widgets."""
    return Theme(
        name=theme_name(palette),
        primary=palette.accent,
        secondary=palette.live,
        accent=palette.accent,
        warning=palette.held,
        error=palette.danger,
        success=palette.good,
        foreground=palette.text,
        background=palette.ground,
        surface=palette.panel,
        panel=palette.bar,
        dark=palette.dark,
    )
