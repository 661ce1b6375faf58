"""HallPage: a server with its tables, open and running ones: sit down, watch, open another."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from rich.text import Text
from textual.binding import Binding
from textual.widget import Widget
from textual.widgets import Static

from gamenight.app import routes
from gamenight.app.invitations import choose_game
from gamenight.app.screens.page import Page
from gamenight.app.widgets.items import Item, ItemList
from gamenight.core.errors import GamenightError
from gamenight.core.text import sentence
from gamenight.draw.transliteration import to_ascii
from gamenight.match.hall import KINDS, Hall, Listed, TableKind
from gamenight.match.lobby import Lobby

AGAIN = 5.0  # seconds between two looks at the list
LOOKING = "Looking for tables ..."
NEW, LOOK = "n", "r"
KEYS: dict[str, TableKind] = {"t": "chat", "p": "private", "l": "live"}
HEADS: dict[TableKind, str] = {"chat": "With chat", "private": "Private", "live": "Live dice"}
REFUSED: dict[TableKind, str] = {
    "chat": "Nobody talks at this server: its host has not allowed it.",
    "private": "This server lists no tables: every one is private.",
}


class HallPage(Page):
    """The list is looked at again and again while the page is open. name: under which somebody
    sits down, unless they are asked."""

    AUTO_FOCUS = "#tables"
    TITLE = "Online"
    DEFAULT_CSS = "HallPage #told { height: auto; padding: 1 1 1 2; }"
    BINDINGS = [  # noqa: RUF012
        Binding("escape,q", "back", show=False),
        Binding("w", "watch", show=False),
        Binding(NEW, "new", show=False),
        *(Binding(key, f"new('{kind}')", show=False) for key, kind in KEYS.items()),
        Binding(LOOK, "look", show=False),
        Binding("question_mark", "rules", show=False),
    ]

    def __init__(self, hall: Hall, name: str = ""):
        super().__init__()
        self.hall, self._called = hall, name
        self._tables: dict[str, Listed] = {}
        self._told = LOOKING

    def body(self) -> Sequence[Widget]:
        tables = ItemList(lambda: self.gamenight.look, id="tables", wraps=True)
        return (Static(id="told"), tables)

    def keys(self) -> Sequence[tuple[str, str]]:
        table = self._table()
        enter = "new table" if table is None else "sit down" if table.is_open else "watch"
        here = [("Enter", enter)] if table is not None or self.hall.opens else []
        found = [*here, ("Esc", "back"), ("F1", "keys")]
        if table is not None:
            new = [(NEW, "new table")] if self.hall.opens else []
            found += [*new, ("w", "watch"), ("?", "rules")]
        return [*found, (LOOK, "look again"), ("\u2191\u2193", "move")]

    def on_mount(self) -> None:
        self._show()
        self.set_interval(AGAIN, self.action_look)
        self.action_look()

    # What is shown.

    def action_look(self) -> None:
        if self.is_active:
            self.run_worker(self._look(), exclusive=True, group="look")

    async def _look(self) -> None:
        """The cursor stays on its table; at first it is on the latest."""
        before, looking = self._table(), self._told == LOOKING
        try:
            found = await asyncio.to_thread(self.hall.tables)
        except GamenightError as error:
            self._tables, self._told = {}, sentence(error)
        else:
            self._tables = {str(number): table for number, table in enumerate(found, 1)}
            self._told = "" if found else self.hall.none()
        same = [key for key, one in self._tables.items() if before and one.id == before.id]
        self._show(same[0] if same else "1" if looking else None)

    def _show(self, cursor: str | None = None) -> None:
        lines = [f"Tables at {self.hall.server.removeprefix('http://')}", self._told]
        told = "\n".join(filter(None, lines))
        spelled = to_ascii(told) if self.gamenight.look.ascii else told
        self.query_one("#told", Static).update(Text(spelled))
        self.query_one(ItemList).show(self._items(), cursor)
        self.show_keys()

    def _items(self) -> list[Item]:
        """The tables, and below them what else can be done."""
        found = [
            Item(key, f"{key:>2}  {table.title}", table.told) for key, table in self._tables.items()
        ]
        if self.hall.opens:
            found.append(Item(NEW, f" {NEW}  New table", "of a game that you choose"))
            found += [
                Item(key, f" {key}  {HEADS[kind]}", f"a new table: {KINDS[kind]}")
                for key, kind in KEYS.items()
                if kind in self.hall.kinds
            ]
        return found

    def on_item_list_moved(self, message: ItemList.Moved) -> None:
        self.show_keys()

    def _table(self) -> Listed | None:
        """The table under the cursor."""
        return self._tables.get(self.query_one(ItemList).current or "")

    # What can be done.

    def on_item_list_chosen(self, message: ItemList.Chosen) -> None:
        table = self._tables.get(message.key)
        if table is None:
            self.action_new(KEYS.get(message.key))
        else:
            self.do(self._go(lambda: self.hall.enter(table)))

    def action_watch(self) -> None:
        table = self._table()
        if table is None:
            self.tell("There is no table under the cursor.")
        else:
            self.do(self._go(lambda: self.hall.enter(table, watch=True)))

    def action_new(self, kind: TableKind | None = None) -> None:
        if not self.hall.opens:
            self.tell("Nobody can open a table here.")
        elif kind is not None and kind not in self.hall.kinds:
            self.tell(REFUSED[kind])
        else:
            kinds = [] if kind is None else [kind]
            choose_game(self, lambda game: self.do(self._go(lambda: self.hall.new(game, kinds))))

    async def _go(self, open: Callable[[], Lobby]) -> None:
        lobby = await asyncio.to_thread(open)
        self.app.push_screen(routes.lobby(lobby, self._called))

    def on_screen_resume(self) -> None:
        self.action_look()

    def action_rules(self) -> None:
        table = self._table()
        game = self.gamenight.games.get(table.game) if table is not None else None
        if game is None:
            self.tell("? shows the rules of the game under the cursor.")
        else:
            self.app.push_screen(routes.rules(game))

    def action_back(self) -> None:
        self.gamenight.go_home()
