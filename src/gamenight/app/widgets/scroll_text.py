"""ScrollText: lines to scroll through, in the middle of the page; only those in sight are drawn."""

from __future__ import annotations

from collections.abc import Sequence

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Size
from textual.strip import Strip

from gamenight.app.widgets.scrolling import AtOnceView

StyledLine = tuple[str, str]  # a line and how Rich writes it: "bold #e8c14a"


class ScrollText(AtOnceView):
    """Lines that are never wrapped: whoever gives them knows the width."""

    DEFAULT_CSS = """
    ScrollText { height: 1fr; scrollbar-size-vertical: 1; overflow-x: hidden; }
    ScrollText { scrollbar-color: $panel; scrollbar-background: $background; }
    """
    can_focus = True

    def __init__(self, id: str):
        super().__init__(id=id)
        self._lines: Sequence[StyledLine] = ()
        self._wide = 0

    def show(self, lines: Sequence[StyledLine], width: int) -> None:
        """These lines, of this width, with a blank one above and below them."""
        self._lines = [("", ""), *lines, ("", "")]
        self._wide = width
        self.virtual_size = Size(width, len(self._lines))
        self.refresh()

    def render_line(self, y: int) -> Strip:
        number = y + self.scroll_offset.y
        text, style = self._lines[number] if number < len(self._lines) else ("", "")
        margin = max((self.size.width - self._wide) // 2, 0)
        segments = [Segment(" " * margin), Segment(text, Style.parse(style))]
        strip = Strip(segments).extend_cell_length(self.size.width)
        return strip.crop(0, self.size.width).apply_style(self.rich_style)
