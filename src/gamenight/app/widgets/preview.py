"""Preview: a picture that takes long to draw, made in a thread and kept."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial

from textual.worker import get_current_worker

from gamenight.app.widgets.picture_view import PictureView
from gamenight.draw.canvas import Picture

SMALLEST = 12
Making = Callable[[tuple[int, int]], Picture]
Kept = dict[Hashable, Picture | None]


class Preview(PictureView):
    """Shows the picture that belongs to a key; until there is one, nothing. kept: pictures from
    before, to which new ones are added."""

    def __init__(self, *, kept: Kept | None = None, id: str | None = None):
        super().__init__(self._kept_picture, id=id)
        self._kept: Kept = {} if kept is None else kept
        self._key: Hashable = None
        self._pending: Hashable = None

    def show(self, key: Hashable, prepare: Callable[[], Making]) -> None:
        """Show the picture of this key. If there is none in this size, `prepare` (here) gives
        what draws it (elsewhere)."""
        size = (self.size.width, self.size.height)
        self._key = (key, size)
        self.redraw()
        if self._key in self._kept or self._key == self._pending or min(size) < SMALLEST:
            return
        self._pending = self._key
        task = partial(self._work, self._key, prepare(), size)
        self.run_worker(task, thread=True, exclusive=True, group="preview", exit_on_error=False)

    def _kept_picture(self, width: int, height: int) -> Picture:
        found = self._kept.get(self._key)
        whole = Picture(width, height)
        if found is not None:
            whole.paste(found, 0, 0)
        return whole

    def _work(self, key: Hashable, making: Making, size: tuple[int, int]) -> None:
        try:
            picture = making(size)
        except Exception:  # whatever a plug-in's scene raises: it gets no picture
            picture = None
        if not get_current_worker().is_cancelled:
            self.app.call_from_thread(self._keep, key, picture)

    def _keep(self, key: Hashable, picture: Picture | None) -> None:
        self._kept[key] = picture
        self._pending = None
        if self.is_mounted:
            self.redraw()
