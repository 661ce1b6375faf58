"""PictureView: a picture that can be touched."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from itertools import groupby
from typing import cast

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Offset
from textual.strip import Strip
from textual.widget import Widget

from gamenight.app.faults import GuardedApp
from gamenight.core.errors import BrokenGame
from gamenight.draw.canvas import Picture, Target
from gamenight.draw.colors import LIGHT_TEXT, mixed
from gamenight.draw.ink import Ink

GLOW = 0.15  # the share of light under the mouse
Drawing = Callable[[int, int], Picture]


@lru_cache(maxsize=4096)
def rich_style(ink: Ink) -> Style:
    """An ink as Rich writes it."""
    return Style(
        color=ink.fg or None, bgcolor=ink.bg or None, bold=ink.bold, underline=ink.underline
    )


@lru_cache(maxsize=4096)
def lit_ink(ink: Ink) -> Ink:
    """An ink under the mouse: lighter where there are colours to mix, else underlined."""
    if not ink.bg.startswith("#"):
        return replace(ink, underline=True)
    fg = mixed(ink.fg, LIGHT_TEXT, GLOW) if ink.fg else ink.fg
    return replace(ink, fg=fg, bg=mixed(ink.bg, LIGHT_TEXT, GLOW))


class PictureView(Widget):
    """Shows what a function draws for the current size, and reports which key is touched. What is
    under the mouse is lit, if it is touchable; `pointed` gets its key, or "". misses: a click
    beside all keys is reported too, as ""."""

    class Touched(events.Event):
        """Somebody clicked the target of this key in this view."""

        def __init__(self, view: PictureView, key: str):
            super().__init__()
            self.view = view
            self.key = key

    def __init__(
        self,
        drawing: Drawing,
        *,
        id: str | None = None,
        can_focus: bool = False,
        touchable: Callable[[str], bool] = lambda key: True,
        pointed: Callable[[str], None] = lambda key: None,
        misses: bool = False,
    ):
        super().__init__(id=id)
        self.drawing = drawing
        self.can_focus = can_focus
        self._touchable = touchable
        self._pointed = pointed
        self._misses = misses
        self._mouse: Offset | None = None
        self._picture: Picture | None = None

    @property
    def picture(self) -> Picture:
        """What is shown now."""
        width, height = max(self.size.width, 1), max(self.size.height, 1)
        if self._picture is None or (self._picture.width, self._picture.height) != (width, height):
            try:
                self._picture = self.drawing(width, height)
            except BrokenGame as error:
                self._picture = Picture(width, height)
                self.app.call_later(cast(GuardedApp, self.app).leave_game, error)
        return self._picture

    def redraw(self) -> None:
        """Draw again: what the function shows has changed."""
        self._picture = None
        self.refresh()

    def render_line(self, y: int) -> Strip:
        picture = self.picture
        if y >= picture.height:
            return Strip.blank(self.size.width, self.rich_style)
        row, under = picture.rows[y], self._under_the_mouse(y)
        if under is not None:
            start, end = under.x, under.x + under.width
            lit = [(text, lit_ink(ink)) for text, ink in row[start:end]]
            row = [*row[:start], *lit, *row[end:]]
        runs = groupby(row, key=lambda cell: cell[1])
        own = self.rich_style  # computed again at every use
        segments = [
            Segment("".join(text for text, _ in cells), own + rich_style(ink))
            for ink, cells in runs
        ]
        return Strip(segments, picture.width)

    def _under_the_mouse(self, y: int) -> Target | None:
        """The target under the mouse, if this line crosses it."""
        if self._mouse is None:
            return None
        found = self.picture.target(*self._mouse)
        if found is None or not found.covers(found.x, y) or not self._touchable(found.key):
            return None
        return found

    def on_mouse_move(self, event: events.MouseMove) -> None:
        before, self._mouse = self._mouse, Offset(event.x, event.y)
        picture = self.picture
        if before is None or picture.target(*before) != picture.target(*self._mouse):
            self._pointed(picture.at(*self._mouse) or "")
            self.refresh()

    def on_leave(self) -> None:
        self._mouse = None
        self._pointed("")
        self.refresh()

    def on_click(self, event: events.Click) -> None:
        key = self.picture.at(event.x, event.y)
        if key is not None or self._misses:
            self.post_message(self.Touched(self, key or ""))
