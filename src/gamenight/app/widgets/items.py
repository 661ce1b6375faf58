"""ItemList: a list with a cursor, used wherever one of many is chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from textual import events
from textual.binding import Binding
from textual.geometry import Size
from textual.message import Message

from gamenight.app.widgets.picture_view import PictureView
from gamenight.draw.canvas import Picture
from gamenight.draw.context import Context
from gamenight.draw.ink import BOLD, LIVE, MUTED, PLAIN
from gamenight.draw.line import Line, line, spaces
from gamenight.draw.palette import Look
from gamenight.draw.writing import write

MARGIN, GAP = 2, 2
NARROW = 26
INDENT = 6
EDGES = {"page up": -1, "page down": 1}  # the signs of more items, and where a click on them leads


@dataclass(frozen=True, slots=True)
class Item:
    """One of many: `head` has a column of its own, `text` wraps beside it or below."""

    key: str
    head: str
    text: str

    @property
    def shown(self) -> str:
        """What is typed for it: its head begins with that."""
        return next(iter(self.head.split()), "")


class ItemList(PictureView):
    """The items, with the one under the cursor always visible. A number that is shown chooses its
    item as soon as no other begins alike; until then, and where it only jumps, it moves the cursor.
    types: digits are left to the screen; wraps: beyond the last comes the first."""

    DEFAULT_CSS = "ItemList { width: 1fr; height: 1fr; }"
    BINDINGS = [  # noqa: RUF012
        Binding("up,k", "move(-1)", show=False),
        Binding("down,j", "move(1)", show=False),
        Binding("pageup", "page(-1)", show=False),
        Binding("pagedown", "page(1)", show=False),
        Binding("home", "move(-1000000)", show=False),
        Binding("end", "move(1000000)", show=False),
        Binding("enter", "choose", show=False),
    ]

    class Moved(Message):
        """The cursor is on another item."""

    class Chosen(Message):
        """An item was chosen."""

        def __init__(self, key: str):
            super().__init__()
            self.key = key

    def __init__(
        self,
        look: Callable[[], Look],
        empty: str = "",
        id: str | None = None,
        jumps: bool = False,
        types: bool = False,
        wraps: bool = False,
    ):
        super().__init__(self._draw, id=id, can_focus=True)
        self._look = look
        self._jumps, self._types, self._wraps = jumps, types, wraps
        self._empty = empty
        self.items: tuple[Item, ...] = ()
        self._at = 0
        self._top = 0
        self._column = 0
        self._longest = 0
        self._typed = ""

    @property
    def current(self) -> str | None:
        """The key under the cursor."""
        return self.items[self._at].key if self.items else None

    def show(self, items: Sequence[Item], current: str | None = None, empty: str = "") -> None:
        """Show other items; the cursor stays on its key if that is still there."""
        wanted = current if current is not None else self.current
        self.items = tuple(items)
        self._empty = empty or self._empty
        context = Context(self._look())
        heads = (line(context.spell(item.head)).width for item in items)
        self._column = max(heads, default=0) + GAP
        self._longest = max((context.text(item.text).width for item in items), default=0)
        keys = [item.key for item in items]
        self._at = keys.index(wanted) if wanted in keys else 0
        self.redraw()
        self.refresh(layout=True)
        self.post_message(self.Moved())

    def action_move(self, by: int) -> None:
        at = self._at + by
        round_the_end = self._wraps and self.items and abs(by) == 1
        self._go(at % len(self.items) if round_the_end else at)

    def action_page(self, by: int) -> None:
        lines = max(self.size.height // max(len(self._lines(0, self.size.width)), 1), 1)
        self._go(self._at + by * lines)

    def action_choose(self) -> None:
        if self.current is not None:
            self.post_message(self.Chosen(self.current))

    def on_key(self, event: events.Key) -> None:
        digit = event.character or ""
        if self._types or not (digit.isascii() and digit.isdigit()):
            self._typed = ""
            return
        numbers = [item.shown for item in self.items]
        self._typed = next((t for t in (self._typed + digit, digit) if t in numbers), "")
        if not self._typed:
            return  # the screen says that there is no such number
        event.stop()
        self._go(numbers.index(self._typed))
        if not self._jumps and sum(one.startswith(self._typed) for one in numbers) == 1:
            self._typed = ""
            self.action_choose()

    def on_click(self, event: events.Click) -> None:
        """A click chooses an item."""
        key = self.picture.at(event.x, event.y)
        if key in EDGES:
            self.action_page(EDGES[key])
        elif key is not None:
            self._go([item.key for item in self.items].index(key))
            self.action_choose()

    def on_mouse_scroll_down(self) -> None:
        self._go(self._at + 1)

    def on_mouse_scroll_up(self) -> None:
        self._go(self._at - 1)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The lines of all items, where the style leaves the height to them."""
        return max(sum(len(self._lines(n, width)) for n in range(len(self.items))), 2)

    def _go(self, at: int) -> None:
        if self.items:
            self._at = min(max(at, 0), len(self.items) - 1)
            self.redraw()
            self.post_message(self.Moved())

    def _draw(self, width: int, height: int) -> Picture:
        look, picture = self._look(), Picture(width, height)
        picture.fill(0, 0, width, height, look.ink(bg=look.palette.ground))
        context = Context(look)
        if not self.items:
            for y, text in enumerate(context.text(self._empty, MUTED).wrap(width - 2 * MARGIN), 1):
                write(picture, MARGIN, y, text, look)
            return picture
        self._scroll(width, height)
        y, after = 0, self._top
        while after < len(self.items):
            lines = self._lines(after, width)
            if y and y + len(lines) > height:
                break
            self._draw_item(picture, y, after, lines)
            y, after = y + len(lines), after + 1
        self._draw_edges(picture, context, more=after < len(self.items))
        return picture

    def _draw_item(self, picture: Picture, y: int, number: int, lines: list[Line]) -> None:
        look = self._look()
        lit = number == self._at
        if lit:
            ground = look.ink(bg=look.palette.live)
            picture.fill(0, y, picture.width, len(lines), ground)
            write(picture, 0, y, line(">" if look.ascii else "▸", LIVE), look)
        for below, text in enumerate(lines):
            write(picture, MARGIN, y + below, text, look)
        picture.mark(self.items[number].key, 0, y, picture.width, len(lines))

    def _draw_edges(self, picture: Picture, context: Context, more: bool) -> None:
        """Signs at the right where there are more items above or below; a click turns the page."""
        look, x = self._look(), picture.width - 1
        signs = (self._top > 0, 0, "↑"), (more, picture.height - 1, "↓")
        for key, (shown, y, sign) in zip(EDGES, signs, strict=True):
            if shown:
                write(picture, x, y, context.text(sign, LIVE), look)
                picture.mark(key, x - 1, y, 2)

    def _scroll(self, width: int, height: int) -> None:
        """Scroll as little as needed to keep the current item visible."""
        self._top = min(self._top, self._at)
        used = sum(len(self._lines(n, width)) for n in range(self._top, self._at + 1))
        while used > height and self._top < self._at:
            used -= len(self._lines(self._top, width))
            self._top += 1

    def _lines(self, number: int, width: int) -> list[Line]:
        """An item: its text beside the head, or below it where there is too little room."""
        if not self.items:
            return []
        context, item = Context(self._look()), self.items[number]
        lit = number == self._at
        head = line(context.spell(item.head), BOLD if lit else PLAIN)
        text = context.text(item.text, PLAIN if lit else MUTED)
        column = self._column
        room = width - 2 * MARGIN - column
        if room < min(NARROW, self._longest):
            below = text.wrap(width - 2 * MARGIN - INDENT)
            return [head, *(spaces(INDENT) + part for part in below)]
        first, *more = text.wrap(room) or [Line()]
        return [head.pad(column) + first, *(spaces(column) + part for part in more)]
