"""LobbyPage: a table on a server that waits for people."""

from __future__ import annotations

import textwrap
from collections.abc import Awaitable, Sequence

from rich.text import Text
from textual import events
from textual.binding import Binding
from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import Static

from gamenight.app import routes
from gamenight.app.screens.dialogs import LineDialog, PickDialog
from gamenight.app.screens.page import Page
from gamenight.app.widgets.items import Item
from gamenight.app.widgets.scroll_text import ScrollText, StyledLine
from gamenight.bots import ranked_bots, rated_name
from gamenight.core.errors import GamenightError
from gamenight.core.text import sentence
from gamenight.draw.transliteration import to_ascii
from gamenight.match.lobby import Lobby

WIDEST, NARROWEST = 76, 42  # columns of the list
QR_STYLE = "#ffffff on #000000"  # as every camera reads it
CONNECTING = "Connecting ..."


class LobbyPage(Page):
    """Who sits where, what is agreed, and how others come here; the match begins by itself.
    name: under which somebody sits down, unless they are asked."""

    AUTO_FOCUS = "#lobby"
    DEFAULT_CSS = """
    LobbyPage Horizontal { height: 1fr; align: center top; }
    LobbyPage #qr { width: auto; height: auto; }
    """
    TITLE = "Online"
    BINDINGS = [  # noqa: RUF012
        Binding("escape,q", "leave", show=False),
        Binding("b", "begin", show=False),
        Binding("m", "machine", show=False),
        Binding("plus,equals_sign", "places(1)", show=False),
        Binding("minus", "places(-1)", show=False),
        Binding("question_mark", "rules", show=False),
    ]

    def __init__(self, lobby: Lobby, name: str = ""):
        super().__init__()
        self.lobby = lobby
        self._called = name
        self._is_open, self._failure = False, ""

    def body(self) -> Sequence[Widget]:
        return (Horizontal(ScrollText(id="lobby"), Static(id="qr")),)

    def keys(self) -> Sequence[tuple[str, str]]:
        host = [("b", "begin"), ("m", "machine"), ("+", "more places"), ("-", "fewer")]
        asked = [*host] if self._is_open and self.lobby.host else []
        return [*asked, ("?", "rules"), ("Esc", "leave"), ("F1", "keys")]

    def on_mount(self) -> None:
        self._show()
        self.run_worker(self._run(), exclusive=True)

    def on_resize(self, event: events.Resize) -> None:
        super().on_resize(event)
        self._show()

    async def _run(self) -> None:
        """Connect, sit down, wait until the match begins."""
        lobby = self.lobby
        try:
            await lobby.open()
            self._is_open = True
            if lobby.table is None and not lobby.yours and lobby.is_open and lobby.may_claim:
                self._sit_down(self._called)
            while lobby.table is None:
                self._show()
                await lobby.wait()
                if news := lobby.look():
                    self.notify(news, markup=False)
        except GamenightError as error:
            self._failure = self.gamenight.farewell = sentence(str(error))
            self._is_open = False
            self._show()
            return
        while self.app.screen is not self:  # a dialog is open over it
            self.app.pop_screen()
        self.app.switch_screen(routes.table(lobby.table))

    # What is shown.

    def _show(self) -> None:
        picture = self._picture()
        self.query_one("#qr", Static).update(Text("\n".join(picture), style=QR_STYLE))
        room = self.size.width - max(map(len, picture), default=0)
        width = min(room - 2, WIDEST)
        shown = self.query_one(ScrollText)
        shown.styles.width = width + 2
        shown.show(self._wrapped(width), width)
        self.show_keys()

    def _wrapped(self, width: int) -> list[StyledLine]:
        return [
            (part, style)
            for text, style in self._lines()
            for part in textwrap.wrap(text, width) or [""]
        ]

    def _lines(self) -> list[StyledLine]:
        """The table in lines."""
        lobby, palette = self.lobby, self.gamenight.look.palette
        if not self._is_open:
            return [(self._failure or CONNECTING, "")]
        lines = [(lobby.game.title, f"bold {palette.accent}"), (lobby.awaited(), ""), ("", "")]
        if lobby.trouble:
            lines[1] = (lobby.trouble, palette.danger)
        for number, place in enumerate(lobby.places):
            own = number in lobby.yours
            style = palette.muted if not place.name else "bold" if own else ""
            lines.append((f"{number + 1}  {place.told(own)}", style))
        lines += [(line, palette.muted) for line in ["", *lobby.agreed()]]
        if lobby.code:
            lines += [("", ""), ("To sit down:", palette.muted)]
            lines += [(f"gamenight join {lobby.code}", "bold"), (lobby.invitation(), "")]
        if self.gamenight.look.ascii:
            return [(to_ascii(text), style) for text, style in lines]
        return lines

    def _picture(self) -> Sequence[str]:
        """What others point a camera at, if there is room for all of it."""
        shown = self._is_open and self.lobby.host and not self.gamenight.look.ascii
        picture = self.lobby.picture() if shown else ()
        wide = max(map(len, picture), default=0)
        fits = self.size.width >= NARROWEST + wide and self.size.height > len(picture) + 2
        return picture if fits else ()

    # What can be done.

    def _sit_down(self, name: str, reason: str = "") -> None:
        """Under this name, or the one that is asked for until it is good."""
        if name and not reason:
            self.run_worker(self._claim(name), group="deeds")
            return
        usual = name or next(iter(self.gamenight.settings.names), "")
        lines = ["What the others call you."]

        def take(typed: str | None) -> None:
            if typed is not None:
                self.run_worker(self._claim(typed), group="deeds")

        self.app.push_screen(LineDialog("Your name", lines, usual, reason), take)

    async def _claim(self, name: str) -> None:
        try:
            await self.lobby.claim(name)
        except GamenightError as error:
            self._sit_down(name, sentence(str(error)))
        else:
            self.gamenight.remember([name])
            self._show()

    def action_begin(self) -> None:
        if self._hosts():
            self.do(self._tell(self.lobby.begin()))

    def action_places(self, by: int) -> None:
        if self._hosts():
            self.do(self._tell(self.lobby.count(max(len(self.lobby.places) + by, 1))))

    def action_machine(self) -> None:
        """A machine sits down in the first free place; one that is chosen again leaves."""
        if not self._hosts():
            return
        lobby = self.lobby
        free = next((n for n, place in enumerate(lobby.places) if not place.name), None)
        bots = ranked_bots(lobby.game)
        items = [Item(id, id, f"{rated_name(bot)}: {bot.summary}") for id, bot in bots.items()]
        machines = [n for n, place in enumerate(lobby.places) if place.bot]
        items += [Item(f"-{n}", f"{lobby.places[n].name}", "leaves the table") for n in machines]

        def take(key: str | None) -> None:
            if key is not None and key.startswith("-"):
                self.do(self._tell(lobby.machine(int(key[1:]), "")))
            elif key is not None and free is not None:
                self.do(self._tell(lobby.machine(free, key)))
            elif key is not None:
                self.notify("All places are taken: + adds one.", markup=False)

        self.app.push_screen(PickDialog("A machine", items), take)

    async def _tell(self, deed: Awaitable[str]) -> None:
        if told := await deed:
            self.notify(told, markup=False)

    def _hosts(self) -> bool:
        """Whether somebody here may change the table; if not, say so."""
        if self._is_open and self.lobby.host:
            return True
        self.notify("Only the host can change the table.", markup=False)
        return False

    def action_rules(self) -> None:
        if self._is_open:
            self.app.push_screen(routes.rules(self.lobby.game))

    def action_leave(self) -> None:
        if self._is_open:
            self.gamenight.farewell = self.lobby.farewell()
        self.lobby.close()
        self.gamenight.go_home()
