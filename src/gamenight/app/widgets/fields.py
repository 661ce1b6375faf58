"""Fields of a form: a choice of values, a text, a button."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, cast

from rich.style import Style
from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input

from gamenight.app.app import Gamenight
from gamenight.app.widgets.one_line import OneLine
from gamenight.app.widgets.picture_view import rich_style
from gamenight.core.text import visible
from gamenight.draw.ink import BUTTON, MUTED, filled
from gamenight.draw.line import line
from gamenight.draw.palette import Look
from gamenight.draw.transliteration import to_ascii

LABEL, VALUE, NAME = 20, 20, 28  # columns


def focus_style(look: Look, focused: bool) -> Style:
    """Of what can be changed: where the person is stands out."""
    return rich_style(look.shown(filled() if focused else BUTTON))


def look_of(widget: Widget) -> Look:
    return cast(Gamenight, widget.app).look


def spelt(text: str, look: Look) -> str:
    """Text that is safe to print, in the characters that can be shown."""
    return to_ascii(visible(text)) if look.ascii else visible(text)


class FieldChanged(Message):
    """Somebody changed the value of a field."""

    def __init__(self, field: Widget):
        super().__init__()
        self.field = field


class Chooser(Widget, can_focus=True):
    """One of a few values, changed with the arrow keys, Space, a first letter or a click; before
    it a label, and beside it a note, which goes below in a narrow form."""

    SCOPED_CSS = False
    DEFAULT_CSS = """
    Chooser { height: 1; }
    .narrow Chooser { height: 2; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "turn(-1)", show=False),
        Binding("right,space,enter", "turn(1)", show=False),
    ]

    def __init__(self, label: str, note: str, choices: Sequence[tuple[Any, str]], value: Any):
        super().__init__()
        self.label = label
        self.note = note
        self.choices = tuple(choices)
        values = [choice for choice, _ in self.choices]
        self.value = value if value in values else values[0]

    def render(self) -> Text:
        look = look_of(self)
        left, right = ("<", ">") if look.ascii else ("◂", "▸")
        if not self.has_focus:
            left = right = " "
        value = spelt(dict(self.choices)[self.value], look)
        text = Text(f"  {spelt(self.label, look)}".ljust(LABEL), no_wrap=True, end="")
        text.append(f"{left}{value:{VALUE - 3}} {right}", focus_style(look, self.has_focus))
        gap = "\n    " if self.size.height > 1 else "   "
        text.append(f"{gap}{spelt(self.note, look)}", rich_style(look.shown(MUTED)))
        return text

    def action_turn(self, by: int) -> None:
        values = [choice for choice, _ in self.choices]
        self._choose(values[(values.index(self.value) + by) % len(values)])

    def on_key(self, event: events.Key) -> None:
        """A letter moves to the next value that begins with it."""
        typed = (event.character or "").casefold()
        values = [value for value, _ in self.choices]
        start = values.index(self.value) + 1
        order = [*self.choices[start:], *self.choices[:start]]
        found = [v for v, label in order if typed.isalnum() and label.casefold().startswith(typed)]
        if found:
            event.stop()
            event.prevent_default()
            self._choose(found[0])

    def on_click(self, event: events.Click) -> None:
        self.action_turn(-1 if LABEL <= event.x < LABEL + 2 else 1)

    def _choose(self, value: Any) -> None:
        if value != self.value:
            self.value = value
            self.refresh()
            self.post_message(FieldChanged(self))


class TextField(OneLine):
    """A line of text."""

    DEFAULT_CSS = """
    TextField { width: 20; height: 1; }
    TextField.-textual-compact { padding: 0 1; }
    """

    def __init__(self, value: str, *, id: str | None = None):
        super().__init__(value, compact=True, select_on_focus=False, id=id)

    def on_input_changed(self, message: Input.Changed) -> None:
        self.post_message(FieldChanged(self))

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Enter moves on to the next field."""
        self.screen.focus_next()


class FormButton(Widget, can_focus=True):
    """A button on a line of its own, with the name of what it is about before it."""

    DEFAULT_CSS = "FormButton { height: 1; }"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "press", show=False)]

    class Pressed(Message):
        def __init__(self, button: FormButton):
            super().__init__()
            self.button = button

    def __init__(self, about: str, label: str) -> None:
        super().__init__()
        self.about = about
        self.label = label

    def render(self) -> Text:
        look = look_of(self)
        left, right = (">", "<") if look.ascii else ("▸", "◂")
        if not self.has_focus:
            left = right = " "
        name = line(f"  {spelt(self.about, look)}").clip(NAME - 1, look.signs.ellipsis).pad(NAME)
        text = Text(name.plain, no_wrap=True, end="")
        text.append(f"{left} {self.label} {right}", focus_style(look, self.has_focus))
        return text

    def on_click(self) -> None:
        self.action_press()

    def action_press(self) -> None:
        self.post_message(self.Pressed(self))
