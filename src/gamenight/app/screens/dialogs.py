"""Dialogs: small windows over a page: something to read, a line to type, a list to pick from."""

from __future__ import annotations

import asyncio
import re
import textwrap
from collections.abc import Callable, Mapping, Sequence
from time import monotonic
from typing import ClassVar, TypeVar, cast

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.color import Color
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Input, Static

from gamenight.app import keystrokes
from gamenight.app.app import Gamenight, key_of
from gamenight.app.keystrokes import FUNCTION_KEY
from gamenight.app.spelling import Spelling
from gamenight.app.widgets.items import Item, ItemList
from gamenight.app.widgets.key_bar import KeyBar, shown_key
from gamenight.app.widgets.one_line import OneLine
from gamenight.app.widgets.picture_view import PictureView
from gamenight.app.widgets.scrolling import AtOnceScroll
from gamenight.core.errors import GamenightError
from gamenight.core.text import listed, sentence
from gamenight.draw.palette import Look
from gamenight.draw.transliteration import to_ascii

T = TypeVar("T")
NO_WORDS: Mapping[str, str] = {}
FRAME = 5  # lines of a window besides its heading and what it shows: edges, air and keys
WINDOW = 76  # columns of a dialog, as far as there is room
SCROLLBAR = 1  # columns of it, where there are more lines than room
FARTHER = 2  # columns by which an indented line that wraps goes on farther in
LEAVING = ("escape", "q")
CLOSING = (*LEAVING, "enter", "space", "f1", "f2", "f3")


