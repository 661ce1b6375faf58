"""Menu: what can be done at home or at a table besides playing, behind Esc. An entry is data:
whoever has something to offer adds one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from gamenight.app.screens.dialogs import PickDialog
from gamenight.app.screens.page import Page
from gamenight.app.widgets.items import Item

NO_WORDS: Mapping[str, Callable[[], None]] = {}


@dataclass(frozen=True, slots=True)
class Entry:
    """key: the letter that chooses it; told: a few words about it; deed: what it does; word:
    what is typed for it elsewhere."""

    key: str
    name: str
    told: str
    deed: Callable[[], None]
    word: str = ""


def open_menu(
    page: Page,
    entries: Sequence[Entry],
    current: str | None,
    words: Mapping[str, Callable[[], None]] = NO_WORDS,
) -> None:
    """Show the entries over a page, with the cursor on this key; Esc goes back to the page. words:
    what can be typed on the page, and does there what it says."""
    deeds = {**words, **{entry.key: entry.deed for entry in entries}}
    said = {**{word: word for word in words}, **{one.word: one.key for one in entries if one.word}}
    items = [Item(entry.key, f"{entry.key}  {entry.name}", entry.told) for entry in entries]

    def choose(key: str | None) -> None:
        if key is not None:
            deeds[key]()

    page.app.push_screen(PickDialog("Menu", items, current, words=said), choose)
