"""PictureView: a picture that can be touched."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import groupby

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from gamenight.draw.canvas import Picture
from gamenight.draw.ink import Ink

Drawing = Callable[[int, int], Picture]


@lru_cache(maxsize=4096)
def rich_style(ink: Ink) -> Style:
    """An ink as Rich writes it."""
    return Style(
        color=ink.fg or None, bgcolor=ink.bg or None, bold=ink.bold, underline=ink.underline
    )


class PictureView(Widget):
    """Shows what a function draws for the current size, and reports which key is touched."""

    class Touched(Message):
        """Somebody clicked the target of this key in this view."""

        def __init__(self, view: PictureView, key: str):
            super().__init__()
            self.view = view
            self.key = key

    def __init__(self, drawing: Drawing, *, id: str | None = None, can_focus: bool = False):
        super().__init__(id=id)
        self.drawing = drawing
        self.can_focus = can_focus
        self._picture: Picture | None = None

    @property
    def picture(self) -> Picture:
        """What is shown now."""
        width, height = max(self.size.width, 1), max(self.size.height, 1)
        if self._picture is None or (self._picture.width, self._picture.height) != (width, height):
            self._picture = self.drawing(width, height)
        return self._picture

    def redraw(self) -> None:
        """Draw again: what the function shows has changed."""
        self._picture = None
        self.refresh()

    def render_line(self, y: int) -> Strip:
        picture = self.picture
        if y >= picture.height:
            return Strip.blank(self.size.width, self.rich_style)
        runs = groupby(picture.rows[y], key=lambda cell: cell[1])
        own = self.rich_style  # computed again at every use
        segments = [
            Segment("".join(text for text, _ in cells), own + rich_style(ink))
            for ink, cells in runs
        ]
        return Strip(segments, picture.width)

    def on_click(self, event: events.Click) -> None:
        key = self.picture.at(event.x, event.y)
        if key is not None:
            self.post_message(self.Touched(self, key))