class Dialog(ModalScreen[T]):
    """A window in the middle; `foot` has its keys, which can be clicked. Esc closes it, and so does
    a click beside it. typed_ahead: keys that come before it is there are meant for it; tall: what
    of it may have more lines than there is room for."""

    CSS = """
    #window { width: 76; max-width: 94%; height: auto; max-height: 90%;
              background: $surface; border: round $primary; padding: 0 1; }
    #window.ascii { border: ascii $primary; }
    #heading { text-style: bold; color: $primary; height: auto; margin-bottom: 1; }
    #window KeyBar { dock: none; margin-top: 1; }
    .reason { color: $error; height: auto; }
    #lines { height: auto; max-height: 60vh; scrollbar-size-vertical: 1; }
    #window ItemList { height: auto; max-height: 60vh; }
    #window Input { border: none; height: 1; padding: 0; background: $panel; }
    """

    typed_ahead: ClassVar[bool] = False
    tall: ClassVar[str] = ""

    def __init__(self, heading: str, foot: Sequence[tuple[str, str]]):
        super().__init__()
        self.heading, self.foot = heading, tuple(foot)

    def on_screen_resume(self) -> None:
        cast(Gamenight, self.app).keystrokes.turn_page(monotonic(), self.typed_ahead)

    def on_resize(self, event: events.Resize) -> None:
        """What is long has all lines that the window can have, so that none stay blank."""
        width = min(WINDOW, event.size.width * 94 // 100) - 4
        heading = len(textwrap.wrap(self.heading, width))
        most = event.size.height * 9 // 10 - heading - FRAME
        for widget in self.query(self.tall) if self.tall else ():
            widget.styles.max_height = max(most, 1)

    @property
    def look(self) -> Look:
        return cast(Gamenight, self.app).look

    def spelled(self, text: str) -> Text:
        return Text(to_ascii(text) if self.look.ascii else text)

    def content(self) -> Sequence[Widget]:
        return ()

    def compose(self) -> ComposeResult:
        # Here, because the style sheet of the app styles all screens.
        self.styles.align = ("center", "middle")
        self.styles.background = Color(0, 0, 0, 0.3)
        with Vertical(id="window", classes="ascii" if self.look.ascii else ""):
            yield Static(self.spelled(self.heading), id="heading")
            yield from self.content()
            bar = KeyBar(lambda: self.look)
            bar.show(self.foot)
            yield bar

    def on_picture_view_touched(self, message: PictureView.Touched) -> None:
        if isinstance(message.view, KeyBar):
            message.stop()
            cast(Gamenight, self.app).press(message.key)

    def on_click(self, event: events.Click) -> None:
        """Beside the window; but the last line of the page below has the keys of the window."""
        if event.widget is not self:
            return
        below = (bar for page in self.app.screen_stack[-2:-1] for bar in page.query(KeyBar))
        here = (bar for bar in below if bar.region.contains(event.screen_x, event.screen_y))
        keys = (bar.picture.at(event.screen_x - bar.region.x, 0) for bar in here)
        key = next(filter(None, keys), None)
        if key is None:
            self.dismiss(None)
        else:
            cast(Gamenight, self.app).press(key)

    def answer_to(self, event: events.Key) -> tuple[T | None] | None:
        """What the window returns when this key closes it; None where it does not."""
        return (None,) if event.key == "escape" else None

    def typed(self, event: events.Key) -> str:
        """What does nothing here, if this key does not."""
        return shown_key(key_of(event))

    def on_key(self, event: events.Key) -> None:
        answer = self.answer_to(event)
        if answer is not None:
            event.stop()
            event.prevent_default()
            self.dismiss(answer[0])
        elif (event.is_printable or FUNCTION_KEY.fullmatch(event.key)) and (
            event.key not in self.active_bindings
        ):
            self.does_nothing(self.typed(event))

    def does_nothing(self, typed: str) -> None:
        """Say which keys would do something."""
        keys = listed(f"{key} {does}" for key, does in self.foot)
        cast(Gamenight, self.app).remark(f"{typed} does nothing here (possible: {keys}).")


def _hung(text: str, width: int) -> str:
    """A line that begins with a column of its own, such as a key, stays beside it when it wraps;
    one that is indented goes on farther in."""
    if len(text) <= width:
        return text
    edge = len(text) - len(text.lstrip())
    head = re.match(r"\s*\S.{0,15}?\s{2,}(?=\S)", text)
    indent = head.end() if head else edge + FARTHER if edge else 0
    return textwrap.fill(text, width, subsequent_indent=" " * indent)


class TextDialog(Dialog[str]):
    """Something to read, to scroll through; it returns the key that closed it. more: what that key
    can do besides, and where Enter does something no other key does it; leaving: what Esc does."""

    tall = "#lines"

    def __init__(
        self,
        heading: str,
        lines: Sequence[str],
        more: Sequence[tuple[str, str]] = (),
        leaving: str = "close",
    ):
        super().__init__(heading, [*more, ("Esc", leaving)])
        self.lines = list(lines)
        self.closing = (*LEAVING, "enter") if "Enter" in dict(more) else CLOSING

    def content(self) -> Sequence[Widget]:
        width = min(WINDOW, self.app.size.width * 94 // 100) - 4 - SCROLLBAR
        text = self.spelled("\n".join(_hung(line, width) for line in self.lines))
        return (AtOnceScroll(Static(text), id="lines"),)

    def on_mount(self) -> None:
        self.query_one("#lines").focus()
        self.call_after_refresh(self._show_scrolling)

    def _show_scrolling(self) -> None:
        """Where not all lines have room, the keys say that there is more."""
        if self.query_one("#lines").max_scroll_y:
            arrows = "Up Down" if self.look.ascii else "↑↓"
            self.query_one(KeyBar).show([(arrows, "more"), *self.foot])

    def answer_to(self, event: events.Key) -> tuple[str | None] | None:
        return (event.key,) if event.key in self.closing else None


class LineDialog(Dialog[str | None]):
    """A line to type, which replaces the text that is offered, or goes on after it if that ends
    with a space, is `begun`, or is a name that was refused and has fewer letters than `shortest`;
    an empty one is not an answer. reason: why the line so far was refused, until it changes;
    needed: why an empty one is, where it does not close the window."""

    typed_ahead = True

    def __init__(
        self,
        heading: str,
        lines: Sequence[str],
        text: str = "",
        reason: str = "",
        needed: str = "",
        shortest: int = 0,
        begun: bool = False,
    ):
        super().__init__(heading, [("Enter", "confirm"), ("Esc", "cancel")])
        self.lines, self.text, self.reason, self.needed = list(lines), text, reason, needed
        refused = bool(reason) and len(text) < shortest
        self._goes_on = begun or text.endswith(" ") or refused

    def content(self) -> Sequence[Widget]:
        line = OneLine(self.text, select_on_focus=not self._goes_on)
        reason = [Static(self.spelled(self.reason), classes="reason")] if self.reason else []
        return (line, *reason, Static(self.spelled("\n".join(self.lines)), id="lines"))

    def on_input_changed(self, event: Input.Changed) -> None:
        if event.value != self.text:
            self.query(".reason").remove()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        typed = event.value.strip()
        if typed or not self.needed:
            self.dismiss(typed or None)
        else:
            self.object(self.needed)

    def object(self, reason: str | GamenightError) -> None:
        """Say why the line is refused; the window stays."""
        self.query(".reason").remove()
        shown = Static(self.spelled(sentence(reason)), classes="reason")
        self.query_one("#window").mount(shown, before="#lines")


class LinesDialog(LineDialog):
    """Lines to type, one after the other, until an empty one or Esc. take: does what a line says,
    and returns what stands below from then on; it raises a GamenightError that says why not.
    offered: items to pick instead, whose keys are such lines; the first is the empty one."""

    def __init__(
        self,
        heading: str,
        lines: Sequence[str],
        take: Callable[[str], Sequence[str]],
        offered: Callable[[], Sequence[Item]],
    ):
        super().__init__(heading, lines)
        self.foot = (("↑↓", "choose"), ("Enter", "confirm"), ("Esc", "done"))
        self._take, self._offered = take, offered

    def content(self) -> Sequence[Widget]:
        rows = ItemList(lambda: self.look, types=True)
        rows.can_focus = False  # whatever is typed goes into the line
        rows.styles.max_height, rows.styles.margin = "40vh", (1, 0, 0, 0)
        return (*super().content(), rows)

    def on_mount(self) -> None:
        self.query_one(ItemList).show(self._offered())

    def on_key(self, event: events.Key) -> None:
        if event.key in ("up", "down"):
            event.stop()
            self.query_one(ItemList).action_move(1 if event.key == "down" else -1)

    def on_item_list_chosen(self, message: ItemList.Chosen) -> None:
        self._do(message.key)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        event.prevent_default()  # else the handler of the base class closes it
        self.text = event.value.strip()
        self._do(self.text or self.query_one(ItemList).current or "")

    def _do(self, words: str) -> None:
        if not words:
            self.dismiss(None)
            return
        try:
            lines = self._take(words)
        except GamenightError as error:
            self.object(error)
        else:
            self.query(".reason").remove()
            self.text = self.query_one(Input).value = ""
            self.query_one("#lines", Static).update(self.spelled("\n".join(lines)))
            self.query_one(ItemList).show(self._offered(), "")


class PickDialog(Dialog[str | None]):
    """Pick an item with the arrow keys, a click, the key that is shown before it, or a word: what
    it is called, or one of `words`, each with its answer. A letter that could begin the word of
    something else waits for a moment, and a word with a wrong letter picks nothing. Where a letter
    has picked, the rest of a word that is typed in one go picks nothing, and the rest of what it
    says is not for the field that it may open. names: any other letter is the answer as well, as
    the first of a name."""

    tall = "ItemList"

    def __init__(
        self,
        heading: str,
        items: Sequence[Item],
        current: str | None = None,
        names: bool = False,
        words: Mapping[str, str] = NO_WORDS,
    ):
        super().__init__(heading, [("Enter", "choose"), ("Esc", "cancel")])
        self.items, self.current, self.names = tuple(items), current, names
        self._spelling = Spelling(self.items, words)
        self._word = ""
        self._in_doubt = False  # the word may go on
        self._is_wrong = False  # what was pressed last does nothing

    def content(self) -> Sequence[Widget]:
        return (ItemList(lambda: self.look, wraps=True),)

    def on_mount(self) -> None:
        shown = self.query_one(ItemList)
        shown.show(self.items, self.current)
        shown.focus()

    def on_item_list_chosen(self, message: ItemList.Chosen) -> None:
        self.dismiss(message.key)

    def on_key(self, event: events.Key) -> None:
        """What may become a word waits for its next letter, for its first one again, or for any
        other key; a letter that moves the cursor does not wait. What belongs to a wrong word does
        nothing either."""
        letter, keys = event.character or "", cast(Gamenight, self.app).keystrokes
        is_letter = len(letter) == 1 and letter.isprintable()
        before, doubted, self._in_doubt = self._word, self._in_doubt, False
        wrong, self._is_wrong = self._is_wrong and keys.soon, False
        if doubted and event.key != "escape" and (not is_letter or letter == before):
            self._settle()
        elif wrong and event.key == "enter":
            self.does_nothing(self._shown_word)
        elif is_letter:
            goes_on = doubted or keys.run > 1 or wrong
            self._word = (before if goes_on else "") + letter
            moves = all(one in self.active_bindings for one in self._word)
            self._in_doubt = not self.names and not moves and self._spelling.waits(self._word)
            if self._in_doubt:
                self.run_worker(self._wait(keys.patience), exclusive=True)
            elif moves or self.names or self._spelling.answer(self._word) is not None:
                return
            else:
                self.does_nothing(self._shown_word)
        else:
            self._word = ""
            return
        event.stop()
        event.prevent_default()  # else the handler of the base class answers

    async def _wait(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
        if self._in_doubt:
            self._settle(enters=True)

    def _settle(self, enters: bool = False) -> None:
        """Nothing more comes, but perhaps Enter: a key is what it says, and so is a word that only
        one thing begins with."""
        self._in_doubt = False
        found = self._spelling.answer(self._word)
        if found is None and len(self._word) > 1:
            found = self._spelling.meant(self._word)
        if found is not None:
            self.dismiss(self._taken(found, enters))
        else:
            self.does_nothing(self._shown_word)

    def does_nothing(self, typed: str) -> None:
        self._is_wrong = bool(self._word)
        super().does_nothing(typed)

    def answer_to(self, event: events.Key) -> tuple[str | None] | None:
        letter = event.character or ""
        found = self._spelling.answer(self._word) if letter and not letter.isdigit() else None
        if found is None and self.names and letter.isalpha():
            return (letter,)
        if found is None:
            return super().answer_to(event)
        return (self._taken(found, enters=True),)

    def _taken(self, answer: str, enters: bool) -> str:
        """An answer, after which the rest of its word is not for what comes next; nor is the Enter
        that ends the word."""
        keys, label = cast(Gamenight, self.app).keystrokes, self._spelling.label(answer)
        names = self._spelling.names(answer)
        keys.answered(self._word, names, gap=keystrokes.BURST, label=label, enters=enters)
        return answer

    @property
    def _shown_word(self) -> str:
        return f'"{self._word}"' if len(self._word) > 1 else self._word

    def typed(self, event: events.Key) -> str:
        return super().typed(event) if len(self._word) < 2 else self._shown_word
