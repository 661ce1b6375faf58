"""Fields of a form: a choice of values, a text, a button; a row has a label and a note."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, cast

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input, Static

from gamenight.app.app import Gamenight
from gamenight.core.text import visible
from gamenight.draw.line import line
from gamenight.draw.palette import Look
from gamenight.draw.transliteration import to_ascii


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
    """One of a few values, changed with the arrow keys, Space, a first letter or a click."""

    DEFAULT_CSS = """
    Chooser { height: 1; width: 20; background: $surface; color: $foreground; }
    Chooser:focus { background: $primary; color: $background; text-style: bold; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "turn(-1)", show=False),
        Binding("right,space,enter", "turn(1)", show=False),
    ]

    def __init__(
        self, choices: Sequence[tuple[Any, str]], value: Any, *, id: str | None = None
    ) -> None:
        super().__init__(id=id)
        self.choices = tuple(choices)
        values = [choice for choice, _ in self.choices]
        self.value = value if value in values else values[0]

    def render(self) -> Text:
        look, width = look_of(self), self.size.width
        label = dict(self.choices)[self.value]
        left, right = ("<", ">") if look.ascii else ("◂", "▸")
        if not self.has_focus:
            left = right = " "
        room = width - 3
        text = line(spelt(label, look)).clip(room, look.signs.ellipsis).pad(room).plain
        return Text(f"{left}{text} {right}", no_wrap=True, end="")

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
        self.action_turn(-1 if event.x < 2 else 1)

    def _choose(self, value: Any) -> None:
        if value != self.value:
            self.value = value
            self.refresh()
            self.post_message(FieldChanged(self))


class TextField(Input):
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
    """A button of one line."""

    DEFAULT_CSS = """
    FormButton { height: 1; width: auto; margin: 0 1 0 0; }
    FormButton { background: $surface; color: $foreground; }
    FormButton.main { color: $primary; text-style: bold; }
    FormButton:focus { background: $primary; color: $background; text-style: bold; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "press", show=False)]

    class Pressed(Message):
        def __init__(self, button: FormButton):
            super().__init__()
            self.button = button

    def __init__(self, label: str, *, id: str | None = None, classes: str = "") -> None:
        super().__init__(id=id, classes=classes)
        self.label = label

    def render(self) -> Text:
        left, right = (">", "<") if look_of(self).ascii else ("▸", "◂")
        if not self.has_focus:
            left = right = " "
        return Text(f"{left} {self.label} {right}", no_wrap=True, end="")

    def get_content_width(self, container: object, viewport: object) -> int:
        return len(self.label) + 4

    def on_click(self) -> None:
        self.action_press()

    def action_press(self) -> None:
        self.post_message(self.Pressed(self))


class FormRow(Widget):
    """A line of a form: its label, its fields, and beside them a note.

    In a narrow form the note goes below.
    """

    SCOPED_CSS = False
    DEFAULT_CSS = """
    FormRow { layout: horizontal; height: auto; }
    FormRow .fields { width: 43; height: 1; }
    FormRow .label { width: 20; height: 1; padding: 0 1 0 2; color: $foreground; }
    FormRow TextField, FormRow Chooser { margin: 0 1 0 0; }
    FormRow .note { width: 1fr; height: auto; color: $foreground 70%; padding: 0 1 0 0; }
    .narrow FormRow { layout: vertical; }
    .narrow FormRow .note { padding: 0 1 0 4; width: 100%; }
    FormRow .note.empty { display: none; }
    """

    def __init__(self, label: str, fields: Sequence[Widget], note: str = "", **kwargs: Any):
        super().__init__(**kwargs)
        self.label = label
        self.fields = tuple(fields)
        self.note = note

    def compose(self) -> ComposeResult:
        look = look_of(self)
        yield Horizontal(
            Static(spelt(self.label, look), classes="label", markup=False),
            *self.fields,
            classes="fields",
        )
        yield Static("", classes="note", markup=False)

    def on_mount(self) -> None:
        self._show()

    def _show(self) -> None:
        static = self.query_one(".note", Static)
        static.update(spelt(self.note, look_of(self)))
        static.set_class(not self.note, "empty")
