"""ClockBar: one line with what everybody has left of their time."""

from __future__ import annotations

from collections.abc import Callable

from gamenight.app.widgets.picture_view import PictureView
from gamenight.core.clock import face
from gamenight.draw.canvas import Picture
from gamenight.draw.palette import Look
from gamenight.match.table import Table

GAP = 3
TICK = 0.2  # seconds between two looks: a second more or less is seen at once


class ClockBar(PictureView):
    """It draws itself again only when a clock shows something else. hurry: called once when
    somebody at this screen has to."""

    DEFAULT_CSS = "ClockBar { dock: top; height: 1; }"

    def __init__(self, table: Table, look: Callable[[], Look], hurry: Callable[[], None]):
        super().__init__(self._draw)
        self._table, self._look, self._hurry = table, look, hurry
        self._shown: list[tuple[int, str, bool, bool]] = []
        self._warned: object = None  # the moment at which that was done

    def on_mount(self) -> None:
        self.set_interval(TICK, self._tick)

    def _tick(self) -> None:
        found = self._faces()
        if found != self._shown:
            self._shown = found
            self.redraw()
        moment = self._table.at
        if self._warned != moment and any(
            short and seat in self._table.here for seat, _, _, short in found
        ):
            self._warned = moment
            self._hurry()

    def _faces(self) -> list[tuple[int, str, bool, bool]]:
        """Of each seat with a clock: what it shows, whether it runs, and whether it is short."""
        clocks, found = self._table.clocks, []
        for seat in range(len(clocks.left)) if clocks is not None else ():
            assert clocks is not None
            left = clocks.at(seat)
            if left is not None:
                found.append((seat, face(left), seat == clocks.runs, clocks.is_short(seat)))
        return found

    def _draw(self, width: int, height: int) -> Picture:
        look, picture = self._look(), Picture(width, height)
        palette, names, x = look.palette, self._table.names, 1
        picture.fill(0, 0, width, height, look.ink(bg=palette.bar))
        for seat, shown, runs, short in self._faces():
            name = names[seat]
            if x + len(name) + 1 + len(shown) > width:
                break
            ink = palette.danger if short else palette.accent if runs else palette.muted
            x = picture.put(x, 0, name, look.ink(palette.muted, palette.bar))
            x = picture.put(x + 1, 0, shown, look.ink(ink, palette.bar, bold=runs)) + GAP
        return picture
