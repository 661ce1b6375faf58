"""RulesPage: the manual of a game, to scroll through and to search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.widget import Widget
from textual.widgets import Input

from gamenight.app.screens.page import Page
from gamenight.app.widgets.fields import TextField
from gamenight.app.widgets.key_bar import KeyBar
from gamenight.app.widgets.scroll_text import ScrollText, StyledLine
from gamenight.core.game import Game
from gamenight.core.text import quoted
from gamenight.draw.manual import manual
from gamenight.draw.palette import Look
from gamenight.draw.style import Style
from gamenight.draw.transliteration import to_ascii

WIDEST = 88
MARGIN = 3


class RulesPage(Page):
    """The rules of a game, for people."""

    AUTO_FOCUS = "#manual"
    DEFAULT_CSS = """
    RulesPage.ascii #manual { scrollbar-size-vertical: 0; }
    RulesPage #find { width: 100%; background: $panel; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "back", show=False),
        Binding("j", "scroll(1)", show=False),
        Binding("k", "scroll(-1)", show=False),
        Binding("space", "page", show=False),
        Binding("slash", "find", show=False),
        Binding("n", "next", show=False),
    ]

    def __init__(self, game: Game):
        super().__init__()
        self.game = game
        self.title = f"Rules: {game.title}"
        self._lines: list[str] = []
        self._width = WIDEST
        self._wanted = ""
        self._found = -1

    def body(self) -> Sequence[Widget]:
        return [ScrollText(id="manual")]

    @property
    def manual(self) -> ScrollText:
        return self.query_one(ScrollText)

    @property
    def is_finding(self) -> bool:
        return bool(self.query("#find"))

    def on_mount(self) -> None:
        self.set_class(self.gamenight.look.ascii, "ascii")

    def keys(self) -> Sequence[tuple[str, str]]:
        if self.is_finding:
            return [("Enter", "find"), ("Esc", "back to the text")]
        keys = [("↑↓", "scroll"), ("/", "find"), *([("n", "find again")] if self._wanted else [])]
        keys.append(("PgDn", "page"))
        return [*keys, ("Esc", "back"), ("F1", "keys")]

    def on_resize(self, event: events.Resize) -> None:
        width = max(min(self.size.width - 2 * MARGIN, WIDEST), 20)
        try:
            lines = manual(self.game, Style(width=width))
        except (OSError, ValueError) as error:
            lines = [f"The rules of {self.game.title} cannot be read: {error}"]
        spell = to_ascii if self.gamenight.look.ascii else str
        self._lines = [spell(text) for text in lines]
        self._width = width
        self._show()

    def _show(self) -> None:
        self.manual.show(written(self._lines, self.gamenight.look, self._found), self._width)

    async def action_back(self) -> None:
        if self.is_finding:
            await self._stop_finding()
        else:
            self.app.pop_screen()

    def action_scroll(self, by: int) -> None:
        self.manual.scroll_relative(y=by)

    def action_page(self) -> None:
        self.manual.scroll_page_down()

    async def action_find(self) -> None:
        """A field for a word; the one that is open, where somebody has gone back to the text."""
        if self.is_finding:
            self.query_one("#find").focus()
            return
        find = TextField("", id="find")
        find.placeholder = "a word to find, then Enter"
        await self.mount(find, before=self.query_one(KeyBar))
        find.focus()
        self.show_keys()

    async def _stop_finding(self) -> None:
        await self.query("#find").remove()
        self.manual.focus()
        self.show_keys()

    async def on_input_submitted(self, message: Input.Submitted) -> None:
        self._wanted, self._found = message.value.strip().casefold(), -1
        await self._stop_finding()
        self.action_next()

    def action_next(self) -> None:
        """The next line with these words; after the last, from the top again."""
        if not self._wanted:
            return
        found = [n for n, text in enumerate(self._lines) if self._wanted in text.casefold()]
        if not found:
            told = f"{quoted(self._wanted)} is not in the rules of {self.game.title}."
            self.tell(told)
            return
        self._found = next((n for n in found if n > self._found), found[0])
        self._show()
        height = self.manual.size.height
        self._scroll_to_line(max(self._found + 1 - height // 3, 0))

    def _scroll_to_line(self, line: int) -> None:
        self.manual.scroll_to(y=line)


def written(lines: Sequence[str], look: Look, found: int = -1) -> list[StyledLine]:
    """The manual in the colours of the theme: headings stand out, the found line is marked."""
    palette = look.palette
    styled: list[StyledLine] = []
    for number, (line, below) in enumerate(zip(lines, [*lines[1:], ""], strict=True)):
        style = ""
        if _underlines(line) and number and len(lines[number - 1]):
            sign = "─" if not look.ascii else "-"
            line, style = line.replace("=", sign).replace("-", sign), palette.muted
        elif line and _underlines(below) and number + 1 < len(lines):
            style = f"bold {palette.accent}"
        if number == found:
            style = f"bold {palette.on_accent} on {palette.accent}"
        styled.append((line, style))
    return styled


def _underlines(line: str) -> bool:
    return len(line) > 2 and set(line) in ({"="}, {"-"})
