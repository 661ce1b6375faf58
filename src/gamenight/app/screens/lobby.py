"""LobbyPage: a table on a server that waits for people."""

from __future__ import annotations

import textwrap
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from rich.text import Text
from textual import events
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.widget import Widget
from textual.widgets import Static

from gamenight.app import routes
from gamenight.app.lobby_lines import lobby_lines
from gamenight.app.screens.agreement import AgreementDialog
from gamenight.app.screens.dialogs import LineDialog, PickDialog
from gamenight.app.screens.page import Page
from gamenight.app.widgets.items import Item, ItemList
from gamenight.bots import ranked_bots, rated_name
from gamenight.core.clock import EXAMPLES, NONE
from gamenight.core.errors import GamenightError
from gamenight.core.text import sentence
from gamenight.draw.transliteration import to_ascii
from gamenight.match.lobby import Lobby

NARROWEST = 38  # columns for the table beside a QR code
MARGINS = 5  # columns: around the table, and around the code, even where there is none
QR_STYLE = "#ffffff on #000000"  # as every camera reads it
CONNECTING = "Connecting ..."
Use = Callable[[str], Awaitable[None]]
"""What is done with a line that was typed."""


class LobbyPage(Page):
    """Who sits where, what is agreed, and how others come here; the match begins by itself.
    name: under which somebody sits down, unless they are asked."""

    AUTO_FOCUS = "#places"
    TITLE = "Online"
    DEFAULT_CSS = """
    LobbyPage #table { width: 1fr; }
    LobbyPage #told { height: auto; padding: 1 1 1 2; }
    LobbyPage #qr { width: auto; height: auto; margin: 1 1 0 1; }
    """
    BINDINGS = [  # noqa: RUF012
        Binding("escape,q", "leave", show=False),
        Binding("b", "begin", show=False),
        Binding("m", "machine", show=False),
        Binding("plus,equals_sign", "places(1)", show=False),
        Binding("minus", "places(-1)", show=False),
        Binding("o", "options", show=False),
        Binding("t", "clock", show=False),
        Binding("c", "new_code", show=False),
        Binding("n", "rename", show=False),
        Binding("s", "sit", show=False),
        Binding("question_mark", "rules", show=False),
    ]

    def __init__(self, lobby: Lobby, name: str = "", refused: Callable[[str], None] | None = None):
        super().__init__()
        self.lobby, self._refused = lobby, refused
        self._called = name
        self._is_open, self._failure = False, ""

    def body(self) -> Sequence[Widget]:
        places = ItemList(lambda: self.gamenight.look, id="places", wraps=True)
        table = Vertical(Static(id="told"), places, id="table")
        return (Horizontal(table, Static(id="qr")),)

    def keys(self) -> Sequence[tuple[str, str]]:
        shown = [(key, label) for key, label, _ in self._deeds()]
        first, rest = shown[:-1][:2], shown[:-1][2:]
        return [*first, shown[-1], ("F1", "keys"), *rest, ("\u2191\u2193", "move")]

    def _deeds(self) -> list[tuple[str, str, Callable[[], None]]]:
        """What can be done now: its key, a few words, and how."""
        found: list[tuple[str, str, Callable[[], None]]] = []
        if self._is_open and self.lobby.may_sit:
            found.append(("s", "sit down", self.action_sit))
        if self._is_open and self.lobby.host:
            found += [
                ("b", "begin", self.action_begin),
                ("m", "machine", self.action_machine),
                ("o", "house rules", self.action_options),
                ("t", f"clock: {self.lobby.timed() or NONE}", self.action_clock),
                *self._resizing(),
                ("c", "new code", self.action_new_code),
            ]
        if self._is_open and self.lobby.yours:
            found.append(("n", "your name", self.action_rename))
        if self._is_open and self.lobby.may_share:
            found.append(("s", "one more player at this screen", self.action_sit))
        if self._is_open:
            found.append(("?", "rules", self.action_rules))
        return [*found, ("Esc", "leave", self.action_leave)]

    def _resizing(self) -> list[tuple[str, str, Callable[[], None]]]:
        """More and fewer places, where the game allows it and they are free."""
        lobby, found = self.lobby, []
        if len(lobby.places) < lobby.sizes[-1]:
            found.append(("+", "more places", lambda: self.action_places(1)))
        if len(lobby.places) > lobby.sizes[0] and not lobby.places[-1].name:
            found.append(("-", "fewer places", lambda: self.action_places(-1)))
        return found

    def on_mount(self) -> None:
        self._show()
        self.run_worker(self._run(), exclusive=True)

    def on_resize(self, event: events.Resize) -> None:
        self._show()

    async def _run(self) -> None:
        """Connect, sit down, wait until the match begins."""
        lobby = self.lobby
        try:
            await lobby.open()
            self._is_open = True
            if lobby.may_sit:
                self._sit_down(self._called)
            elif lobby.table is not None and lobby.yours:
                self.notify(lobby.who(), markup=False)
            while lobby.table is None:
                self._show()
                await lobby.wait()
                if news := lobby.look():
                    self.notify(news, markup=False)
        except GamenightError as error:
            self._failed(sentence(error))
            return
        while self.app.screen is not self:  # a dialog is open over it
            self.app.pop_screen()
        self.app.switch_screen(routes.table(lobby.table))

    def _failed(self, reason: str) -> None:
        """Say why, here, or where the address was typed if it has led nowhere."""
        if self._refused is not None and not self._is_open:
            self.lobby.close()
            self.app.pop_screen()
            self._refused(reason)
            return
        self._failure = self.gamenight.farewell = reason
        self._is_open = False
        self._show()

    # What is shown.

    def _show(self) -> None:
        """The table as it is now; and whoever quits here learns how to come back."""
        if self._is_open:
            self.gamenight.farewell = self.lobby.farewell()
        picture = self._picture()
        columns = len(picture[0]) if picture else 0
        told = self._told(self.size.width - columns - MARGINS)
        self.query_one("#told", Static).update(told)
        self.query_one("#qr", Static).update(Text("\n".join(picture), QR_STYLE))
        shown = self.query_one(ItemList)
        first = "b" if self._is_open and self.lobby.host else None
        shown.show(self._items(), None if shown.items else first)
        self.show_keys()

    def _picture(self) -> Sequence[str]:
        """The QR code, where it is whole and leaves room for the table beside it."""
        if not self._is_open or not self.lobby.host or self.gamenight.look.ascii:
            return ()
        picture = self.lobby.picture()
        room = self.size.width - NARROWEST - MARGINS, self.size.height - 3
        fits = picture and len(picture[0]) <= room[0] and len(picture) <= room[1]
        return picture if fits else ()

    def _told(self, width: int) -> Text:
        """What is played, what it waits for, and how others come here."""
        palette = self.gamenight.look.palette
        lines = [(self._failure or CONNECTING, "")]
        if self._is_open:
            lines = lobby_lines(self.lobby, palette)
        found = Text()
        for text, style in lines:
            shown = to_ascii(text) if self.gamenight.look.ascii else text
            wrapped = textwrap.wrap(shown, max(width, 20), break_on_hyphens=False) or [""]
            found.append("\n".join(wrapped) + "\n", style)
        found.right_crop(1)
        return found

    def _items(self) -> list[Item]:
        """The places, and below them what can be done."""
        lobby = self.lobby
        if not self._is_open:
            return []
        places = range(len(lobby.places))
        found = [Item(str(n + 1), str(n + 1), lobby.told(n)) for n in places]
        agreed = f"house rules: {', '.join(lobby.agreed()) or 'as usual'}"
        for key, label, _ in self._deeds():
            found.append(Item(key, key, agreed if key == "o" else label))
        return found

    # What can be done.

    def on_item_list_chosen(self, message: ItemList.Chosen) -> None:
        deeds = {key: deed for key, _, deed in self._deeds()}
        if message.key in deeds:
            deeds[message.key]()
        else:
            self._choose_place(int(message.key) - 1)

    def _choose_place(self, number: int) -> None:
        place = self.lobby.places[number]
        if number in self.lobby.yours:
            self.action_rename()
        elif not place.name and (self.lobby.may_sit or not self.lobby.host):
            self.action_sit()
        elif place.name and not place.bot and not self.lobby.host:
            self.tell(f"{place.name} sits there.")
        elif place.name and not place.bot:
            self._ask_to_leave(number)
        elif self._hosts():
            self._put_machine(number)

    def _ask_to_leave(self, number: int) -> None:
        """The host may want a place back."""
        lobby, name = self.lobby, self.lobby.places[number].name

        def answer(key: str | None) -> None:
            if key == "y":
                self.do(self._tell(lobby.machine(number, "")))

        rows = (Item("n", "n", f"no, {name} stays"), Item("y", "y", "yes, the place is free again"))
        self.app.push_screen(PickDialog(f"Ask {name} to leave?", rows), answer)

    def action_sit(self) -> None:
        if self._is_open and (self.lobby.may_sit or self.lobby.may_share):
            self._sit_down("")
        else:
            self.tell(self.lobby.watching() or "All places are taken.")

    def _sit_down(self, name: str, reason: str = "") -> None:
        """Under this name, or the one that is asked for until it is good."""
        if name and not reason:
            self.run_worker(self._claim(name), group="deeds")
            return
        settings, here = self.gamenight.settings, {place.name for place in self.lobby.places}
        known = (one for one in (settings.you, *settings.names) if one and one not in here)
        self._ask_name(name or next(known, ""), reason, self._claim)

    def _ask_name(self, usual: str, reason: str, use: Use) -> None:
        lines, setup = ["What the others call you."], self.lobby.game.setup
        needed = f"a name has {setup.shortest} to {setup.longest} characters"
        self._ask_line("Your name", lines, usual, reason, use, needed, setup.shortest)

    def _ask_line(
        self,
        head: str,
        lines: list[str],
        usual: str,
        reason: str,
        use: Use,
        needed: str = "",
        shortest: int = 0,
    ) -> None:
        def take(typed: str | None) -> None:
            if typed is not None:
                self.run_worker(use(typed), group="deeds")

        asking = LineDialog(head, lines, usual, reason, needed, shortest)
        self.app.push_screen(asking, take)

    async def _claim(self, name: str) -> None:
        try:
            await self.lobby.claim(name)
        except GamenightError as error:
            self._sit_down(name, sentence(error))
        else:
            self._show()

    def action_rename(self) -> None:
        if not self._is_open or not self.lobby.yours:
            self.tell("Only those who sit here have a name.")
            return
        self._ask_name(self.lobby.places[self._own].name, "", self._rename)

    @property
    def _own(self) -> int:
        """The place under the cursor, if that is of somebody here; else their first."""
        at, yours = self.query_one(ItemList).current or "", self.lobby.yours
        return int(at) - 1 if at.isdigit() and int(at) - 1 in yours else yours[0]

    async def _rename(self, name: str) -> None:
        try:
            await self._tell(self.lobby.rename(self._own, name))
        except GamenightError as error:
            self._ask_name(name, sentence(error), self._rename)

    def action_begin(self) -> None:
        lobby = self.lobby
        if not self._hosts():
            return
        question = lobby.gap()

        def answer(key: str | None) -> None:
            if key == "y":
                self.do(self._tell(lobby.begin()))

        if question:
            rows = (Item("n", "n", "no, wait"), Item("y", "y", "yes: whoever comes later watches"))
            self.app.push_screen(PickDialog(question, rows), answer)
        else:
            answer("y")

    def action_places(self, by: int) -> None:
        if self._hosts():
            self.do(self._count(max(len(self.lobby.places) + by, 1)))

    async def _count(self, wanted: int) -> None:
        before = len(self.lobby.places)
        await self._tell(self.lobby.count(wanted))
        if len(self.lobby.places) == before:
            self.tell(f"This table has {before} places, no more and no fewer.")

    def action_new_code(self) -> None:
        """Somebody has seen the code who should not have."""
        if self._hosts():
            self.do(self._tell(self.lobby.new_code()))

    def action_options(self) -> None:
        """The house rules."""
        lobby = self.lobby
        if not self._hosts():
            return

        def take(options: dict[str, Any] | None) -> None:
            if options is not None:
                self.do(self._tell(lobby.agree(options)))

        self.app.push_screen(AgreementDialog(lobby.game, lobby.options), take)

    def action_clock(self, typed: str = "", reason: str = "") -> None:
        """How time is counted."""
        if self._hosts():
            lines, usual = textwrap.wrap(f"{EXAMPLES}.", NARROWEST), self.lobby.clock or NONE
            self._ask_line("How time is counted", lines, typed or usual, reason, self._time)

    async def _time(self, clock: str) -> None:
        try:
            await self._tell(self.lobby.count_time(clock))
        except GamenightError as error:
            self.action_clock(clock, sentence(str(error)))

    def action_machine(self) -> None:
        """A machine sits down in the first free place."""
        if self._hosts():
            places = enumerate(self.lobby.places)
            free = next((n for n, place in places if not place.name), None)
            if free is None:
                more = ": + adds one" if any(key == "+" for key, _, _ in self._deeds()) else ""
                self.tell(f"All places are taken{more}.")
            else:
                self._put_machine(free)

    def _put_machine(self, place: int) -> None:
        """Pick the machine for a place, or let the one there leave."""
        lobby, bots = self.lobby, ranked_bots(self.lobby.game)
        items = [Item(id, id, f"{rated_name(bot)}: {bot.summary}") for id, bot in bots.items()]
        items += [Item("-", "-", "nobody: the place is free")] if lobby.places[place].bot else []

        def take(key: str | None) -> None:
            if key is not None:
                self.do(self._tell(lobby.machine(place, key.removeprefix("-"))))

        self.app.push_screen(PickDialog(f"Who plays in place {place + 1}?", items), take)

    async def _tell(self, deed: Awaitable[str]) -> None:
        if told := await deed:
            self.notify(told, markup=False)

    def _hosts(self) -> bool:
        """Whether somebody here may change the table; if not, say so."""
        if self._is_open and self.lobby.host:
            return True
        self.tell("Only the host can change the table.")
        return False

    def action_rules(self) -> None:
        if self._is_open:
            self.app.push_screen(routes.rules(self.lobby.game))

    def action_leave(self) -> None:
        self.lobby.close()
        self.app.pop_screen()  # to home, or to the server's list
