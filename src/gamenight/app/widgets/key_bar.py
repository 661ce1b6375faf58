"""KeyBar: the keys that work now, each with what it does."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from gamenight.app.widgets.picture_view import PictureView
from gamenight.draw.canvas import Picture
from gamenight.draw.palette import Look

GAP = 2
ARROWS = {"↑↓": "up/down", "←→": "left/right", "→": "right"}  # in ASCII
# Textual's names of keys, where they are not what the bar shows in lower case.
KEY_NAMES = {
    "Esc": "escape",
    "?": "question_mark",
    "←→": "right",
    "→": "right",
    "↑↓": "down",
    "/": "slash",
    "+": "plus",
    "-": "minus",
    "PgUp": "pageup",
    "PgDn": "pagedown",
    "Del": "delete",
    "Ctrl+C": "ctrl+c",
}


def key_name(shown: str) -> str:
    """Textual's name of a key of the bar."""
    return KEY_NAMES.get(shown, shown.lower())


def shown_key(name: str) -> str:
    """A key as the bar shows it, by its character or by Textual's name."""
    by_name = {named: shown for shown, named in KEY_NAMES.items() if len(shown) > 1}
    return by_name.get(name, "Space" if name == " " else name if len(name) == 1 else name.title())


def fitting(widths: Sequence[int], width: int, kept: Collection[int] = ()) -> list[int]:
    """Which of these fit into a bar with gaps between them: the first ones, and the kept ones."""
    free = width + GAP - 2 - sum(widths[number] + GAP for number in kept)
    found = list(kept)
    for number, needed in enumerate(widths):
        if number in kept:
            continue
        free -= needed + GAP
        if free < 0:
            break
        found.append(number)
    return sorted(found)


class KeyBar(PictureView):
    """One line: the keys that work now, each with what it does; they can be clicked."""

    DEFAULT_CSS = "KeyBar { dock: bottom; height: 1; }"

    def __init__(self, look: Callable[[], Look]):
        super().__init__(self._draw)
        self._look = look
        self._keys: tuple[tuple[str, str], ...] = ()
        self._kept: Collection[str] = ()

    def show(self, keys: Sequence[tuple[str, str]], kept: Collection[str] = ()) -> None:
        """Show pairs of a key and what it does; where they do not all fit, the last ones go, but
        not the kept ones."""
        self._keys, self._kept = tuple(keys), kept
        self.redraw()

    def _draw(self, width: int, height: int) -> Picture:
        look, picture = self._look(), Picture(width, height)
        palette = look.palette
        picture.fill(0, 0, width, height, look.ink(bg=palette.bar))
        x = 1
        keys = [ARROWS.get(named, named) if look.ascii else named for named, _ in self._keys]
        widths = [len(key) + 1 + len(self._keys[at][1]) for at, key in enumerate(keys)]
        kept = [at for at, key in enumerate(keys) if key in self._kept]
        for at in fitting(widths, width, kept):
            key, (named, label) = keys[at], self._keys[at]
            end = picture.put(x, 0, key, look.ink(palette.accent, palette.bar, bold=True))
            end = picture.put(end + 1, 0, label, look.ink(palette.muted, palette.bar))
            picture.mark(named, x, 0, end - x)
            x = end + GAP
        return picture
