"""Prompt: a line to type at the foot of a page, hidden until it is wanted."""

from __future__ import annotations

from gamenight.app.widgets.one_line import OneLine


class Prompt(OneLine):
    """`hint` says what is wanted."""

    DEFAULT_CSS = """
    Prompt, Prompt:focus { height: 1; border: none; padding: 0 1; background: $surface; }
    """

    def __init__(self, id: str, hint: str):
        super().__init__(id=id, placeholder=hint, select_on_focus=False)
        self.display = False

    def open(self, text: str = "") -> None:
        self.value = text
        self.cursor_position = len(text)
        self.display = True
        self.focus()

    def close(self) -> None:
        self.display = False
